/* What starts the page, in its bar and in a match that waits. */
import { startLive, type LivePage } from './livepage';
import { word, type Language } from './text';

/** The button, and how far the start is. */
export function LiveButton({ live, language, name }: { live: LivePage; language: Language; name: string }) {
  const busy = live.phase === 'starting';
  return (
    <>
      <button type="button" class="btn go" data-k={name} aria-disabled={busy ? 'true' : undefined} onClick={startLive}>
        {word('liveButton', language)}
      </button>
      {busy && <progress value={live.share} max={1} aria-label={word('liveStarting', language)} />}
    </>
  );
}
