import type { Shell } from '../shell.js';
import { clockText } from '../text/clock-text.js';
import { say } from '../language/message.js';

/** What programs read of a render with `--json`, one object a line. */
export type RenderEvent =
  | { readonly event: 'start'; readonly card: string; readonly isSoftware: boolean; readonly frames: number }
  | { readonly event: 'skip'; readonly frame: number; readonly of: number }
  | {
      readonly event: 'frame';
      readonly frame: number;
      readonly of: number;
      /** Frames a second, so far. */
      readonly rate: number;
      readonly restSeconds: number;
    }
  | { readonly event: 'done'; readonly output: string; readonly frames: number; readonly seconds: number };

/** Without a terminal, a line tells of each tenth. */
const PARTS = 10;

/** Says how far a render is: a line that changes, lines, or JSON. */
export class RenderProgress {
  readonly #console: Shell;
  readonly #json: boolean;
  readonly #start = performance.now();
  /** Of frames that are drawn: loading and stepping do not count. */
  #firstStart: number | undefined;
  #reported = 0;

  constructor(console: Shell, json: boolean) {
    this.#console = console;
    this.#json = json;
  }

  async start(card: string, isSoftware: boolean, frames: number): Promise<void> {
    await this.#write({ event: 'start', card, isSoftware, frames });
    this.#firstStart = performance.now();
  }

  /** A frame was stepped, undrawn. */
  async skipped(frame: number, of: number): Promise<void> {
    this.#console.progress(say('skip-line', { of, frame }));
    await this.#write({ event: 'skip', frame, of });
    this.#firstStart = performance.now();
  }

  /** So many frames were drawn, of all that are to be. */
  async drawn(frame: number, of: number): Promise<void> {
    const seconds = (performance.now() - this.#firstStart!) / 1000;
    const rate = frame / Math.max(seconds, 0.001);
    const restSeconds = (of - frame) / rate;
    await this.#write({ event: 'frame', frame, of, rate: round(rate), restSeconds: round(restSeconds) });
    const line = say('frame-line', { frame, of, rate: rate.toFixed(1), rest: clockText(restSeconds) });
    this.#console.progress(line);
    const part = Math.floor((PARTS * frame) / of);
    if (this.#json || this.#console.showsProgress || part === this.#reported || frame === of) return;
    this.#reported = part;
    this.#console.log(line);
  }

  async done(output: string, frames: number): Promise<void> {
    const seconds = (performance.now() - this.#start) / 1000;
    this.clear();
    await this.#write({ event: 'done', output, frames, seconds: round(seconds) });
    if (this.#json) return;
    const pictures = say('pictures', { count: frames });
    this.#console.log(say('wrote', { output, pictures, time: clockText(seconds) }));
  }

  /** Removes the line of the terminal. */
  clear(): void {
    this.#console.progress(undefined);
  }

  async #write(event: RenderEvent): Promise<void> {
    if (this.#json) await this.#console.write(`${JSON.stringify(event)}\n`);
  }
}

function round(number: number): number {
  return Math.round(number * 100) / 100;
}
