/* What a notebook gives each widget as its script: the way to the scripts of all widgets, which a page is told once.
   anywidget waits two seconds for this one. After that it draws the widget, but passes nothing on that the kernel says;
   so the conversation goes over the widget's own model, which is not anywidget's. */
import type { Model } from './types';

type Widgets = typeof import('./index');
interface Context {
  model: Model;
  host: { getModel(reference: unknown): Promise<Model> };
  el: HTMLElement;
}

const loaded = ((globalThis as { wrestlingNb?: Map<string, Promise<Widgets>> }).wrestlingNb ??= new Map());

async function load(code: string): Promise<Widgets> {
  const address = URL.createObjectURL(new Blob([code], { type: 'text/javascript' }));
  try {
    return await import(address);
  } catch (error) {
    /* The next widget tries again. */
    loaded.delete(code);
    throw error;
  } finally {
    URL.revokeObjectURL(address);
  }
}

function widgets(code: string): Promise<Widgets> {
  const found = loaded.get(code) ?? load(code);
  loaded.set(code, found);
  return found;
}

function dress(sheet: string) {
  const id = 'wrestling-nb-sheet';
  const style = document.getElementById(id) ?? Object.assign(document.createElement('style'), { id });
  if (style.textContent !== sheet) {
    style.textContent = sheet;
    document.head.append(style);
  }
}

export default {
  async render({ model, host, el }: Context) {
    const [widget, scripts] = await Promise.all([host.getModel(model.get('widget')), host.getModel(model.get('scripts'))]);
    dress(String(scripts.get('sheet')));
    const { default: drawn } = await widgets(String(scripts.get('module')));
    return drawn.render({ model: widget, el });
  },
};
