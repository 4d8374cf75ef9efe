import assert from 'node:assert/strict';
import { test } from 'node:test';
import { act } from 'preact/test-utils';
import { fold, pieces } from '../src/find';
import { show, type Shown } from './page';

const text = (en: string, es = en) => ({ en, es });
const rule = (id: string, kind: string, en: string, es: string, more: object = {}) => ({
  id, kind, section: 'Pins', say: text(en, es), chart: null, checks: 1, advanced: false, see: [], rulings: [], numbers: [], code: [], ...more,
});
const state = {
  kind: 'explore', id: 'rules', title: text('Every rule', 'Todas'), live: false, first: 'lucha.pin.win', links: { 'lucha.pin': 'lucha_wars/pin.ipynb', 'atw.pin': 'javascript:alert(1)' },
  games: [{ id: 'lucha', name: 'Lucha Wars' }, { id: 'atw', name: 'All Time' }],
  kinds: [{ id: 'chance', name: text('chance', 'azar') }, { id: 'limit', name: text('limit', 'límite') }],
  topics: [{ id: 'lucha.pin', name: text('Pins') }, { id: 'lucha.combo', name: text('Combo') }, { id: 'atw.pin', name: text('Kick-outs') }],
  rules: [
    rule('lucha.pin.win', 'limit', 'Three <b>saves</b> free.', 'Tres salvaciones liberan.', { see: ['lucha.combo.counter'], code: [{ name: 'pin', lines: ["return 'free'"] }] }),
    rule('lucha.combo.counter', 'chance', 'A counter follows.', 'Sigue una inversión.'),
    rule('atw.pin.attempts', 'limit', 'Three attempts.', 'Tres intentos.', { numbers: [{ name: 'kick_outs', value: '3', source: 'rulebook' }] }),
  ],
};
const listed = (shown: Shown) => [...shown.cell.querySelectorAll('.results li .of')].map((each) => each.textContent);

async function type(shown: Shown, words: string) {
  const field = shown.find<HTMLInputElement>('[data-k="query"]');
  await act(() => {
    field.value = words;
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
}

test('words are found whatever their accents, capitals and language', async () => {
  const shown = await show(state);
  assert.equal(listed(shown).length, 3);
  await type(shown, 'INVERSION');
  assert.deepEqual(listed(shown), ['lucha.combo.counter']);
  assert.equal(shown.find('.results mark').textContent, 'inversión');
  assert.equal(shown.find('.results mark').closest('[lang]')?.getAttribute('lang'), 'es');
  await type(shown, 'three free');
  assert.deepEqual(listed(shown), ['lucha.pin.win']);
  await type(shown, 'ladder');
  assert.deepEqual(listed(shown), []);
  await shown.press('clear');
  assert.equal(listed(shown).length, 3);
  await shown.close();
});

test('filters narrow each other, and say how many each would find', async () => {
  const shown = await show(state);
  await shown.press('kind-limit');
  assert.deepEqual(listed(shown), ['lucha.pin.win', 'atw.pin.attempts']);
  const counted = shown.find('[data-k="game-atw"]').closest('label')?.textContent;
  assert.equal(counted, 'All Time 1');
  await shown.press('game-atw');
  assert.deepEqual(listed(shown), ['atw.pin.attempts']);
  assert.equal(shown.cell.querySelector('[data-k="topic-lucha.pin"]'), null);
  await shown.close();
});

test('a rule that is opened shows its words as text, its code and where it leads, and sends nothing', async () => {
  const shown = await show(state);
  assert.equal(shown.find('.found .say').textContent, 'Three <b>saves</b> free.');
  assert.equal(shown.find('.found pre').textContent, "return 'free'");
  assert.equal(shown.find('[data-k="lesson"]').getAttribute('href'), 'lucha_wars/pin.ipynb#pin.win');
  await act(() => shown.find('.tickets a').click());
  assert.equal(shown.find('.found h4').textContent, 'lucha.combo.counter');
  assert.equal(document.activeElement, shown.find('.found h4'));
  assert.equal(shown.find('.found .tickets a').textContent, 'lucha.pin.win');
  await shown.press('rule-atw.pin.attempts');
  assert.match(shown.find('.found .facts').textContent ?? '', /kick outs\s*3/);
  assert.equal(shown.cell.querySelector('[data-k="lesson"]'), null, 'a link that could run a script is not shown');
  assert.deepEqual(shown.kernel.sent, []);
  await shown.close();
});

test('folding and cutting keep every letter', () => {
  assert.equal(fold('Inversión ÑU'), 'inversion nu');
  assert.deepEqual(pieces('Más saves', ['mas', 's']), [
    { text: 'Más', hit: true }, { text: ' ', hit: false }, { text: 's', hit: true }, { text: 'ave', hit: false }, { text: 's', hit: true },
  ]);
  const whole = 'ﬁn de İzmir 🤼 aquí';
  assert.equal(pieces(whole, ['fin', 'i']).map((piece) => piece.text).join(''), whole);
});
