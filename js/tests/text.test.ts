import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatChance, formatNumber, pageLink, reading, ruleLink, safeLink, tell, withoutGame, word } from '../src/text';

test('a sentence has its places filled, in the language asked for', () => {
  assert.equal(word('of', 'en', { value: 7, max: 20 }), '7 of 20');
  assert.equal(word('of', 'es', { value: 7, max: 20 }), '7 de 20');
});

test('a text that lacks a language is told in English, a missing one not at all', () => {
  assert.equal(tell({ en: 'Hit' } as never, 'es'), 'Hit');
  assert.equal(tell(null, 'es'), '');
});

test('chances are written as each language writes them', () => {
  assert.equal(formatChance(4 / 9, 'en'), '44.44\u00a0%');
  assert.equal(formatNumber(-4, 'en'), '−4');
  assert.equal(tell('50 % of 6 → 4', 'en'), '50\u00a0% of 6\u00a0→\u00a04');
  assert.equal(tell('-2.00, at 3-1 (-1)', 'en'), '−2.00, at 3-1 (−1)');
  assert.equal(reading({ en: 'translate(-7,2)', es: '' }, 'en'), 'translate(-7,2)');
  assert.equal(formatChance(4 / 9, 'es'), '44,44\u00a0%');
  assert.equal(formatChance(0.999999, 'es'), '>\u00a099,99\u00a0%');
  assert.equal(formatChance(0.004, 'en', 0), '<\u00a01\u00a0%');
  assert.deepEqual([0, 1, 1 - 1e-15].map((chance) => formatChance(chance, 'en')), ['0\u00a0%', '100\u00a0%', '100\u00a0%']);
});

test('a ticket leads to its anchor, or where the state says', () => {
  assert.equal(withoutGame('lucha.pin.win'), 'pin.win');
  assert.equal(ruleLink('lucha.pin.win'), '#pin.win');
  assert.equal(ruleLink('lucha.pin.win', { 'lucha.pin.win': '../lucha_wars/pin.html#pin.win' }), '../lucha_wars/pin.html#pin.win');
});

test('on a site the link to a notebook leads to its page', () => {
  assert.equal(pageLink('pin.ipynb#pin.win'), 'pin.html#pin.win');
  assert.equal(pageLink('pin.ipynb#pin.win', 'lucha_wars/'), 'lucha_wars/pin.html#pin.win');
  assert.equal(pageLink('../lucha_wars/pin.html#pin.win', '../lucha_wars/'), '../lucha_wars/pin.html#pin.win');
  assert.equal(pageLink('#pin.win'), '#pin.win');
});

test('a link that could run a script is not a link', () => {
  for (const link of ['javascript:alert(1)', ' JavaScript:alert(1)', 'java\tscript:alert(1)', 'data:text/html,x', 'vbscript:x']) {
    assert.equal(safeLink(link), false, link);
    assert.equal(ruleLink('lucha.pin.win', null, link), '#pin.win');
  }
  for (const link of ['#pin', 'pin.html#a:b', '../x', 'https://example.org/']) {
    assert.equal(safeLink(link), true, link);
  }
});
