/* What is said where an action needs Python and nothing answers. */
import { LiveButton } from './livebutton';
import { useLivePage } from './livepage';
import { useDesk } from './parts';
import { tell, word } from './text';
import type { Text } from './types';

/** Says what is waited for, in words of its own where there are any; a page that can be run offers it here as well. */
export function NeedsPython({ how }: { how: Text | string | null | undefined }) {
  const { language } = useDesk();
  const page = useLivePage();
  const stage = page?.phase === 'starting' ? page.say && tell(page.say, language) : page?.phase === 'failed' ? word('liveFailed', language) : '';
  return (
    <div class="note err">
      <span class="caps">{word('needsLive', language)}</span>
      <p role="status">{stage || tell(how, language) || word('needsLiveDetail', language)}</p>
      {page && page.phase !== 'running' && (
        <div class="row">
          <LiveButton live={page} language={language} name="live-here" />
        </div>
      )}
    </div>
  );
}
