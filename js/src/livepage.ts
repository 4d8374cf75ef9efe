/* Running the page: what is known of it, for the bar that offers it and for a match that waits for it. */
import { useEffect, useState } from 'preact/hooks';
import type { Text } from './types';

export type Progress = (say: Text, share?: number) => void;
export type Start = (progress: Progress) => Promise<void>;

export interface LivePage {
  phase: 'offered' | 'starting' | 'running' | 'failed';
  say: Text | null;
  share: number | undefined;
}

let starter: Start | null = null;
let known: LivePage = { phase: 'offered', say: null, share: undefined };
const listeners = new Set<() => void>();

function tellAll(news: Partial<LivePage>): void {
  known = { ...known, say: null, share: undefined, ...news };
  listeners.forEach((listener) => listener());
}

/** Says how this page is run. A notebook says nothing, so there nobody offers it. */
export function offerLive(start: Start): void {
  starter = start;
  tellAll({});
}

export async function startLive(): Promise<void> {
  if (!starter || known.phase === 'starting' || known.phase === 'running') {
    return;
  }
  tellAll({ phase: 'starting' });
  try {
    await starter((say, share) => tellAll({ say, share }));
    tellAll({ phase: 'running' });
  } catch (error) {
    console.error('wrestling_nb: the page could not be run.', error);
    tellAll({ phase: 'failed' });
  }
}

/** How far the start of the page is; null where a page cannot be run. */
export function useLivePage(): LivePage | null {
  const [, again] = useState(0);
  useEffect(() => {
    const listener = () => again((count) => count + 1);
    listeners.add(listener);
    /* What was said between drawing and listening. */
    listener();
    return () => {
      listeners.delete(listener);
    };
  }, []);
  return starter && known;
}
