/* Vega draws the charts. A page loads it once: from the kernel, or from the site's own folder; never from another host. */
import { page } from './text';
import type { Model } from './types';

export interface View {
  data(name: string, rows: unknown[]): View;
  signal(name: string, value: unknown): View;
  runAsync(): Promise<View>;
  finalize(): void;
}

export type Embed = (element: HTMLElement, spec: object, options: object) => Promise<{ view: View; finalize(): void }>;

/* A kernel that runs a whole notebook answers only after it. */
const patience = 600_000;

/** Resolves to vega-embed's function. A failure is not kept, so that another chart may try again. */
export async function loadVega(model: Model, live: boolean, signal: AbortSignal): Promise<Embed> {
  const shared = page();
  const others = shared.vega as Promise<Embed> | undefined;
  if (others) {
    try {
      return await others;
    } catch {
      /* The chart that asked may be gone, as when its cell was run again: then this one asks for itself. */
      signal.throwIfAborted();
    }
  }
  shared.vega ??= fetchVega(model, live, signal).catch((error: unknown) => {
    shared.vega = undefined;
    throw error;
  });
  return shared.vega as Promise<Embed>;
}

async function fetchVega(model: Model, live: boolean, signal: AbortSignal): Promise<Embed> {
  const named = document.documentElement.dataset.wnbVega;
  if (named) {
    const address = new URL(named, document.baseURI);
    if (address.origin !== location.origin) {
      throw new Error('Vega may only come from the page\'s own host.');
    }
    return embedOf(await import(address.href));
  }
  if (!live || !model.send) {
    throw new Error('This page does not say where Vega is.');
  }
  const bytes = await askKernel(model, signal);
  const address = URL.createObjectURL(new Blob([bytes], { type: 'text/javascript' }));
  try {
    return embedOf(await import(address));
  } finally {
    URL.revokeObjectURL(address);
  }
}

function askKernel(model: Model, signal: AbortSignal): Promise<BlobPart> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', gone);
      model.off('msg:custom', heard);
    };
    const heard = (message: { type?: string } | null, buffers?: unknown[]) => {
      if (message?.type !== 'vega') {
        return;
      }
      stop();
      const first = buffers?.[0];
      if (first) {
        resolve(first as BlobPart);
      } else {
        reject(new Error('The kernel sent Vega without its text.'));
      }
    };
    const gone = () => {
      stop();
      reject(new Error('The chart went before Vega came.'));
    };
    const timer = setTimeout(() => {
      stop();
      reject(new Error('The kernel did not send Vega.'));
    }, patience);
    signal.addEventListener('abort', gone);
    model.on('msg:custom', heard);
    model.send?.({ type: 'vega' });
  });
}

function embedOf(module: Record<string, unknown>): Embed {
  const inner = module.default as Record<string, unknown> | ((...data: never[]) => unknown) | undefined;
  const found = module.embed ?? module.vegaEmbed ?? (typeof inner === 'function' ? inner : (inner?.embed ?? inner?.vegaEmbed));
  const embed = typeof found === 'function' ? found : (found as { embed?: unknown } | undefined)?.embed;
  if (typeof embed !== 'function') {
    throw new Error('The module of Vega has no function to embed a chart.');
  }
  return embed as Embed;
}

/* ---- charts drawn beforehand ---- */

const namespace = 'http://www.w3.org/2000/svg';
const allowed = new Set(['svg', 'g', 'path', 'rect', 'line', 'circle', 'ellipse', 'polygon', 'polyline', 'text', 'tspan', 'title', 'desc', 'defs', 'clippath']);

/** A chart that came as text, rebuilt of known elements alone: no script, no handler, no link, no style that loads. */
export function safeSvg(source: string): SVGElement | null {
  const parsed = new DOMParser().parseFromString(source, 'image/svg+xml').documentElement;
  const built = rebuild(parsed);
  return built instanceof SVGElement && built.localName === 'svg' ? built : null;
}

function rebuild(element: Element): Element | null {
  if (!allowed.has(element.localName.toLowerCase())) {
    return null;
  }
  const copy = document.createElementNS(namespace, element.localName);
  for (const { name, value } of element.attributes) {
    const runs = /^on/i.test(name) || /href$/i.test(name) || name === 'xmlns' || name.startsWith('xmlns:');
    const loads = /url\(\s*['"]?(?!#)/i.test(value) || /javascript:|@import|\\/i.test(value);
    if (!runs && !loads && !name.includes(':')) {
      copy.setAttribute(name, value);
    }
  }
  for (const child of element.childNodes) {
    if (child.nodeType === 3) {
      copy.append(child.nodeValue ?? '');
    } else if (child.nodeType === 1) {
      const inner = rebuild(child as Element);
      if (inner) {
        copy.append(inner);
      }
    }
  }
  return copy;
}
