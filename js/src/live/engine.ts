/* The worker as the page knows it: asked one thing after the other, stopped when the reader says so, started again. */
import { isFromWorker, type Answer, type Asked, type CellSource, type Stage, type ToWorker } from './protocol';

export type Condition = 'starting' | 'ready' | 'gone';

interface Waiting {
  resolve(answers: Answer[]): void;
  reject(error: Error): void;
}

/** What was asked got no answer, because Python was stopped or came to an end. */
export class Stopped extends Error {}

export class Engine {
  condition: Condition = 'gone';
  /** Told when something begins or ends. */
  changed = () => {};
  progress: (stage: Stage, share: number) => void = () => {};
  /** Told when Python runs again after it was stopped. */
  again = () => {};
  /** Told when Python has come to an end by itself. */
  ended = () => {};
  private worker: Worker | null = null;
  private waiting = new Map<number, Waiting>();
  private number = 0;
  private address: URL;
  private runtime: URL;
  private cells: CellSource[];

  constructor(address: URL, runtime: URL, cells: CellSource[]) {
    this.address = address;
    this.runtime = runtime;
    this.cells = cells;
  }

  get busy(): boolean {
    return this.waiting.size > 0;
  }

  /** Starts the worker; resolves when Python has read the notebook. */
  start(): Promise<void> {
    this.condition = 'starting';
    this.changed();
    return new Promise((resolve, reject) => {
      const worker = new Worker(this.address, { type: 'module' });
      this.worker = worker;
      const end = (message: string) => {
        if (this.worker !== worker) {
          return;
        }
        const started = this.condition === 'ready';
        this.drop();
        if (started) {
          this.ended();
        } else {
          reject(new Error(message));
        }
      };
      worker.onerror = (event) => {
        event.preventDefault();
        end(event.message || 'The worker could not be loaded.');
      };
      worker.onmessage = ({ data }: MessageEvent<unknown>) => {
        if (this.worker !== worker) {
          return;
        }
        if (!isFromWorker(data)) {
          end('The worker said something that this page does not understand.');
        } else if (data.type === 'progress') {
          this.progress(data.stage, data.share);
        } else if (data.type === 'ready') {
          this.condition = 'ready';
          this.changed();
          resolve();
        } else if (data.type === 'answered') {
          const asker = this.waiting.get(data.number);
          this.waiting.delete(data.number);
          asker?.resolve(data.answers);
          this.changed();
        } else {
          end(data.message);
        }
      };
      this.post({ type: 'start', runtime: this.runtime.href, cells: this.cells });
    });
  }

  ask(asked: Asked): Promise<Answer[]> {
    if (!this.worker) {
      return Promise.reject(new Stopped('Python does not run.'));
    }
    this.number += 1;
    const number = this.number;
    const answer = new Promise<Answer[]>((resolve, reject) => this.waiting.set(number, { resolve, reject }));
    this.post({ type: 'ask', number, asked });
    this.changed();
    return answer;
  }

  /** Ends whatever Python is doing. There is no gentler way to reach an endless loop from outside. */
  private drop(then: Condition = 'gone'): void {
    this.worker?.terminate();
    this.worker = null;
    this.condition = then;
    const left = [...this.waiting.values()];
    this.waiting.clear();
    left.forEach(({ reject }) => reject(new Stopped('Python was stopped.')));
    this.changed();
  }

  /** Starts anew from the notebook as it was written. */
  async restart(): Promise<void> {
    this.drop('starting');
    try {
      await this.start();
      this.again();
    } catch (error) {
      console.error('wrestling_nb: Python could not be started again.', error);
    }
  }

  private post(message: ToWorker): void {
    this.worker?.postMessage(message);
  }
}
