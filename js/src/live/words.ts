/* What the running page says of itself, in both languages. */
import type { Language } from '../text';
import type { Text } from '../types';
import type { Stage } from './protocol';

const both = (en: string, es: string): Text => ({ en, es });

export const stages: Record<Stage, Text> = {
  fetch: both('Fetching Python for this page …', 'Trayendo Python a esta página …'),
  open: both('Opening Python …', 'Abriendo Python …'),
  rules: both('Reading the rules …', 'Leyendo las reglas …'),
  package: both('Fetching what draws charts …', 'Trayendo lo que dibuja los gráficos …'),
};

export const words = {
  tools: both('This cell', 'Esta celda'),
  run: both('Run', 'Ejecutar'),
  running: both('Running …', 'En marcha …'),
  stop: both('Stop', 'Parar'),
  edit: both('Edit', 'Editar'),
  reset: both('Reset', 'Como estaba'),
  code: both('Code of this cell', 'Código de esta celda'),
  keys: both('Ctrl + Enter runs it; Tab leaves the code.', 'Ctrl + Intro la ejecuta; Tab sale del código.'),
  shows: both('What the cell shows now', 'Lo que la celda muestra ahora'),
  updated: both('It ran. What it shows is up to date.', 'Ejecutada. Lo que muestra está al día.'),
  silent: both('It ran, and shows nothing.', 'Ejecutada; no muestra nada.'),
  stillPage: both('Nothing else on this page has changed.', 'Nada más ha cambiado en esta página.'),
  elsewhere: both('A cell that this one rests on could not be run.', 'No se pudo ejecutar una celda en la que se apoya esta.'),
  asItWas: both('The cell is as it was.', 'La celda está como estaba.'),
  resting: both('{count} cells below rest on this one.', '{count} celdas más abajo se apoyan en esta.'),
  restingOne: both('One cell below rests on this one.', 'Una celda más abajo se apoya en esta.'),
  runResting: both('Run them too', 'Ejecutarlas también'),
  stale: both('This rests on a cell that you have changed.', 'Esto se apoya en una celda que has cambiado.'),
  renew: both('Bring up to date', 'Poner al día'),
  noAnswer: both('Python could not answer.', 'Python no pudo responder.'),
  working: both('Python is working …', 'Python está trabajando …'),
  stopped: both('Python was stopped and starts again …', 'Python se paró y arranca otra vez …'),
  broke: both('Python came to an end and starts again …', 'Python se ha interrumpido y arranca otra vez …'),
  again: both(
    'Python runs again. Matches begin anew, and cells that you changed count again once you run them.',
    'Python funciona otra vez. Los combates empiezan de nuevo, y las celdas que cambiaste cuentan cuando las ejecutes.',
  ),
  gone: both('Python could not be started again. The page shows what it last knew.', 'Python no pudo arrancar otra vez. La página muestra lo último que supo.'),
  retry: both('Try again', 'Intentarlo otra vez'),
  close: both('Close', 'Cerrar'),
} satisfies Record<string, Text>;

export type Saying = keyof typeof words;

export function say(name: Saying, language: Language, facts: Record<string, string | number> = {}): string {
  return words[name][language].replace(/\{(\w+)\}/g, (_, fact: string) => String(facts[fact] ?? ''));
}
