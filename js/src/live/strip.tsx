/* The strip at the foot of the window: that Python works, and how to stop it; that it was stopped, and what that means. */
import { Component, render } from 'preact';
import { onLanguage, page, tell, type Language } from '../text';
import type { Engine } from './engine';
import { say, stages, type Saying } from './words';
import type { Stage } from './protocol';

/* Most answers come at once; a strip that flickers would only be in the way. */
const PATIENCE = 1200;

type Phase = 'quiet' | 'working' | 'restarting' | 'again' | 'gone';

interface StripState {
  language: Language;
  phase: Phase;
  /** Why Python starts again. */
  why: Saying;
  stage: Stage | null;
  /** Whether the reader has yet to close the word that Python runs again. */
  unread: boolean;
}

interface StripProps {
  engine: Engine;
  made(strip: Strip): void;
}

class Strip extends Component<StripProps, StripState> {
  override state: StripState = { language: page().language, phase: 'quiet', why: 'stopped', stage: null, unread: false };
  private timer: ReturnType<typeof setTimeout> | undefined;

  override componentDidMount() {
    const { engine } = this.props;
    this.props.made(this);
    onLanguage((language) => this.setState({ language }));
    engine.changed = this.look;
    engine.progress = (stage) => this.setState({ stage: stage === 'package' ? stage : null });
    engine.again = () => this.setState({ phase: 'again', stage: null, unread: true });
    engine.ended = () => {
      this.setState({ phase: 'restarting', why: 'broke' });
      void engine.restart();
    };
  }

  private look = () => {
    const { engine } = this.props;
    const { phase } = this.state;
    if (!engine.busy) {
      clearTimeout(this.timer);
      this.timer = undefined;
      if (phase === 'working') {
        this.setState(({ unread }) => ({ phase: unread ? 'again' : 'quiet', stage: null }));
      }
    } else if (engine.condition === 'ready') {
      this.timer ??= setTimeout(() => this.setState({ phase: 'working' }), PATIENCE);
    }
    if (phase === 'restarting' && engine.condition === 'gone') {
      this.setState({ phase: 'gone' });
    }
  };

  stop = () => {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.setState({ phase: 'restarting', why: 'stopped' }, () => void this.props.engine.restart());
  };

  override render(_: StripProps, { language, phase, why, stage }: StripState) {
    const sentence = { quiet: '', working: stage ? tell(stages[stage], language) : say('working', language), restarting: say(why, language), again: say('again', language), gone: say('gone', language) }[phase];
    return (
      <div class={phase === 'quiet' ? 'livestrip quiet' : 'livestrip'} lang={language}>
        <span role="status">{sentence}</span>
        {phase === 'working' && (
          <button type="button" class="btn small" onClick={this.stop} data-k="stop">
            {say('stop', language)}
          </button>
        )}
        {phase === 'gone' && (
          <button type="button" class="btn small" onClick={this.stop} data-k="retry">
            {say('retry', language)}
          </button>
        )}
        {phase === 'again' && (
          <button type="button" class="btn small" onClick={() => this.setState({ phase: 'quiet', unread: false })} data-k="close">
            {say('close', language)}
          </button>
        )}
      </div>
    );
  }
}

/** Adds the strip to the page; returns how to stop Python. */
export function addStrip(engine: Engine): () => void {
  const holder = document.createElement('div');
  holder.className = 'wnb wnb-strip';
  document.body.append(holder);
  let stop = () => {};
  render(<Strip engine={engine} made={(strip) => (stop = strip.stop)} />, holder);
  return () => stop();
}
