/* Links to rules inside JupyterLab: which notebook a widget stands in, and what Lab's command is told. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commandFor, pathIn } from '../src/lab';

test('the path of a notebook is read from the title of its tab, in any language', () => {
  assert.equal(pathIn('Name: pin.ipynb\nPath: lucha_wars/pin.ipynb\nLast Saved: today'), 'lucha_wars/pin.ipynb');
  assert.equal(pathIn('Nombre: pin.ipynb\nRuta: mis cosas/pin.ipynb'), 'mis cosas/pin.ipynb');
  assert.equal(pathIn('Terminal 1'), null);
});

test('a link to a rule opens the notebook beside the one it stands in, at the rule', () => {
  assert.deepEqual(commandFor('setup.ipynb#setup.props', 'nbs/lucha_wars/pin.ipynb'), { path: 'nbs/lucha_wars/setup.ipynb', id: '#setup.props' });
  assert.deepEqual(commandFor('setup.ipynb#setup.props', 'my things/pin.ipynb'), { path: 'my things/setup.ipynb', id: '#setup.props' });
  assert.deepEqual(commandFor('setup.ipynb#setup.props', 'pin.ipynb'), { path: 'setup.ipynb', id: '#setup.props' });
});

test('other links are left alone', () => {
  for (const link of ['#pin.win', 'https://example.org/a.ipynb#b', 'javascript:alert(1)', 'pin.html#pin.win']) {
    assert.equal(commandFor(link, 'lucha_wars/pin.ipynb'), null);
  }
});
