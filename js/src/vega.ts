/* Vega draws the charts. */
import { fetchPart } from './fetched';
import type { Model } from './types';

export interface View {
  data(name: string, rows: unknown[]): View;
  signal(name: string, value: unknown): View;
  runAsync(): Promise<View>;
  finalize(): void;
}

export type Embed = (element: HTMLElement, spec: object, options: object) => Promise<{ view: View; finalize(): void }>;

/** Resolves to vega-embed's function. */
export async function loadVega(model: Model, live: boolean, signal: AbortSignal): Promise<Embed> {
  return embedOf(await fetchPart('vega', model, live, signal));
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
