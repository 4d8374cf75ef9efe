/* The two languages: the reader's choice, shared by every widget of the page, and the widgets' own words. */
import type { Text } from './types';

export type Language = 'en' | 'es';

interface Page {
  language: Language;
  counter: number;
  vega: Promise<unknown> | undefined;
}

/* Every widget of a notebook may bring its own copy of this module, so what they share hangs on the page. */
const pageKey = Symbol.for('wrestling_nb');
export function page(): Page {
  const holder = globalThis as { [pageKey]?: Page };
  holder[pageKey] ??= { language: remembered(), counter: 0, vega: undefined };
  return holder[pageKey];
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
  if (text === null || text === undefined) {
    return '';
  }
  return typeof text === 'string' ? text : (text[language] ?? text.en ?? '');
}

const table = {
  language: ['Language', 'Idioma'],
  redCorner: ['red corner', 'esquina roja'],
  blueCorner: ['blue corner', 'esquina azul'],
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
  unknownKind: ['This page has no widget of this kind.', 'Esta página no tiene un widget de este tipo.'],
} satisfies Record<string, [string, string]>;

export type Word = keyof typeof table;

/** One of the widgets' own sentences, with its places filled. */
export function word(name: Word, language: Language, facts: Record<string, string | number> = {}): string {
  const sentence = table[name][language === 'es' ? 1 : 0] ?? '';
  return sentence.replace(/\{(\w+)\}/g, (place, fact: string) => (fact in facts ? String(facts[fact]) : place));
}

export function formatNumber(value: number, language: Language, digits = 2): string {
  return new Intl.NumberFormat(language, { maximumFractionDigits: digits, useGrouping: false }).format(value);
}

/** A chance between 0 and 1 as a percentage, with a space that does not break. */
export function formatChance(chance: number, language: Language, digits = 2): string {
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

export function safeLink(link: string): boolean {
  /* Browsers ignore blanks and control characters inside a scheme, so they are taken out before looking. */
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(link.replace(/[\u0000-\u0020\u007f-\u009f]/g, ''));
  return scheme === null || /^https?$/i.test(scheme[1] ?? '');
}
