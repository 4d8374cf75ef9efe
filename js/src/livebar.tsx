/* The offer to run the page: a button, how far the start is, and what is true when it fails. */
import { render } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { LiveButton } from './livebutton';
import { offerLive, useLivePage, type Start } from './livepage';
import { chooseLanguage, onLanguage, page, tell, word } from './text';

const sentences = { offered: 'liveOffered', starting: 'liveStarting', running: 'liveRunning', failed: 'liveFailed' } as const;

function LiveBar() {
  const live = useLivePage();
  const [language, setLanguage] = useState(page().language);
  const section = useRef<HTMLElement>(null);
  /* The button goes when the page runs; whoever stands on it stays in the bar. */
  const held = useRef(false);
  held.current = Boolean(section.current?.contains(document.activeElement));
  useLayoutEffect(() => {
    if (held.current && !section.current?.contains(document.activeElement)) {
      section.current?.focus({ preventScroll: true });
    }
  });
  useEffect(() => onLanguage(setLanguage), []);
  if (!live) {
    return null;
  }
  return (
    <section class="livebar" lang={language} tabIndex={-1} ref={section} aria-label={word('liveButton', language)}>
      {live.phase !== 'running' && <LiveButton live={live} language={language} name="live" />}
      <p class="small" role="status">
        {live.say ? tell(live.say, language) : word(sentences[live.phase], language)}
      </p>
      <button type="button" class="btn flat" lang={language === 'en' ? 'es' : 'en'} data-k="live-language" onClick={() => chooseLanguage(language === 'en' ? 'es' : 'en')}>
        {language === 'en' ? 'Español' : 'English'}
      </button>
    </section>
  );
}

/** Draws the bar in the place that the page keeps for it. */
export function showLiveBar(place: HTMLElement, start: Start): void {
  offerLive(start);
  render(<LiveBar />, place);
}
