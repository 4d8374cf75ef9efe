import assert from 'node:assert/strict';
import { test } from 'node:test';
import './page';
import { isAnswer, isFromWorker, isToWorker } from '../src/live/protocol';
import { safeHtml } from '../src/live/html';

const say = { en: 'Line 1', es: 'Línea 1' };
const state = { type: 'state', cell: 'cell-3', id: 'a-match', written: true, state: { kind: 'play', id: 'a-match' } };
const ran = { type: 'ran', cell: 'cell-3', outputs: [], printed: '', mistake: null, resting: ['cell-4'], written: true };

test('live: answers of the worker are looked at before they are believed', () => {
  const good = [
    state,
    ran,
    { ...ran, outputs: [{ form: 'text', text: '<b>' }, { form: 'page', html: '<p></p>' }, { form: 'widget', id: 'a', state: { kind: 'walk', id: 'a' } }] },
    { ...ran, mistake: { where: 'cell-3', line: 2, say } },
    { type: 'failed', where: null, line: null, say },
    { type: 'custom', cell: 'cell-3', id: 'a-match', content: { type: 'file', name: 'a.json', text: '{}' } },
  ];
  for (const answer of good) {
    assert.ok(isAnswer(answer), JSON.stringify(answer));
  }
  const bad = [
    null,
    [],
    'state',
    { type: 'toString' },
    { type: 'constructor', cell: 'cell-3', id: 'a' },
    { ...state, state: { kind: 'play', id: 'another' } },
    { ...state, state: null },
    { ...state, cell: 3 },
    { ...state, written: 'yes' },
    { ...ran, outputs: [{ form: 'script', text: '' }] },
    { ...ran, outputs: [{ form: 'text', text: 7 }] },
    { ...ran, outputs: [{ form: 'widget', id: 'a', state: { kind: 'walk', id: 'b' } }] },
    { ...ran, mistake: { where: 'cell-3', line: 2, say: 'Line 2' } },
    { ...ran, resting: [7] },
    { type: 'failed', where: null, line: 1.5, say },
    { type: 'custom', cell: 'cell-3', id: 'a-match', content: { type: 'open', name: 'a', text: '' } },
  ];
  for (const answer of bad) {
    assert.ok(!isAnswer(answer), JSON.stringify(answer));
    assert.ok(!isFromWorker({ type: 'answered', number: 1, answers: [answer] }));
  }
});

test('live: so is what the page asks of the worker', () => {
  const asked = { type: 'run', cell: 'cell-3', source: '1' };
  assert.ok(isToWorker({ type: 'start', runtime: 'http://localhost/', cells: [{ id: 'cell-3', source: '1' }] }));
  assert.ok(isToWorker({ type: 'ask', number: 1, asked }));
  for (const wrong of [null, 'start', { type: 'start', runtime: 'x' }, { type: 'ask', number: 1 }, { type: 'ask', asked }, { type: 'ask', number: 1, asked: { ...asked, type: 'valueOf' } }, { type: 'ask', number: 1, asked: { ...asked, source: 1 } }]) {
    assert.ok(!isToWorker(wrong), JSON.stringify(wrong));
  }
});

test('live: what Python shows as a page is rebuilt of known parts', () => {
  const holder = document.createElement('div');
  holder.append(
    safeHtml(
      '<div class="wnb" id="pin.win" data-rule="lucha.pin.win" data-kind="walk" onclick="x()" style="color: red"><script>alert(1)</script><style>*{}</style>' +
        '<p lang="es">Sí <b>no</b></p><img src=x onerror="x()"><form><button>go</button></form><svg><a href="#">in</a></svg><iframe src="/"></iframe>' +
        '<a href="javascript:x()">bad</a><a href="pin.ipynb#pin.win">good</a></div>',
    ),
  );
  const root = holder.firstElementChild as HTMLElement;
  assert.equal(root.getAttribute('data-rule'), 'lucha.pin.win');
  for (const name of ['id', 'onclick', 'style', 'data-kind']) {
    assert.equal(root.hasAttribute(name), false, name);
  }
  assert.equal(holder.querySelectorAll('script, style, img, form, button, svg, iframe').length, 0);
  assert.equal(holder.querySelector('[lang="es"] b')?.textContent, 'no');
  const links = [...holder.querySelectorAll('a')].map((link) => link.getAttribute('href'));
  assert.ok(links.includes('pin.html#pin.win') && !links.some((link) => link?.startsWith('javascript')));
  assert.doesNotMatch(holder.textContent ?? '', /alert/);
});
