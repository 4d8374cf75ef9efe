import assert from 'node:assert/strict';
import { test } from 'node:test';
import { act } from 'preact/test-utils';
import { show, type Shown } from './page';

const text = (en: string, es = en) => ({ en, es });
const red = { shape: 'circle', color: 'red', letter: text('R'), met: false, label: text('red circle', 'círculo rojo') };
const fields = [
  { name: 'name', label: text('Name'), form: 'text' },
  { name: 'damage', label: text('Damage', 'Daño'), form: 'number', min: 0, max: 12 },
  { name: 'category', label: text('Category'), form: 'choice', options: [{ value: 'Strike', label: text('Strike') }, { value: 'Throw', label: text('Throw') }] },
  { name: 'pin', label: text('Pin'), form: 'yes' },
  { name: 'left', label: text('Left edge'), form: 'marks', options: [{ value: 'circle red', icon: red }] },
];
const card = (id: string, name: string, more: object = {}) => ({
  id, name, values: { name, damage: 1, category: 'Strike', pin: false, left: [] }, sources: { damage: 'invented' }, face: null, problems: [], ...more,
});
const state = {
  kind: 'deck', id: 'box', title: text('Box', 'Caja'), live: true, owner: 'A', owners: [{ name: 'A', problems: 0 }, { name: 'B', problems: 2 }], fields,
  cards: [card('c1', 'Jab'), card('c2', '<b>Hook</b>')], problems: [], sums: [{ label: text('cards', 'cartas'), value: '2', fits: true }], undo: true, added: null, saved: null,
};

async function type(shown: Shown, name: string, value: string) {
  const input = shown.find<HTMLInputElement>(`[data-k="${name}"]`);
  await act(() => {
    input.value = value;
    input.dispatchEvent(new Event('change', { bubbles: true }));
  });
}

test('a card is taken up, and each field sends what was typed and no more', async () => {
  const shown = await show(state);
  assert.equal(shown.cell.querySelector('.cardform'), null);
  await shown.press('card-c1');
  assert.equal(document.activeElement?.textContent, 'Jab');
  await type(shown, 'damage', '7');
  await type(shown, 'damage', 'x');
  await type(shown, 'category', 'Throw');
  await shown.press('pin');
  await shown.press('left-circle red');
  const about = { type: 'change', card: 'c1' };
  assert.deepEqual(shown.kernel.sent.slice(0, 1), [{ ...about, field: 'damage', value: 7 }]);
  assert.deepEqual(shown.kernel.sent.slice(2), [
    { ...about, field: 'category', value: 'Throw' },
    { ...about, field: 'pin', value: true },
    { ...about, field: 'left', value: ['circle red'] },
  ]);
  await shown.close();
});

test('what does not fit stands at its field, and names are text', async () => {
  const shown = await show({ ...state, cards: [card('c1', 'Jab', { problems: [{ field: 'damage', say: text('damage is 99') }] }), state.cards[1]] });
  await shown.press('card-c1');
  const input = shown.find('[data-k="damage"]');
  assert.equal(input.getAttribute('aria-invalid'), 'true');
  assert.match(document.getElementById(input.getAttribute('aria-describedby') ?? '')?.textContent ?? '', /damage is 99/);
  await shown.press('card-c2');
  assert.equal(shown.cell.querySelector('.cardform h4 b'), null);
  assert.equal(shown.find('.cardform h4').textContent, '<b>Hook</b>');
  await shown.close();
});

test('a card that was added is taken up, and one that is gone gives the focus back', async () => {
  const shown = await show(state);
  await shown.kernel.replace({ cards: [...state.cards, card('c3', 'New card 1')], added: 'c3' });
  assert.equal(shown.find('.cardform h4').textContent, 'New card 1');
  await shown.press('remove');
  assert.deepEqual(shown.kernel.sent.at(-1), { type: 'remove', card: 'c3' });
  await shown.kernel.replace({ cards: state.cards, added: null });
  assert.equal(shown.cell.querySelector('.cardform'), null);
  assert.ok(shown.cell.contains(document.activeElement));
  await shown.close();
});

test('a page without Python lets the cards be looked at, and says what a change needs', async () => {
  const shown = await show({ ...state, live: false });
  await shown.press('card-c1');
  await type(shown, 'damage', '7');
  assert.deepEqual(shown.kernel.sent, []);
  assert.match(shown.find('.note').textContent ?? '', /open the notebook/);
  assert.equal(shown.find<HTMLInputElement>('[data-k="damage"]').value, '1');
  await shown.close();
});

test('what was saved can be copied', async () => {
  const shown = await show({ ...state, saved: { folder: 'my_box', files: [{ name: 'cards.toml', text: '[[card]]' }] } });
  assert.equal(shown.find<HTMLTextAreaElement>('textarea').value, '[[card]]');
  await shown.press('copy-cards.toml');
  assert.match(shown.find('.saved details').textContent ?? '', /Copied|selected/);
  await shown.close();
});
