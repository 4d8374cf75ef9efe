/* A cell of code that can be run and edited where it stands on the page. */
import { Component, createRef, render } from 'preact';
import { onLanguage, page, tell, type Language } from '../text';
import type { Text } from '../types';
import type { RanAnswer } from './protocol';
import { say } from './words';

export interface Shown {
  /** Whether anything stands in the element now. */
  isNew: boolean;
  /** The widgets of the page that were brought up to date where they are. */
  inPlace: HTMLElement[];
}

export interface Desk {
  run(cell: string, source: string): Promise<RanAnswer | null>;
  stop(): void;
  /** Shows in an element what a cell gave, but for the widgets that are on the page already. */
  show(holder: HTMLElement, answer: RanAnswer): Shown;
  runResting(cells: string[]): Promise<void>;
}

interface Props {
  id: string;
  written: string;
  desk: Desk;
  outputs: HTMLElement;
  /** The code as the page shows it, and what the cell showed when the page was made. */
  block: HTMLElement;
  still: HTMLElement[];
  made(tools: CellTools): void;
}

interface State {
  language: Language;
  editing: boolean;
  source: string;
  running: boolean;
  told: Text | null;
  resting: string[];
}

const INDENT = '    ';

export class CellTools extends Component<Props, State> {
  override state: State = { language: page().language, editing: false, source: this.props.written, running: false, told: null, resting: [] };
  private area = createRef<HTMLTextAreaElement>();
  private runButton = createRef<HTMLButtonElement>();
  private stopLanguage = () => {};

  override componentDidMount() {
    this.props.made(this);
    this.stopLanguage = onLanguage((language) => this.setState({ language }));
  }

  override componentWillUnmount() {
    this.stopLanguage();
  }

  run = async (): Promise<void> => {
    if (this.state.running) {
      this.props.desk.stop();
      return;
    }
    const { id, desk, outputs, written } = this.props;
    const source = this.state.source;
    this.setState({ running: true, told: null, resting: [] });
    const answer = await desk.run(id, source);
    this.setState({ running: false });
    if (!answer) {
      return;
    }
    const { isNew, inPlace } = desk.show(outputs, answer);
    const failed = answer.mistake !== null;
    this.props.still.forEach((part) => part.classList.toggle('wnb-replaced', !failed && isNew && !inPlace.some((element) => part.contains(element))));
    const told = failed ? null : isNew ? null : answer.outputs.length > 0 ? 'updated' : 'silent';
    this.setState({
      told: told && { en: say(told, 'en'), es: say(told, 'es') },
      resting: failed || source === written ? [] : answer.resting,
    });
  };

  private edit = () => {
    this.props.block.hidden = true;
    this.setState({ editing: true }, () => this.area.current?.focus());
  };

  private reset = async (): Promise<void> => {
    const { block, outputs, still, written, id, desk } = this.props;
    const changed = this.state.source !== written;
    block.hidden = false;
    this.setState({ editing: false, source: written, resting: [] }, () => this.runButton.current?.focus());
    if (!changed && outputs.childNodes.length === 0) {
      return;
    }
    this.setState({ running: true });
    const answer = await desk.run(id, written);
    this.setState({ running: false });
    if (answer) {
      desk.show(outputs, answer);
    }
    if (answer && !answer.mistake) {
      outputs.replaceChildren();
      still.forEach((part) => part.classList.remove('wnb-replaced'));
      this.setState({ told: { en: say('asItWas', 'en'), es: say('asItWas', 'es') }, resting: answer.resting });
    }
  };

  private key = (event: KeyboardEvent) => {
    const area = event.currentTarget as HTMLTextAreaElement;
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey || event.shiftKey)) {
      event.preventDefault();
      void this.run();
    } else if (event.key === 'Enter' && !event.isComposing) {
      event.preventDefault();
      const line = area.value.slice(0, area.selectionStart).split('\n').at(-1) ?? '';
      const indent = /^ */.exec(line)?.[0] ?? '';
      area.setRangeText(`\n${indent}${/:\s*$/.test(line) ? INDENT : ''}`, area.selectionStart, area.selectionEnd, 'end');
      this.setState({ source: area.value });
    }
  };

  private runResting = () => {
    const { resting } = this.state;
    this.setState({ resting: [] }, () => this.runButton.current?.focus());
    void this.props.desk.runResting(resting);
  };

  override render({ written }: Props, { language, editing, source, running, told, resting }: State) {
    const rows = source.split('\n').length;
    return (
      <div class="celltools" lang={language} role="group" aria-label={say('tools', language)}>
        {editing && (
          <textarea
            ref={this.area}
            value={source}
            rows={rows}
            lang="zxx"
            spellcheck={false}
            autocomplete="off"
            autocapitalize="off"
            aria-label={say('code', language)}
            onInput={(event) => this.setState({ source: event.currentTarget.value })}
            onKeyDown={this.key}
          />
        )}
        <div class="row">
          <button type="button" class="btn small" ref={this.runButton} onClick={this.run} data-k="run">
            {say(running ? 'stop' : 'run', language)}
          </button>
          {!editing && (
            <button type="button" class="btn flat" onClick={this.edit} data-k="edit">
              {say('edit', language)}
            </button>
          )}
          {(editing || source !== written) && (
            <button type="button" class="btn flat" onClick={this.reset} data-k="reset">
              {say('reset', language)}
            </button>
          )}
          <span class="small mute" role="status">
            {running ? say('running', language) : told ? tell(told, language) : editing ? say('keys', language) : ''}
          </span>
        </div>
        {resting.length > 0 && (
          <p class="row small" role="status">
            {resting.length === 1 ? say('restingOne', language) : say('resting', language, { count: resting.length })}
            <button type="button" class="btn small" onClick={this.runResting} data-k="run-resting">
              {say('runResting', language)}
            </button>
          </p>
        )}
      </div>
    );
  }
}

/** Puts the tools below a block of code; returns how to run the cell. */
export function addTools(props: Omit<Props, 'made'>, holder: HTMLElement): () => Promise<void> {
  let tools: CellTools | undefined;
  render(<CellTools {...props} made={(made) => (tools = made)} />, holder);
  return async () => {
    await tools?.run();
  };
}
