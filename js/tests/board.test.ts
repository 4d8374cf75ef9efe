import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as states from '../harness/states.js';
import { show } from './page';

const label = (element: Element | null) => element?.getAttribute('aria-label') ?? '';

test('board: a match of two has the ring alone', async () => {
  const play = await show(states.play);
  assert.equal(play.all('.arena, .post, .held, .side-p').length, 0);
  assert.equal(play.all('.board > .ring').length, 1);
  await play.close();
});

test('board: everybody stands on their rung, the platform is the last one, and words say the same', async () => {
  const play = await show(states.ladder);
  const ladder = play.find('.ladder svg');
  assert.equal(label(ladder), 'The ladder: Trueno Azul on the platform, Toro de Cobre on step 1');
  assert.deepEqual([...ladder.querySelectorAll('text')].map((text) => text.textContent), ['1', '2', '3']);
  const heights = [...ladder.querySelectorAll('.climb')].map((piece) => Number(piece.querySelectorAll('circle')[1]?.getAttribute('cy')));
  const rungs = [...ladder.querySelectorAll('path')].map((path) => /^M[\d.]+ (\d+)H/.exec(path.getAttribute('d') ?? '')?.[1]).filter(Boolean).map(Number);
  const [floor, first] = rungs;
  assert.ok(heights[0] !== undefined && heights[1] !== undefined && floor !== undefined && first !== undefined);
  assert.ok(heights[0] < heights[1], 'who is higher up is drawn higher up');
  assert.ok(heights[1] < first && first - heights[1] < floor - first, 'and stands on the rung');
  assert.match(play.find('.ladder ul').textContent, /Trueno Azul on the platform.*Toro de Cobre on step 1/);
  await play.close();
});

test('board: weapon tokens lie face down in the corners; an empty corner shows its place', async () => {
  const play = await show(states.weapons);
  const posts = play.find('.posts');
  assert.equal(posts.getAttribute('role'), 'img');
  assert.equal(label(posts), 'Weapon tokens in the ring: 3');
  const backs = [...posts.querySelectorAll('.post')].map((post) => post.querySelectorAll('g').length > 0);
  assert.equal(posts.querySelectorAll('.post').length, 4);
  assert.equal(posts.querySelectorAll('[stroke-dasharray]').length, 1);
  assert.equal(backs.filter(Boolean).length, 3);
  assert.match(play.find('.ringside').textContent, /2 in the supply1 used: Oil Flask/);
  await play.close();
});

test('board: the cage stands round the ring, partners outside at the corner of their side', async () => {
  const play = await show(states.caged);
  assert.equal(label(play.find('.fence')), 'The cage');
  assert.ok(play.find('.fence').querySelector('.ring.above'));
  assert.match(play.find('.outside.r').textContent, /Partners.*La Centella.*9\/19/);
  assert.match(play.find('.outside.b').textContent, /Rey Coyote.*out of the match/);
  assert.equal(play.all('.outside s').length, 1);
  assert.equal(play.find('.posts').getAttribute('aria-hidden'), 'true');
  await play.close();
});

test('board: the third corner has its own mark, words, dice and dot; one of three holds the token', async () => {
  const play = await show(states.three);
  assert.equal(play.find('.plate.p .corner').textContent, 'third corner Doña Avispa');
  assert.ok(play.all('.plate.p .meter path').some((path) => /^M[\d.]+ [\d.]+L[\d.]+ [\d.]+H[\d.]+Z$/.test(path.getAttribute('d') ?? '')), 'a triangle');
  assert.deepEqual(play.all('.ring .dice').map(label), ['dice of the red corner', 'dice of the blue corner', 'dice of the third corner']);
  assert.deepEqual(play.all('.ring .score').map(label), ['Hits: 3', 'Hits: 2', 'Hits: 1']);
  assert.equal(play.all('.held').length, 1);
  assert.match(play.find('.plate.p .held').textContent, /Lone Player.*only a Signature Move/);
  assert.equal(play.all('.log .dot.p').length, 1);
  assert.equal(play.all('.seat').length, 3);
  await play.kernel.replace({ board: { ...states.three.board, ring: states.three.board.ring.filter((item) => item?.kind === 'posts') } });
  assert.equal(label(play.find('.inside')), 'The ring: Doña Avispa, Trueno Azul, Toro de Cobre');
  await play.close();
});

test('board: a corner that is not known is drawn as the first', async () => {
  const plates = states.three.board.plates.map((plate) => (plate?.corner === 'p' ? { ...plate, corner: 'x' } : plate));
  const play = await show({ ...states.three, board: { ...states.three.board, plates } });
  assert.equal(play.all('.side-r .plate').length, 2);
  await play.close();
});
