import assert from 'node:assert/strict';
import { test } from 'node:test';
import { act } from 'preact/test-utils';
import * as states from '../harness/states.js';
import { hydrate, hydrated, type PageModel } from '../src/host';
import { gridKey, lookUp, translate } from '../src/odds';
import { grade } from '../src/quiz';
import { chooseLanguage } from '../src/text';
import { unpack } from '../src/told';
import { safeSvg } from '../src/vega';
import { show } from './page';

const live = { live: true };

test('walk: buttons and keys step; JupyterLab never hears the keys', async () => {
  const walk = await show(states.walk);
  assert.match(walk.find('.now .t').textContent, /spends the Special Attack marker/);
  await walk.press('next');
  assert.equal(walk.find('.now .t').textContent, 'A Hit. One so far.');
  let heard = 0;
  const listener = () => {
    heard += 1;
  };
  document.addEventListener('keydown', listener);
  const event = await walk.key('ArrowRight');
  await walk.key('a');
  document.removeEventListener('keydown', listener);
  assert.equal(event.defaultPrevented, true);
  assert.equal(heard, 1, 'only the key that the widget does not use goes on');
  assert.match(walk.find('.now .t').textContent, /rolls again/);
  assert.equal(document.activeElement, walk.find('[data-k="next"]'), 'the focus stays where it was');
  await walk.key('Home');
  assert.equal(walk.find('.steps [aria-current="step"]').querySelector('.k')?.textContent, '1');
  assert.ok(walk.find('[data-k="next"]').hasAttribute('data-lm-suppress-shortcuts'));
  await walk.close();
});

test('walk: what a blow cost is gold for one step', async () => {
  const walk = await show({ ...states.walk, at: 11 });
  assert.equal(walk.all('.plate.r .lost').length, 2);
  assert.match(walk.find('.plate.r .meter').getAttribute('aria-label') ?? '', /Health 5 of 20.*red zone from 5 down.*was 7/);
  await walk.press('back');
  assert.equal(walk.all('.lost').length, 0);
  await walk.close();
});

test('walk: the page shows the rule of the step, once touched, until the widget goes', async () => {
  const walk = await show(states.walk);
  const words = document.createElement('p');
  words.dataset.rule = 'lucha.combo.roll-on-hit';
  document.body.append(words);
  assert.equal(words.className, '');
  await walk.press('next');
  assert.equal(words.className, 'wnb-on');
  await walk.press('next');
  assert.equal(words.className, '');
  await walk.press('next');
  await walk.close();
  assert.equal(words.className, '');
  assert.equal(walk.kernel.listening, 0);
  assert.equal(walk.cell.childNodes.length, 0);
});

test('odds: the guess comes first, and the answer keeps it', async () => {
  const odds = await show(states.odds);
  assert.equal(odds.all('.chart').length, 0);
  await odds.press('reveal');
  assert.match(odds.find('.verdict').textContent, /You said 30\u00a0%\. It is 44\u00a0%\./);
  assert.equal(document.activeElement, odds.find('.verdict'));
  await act(() => odds.find<HTMLInputElement>('[data-k="form-table"]').click());
  assert.match(odds.find('.tbl').textContent, /4\/9\s*44\.44/);
  await odds.close();
});

test('odds: a place outside the grid is asked for with a kernel and explained without', async () => {
  const missing = { ...states.odds, guess: null, grid: {} };
  const still = await show(missing);
  assert.match(still.find('.note').textContent, /Run this page with Python/);
  await still.close();
  const odds = await show({ ...missing, ...live });
  await new Promise((resolve) => setTimeout(resolve, 200));
  assert.deepEqual(odds.kernel.sent, [{ type: 'control', values: { reading: 'least', faces: 4, wanted: 2 } }]);
  await odds.kernel.replace({ grid: { 'least|4|2': states.odds.grid['least|4|2' as never] }, spec: null });
  assert.match(odds.find('.say').textContent, /64\.3\s%/);
  await odds.close();
});

test('odds: keys of the grid are found as Python writes them', () => {
  const control = (name: string, value: string | number | boolean) => ({ name, value, values: [value], form: 'slider' as const, label: { en: '', es: '' } });
  assert.equal(gridKey([control('a', 2), control('b', true)], {}), '2|True');
  assert.equal(lookUp({ '2.0|True': 'found' }, '2|True'), 'found');
  assert.equal(lookUp({ '': 'found' }, ''), 'found');
  assert.equal(lookUp({}, 'constructor'), undefined);
  assert.deepEqual(translate({ x: [{ title: { en: 'Hits', es: 'Golpes' }, en: 1 }] }, 'es'), { x: [{ title: 'Golpes', en: 1 }] });
});

test('quiz: every part is graded by itself, and any answer the engine accepts is right', async () => {
  const no = { ok: false, say: { en: 'no', es: 'no' } };
  const yes = { ok: true, say: { en: 'yes', es: 'sí' } };
  assert.equal(grade({ 0: yes, 1: yes, '*': no }, 1), yes);
  assert.equal(grade({ 0: yes, '*': no }, 7), no);
  assert.equal(grade({ '*': no }, 'constructor'), no);
  const quiz = await show({ ...states.quiz, ...live });
  await quiz.press('check');
  assert.match(quiz.find('.feedback').textContent, /Choose an answer first/);
  await quiz.press('blue-more');
  await quiz.press('next-both');
  await quiz.press('check');
  assert.equal(quiz.all('.fb.ok').length, 3);
  assert.match(quiz.find('.feedback').textContent, /3 of 3 right · done/);
  assert.deepEqual(quiz.kernel.sent, [{ type: 'answer', values: { red: 0, blue: 1, next: 'both' } }]);
  await quiz.close();
});

test('play: one press is one action, and the next question takes the focus', async () => {
  const play = await show(states.play);
  const option = play.all('.opt')[1];
  option?.focus();
  await act(() => option?.click());
  await act(() => option?.click());
  assert.deepEqual(play.kernel.sent, [{ type: 'act', id: 'o2', turn: 17 }]);
  const ask = { ...states.play.ask, question: { en: 'Next round', es: 'Otra ronda' } };
  await play.kernel.replace({ ask, turn: 18 });
  assert.equal(document.activeElement?.textContent, 'Next round');
  /* The same question again: the focus stays on the option. */
  play.all('.opt')[3]?.focus();
  await play.kernel.replace({ turn: 19 });
  assert.equal(document.activeElement, play.all('.opt')[3]);
  await play.close();
  assert.equal(play.kernel.listening, 0);
});

test('play: a refused option can be pressed and says why', async () => {
  const play = await show(states.play);
  const refused = play.all('.opt')[2];
  assert.equal(refused?.getAttribute('aria-disabled'), 'true');
  assert.equal(refused?.hasAttribute('disabled'), false);
  await act(() => refused?.click());
  assert.match(play.find('[role="status"] .refuse').textContent, /Not now.*still in the green.*lucha\.pin\.no-green/);
  await play.press('undo');
  assert.match(play.find('.refuse').textContent, /Dice have been seen/);
  await play.close();
});

test('play: the newest line of the log stands first, each heading above its lines', async () => {
  const play = await show(states.play);
  const lines = play.all('.log li').map((line) => line.textContent ?? '');
  assert.equal(lines[0], 'Round 6');
  assert.match(lines[1] ?? '', /wins the round 3 to 2/);
  assert.equal(lines[3], 'Round 5');
  assert.match(play.find('.log .now').textContent, /wins the round 3 to 2/);
  await play.close();
});

test('an error in a handler is told, with what is still true', async (context) => {
  const told = context.mock.method(console, 'error', () => {});
  const play = await show(states.play);
  play.kernel.breaks = true;
  await act(() => play.all('.opt')[1]?.click());
  assert.match(play.cell.textContent ?? '', /could not be sent\. The position has not changed.*the connection is closed/);
  assert.equal(told.mock.callCount(), 1);
  await play.close();
});

test('a state that cannot be drawn is told, and the next one is drawn', async (context) => {
  context.mock.method(console, 'error', () => {});
  const walk = await show({ ...states.walk, steps: [{ say: { en: 'x', es: 'x' } }] });
  assert.match(walk.find('[role="status"]').textContent, /could not be drawn/);
  await walk.kernel.replace({ steps: states.walk.steps });
  assert.equal(walk.all('.board').length, 1);
  await walk.close();
});

test('markup in a name stays text', async () => {
  for (const state of [states.hostile, { ...states.walk, title: states.hostile.seats[0].name, note: states.hostile.board.plates[0].name }]) {
    const shown = await show(state);
    assert.equal(shown.all('script, img').length, 0);
    assert.match(shown.cell.textContent ?? '', /<\/script><script>window\.pwned=1<\/script><img src=x onerror=/);
    await shown.close();
  }
});

test('the language is one for all widgets of the page', async () => {
  const walk = await show(states.walk);
  await act(() => chooseLanguage('es'));
  assert.equal(walk.find('h3').textContent, 'Paso a paso: una tirada de más');
  assert.equal(walk.find('.w').getAttribute('lang'), 'es');
  assert.equal(localStorage.getItem('wrestling_nb.language'), 'es');
  /* the style sheet goes by it where no widget draws */
  assert.equal(document.documentElement.dataset.wnbLanguage, 'es');
  await act(() => chooseLanguage('en'));
  assert.equal(document.documentElement.dataset.wnbLanguage, 'en');
  await walk.close();
});

test('hydrate: a widget takes the place of the static copy and gives it back', async (context) => {
  context.mock.method(console, 'error', () => {});
  const holder = (state: unknown, raw?: string) => {
    const element = document.createElement('div');
    element.className = 'wnb';
    element.dataset.kind = 'walk';
    element.dataset.cell = 'cell-7';
    const copy = document.createElement('p');
    copy.textContent = 'the copy';
    const script = document.createElement('script');
    script.type = 'application/json';
    script.className = 'wnb-state';
    script.textContent = raw ?? JSON.stringify({ shared: [], state });
    element.append(copy, script);
    return element;
  };
  const good = holder(states.walk);
  const broken = holder({ ...states.walk, steps: [{}] });
  const torn = holder(null, '{"kind": ');
  document.body.replaceChildren(good, broken, torn);
  let undo = () => {};
  await act(() => {
    undo = hydrate();
  });
  assert.equal(good.querySelectorAll('.board').length, 1);
  assert.equal(good.dataset.alive, 'true');
  assert.match(broken.textContent ?? '', /the copy.*could not be drawn/s);
  assert.equal(broken.dataset.alive, undefined);
  assert.equal(torn.dataset.alive, undefined);
  assert.deepEqual(hydrated.map((entry) => [entry.element === good, entry.id, entry.kind, entry.cell]), [[true, states.walk.id, 'walk', 'cell-7'], [false, states.walk.id, 'walk', 'cell-7']]);
  await act(() => undo());
  assert.equal(good.dataset.alive, undefined);
  assert.equal(good.querySelectorAll('.board').length, 0);
  assert.equal(hydrated.length, 0);
});

test('what a page tells once is made whole', () => {
  const packed = { shared: [{ en: 'Health', es: 'Salud' }, { label: { '=': 0 }, value: 7 }], state: { kind: 'walk', steps: { '#': ['say', 'part', 'rule'], rows: [['a', { '=': 1 }], ['b', { '=': 1 }, 'pin']] } } };
  const part = { label: { en: 'Health', es: 'Salud' }, value: 7 };
  assert.deepEqual(unpack(packed), { kind: 'walk', steps: [{ say: 'a', part }, { say: 'b', part, rule: 'pin' }] });
});

test('a page is connected, answered and left alone again in its place', async () => {
  const say = (sentence: string) => ({ en: sentence, es: sentence });
  const control = { name: 'hits', label: say('Hits'), form: 'slider', values: [1, 2], beyond: [1, 2, 9], value: 2, note: null };
  const grid = { 1: { rows: [{ hits: 1, chance: 0.5 }], say: say('one') }, 2: { rows: [{ hits: 2, chance: 0.2 }], say: say('two') } };
  const state = { kind: 'odds', id: 'far', title: say('How far?'), controls: [control], grid, columns: [], spec: null, guess: null };
  document.body.innerHTML = '<div class="wnb" data-kind="odds"><script type="application/json" class="wnb-state"></script></div>';
  const find = <Found extends Element>(selector: string) => document.querySelector(selector) as Found;
  find('script').textContent = JSON.stringify({ shared: [], state });
  let undo = () => {};
  await act(() => {
    undo = hydrate();
  });
  const model = hydrated[0]?.model as PageModel;
  const slider = find<HTMLInputElement>('input[type="range"]');
  assert.equal(slider.max, '1');
  slider.focus();
  const sent: unknown[] = [];
  await act(() => model.connect({ send: (message) => void sent.push(message) }));
  assert.equal(slider.max, '2');
  slider.value = '2';
  await act(() => void slider.dispatchEvent(new Event('input', { bubbles: true })));
  await new Promise((resolve) => setTimeout(resolve, 200));
  assert.deepEqual(sent, [{ type: 'control', values: { hits: 9 } }]);
  assert.match(find('.say').textContent ?? '', /Working it out/);
  const answer = { rows: [{ hits: 9, chance: 0.1 }], say: say('far beyond') };
  await act(() => model.put({ ...state, grid: { ...grid, 9: answer } } as never));
  assert.match(find('.say').textContent ?? '', /far beyond/);
  assert.equal(document.activeElement, slider);
  await act(() => model.disconnect());
  assert.equal((model.get('state') as { live: boolean }).live, false);
  assert.equal(slider.getAttribute('aria-valuetext'), '9');
  await act(() => undo());
});

test('a chart of the site fetches its numbers when it is seen, and says so where they do not come', async (context) => {
  context.mock.method(console, 'warn', () => {});
  const say = (sentence: string) => ({ en: sentence, es: sentence });
  const control = { name: 'hits', label: say('Hits'), form: 'slider', values: [1, 2], value: 2, note: null };
  const state = { kind: 'odds', id: 'near', title: say('How near?'), controls: [control], grid: {}, columns: [], spec: null, beside: { place: 1, say: say('two'), height: 240 } };
  const columns = { '#': ['name', 'label', 'form'], rows: [['hits', say('Hits'), 'number'], ['chance', say('chance'), 'chance']] };
  const grid = { 1: { rows: [{ hits: 1, chance: 0.5 }], say: say('one') }, 2: { rows: [{ hits: 2, chance: 0.2 }], say: say('two') } };
  const numbers = { shared: [], state: [{ spec: null, columns: [], grid: {} }, { spec: null, columns, grid }] };
  document.body.innerHTML = `<div class="wnb" data-kind="odds"><script type="application/json" class="wnb-state">0</script></div>
    <script type="application/json" class="wnb-states" data-numbers="near.numbers.json"></script>`;
  const find = <Found extends Element>(selector: string) => document.querySelector(selector) as Found;
  find('.wnb-states').textContent = JSON.stringify({ shared: [], state: [state] });
  const asked: string[] = [];
  const answers = [new Response('', { status: 404 }), Response.json(numbers)];
  context.mock.method(globalThis, 'fetch', async (address: URL) => {
    asked.push(address.pathname);
    return answers[asked.length - 1];
  });
  const settled = () => act(() => new Promise<void>((resolve) => setTimeout(resolve, 20)));
  let undo = () => {};
  await act(() => {
    undo = hydrate();
  });
  await settled();
  assert.match(find('.chartside').textContent ?? '', /two.*could not be fetched/);
  const slider = find<HTMLInputElement>('input[type="range"]');
  slider.value = '0';
  await act(() => void slider.dispatchEvent(new Event('input', { bubbles: true })));
  assert.match(find('.say').textContent ?? '', /two/, 'the first setting is what there is');
  await act(() => find<HTMLButtonElement>('[data-k=fetch]').click());
  await settled();
  assert.deepEqual(asked, ['/near.numbers.json', '/near.numbers.json']);
  assert.match(find('.say').textContent ?? '', /one/);
  assert.equal(find('[data-k=fetch]'), null);
  assert.match(find('tbody').textContent ?? '', /^1\s*50\s%$/);
  await act(() => undo());
});

test('a chart that came as text is rebuilt of harmless elements', () => {
  const source = '<svg xmlns="http://www.w3.org/2000/svg" onload="x()"><script>x()</script><foreignObject/><a href="javascript:x()"><text>no</text></a><rect fill="var(--wnb-ink)" style="fill:url(http://x)" onclick="x()"/><text>44 %</text></svg>';
  const picture = safeSvg(source);
  assert.equal(picture?.outerHTML.replace(/ xmlns="[^"]*"/g, ''), '<svg><rect fill="var(--wnb-ink)"></rect><text>44 %</text></svg>');
});

test('what the kernel refuses is said by every widget', async () => {
  const notice = { kind: 'refused', say: { en: 'Not <b>that</b>. Nothing has changed.', es: 'Eso no.' }, rule: null };
  for (const state of [states.walk, states.odds, states.quiz, states.play]) {
    const shown = await show({ ...state, ...live });
    await shown.kernel.replace({ notice });
    const said = shown.all('[role="status"]').map((element) => element.textContent).join(' ');
    assert.match(said, /Not <b>that<\/b>\. Nothing has changed\./);
    assert.equal(said.match(/Nothing has changed/g)?.length, 1);
    await shown.close();
  }
});
