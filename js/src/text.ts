/* The two languages: the reader's choice, shared by every widget of the page, and the widgets' own words. */
import type { Text } from './types';

export type Language = 'en' | 'es';

interface Page {
  language: Language;
  counter: number;
  /** What was fetched for the page, by its name. */
  parts: Record<string, Promise<unknown> | undefined>;
}

/* Every widget of a notebook may bring its own copy of this module, so what they share hangs on the page. */
const pageKey = Symbol.for('wrestling_nb');
export function page(): Page {
  const holder = globalThis as { [pageKey]?: Page };
  if (!holder[pageKey]) {
    holder[pageKey] = { language: remembered(), counter: 0, parts: {} };
    showLanguage(holder[pageKey].language);
  }
  return holder[pageKey];
}

/** What no widget draws stands in both languages; the style sheet shows the one that is read. */
function showLanguage(language: Language): void {
  if (typeof document !== 'undefined') {
    document.documentElement.dataset.wnbLanguage = language;
  }
}

const memory = 'wrestling_nb.language';
const changed = 'wnb:language';

function remembered(): Language {
  try {
    return localStorage.getItem(memory) === 'es' ? 'es' : 'en';
  } catch {
    /* A page may have no storage; then the choice lives as long as the page. */
    return 'en';
  }
}

export function chooseLanguage(language: Language): void {
  page().language = language;
  showLanguage(language);
  try {
    localStorage.setItem(memory, language);
  } catch {
    /* As above: not remembered, but still chosen. */
  }
  document.dispatchEvent(new CustomEvent(changed, { detail: { language } }));
}

/** Calls the listener at every choice; returns how to stop. */
export function onLanguage(listener: (language: Language) => void): () => void {
  const heard = () => listener(page().language);
  document.addEventListener(changed, heard);
  return () => document.removeEventListener(changed, heard);
}

export function tell(text: Text | string | null | undefined, language: Language): string {
  return typeset(reading(text, language));
}

/** The text as it came, which may be a drawing; '' where there is none. */
export function reading(text: Text | string | null | undefined, language: Language): string {
  if (text === null || text === undefined) {
    return '';
  }
  return typeof text === 'string' ? text : (text[language] ?? text.en ?? '');
}

/** Numbers as they are set: with a minus, not a hyphen; with their unit, or the arrow to the next number, on one line. */
export function typeset(text: string): string {
  return text
    .replace(/(^|[\s(])-(?=\d)/g, '$1−')
    .replace(/(\d) %/g, '$1\u00a0%')
    .replace(/(\d) → (?=\d)/g, '$1\u00a0→\u00a0');
}

const table = {
  language: ['Language', 'Idioma'],
  redCorner: ['red corner', 'esquina roja'],
  blueCorner: ['blue corner', 'esquina azul'],
  thirdCorner: ['third corner', 'tercera esquina'],
  of: ['{value} of {max}', '{value} de {max}'],
  zone: ['; {label} zone from {to} down', '; zona {label} de {to} hacia abajo'],
  was: ['; was {was}', '; antes {was}'],
  space: ['{label}: space {at}, {name}', '{label}: casilla {at}, {name}'],
  notHere: [', not in this match', ', no en este combate'],
  marksKept: ['{count} counted', '{count} contados'],
  marksLost: ['{count} lost', '{count} perdidos'],
  score: ['{label}: {red} to {blue}', '{label}: {red} a {blue}'],
  dice: ['dice', 'dados'],
  redDice: ['dice of the red corner', 'dados de la esquina roja'],
  blueDice: ['dice of the blue corner', 'dados de la esquina azul'],
  thirdDice: ['dice of the third corner', 'dados de la tercera esquina'],
  out: ['out of the match', 'eliminado'],
  leftEdge: ['left edge: {icons}.', 'borde izquierdo: {icons}.'],
  rightEdge: ['right edge: {icons}.', 'borde derecho: {icons}.'],
  cardsBelow: ['Laid out below.', 'Extendidas abajo.'],
  cardsToChoose: ['Cards to choose from', 'Cartas para elegir'],
  pickCard: ['Choose a card to see what it would do.', 'Elige una carta para ver qué haría.'],
  pickCards: ['Choose a card to see what it would do. Rampaging cards can be chosen together.', 'Elige una carta para ver qué haría. Las cartas desatadas se pueden elegir juntas.'],
  playCard: ['Play this card', 'Jugar esta carta'],
  playTogether: ['Play these {count} together', 'Jugar estas {count} juntas'],
  handOver: ['{name} has the page: show the hand', '{name} tiene la página: mostrar la mano'],
  oneCard: ['1 card', '1 carta'],
  noCards: ['no cards', 'sin cartas'],
  cards: ['{count} cards', '{count} cartas'],
  faceDown: ['{label}: {count} cards, face down', '{label}: {count} cartas, boca abajo'],
  balanceRed: ['{value} for the red corner', '{value} para la esquina roja'],
  balanceBlue: ['{value} for the blue corner', '{value} para la esquina azul'],
  balanceNone: ['with nobody', 'de nadie'],
  targetSum: ['Target number', 'Número objetivo'],
  piece: ['{label}: {told}', '{label}: {told}'],
  faceHit: ['Hit', 'Golpe'],
  faceMiss: ['Miss', 'Fallo'],
  faceDodge: ['Dodge', 'Esquiva'],
  faceOut: ['out', 'fuera'],
  faceUnknown: ['to roll', 'sin tirar'],
  steps: ['Steps', 'Pasos'],
  restart: ['Restart', 'Volver al principio'],
  back: ['Back one step', 'Un paso atrás'],
  step: ['Step', 'Paso'],
  play: ['Play', 'Seguir'],
  pause: ['Pause', 'Parar'],
  keys: ['keys: left, right, Home, P', 'teclas: izquierda, derecha, Inicio, P'],
  lastStep: ['This was the last step. Restart to see it again.', 'Era el último paso. Vuelve al principio para verlo otra vez.'],
  firstStep: ['This is the first step.', 'Este es el primer paso.'],
  form: ['Form', 'Forma'],
  chart: ['Chart', 'Gráfico'],
  table: ['Table', 'Tabla'],
  guessFirst: ['Your guess first.', 'Primero, tu apuesta.'],
  guessStands: ['Your guess. The answer is hidden until you ask for it.', 'Tu apuesta. La respuesta queda oculta hasta que la pidas.'],
  guessHelp: [
    'Move the slider to your guess. Nothing is graded here; it only makes the answer stick.',
    'Mueve el control hasta tu apuesta. Aquí nada se califica; solo ayuda a recordar la respuesta.',
  ],
  reveal: ['Show the answer', 'Ver la respuesta'],
  verdict: ['You said {guess}. It is {answer}.', 'Dijiste {guess}. Es {answer}.'],
  spotOn: ['Spot on.', 'Exacto.'],
  close: ['Close.', 'Cerca.'],
  tooLow: ['Your guess was too low.', 'Tu apuesta era baja.'],
  tooHigh: ['Your guess was too high.', 'Tu apuesta era alta.'],
  working: ['Working it out …', 'Calculando …'],
  outsideGrid: [
    'No numbers were worked out beforehand for these settings. Run this page with Python to ask for them.',
    'Para estos valores no hay números calculados de antemano. Ejecuta esta página con Python para pedirlos.',
  ],
  assumes: ['Rests on:', 'Se apoya en:'],
  fetching: ['Fetching the numbers …', 'Trayendo los números …'],
  notFetched: ['The numbers of this chart could not be fetched; what is shown is its first setting.', 'No se pudieron traer los números de este gráfico; se ve su primera posición.'],
  noTableYet: ['The table stands here once the numbers are fetched.', 'La tabla aparece aquí cuando llegan los números.'],
  tryAgain: ['Try again', 'Intentarlo otra vez'],
  loading: ['Drawing the chart …', 'Dibujando el gráfico …'],
  questionOf: ['{number} of {count}, graded by the engine', '{number} de {count}, calificado por el motor'],
  gradedByEngine: ['graded by the engine', 'calificado por el motor'],
  less: ['one less', 'uno menos'],
  more: ['one more', 'uno más'],
  check: ['Check', 'Comprobar'],
  hint: ['Hint', 'Pista'],
  showWalk: ['Show it as a walkthrough', 'Verlo paso a paso'],
  hideWalk: ['Hide the walkthrough', 'Ocultar el paso a paso'],
  right: ['Right:', 'Bien:'],
  wrong: ['Not right:', 'No es así:'],
  rightOf: ['{right} of {count} right', '{right} de {count} bien'],
  done: ['done', 'hecho'],
  chooseFirst: ['Choose an answer first.', 'Elige primero una respuesta.'],
  noGrade: ['The engine has no word on this answer.', 'El motor no dice nada de esta respuesta.'],
  log: ['Log', 'Registro'],
  undo: ['Undo', 'Deshacer'],
  redo: ['Redo', 'Rehacer'],
  newMatch: ['New match', 'Otro combate'],
  save: ['Save', 'Guardar'],
  load: ['Load', 'Cargar'],
  loadFile: ['File of a saved match', 'Archivo de un combate guardado'],
  seat: ['Who plays {name}', 'Quién juega con {name}'],
  decides: ['{name} decides', 'Decide {name}'],
  throwsNow: ['{name} throws', 'Lanza {name}'],
  bell: ['The bell', 'La campana'],
  agentsPlay: ['The agents play this match', 'Los agentes juegan este combate'],
  agentsDetail: ['Nobody at this table has to decide.', 'Nadie en esta mesa tiene que decidir.'],
  finish: ['Play to the end', 'Jugar hasta el final'],
  notNow: ['Not now.', 'Ahora no.'],
  refused: ['Refused:', 'Rechazado:'],
  saved: ['Saved as {name}.', 'Guardado como {name}.'],
  cannotUndo: ['There is nothing to take back.', 'No hay nada que deshacer.'],
  cannotRedo: ['There is nothing to do again.', 'No hay nada que rehacer.'],
  fileTooLong: [
    'This file is longer than any saved match. Nothing was loaded, and the match goes on.',
    'Este archivo es más largo que cualquier combate guardado. No se ha cargado nada y el combate sigue.',
  ],
  needsLive: ['Needs Python', 'Necesita Python'],
  needsLiveDetail: [
    'This is a picture of one position. To play on, open the notebook and run its cells.',
    'Esto es la imagen de una posición. Para seguir jugando, abre el cuaderno y ejecuta sus celdas.',
  ],
  noAnswer: [
    'The kernel has not answered yet. The position shown is the last one it sent, and nothing is lost.',
    'El núcleo aún no ha respondido. La posición que ves es la última que envió, y no se ha perdido nada.',
  ],
  trouble: ['Something went wrong in this widget.', 'Algo ha fallado en este widget.'],
  stillTrue: ['The position has not changed.', 'La posición no ha cambiado.'],
  stillSent: [
    'Your action could not be sent. The position has not changed; run the cell again to reconnect.',
    'Tu acción no se pudo enviar. La posición no ha cambiado; ejecuta otra vez la celda para reconectar.',
  ],
  stillTable: ['The chart could not be drawn; the table has the same numbers.', 'No se pudo dibujar el gráfico; la tabla tiene los mismos números.'],
  cannotDraw: [
    'This widget could not be drawn. Your notebook and its results are unchanged; run the cell again.',
    'Este widget no se pudo dibujar. Tu cuaderno y sus resultados siguen igual; ejecuta otra vez la celda.',
  ],
  liveButton: ['Run this page live', 'Ejecutar esta página en vivo'],
  liveOffered: [
    'Everything here works already. Live, the sliders go further, matches can be played, and the code can be changed and run. Python is fetched from this site when you ask for it.',
    'Todo lo de aquí ya funciona. En vivo, los controles llegan más lejos, se juegan combates y el código se puede cambiar y ejecutar. Python se descarga de este sitio cuando lo pides.',
  ],
  liveStarting: ['Starting Python in this page …', 'Arrancando Python en esta página …'],
  liveRunning: ['This page runs live: Python works in your browser, and nothing leaves it.', 'Esta página está en vivo: Python trabaja en tu navegador y nada sale de él.'],
  liveFailed: ['Python could not be started. The page works as before; you can try again.', 'Python no pudo arrancar. La página sigue funcionando como antes; puedes intentarlo otra vez.'],
  flickHelp: [
    'Pull the die back and let go, or push it off with a quick stroke. With keys: left and right aim, up and down set the strength, Enter throws.',
    'Tira del dado hacia atrás y suéltalo, o empújalo con un golpe rápido. Con teclas: izquierda y derecha apuntan, arriba y abajo dan la fuerza, Intro lanza.',
  ],
  flickRing: ['Ring from above. {does} {help}', 'El ring desde arriba. {does} {help}'],
  flickAim: ['aim {angle}, strength {strength} of 100', 'puntería {angle}, fuerza {strength} de 100'],
  flickStraight: ['straight', 'recta'],
  flickLeft: ['{degrees}° to the left', '{degrees}° a la izquierda'],
  flickRight: ['{degrees}° to the right', '{degrees}° a la derecha'],
  flickThrow: ['Throw', 'Lanzar'],
  flickFlies: ['Thrown …', 'Lanzado …'],
  flickTurnbuckle: ['Turnbuckle', 'Esquinero'],
  corner0: ['near left', 'cerca izq.'],
  corner1: ['far left', 'lejos izq.'],
  corner2: ['far right', 'lejos der.'],
  corner3: ['near right', 'cerca der.'],
  noThrow: ['That was a touch, not a throw: pull the die back first. Nothing was counted.', 'Eso fue un toque, no un lanzamiento: tira antes del dado hacia atrás. No se ha contado nada.'],
  offRing: ['That throw would go past the ring. Nothing was counted.', 'Ese lanzamiento no llegaría al ring. No se ha contado nada.'],
  grabDie: ['Take hold of the die to throw it. Nothing was counted.', 'Agarra el dado para lanzarlo. No se ha contado nada.'],
  flickPending: ['It lies there; {left} more to throw before it is judged.', 'Ahí queda; faltan {left} por lanzar antes de juzgarlo.'],
  flickToGo: ['{left} more to throw at this table.', 'Faltan {left} por lanzar en esta mesa.'],
  flickCounted: ['{hits} of {throws}.', '{hits} de {throws}.'],
  flickMany: ['{hits} of {throws} dice stayed in the ring.', '{hits} de {throws} dados se quedaron en el ring.'],
  flickWhat: ['What is thrown', 'Qué se lanza'],
  flickHits: ['hits', 'aciertos'],
  flickThrows: ['throws', 'lanzamientos'],
  flickRate: ['your rate, likely {low} to {high}', 'tu acierto, probablemente de {low} a {high}'],
  flickNone: ['none yet', 'nada'],
  flickBegin: ['throw to begin', 'lanza para empezar'],
  flickSaid: [
    '{hits} of {throws}: between {low} and {high}. Of a hundred hands counted like this, about 95 have their true rate inside such a bar. Charts assume {assumed}.',
    '{hits} de {throws}: entre {low} y {high}. De cien manos contadas así, unas 95 tienen su acierto verdadero dentro de una barra como esta. Los gráficos suponen {assumed}.',
  ],
  flickUnsaid: ['Nothing thrown yet. Charts assume {assumed}, a stand-in: the book prints no rates.', 'Aún no se ha lanzado nada. Los gráficos suponen {assumed}, un valor nuestro: el libro no da ninguno.'],
  flickAlso: ['{title}: {hits} of {throws}, between {low} and {high}; assumed {assumed}', '{title}: {hits} de {throws}, entre {low} y {high}; se supone {assumed}'],
  flickAssumed: ['assumed', 'supuesto'],
  flickOwnTable: ['At my own table:', 'En mi propia mesa:'],
  flickHit: ['Hit', 'Acierto'],
  flickMiss: ['Miss', 'Fallo'],
  flickAgain: ['Start over', 'Empezar de cero'],
  flickTableHit: ['A hit at your own table, counted.', 'Un acierto en tu propia mesa, contado.'],
  flickTableMiss: ['A miss at your own table, counted.', 'Un fallo en tu propia mesa, contado.'],
  flickTaken: ['The last throw was taken back.', 'Se ha quitado el último lanzamiento.'],
  flickNothing: ['Nothing has been thrown here yet.', 'Aquí aún no se ha lanzado nada.'],
  flickZero: ['The count is at nothing.', 'La cuenta está a cero.'],
  flickNoPhysics: [
    'The physics of the throw could not be fetched, so nothing can be thrown here. What you throw at your own table can still be counted.',
    'No se pudo traer la física del lanzamiento, así que aquí no se puede lanzar. Lo que lances en tu propia mesa se puede contar.',
  ],
  flickYou: ['you', 'tú'],
  flickRival: ['rival', 'rival'],
  byHand: ['throws by hand', 'lanza a mano'],
  byHandOn: ['on', 'sí'],
  byHandOff: ['off', 'no'],
  deckWhose: ['Whose deck', 'De quién es el mazo'],
  deckCards: ['Cards of {name}', 'Cartas de {name}'],
  deckOne: ['The card {name}', 'La carta {name}'],
  deckPlace: ['card {number} of {count}', 'carta {number} de {count}'],
  deckMisfit: ['does not fit:', 'no encaja:'],
  deckOneWrong: ['1 thing does not fit', '1 cosa no encaja'],
  deckWrong: ['{count} things do not fit', '{count} cosas no encajan'],
  deckSave: ['Save the box', 'Guardar la caja'],
  deckAdd: ['Add a card', 'Añadir una carta'],
  deckRemove: ['Remove this card', 'Quitar esta carta'],
  deckNext: ['Next card', 'Carta siguiente'],
  deckBack: ['Put it back', 'Dejarla'],
  deckConfirm: ['All as printed', 'Todo como en la carta'],
  deckYes: ['yes', 'sí'],
  deckNo: ['no', 'no'],
  deckSaved: ['Saved in the folder {folder}: {names}.', 'Guardado en la carpeta {folder}: {names}.'],
  deckCopy: ['Copy', 'Copiar'],
  deckDownload: ['Download', 'Descargar'],
  deckCopied: ['Copied.', 'Copiado.'],
  deckSelected: ['The text is selected; copy it by hand.', 'El texto está seleccionado; cópialo a mano.'],
  deckNeedsPython: [
    'Here the cards can be looked at. To change them, open the notebook and run its cells.',
    'Aquí se pueden ver las cartas. Para cambiarlas, abre el cuaderno y ejecuta sus celdas.',
  ],
  sourceRulebook: ['rulebook', 'reglamento'],
  sourcePublished: ['published', 'publicado'],
  sourceInvented: ['stand-in', 'valor nuestro'],
  sourceRuling: ['ruling', 'decisión'],
  exploreSearch: ['Search the rules, in English or Spanish', 'Busca en las reglas, en español o inglés'],
  exploreHint: ['English or Spanish', 'Español o inglés'],
  exploreGame: ['Game', 'Juego'],
  exploreKind: ['Kind', 'Clase'],
  exploreTopic: ['Topic', 'Tema'],
  exploreFound: ['{n} of {of} rules', '{n} de {of} reglas'],
  exploreClear: ['show all', 'mostrar todas'],
  exploreResults: ['Rules that were found', 'Reglas encontradas'],
  exploreBack: ['Back to the {n} rules', 'Volver a las {n} reglas'],
  exploreAdvanced: ['for the advanced game', 'para el juego avanzado'],
  exploreLesson: ['Open the lesson', 'Abrir la lección'],
  exploreAsks: ['Its chart answers:', 'Su gráfico responde:'],
  exploreLines: ['Its lines of code', 'Sus líneas de código'],
  exploreSilent: ['Our ruling, where the book is silent', 'Nuestra decisión, donde el libro calla'],
  exploreSee: ['See also', 'Véase también'],
  exploreNamedBy: ['Named by', 'La nombran'],
  unknownKind: ['This page has no widget of this kind.', 'Esta página no tiene un widget de este tipo.'],
} satisfies Record<string, [string, string]>;

export type Word = keyof typeof table;

/** One of the widgets' own sentences, with its places filled. */
export function word(name: Word, language: Language, facts: Record<string, string | number> = {}): string {
  const sentence = table[name][language === 'es' ? 1 : 0] ?? '';
  return sentence.replace(/\{(\w+)\}/g, (place, fact: string) => (fact in facts ? String(facts[fact]) : place));
}

/** A number as it is read: with a minus, not a hyphen. */
export function formatNumber(value: number, language: Language, digits = 2): string {
  return new Intl.NumberFormat(language, { maximumFractionDigits: digits, useGrouping: false }).format(value).replace('-', '−');
}

/* What is lost where decimals are added up. */
const negligible = 1e-10;

/** A chance between 0 and 1 as a percentage, with a space that does not break. What may happen is never told as 0 %, and
    what may fail never as 100 %. */
export function formatChance(chance: number, language: Language, digits = 2): string {
  const step = 10 ** -digits;
  for (const { certain, sign, near } of [
    { certain: 0, sign: '<', near: step },
    { certain: 1, sign: '>', near: 100 - step },
  ]) {
    const off = 100 * Math.abs(chance - certain);
    if (off > negligible && off < step / 2) {
      return `${sign}\u00a0${formatNumber(near, language, digits)}\u00a0%`;
    }
  }
  return `${formatNumber(100 * chance, language, digits)}\u00a0%`;
}

/** A rule's id without the prefix of its game. */
export function withoutGame(id: string): string {
  const parts = id.split('.');
  return parts.length > 2 ? parts.slice(1).join('.') : id;
}

/** Where a rule's ticket leads. Links come from the kernel, so anything that could run a script is dropped. */
export function ruleLink(id: string, links?: Record<string, string> | null, own?: string | null): string {
  const link = own ?? links?.[id];
  if (link && safeLink(link)) {
    return link;
  }
  return `#${withoutGame(id)}`;
}

/** The page of a notebook: `pin.ipynb#pin.win` is `pin.html#pin.win` on a site, `way` leads from this page to its folder.
    A link that names its folder needs no way. */
export function pageLink(link: string, way = ''): string {
  return link.replace(/^([a-z_]+\/)?([a-z_]+)\.ipynb(?=#|$)/, (_, folder: string | undefined, name: string) => `${folder ?? way}${name}.html`);
}

export function safeLink(link: string): boolean {
  /* Browsers ignore blanks and control characters inside a scheme, so they are taken out before looking. */
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(link.replace(/[\u0000-\u0020\u007f-\u009f]/g, ''));
  return scheme === null || /^https?$/i.test(scheme[1] ?? '');
}
