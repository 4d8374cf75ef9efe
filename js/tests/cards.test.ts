import assert from 'node:assert/strict';
import { test } from 'node:test';
import { act } from 'preact/test-utils';
import * as states from '../harness/states.js';
import { show, type Shown } from './page';

const label = (element: Element | null | undefined) => element?.getAttribute('aria-label') ?? '';
const cardNames = (play: Shown) => play.all('.cardopts .card .nm').map((name) => name.textContent);
const press = async (play: Shown, name: string) => play.press(`card-What do you play?-${name}`);
const pressed = (play: Shown) => play.all('.cardopts [aria-pressed="true"] .nm').map((name) => name.textContent);

test('cards: the meter of both sides says who has it and what it does, without its color too', async () => {
  const play = await show(states.cards);
  assert.equal(label(play.find('.balance svg')), 'Momentum: 8 for the red corner, unstoppable −2');
  assert.equal(play.find('.balance .lbl').textContent, 'Momentum: 8 for the red corner, unstoppable −2');
  const [balance, attack] = states.cards.board.ring;
  await play.kernel.replace({ board: { ...states.cards.board, ring: [{ ...balance, value: -3 }, attack] } });
  assert.equal(label(play.find('.balance svg')), 'Momentum: 3 for the blue corner');
  await play.kernel.replace({ board: { ...states.cards.board, ring: [{ ...balance, value: 0 }, attack] } });
  assert.equal(label(play.find('.balance svg')), 'Momentum: with nobody');
  await play.close();
});

test('cards: the attack in play shows its target as a sum, and the faces that reach it', async () => {
  const play = await show(states.cards);
  assert.deepEqual(play.all('.attack .tally tr').map((row) => row.textContent), ['4printed', '−2unstoppable', '25 of 6 faces land']);
  assert.equal(play.all('.attack .die').length, 6);
  assert.equal(play.all('.attack .die.off').length, 1);
  assert.match(play.find('.attack .card').textContent, /Suplex.*4\+.*2 damage.*1 cost/);
  await play.close();
});

test('cards: a hand that is not known is so many backs, and one that lies below is not shown twice', async () => {
  const play = await show(states.cards);
  assert.equal(label(play.find('.side-b .backs')), 'Hand: 4 cards, face down');
  assert.equal(play.all('.side-b .back').length, 4);
  assert.equal(play.all('.side-r .card').length, 0);
  assert.match(play.find('.side-r').textContent, /Laid out below/);
  await play.kernel.replace({ ask: { ...states.cards.ask, cards: [], options: states.cards.ask.options.slice(0, 1) } });
  assert.deepEqual(play.all('.side-r .card .nm').map((name) => name.textContent), ['Chop', 'Big Boot', 'Slam']);
  assert.match(play.find('.side-r .piles').textContent, /12 draw pile2 discardedElbow/);
  await play.close();
});

test('cards: a combo icon has a letter, and words for those who do not see it', async () => {
  const play = await show(states.cards);
  const boot = play.find('[data-k="card-What do you play?-Big Boot"]');
  assert.equal(boot.querySelector('.combo text')?.textContent, 'R');
  assert.ok(boot.querySelector('.combo.met'));
  assert.match(boot.textContent ?? '', /left edge: red circle\..*follows the card before/);
  await play.close();
});

test('cards: several are picked, their sum is shown, and one option is sent', async () => {
  const play = await show(states.cards);
  assert.deepEqual(cardNames(play), ['Chop', 'Big Boot', 'Slam']);
  assert.equal(play.all('.opts .opt').length, 1, 'what is no card stays in the list');
  assert.match(play.find('.sumbox').textContent, /Choose a card.*together/);
  await press(play, 'Chop');
  assert.match(play.find('.sumbox').textContent, /Chop.*lands83\s%/);
  await press(play, 'Big Boot');
  assert.deepEqual(pressed(play), ['Chop', 'Big Boot']);
  assert.match(play.find('.sumbox').textContent, /Chop \+ Big Boot.*at least one lands97\s%/);
  assert.deepEqual(play.kernel.sent, []);
  await play.press('playcards');
  assert.deepEqual(play.kernel.sent, [{ type: 'act', id: 'o4', turn: 17 }]);
  await play.close();
});

test('cards: what does not go together takes the place of what was picked, and a second press puts a card down', async () => {
  const play = await show(states.cards);
  await press(play, 'Chop');
  await press(play, 'Slam');
  assert.deepEqual(pressed(play), ['Slam']);
  await press(play, 'Slam');
  assert.deepEqual(pressed(play), []);
  await press(play, 'Chop');
  await play.kernel.replace({ turn: 18 });
  assert.deepEqual(pressed(play), [], 'another turn begins with nothing picked');
  await play.close();
});

test('cards: a refused card keeps its reason and says it when it is played', async () => {
  const play = await show(states.cards);
  const slam = play.find('[data-k="card-What do you play?-Slam"]');
  assert.equal(slam.getAttribute('aria-disabled'), 'true');
  assert.match(slam.querySelector('.no')?.textContent ?? '', /^Refused: It costs 4 stamina/);
  await press(play, 'Slam');
  assert.match(play.find('.sumbox').textContent, /Not now\. It costs 4 stamina.*atw\.attack\.declare/);
  await play.press('playcards');
  assert.match(play.find('.refuse').textContent, /It costs 4 stamina/);
  await play.close();
});

test('cards: where one is given up, one press does it', async () => {
  const play = await show(states.cards);
  const options = states.cards.ask.options.filter((option) => (('cards' in option && option.cards) || []).length === 1);
  await play.kernel.replace({ ask: { ...states.cards.ask, picked: false, options } });
  assert.equal(play.all('.sumbox').length, 0);
  await press(play, 'Big Boot');
  assert.deepEqual(play.kernel.sent, [{ type: 'act', id: 'o2', turn: 17 }]);
  await play.close();
});

test('cards: a covered question waits until the page was handed over', async () => {
  const play = await show(states.cards);
  await play.kernel.replace({ ask: { ...states.cards.ask, covered: true, cards: [], options: [] } });
  assert.equal(play.all('.opt, .cardopts .card').length, 0);
  const button = play.find('[data-k="face"]');
  assert.match(button.textContent, /Trueno Azul/);
  await act(() => button.click());
  assert.deepEqual(play.kernel.sent, [{ type: 'face', turn: 17 }]);
  await play.close();
});
