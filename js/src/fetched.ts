/* Large parts come when they are first wanted, and once for a page: from the kernel, or from the site's own folder; never from another host. */
import { page } from './text';
import type { Model } from './types';

/** The parts that are fetched: Vega draws charts, flick has the physics of a throw. */
export type Part = 'vega' | 'flick';

type Module = Record<string, unknown>;

/* A kernel that runs a whole notebook answers only after it. */
const patience = 600_000;

/** Resolves to the part's module. A failure is not kept, so that another widget may try again. */
export async function fetchPart(part: Part, model: Model, live: boolean, signal: AbortSignal): Promise<Module> {
  const { parts } = page();
  const others = parts[part] as Promise<Module> | undefined;
  if (others) {
    try {
      return await others;
    } catch {
      /* The widget that asked may be gone, as when its cell was run again: then this one asks for itself. */
      signal.throwIfAborted();
    }
  }
  parts[part] ??= load(part, model, live, signal).catch((error: unknown) => {
    parts[part] = undefined;
    throw error;
  });
  return parts[part] as Promise<Module>;
}

async function load(part: Part, model: Model, live: boolean, signal: AbortSignal): Promise<Module> {
  const named = document.documentElement.dataset[part === 'vega' ? 'wnbVega' : 'wnbFlick'];
  if (named) {
    const address = new URL(named, document.baseURI);
    if (address.origin !== location.origin) {
      throw new Error(`${part} may only come from the page's own host.`);
    }
    return import(address.href);
  }
  if (!live || !model.send) {
    throw new Error(`This page does not say where ${part} is.`);
  }
  const bytes = await askKernel(part, model, signal);
  const address = URL.createObjectURL(new Blob([bytes], { type: 'text/javascript' }));
  try {
    return await import(address);
  } finally {
    URL.revokeObjectURL(address);
  }
}

function askKernel(part: Part, model: Model, signal: AbortSignal): Promise<BlobPart> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', gone);
      model.off('msg:custom', heard);
    };
    const heard = (message: { type?: string } | null, buffers?: unknown[]) => {
      if (message?.type !== part) {
        return;
      }
      stop();
      const first = buffers?.[0];
      if (first) {
        resolve(first as BlobPart);
      } else {
        reject(new Error(`The kernel sent ${part} without its text.`));
      }
    };
    const gone = () => {
      stop();
      reject(new Error(`The widget went before ${part} came.`));
    };
    const timer = setTimeout(() => {
      stop();
      reject(new Error(`The kernel did not send ${part}.`));
    }, patience);
    signal.addEventListener('abort', gone);
    model.on('msg:custom', heard);
    model.send?.({ type: part });
  });
}
