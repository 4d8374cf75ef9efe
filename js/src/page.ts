/* A page of the site: its static copies come alive, and the page offers to run its notebook. */
import { copies, hydrate, hydrated, upgrade, type Hydrated } from './host';
import { showLiveBar } from './livebar';

/** What the part that runs Python is given; it is fetched when the reader asks for it, and not before. */
export interface Place {
  /** Where the site begins. */
  root: URL;
  /** The notebook of this page, such as lucha_wars/pin. */
  notebook: string;
  /** The widgets of the page; what hydrate adds is here afterwards. */
  widgets: Hydrated[];
  /** Brings the static copies in a part of the page to life, as in what a cell that was run shows. */
  hydrate: typeof hydrate;
  /** Says how far the start is: a sentence, and a share from 0 to 1 where it is known. */
  progress(say: { en: string; es: string }, share?: number): void;
}

/* Milliseconds of upgrading at a time. */
const slice = 30;

/* This module lies in the site's static/, so no page has to say where the site begins. */
const root = new URL('../', import.meta.url);
document.documentElement.dataset.wnbVega ??= new URL('vega.js', import.meta.url).href;
document.documentElement.dataset.wnbFlick ??= new URL('flick.js', import.meta.url).href;

function notebookHere(): string {
  const named = document.documentElement.dataset.wnbPage;
  const path = decodeURIComponent(location.pathname.slice(root.pathname.length));
  return named ?? path.replace(/(^|\/)$/, '$1index').replace(/\.html$/, '');
}

/** Upgrades one copy after the other and lets the browser breathe in between, so that a page with many of them answers
    from the beginning. Copies above may change their height: who came for a place of the page is kept there. */
async function upgradeAll(): Promise<void> {
  const sought = location.hash ? document.getElementById(decodeURIComponent(location.hash.slice(1))) : null;
  let moved = false;
  const signs = ['wheel', 'touchstart', 'keydown', 'pointerdown'];
  const leave = () => {
    moved = true;
  };
  signs.forEach((sign) => addEventListener(sign, leave, { passive: true }));
  let begun = performance.now();
  for (const copy of copies()) {
    upgrade(copy);
    if (performance.now() - begun > slice) {
      await new Promise((resolve) => setTimeout(resolve));
      begun = performance.now();
    }
  }
  signs.forEach((sign) => removeEventListener(sign, leave));
  if (sought && !moved) {
    sought.scrollIntoView();
  }
}

async function start(progress: Place['progress']): Promise<void> {
  await upgraded;
  const address = new URL('live/live.js', import.meta.url);
  const live = (await import(address.href)) as { start(place: Place): Promise<void> };
  await live.start({ root, notebook: notebookHere(), widgets: hydrated, hydrate, progress });
}

const upgraded = upgradeAll();
/* The page keeps a place for the bar, so that nothing moves when it comes. */
const place = document.querySelector<HTMLElement>('.wnb-live');
if (place) {
  showLiveBar(place, start);
}
