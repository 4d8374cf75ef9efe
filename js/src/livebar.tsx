/* The offer to run the page: a button, how far the start is, and what is true when it fails. */
import { Component, createRef, render } from 'preact';
import { chooseLanguage, onLanguage, page, tell, word, type Language } from './text';
import type { Text } from './types';

type Progress = (say: Text, share?: number) => void;
type Start = (progress: Progress) => Promise<void>;

interface BarState {
  language: Language;
  phase: 'offered' | 'starting' | 'running' | 'failed';
  say: Text | null;
  share: number | undefined;
}

class LiveBar extends Component<{ start: Start }, BarState> {
  override state: BarState = { language: page().language, phase: 'offered', say: null, share: undefined };
  private section = createRef<HTMLElement>();
  private stopLanguage = () => {};

  override componentDidMount() {
    this.stopLanguage = onLanguage((language) => this.setState({ language }));
  }

  override componentWillUnmount() {
    this.stopLanguage();
  }

  private progress: Progress = (say, share) => this.setState({ say, share });

  private begin = async () => {
    if (this.state.phase === 'starting' || this.state.phase === 'running') {
      return;
    }
    this.setState({ phase: 'starting', say: null, share: undefined });
    try {
      await this.props.start(this.progress);
      /* The button goes; whoever stands on it stays in the bar. */
      const held = this.section.current?.contains(document.activeElement);
      this.setState({ phase: 'running', say: null }, () => {
        if (held && !this.section.current?.contains(document.activeElement)) {
          this.section.current?.focus({ preventScroll: true });
        }
      });
    } catch (error) {
      console.error('wrestling_nb: the page could not be run.', error);
      this.setState({ phase: 'failed', say: null });
    }
  };

  override render(_: { start: Start }, { language, phase, say, share }: BarState) {
    const busy = phase === 'starting';
    const sentence = word(({ offered: 'liveOffered', starting: 'liveStarting', running: 'liveRunning', failed: 'liveFailed' } as const)[phase], language);
    return (
      <section class="livebar" lang={language} tabIndex={-1} ref={this.section} aria-label={word('liveButton', language)}>
        {phase !== 'running' && (
          <button type="button" class="btn go" data-k="live" aria-disabled={busy ? 'true' : undefined} onClick={this.begin}>
            {word('liveButton', language)}
          </button>
        )}
        <p class="small" role="status">
          {say && busy ? tell(say, language) : sentence}
        </p>
        {busy && <progress value={share} max={1} aria-label={word('liveStarting', language)} />}
        <button type="button" class="btn flat" lang={language === 'en' ? 'es' : 'en'} data-k="live-language" onClick={() => chooseLanguage(language === 'en' ? 'es' : 'en')}>
          {language === 'en' ? 'Español' : 'English'}
        </button>
      </section>
    );
  }
}

/** Draws the bar in the place that the page keeps for it. */
export function showLiveBar(place: HTMLElement, start: Start): void {
  render(<LiveBar start={start} />, place);
}
