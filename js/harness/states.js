/* Sample states for looking at the widgets without a kernel: Lucha Wars, in the shape the kernel sends.
   Dice faces and health are stand-ins, as in the ledger. */
const red = 'Trueno Azul';
const blue = 'Sombra Roja';
const text = (en, es = en) => ({ en, es });

const health = (value, max, redZone, pinZone) => ({
  kind: 'meter', label: text('Health', 'Salud'), value, max,
  zones: [{ to: redZone, label: text('red', 'roja') }, { to: pinZone, label: text('pin') }],
});
const track = (at) => ({
  kind: 'track', label: text('Special attack track', 'Pista de Ataque Especial'), at,
  spaces: [
    { icon: 'start', label: text('start', 'inicio'), off: false },
    { icon: 'weapon', label: text('weapon', 'arma'), off: true },
    { icon: 'signature', label: text('signature', 'insignia'), off: false },
    { icon: 'combo', label: text('combo'), off: false },
    { icon: 'pin', label: text('pin'), off: false },
  ],
});

/* ---- walk ---- */
const attacks = text('attacks', 'ataca');
const waits = text('waits', 'espera');
function comboBoard({ who, die, hits, lost = 0, redHealth = 7, redAt = 3, done = false }) {
  const roles = done ? [text('is hit', 'lo recibe'), text('deals the blow', 'da el golpe')] : who ? [waits, attacks] : [attacks, waits];
  const count = lost || hits;
  return {
    plates: [
      { corner: 'r', name: red, role: roles[0], act: who === 0, parts: [health(redHealth, 20, 5, 10), track(redAt)] },
      { corner: 'b', name: blue, role: roles[1], act: who === 1, parts: [health(12, 21, 4, 11), track(1)] },
    ],
    ring: [
      { kind: 'dice', corner: who ? 'b' : 'r', dice: [{ face: die, faded: false }], count: null },
      {
        kind: 'note',
        text: lost ? text(`${lost} Hits lost`, `${lost} Golpes perdidos`) : text(`Hits in this run: ${hits}`, `Golpes en esta tanda: ${hits}`),
        marks: Array.from({ length: count }, () => ({ face: 'Hit', kept: !lost })),
      },
    ],
  };
}
const step = (rule, who, en, es, board, detail = null) => ({
  rule: `lucha.combo.${rule}`, href: null, corner: who ? 'b' : 'r', say: text(en, es), detail, board: comboBoard({ who, ...board }),
});
export const walk = {
  kind: 'walk', id: 'combo-a-run-too-far', live: false, at: 0,
  title: text('Walkthrough: a run too far', 'Paso a paso: una tirada de más'),
  note: text('Trueno Azul attacks from the Combo icon', 'Trueno Azul ataca desde el icono Combo'),
  steps: [
    step('roll-on-hit', 0, `${red} spends the Special Attack marker on a Combination Attack.`, `${red} gasta el marcador de Ataque Especial en un Ataque Combinado.`, { die: '?', hits: 0 }, text('At least one roll is due: nobody may stop at zero.', 'Hay que tirar al menos una vez: nadie puede plantarse en cero.')),
    step('roll-on-hit', 0, 'A Hit. One so far.', 'Golpe. Uno de momento.', { die: 'Hit', hits: 1 }),
    step('stop', 0, `${red} rolls again.`, `${red} vuelve a tirar.`, { die: 'Hit', hits: 1 }, text('He could have stopped here for 1 damage.', 'Podía plantarse aquí con 1 de daño.')),
    step('roll-on-hit', 0, 'A second Hit.', 'Segundo Golpe.', { die: 'Hit', hits: 2 }),
    step('stop', 0, `Greedy: ${red} rolls once more.`, `Avaricia: ${red} tira otra vez.`, { die: 'Hit', hits: 2 }),
    step('miss-loses', 0, 'A blank. Both Hits are gone, no damage is done.', 'Blanco. Se pierden los dos Golpes y no hay daño.', { die: 'Miss', hits: 0, lost: 2 }),
    step('counter', 1, `${blue} strikes back with the same die.`, `${blue} contraataca con el mismo dado.`, { die: '?', hits: 0 }, text('The counter is not a choice, and her own marker does not move.', 'El contraataque no se elige, y su marcador no se mueve.')),
    step('roll-on-hit', 1, 'A Hit for the blue corner.', 'Golpe para la esquina azul.', { die: 'Hit', hits: 1 }),
    step('stop', 1, `${blue} rolls again.`, `${blue} vuelve a tirar.`, { die: 'Hit', hits: 1 }),
    step('roll-on-hit', 1, 'A second Hit.', 'Segundo Golpe.', { die: 'Hit', hits: 2 }),
    step('stop', 1, `${blue} stops at two.`, `${blue} se planta con dos.`, { die: 'Hit', hits: 2 }),
    step('single-damage', 1, `One blow of 2: ${red} falls from 7 to 5.`, `Un solo golpe de 2: ${red} baja de 7 a 5.`, { die: 'Hit', hits: 2, redHealth: 5, redAt: 0, done: true }, text('Five is where his Red Zone begins, so a free Combination Attack is due next.', 'En cinco empieza su Zona Roja: ahora le toca un Ataque Combinado gratis.')),
  ],
};

/* ---- odds ---- */
const grid = {};
const answers = {};
const gcd = (a, b) => (b ? gcd(b, a % b) : a);
const fraction = (n, d) => `${n / gcd(n, d)}/${d / gcd(n, d)}`;
for (const reading of ['least', 'exact']) {
  for (let faces = 1; faces <= 5; faces += 1) {
    for (let wanted = 1; wanted <= 6; wanted += 1) {
      const rows = Array.from({ length: 7 }, (_, hits) => {
        const exact = reading === 'exact';
        const top = faces ** hits * (exact ? 6 - faces : 1);
        const bottom = 6 ** (hits + (exact ? 1 : 0));
        return { hits, chance: top / bottom, fraction: fraction(top, bottom), now: hits === wanted };
      });
      const all = (faces / 6) ** wanted;
      const deals = (100 / (2 - all)).toFixed(1);
      const key = `${reading}|${faces}|${wanted}`;
      answers[key] = Math.round(1000 * rows[wanted].chance) / 10;
      grid[key] = {
        rows,
        say: text(
          `If both wrestlers always stop at ${wanted}, the attacker deals the blow in ${deals} % of attacks and gains ${((wanted * all) / (2 - all)).toFixed(2)} Health on balance.`,
          `Si ambos se plantan siempre con ${wanted}, quien ataca da el golpe en el ${deals.replace('.', ',')} % de los ataques y gana ${((wanted * all) / (2 - all)).toFixed(2).replace('.', ',')} de Salud en promedio.`,
        ),
      };
    }
  }
}
const condition = (yes, no) => ({ condition: { test: 'datum.now', value: yes }, value: no });
const spec = {
  $schema: 'https://vega.github.io/schema/vega-lite/v6.json',
  width: 'container', height: 210,
  data: { name: 'rows' },
  encoding: { x: { field: 'hits', type: 'ordinal', title: text('Hits in a row', 'Golpes seguidos'), axis: { labelAngle: 0 } } },
  layer: [
    {
      mark: { type: 'bar', tooltip: true },
      encoding: {
        y: { field: 'chance', type: 'quantitative', title: null, axis: { format: '.0%', tickCount: 5 } },
        color: condition('var(--wnb-gold)', 'var(--wnb-ink)'),
        stroke: condition('var(--wnb-ink)', 'transparent'),
        strokeWidth: condition(2, 0),
      },
    },
    { mark: { type: 'text', dy: -8, fontWeight: 'bold', fontSize: 13 }, encoding: { y: { field: 'chance', type: 'quantitative' }, text: { field: 'chance', type: 'quantitative', format: '.0%' } } },
  ],
};
const columns = [
  { name: 'hits', label: text('Hits in a row', 'Golpes seguidos'), form: 'number' },
  { name: 'fraction', label: text('Fraction', 'Fracción'), form: 'fraction' },
  { name: 'chance', label: text('Percent', 'Porcentaje'), form: 'chance' },
];
export const odds = {
  kind: 'odds', id: 'combo-run', live: false,
  title: text('How often does a run reach the Hits you want?', '¿Cuántas veces llega una tanda a los Golpes que quieres?'),
  assumes: text('4 Hit faces of 6 on the Combo die are a stand-in: the book prints no faces.', '4 caras de Golpe de 6 en el dado Combo son provisionales: el libro no imprime caras.'),
  controls: [
    { name: 'reading', label: text('Reading', 'Lectura'), form: 'segment', values: ['least', 'exact'], labels: [text('at least', 'al menos'), text('exactly', 'exactamente')], value: 'least', note: null },
    { name: 'faces', label: text('Hit faces on the Combo die', 'Caras de Golpe del dado Combo'), form: 'slider', values: [1, 2, 3, 4, 5], labels: [1, 2, 3, 4, 5].map((count) => text(`${count} of 6`, `${count} de 6`)), value: 4, note: text('Invented: the book prints no faces.', 'Inventado: el libro no imprime caras.') },
    { name: 'wanted', label: text('Hits you want', 'Golpes que quieres'), form: 'slider', values: [1, 2, 3, 4, 5, 6], labels: null, value: 2, note: null },
  ],
  grid, columns, spec,
  guess: { question: text('Out of 100 runs, how many reach 2 Hits?', 'De cada 100 tandas, ¿cuántas llegan a 2 Golpes?'), min: 0, max: 100, step: 1, start: 30, unit: '%', answers },
  rules: ['lucha.combo.counter'],
};
export const chart = {
  ...odds, id: 'combo-chart', title: text('How far does a run go?', '¿Hasta dónde llega una tanda?'),
  controls: [], guess: null, grid: { '': grid['least|4|2'] },
};

/* ---- quiz ---- */
const grade = (ok, rule, en, es) => ({ ok, say: text(en, es), rule: `lucha.combo.${rule}` });
export const quiz = {
  kind: 'quiz', id: 'combo-quiz', live: false, of: [1, 4],
  title: text('Check yourself: who is hurt, and how much?', 'Compruébalo: ¿quién sale herido, y cuánto?'),
  ask: text('Three runs on the Combo die, in this order. How much Health does each side lose?', 'Tres tandas del dado Combo, en este orden. ¿Cuánta Salud pierde cada lado?'),
  tape: [
    { corner: 'r', name: red, dice: ['Hit', 'Hit', 'Hit', 'Miss'].map((face) => ({ face })), note: null },
    { corner: 'b', name: blue, dice: ['Hit', 'Hit', 'Miss'].map((face) => ({ face })), note: null },
    { corner: 'r', name: red, dice: [{ face: 'Hit' }], note: text('stops', 'se planta') },
  ],
  board: null,
  fields: [
    { name: 'red', label: text(`${red} loses`, `${red} pierde`), corner: 'r', form: 'number', min: 0, max: 9, start: 0 },
    { name: 'blue', label: text(`${blue} loses`, `${blue} pierde`), corner: 'b', form: 'number', min: 0, max: 9, start: 0 },
    { name: 'next', label: text('Who throws next?', '¿Quién tira ahora?'), corner: null, form: 'choice', options: [{ value: 'both', label: text('Both, five dice', 'Los dos, cinco dados') }, { value: 'blue', label: text('Blue, a counter', 'La azul, contraataca') }] },
  ],
  grades: {
    red: { 0: grade(true, 'counter-chain', `${red} loses nothing: the counter failed too.`, `${red} no pierde nada: el contraataque también falló.`), '*': grade(false, 'miss-loses', `${blue} rolled Hits, but then a blank, so they never landed.`, `${blue} sacó Golpes, pero luego un blanco, y no llegaron.`) },
    blue: {
      1: grade(true, 'last-only', `${blue} loses 1: only the final run counts.`, `${blue} pierde 1: solo cuenta la última tanda.`),
      4: grade(false, 'miss-loses', 'You counted Hits of a run that ended in a blank. Those are lost.', 'Has contado Golpes de una tanda que acabó en blanco. Esos se pierden.'),
      '*': grade(false, 'single-damage', 'Not this many. Ask which single run succeeded.', 'No son tantos. Pregúntate qué tanda salió bien.'),
    },
    next: { both: grade(true, 'single-damage', 'A run that was stopped ends the attack.', 'Una tanda en la que alguien se planta termina el ataque.'), blue: grade(false, 'counter', 'A counter answers a blank, not a blow.', 'El contraataque responde a un blanco, no a un golpe.') },
  },
  hint: { say: text('Cover every run that ends in a blank. What is left?', 'Tapa cada tanda que acaba en blanco. ¿Qué queda?'), rule: 'lucha.combo.miss-loses' },
  walk,
};

/* ---- play ---- */
const throwOf = (faces) => faces.map((face) => ({ face, faded: face !== 'Hit' }));
export const play = {
  kind: 'play', id: 'match', live: true, how: text('Open this notebook with Python and run the cell above to play.', 'Abre este cuaderno con Python y ejecuta la celda de arriba para jugar.'),
  title: text('Lucha Wars, two players', 'Lucha Wars, dos jugadores'), turn: 17,
  board: {
    plates: [
      { corner: 'r', name: red, role: text('decides', 'decide'), act: true, parts: [health(14, 20, 5, 10), track(2), { kind: 'tokens', label: text('Tokens', 'Fichas'), tokens: [{ name: text('Free Combination Attack', 'Ataque Combinado gratis'), used: false, state: text('ready', 'listo') }] }] },
      { corner: 'b', name: 'Toro de Cobre', role: text('waits', 'espera'), act: false, parts: [health(13, 22, 4, 11), track(2), { kind: 'tokens', label: text('Tokens', 'Fichas'), tokens: [{ name: text('Free Combination Attack', 'Ataque Combinado gratis'), used: true, state: text('used', 'usado') }] }] },
    ],
    ring: [
      { kind: 'dice', corner: 'r', dice: throwOf(['Hit', 'Dodge', 'Hit', 'Hit', 'Miss']), count: { value: 3, label: text('Hits', 'Golpes') } },
      { kind: 'dice', corner: 'b', dice: throwOf(['Hit', 'Miss', 'Out', 'Hit', 'Miss']), count: { value: 2, label: text('Hits', 'Golpes') } },
    ],
  },
  seats: [{ corner: 'r', name: red, agent: '' }, { corner: 'b', name: 'Toro de Cobre', agent: 'careful' }],
  agents: [{ value: '', label: text('A person', 'Una persona') }, { value: 'random', label: text('Computer: any legal action', 'Ordenador: cualquier acción') }, { value: 'careful', label: text('Computer: careful, stops at 2', 'Ordenador: prudente, se planta en 2') }],
  ask: {
    who: 0, corner: 'r', question: text('Your marker moved. Attack?', 'Tu marcador se movió. ¿Atacas?'), detail: text('The marker goes back to the start when you do.', 'El marcador vuelve al inicio si lo haces.'),
    options: [
      { id: 'o1', title: text('Combination Attack', 'Ataque Combinado'), say: text('Your marker is on space 2; this icon is on 3.', 'Tu marcador está en la casilla 2; este icono está en la 3.'), icon: 'combo', rule: 'lucha.specials.reach-icon', refused: true, odds: null },
      { id: 'o2', title: text('Signature Move', 'Movimiento insignia'), say: text('Roll your own die once: 0, 1, 2, 2, 3, 4.', 'Tira tu propio dado una vez: 0, 1, 2, 2, 3, 4.'), icon: 'signature', rule: 'lucha.specials.signature-roll', refused: false, odds: { value: '+2.00', label: text('Health, no risk', 'Salud, sin riesgo') } },
      { id: 'o3', title: text('Pin Attempt', 'Intento de Pin'), say: text('Toro de Cobre is on 13, still in the green; his Pin Zone starts at 11.', 'Toro de Cobre está en 13, aún en verde; su Zona de Pin empieza en 11.'), icon: 'pin', rule: 'lucha.pin.no-green', refused: true, odds: null },
      { id: 'o4', title: text('Leave the marker', 'Dejar el marcador'), say: text('It stays on space 2 and can climb next round.', 'Se queda en la casilla 2 y puede subir la próxima ronda.'), icon: 'leave', rule: 'lucha.specials.reach-icon', refused: false, odds: { value: '48 %', label: text('to win the match', 'de ganar el combate') } },
    ],
  },
  result: null, waiting: false,
  log: [
    { n: 1, say: text('Round 5', 'Ronda 5'), rule: null, corner: null, head: true },
    { n: 2, say: text('Toro de Cobre wins 3 to 1. Trueno Azul drops to 14.', 'Toro de Cobre gana 3 a 1. Trueno Azul baja a 14.'), rule: 'lucha.grapple.damage-difference', corner: 'b' },
    { n: 3, say: text('Toro de Cobre’s marker climbs to signature; he leaves it there.', 'El marcador de Toro de Cobre sube a insignia; lo deja ahí.'), rule: 'lucha.specials.reach-icon', corner: 'b' },
    { n: 4, say: text('Round 6', 'Ronda 6'), rule: null, corner: null, head: true },
    { n: 5, say: text('Both throw five dice.', 'Los dos tiran cinco dados.'), rule: 'lucha.grapple.roll-five', corner: null },
    { n: 6, say: text('Trueno Azul wins the round 3 to 2.', 'Trueno Azul gana la ronda 3 a 2.'), rule: 'lucha.grapple.most-hits', corner: 'r' },
  ],
  hint: { stage: 0, say: null }, undo: { can: false, why: text('Dice have been seen since your last choice. Undo goes back to what was hidden, never past it.', 'Se han visto dados desde tu última elección. Deshacer vuelve a lo oculto, nunca más allá.') },
  redo: false, notice: null,
};

/* Match types: what each adds to the ring. */
const [redPlate, bluePlate] = play.board.plates;
const [redDice, blueDice] = play.board.ring;
const inside = [{ corner: 'r', name: red }, { corner: 'b', name: 'Toro de Cobre' }];
const posts = { kind: 'posts', label: text('The ring', 'El ring'), inside };
const table = (id, title, ...pieces) => ({ ...play, id, title, board: { plates: [redPlate, bluePlate], ring: [posts, ...pieces, redDice, blueDice] } });
export const ladder = table('ladder', text('Ladder Match', 'Combate de escalera'), {
  kind: 'ladder', label: text('The ladder', 'La escalera'), steps: 4,
  at: [
    { corner: 'r', name: red, step: 4, where: text('on the platform', 'en la plataforma') },
    { corner: 'b', name: 'Toro de Cobre', step: 1, where: text('on step 1', 'en el peldaño 1') },
  ],
});
export const weapons = table('weapons', text('Weapons Match', 'Combate con armas'), {
  kind: 'corners', label: text('Weapon tokens in the ring', 'Fichas de arma en el ring'), tokens: 3, of: 4,
  supply: { label: text('in the supply', 'en la reserva'), count: 2 }, used: { label: text('used', 'usadas'), names: [text('Oil Flask', 'Frasco de aceite')] },
});
export const caged = table('caged', text('Tag team in the cage', 'Parejas en la jaula'), { kind: 'cage', label: text('The cage', 'La jaula') },
  { kind: 'outside', corner: 'r', label: text('Partners', 'Compañeros'), people: [{ name: 'La Centella', health: 9, max: 19, out: false }] },
  { kind: 'outside', corner: 'b', label: text('Partners', 'Compañeros'), people: [{ name: 'Rey Coyote', health: 0, max: 21, out: true }] });
const third = 'Doña Avispa';
const lone = { label: text('Lone Player', 'jugador solitario'), state: text('only a Signature Move harms them', 'solo le daña una Insignia') };
export const three = {
  ...play, id: 'three', title: text('Three players', 'Tres jugadores'),
  board: {
    plates: [redPlate, bluePlate, { corner: 'p', name: third, role: null, act: false, token: lone, parts: [health(2, 19, 5, 9), track(3)] }],
    ring: [{ ...posts, inside: [{ corner: 'p', name: third }, ...inside] }, redDice, blueDice,
      { kind: 'dice', corner: 'p', dice: throwOf(['Hit', 'Miss', 'Miss', 'Miss', 'Out']), count: { value: 1, label: text('Hits', 'Golpes') } }],
  },
  seats: [...play.seats, { corner: 'p', name: third, agent: 'random' }],
  log: [...play.log, { n: 7, say: text('Doña Avispa throws: 1 Hit.', 'Doña Avispa lanza: 1 Golpe.'), rule: 'lucha.grapple.roll-five', corner: 'p' }],
};

/* Cards: a hand of which two may go together, an attack in play, the meter of both sides. Numbers are stand-ins. */
const kickout = { icon: 'pin', label: text('Pin', 'Cuenta') };
const circle = { shape: 'circle', color: 'red', letter: text('R'), met: true, label: text('red circle', 'círculo rojo') };
const faceOf = (name, look, target, more = {}) => ({
  id: name, name, kind: text('Strike', 'Golpe'), look, mark: look === 'plain' ? null : text(look), big: { value: `${target}+`, label: text('to land', 'para acertar') },
  numbers: [{ value: 2, label: text('damage', 'daño') }, { value: 1, label: text('cost', 'coste') }, { value: 1, label: text('mom.', 'imp.') }],
  left: [], right: [], icons: [], follows: null, ...more,
});
const chop = faceOf('Chop', 'rampaging', 2);
const boot = faceOf('Big Boot', 'rampaging', 3, { left: [circle], follows: text('follows the card before', 'sigue a la carta anterior') });
const slam = faceOf('Slam', 'finisher', 6, { icons: [kickout] });
const fact = (label, value) => ({ label: text(label), value });
const cardOption = (id, cards, facts, more = {}) => ({ id, title: text(cards.join(' + ')), icon: null, say: null, rule: null, refused: false, odds: null, cards, facts, ...more });
const dieFaces = (least) => [1, 2, 3, 4, 5, 6].map((face) => ({ face: String(face), faded: face < least }));
export const cards = {
  ...play, id: 'cards', title: text('Cards', 'Cartas'),
  board: {
    plates: [
      { corner: 'r', name: red, role: attacks, act: true, parts: [
        health(9, 16, 4, 8), { kind: 'cards', label: text('Hand', 'Mano'), cards: [chop, boot, slam], backs: 0, most: 5 },
        { kind: 'piles', label: text('Piles', 'Mazos'), piles: [
          { label: text('draw pile', 'mazo'), count: 12, names: [], note: null },
          { label: text('discarded', 'descarte'), count: 2, names: ['Elbow', 'Lariat'], note: null }] }] },
      { corner: 'b', name: 'Toro de Cobre', role: waits, act: false, parts: [
        health(6, 14, 3, 7), { kind: 'cards', label: text('Hand', 'Mano'), cards: [], backs: 4, most: 5 }] },
    ],
    ring: [
      { kind: 'balance', label: text('Momentum', 'Impulso'), value: 8, max: 10, bands: [
        { from: 5, to: 7, label: text('on a roll', 'en racha'), effect: '−1' }, { from: 8, to: 10, label: text('unstoppable', 'imparable'), effect: '−2' }] },
      { kind: 'attack', corner: 'r', label: text('Attack in play', 'Ataque en juego'), note: null, cards: [{ card: faceOf('Suplex', 'signature', 4), target: {
        terms: [{ amount: '4', name: text('printed', 'impreso') }, { amount: '−2', name: text('unstoppable', 'imparable') }], total: 2, faces: dieFaces(2), says: text('5 of 6 faces land', 'aciertan 5 de 6 caras') } }] },
    ],
  },
  ask: {
    who: 0, corner: 'r', question: text('What do you play?', '¿Qué juegas?'), detail: null, covered: false, cards: [chop, boot, slam], picked: true,
    options: [
      { id: 'o0', title: text('Rest', 'Descansar'), icon: 'leave', say: null, rule: null, refused: false, odds: null },
      cardOption('o1', ['Chop'], [fact('cost', '1'), fact('lands', '83 %')]),
      cardOption('o2', ['Big Boot'], [fact('cost', '1'), fact('lands', '67 %')]),
      cardOption('o3', ['Slam'], [fact('cost', '4')], { refused: true, say: text('It costs 4 stamina; there are 3.', 'Cuesta 4; hay 3.'), rule: 'atw.attack.declare' }),
      cardOption('o4', ['Chop', 'Big Boot'], [fact('cost', '1'), fact('at least one lands', '97 %')]),
    ],
  },
};

/* The same things said with markup in every name: nothing of it may become an element. */
const evil = '</script><script>window.pwned=1</script><img src=x onerror="window.pwned=1">';
export const hostile = JSON.parse(JSON.stringify(play).replaceAll(red, JSON.stringify(evil).slice(1, -1)));
hostile.id = 'hostile';
