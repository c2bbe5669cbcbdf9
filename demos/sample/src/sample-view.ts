import type { BoneTrack } from '@odori/runtime/motion';
import { say } from '../../shared/language/texts.js';
import { fixedText } from '../../shared/number-text.js';
import { BoneReader } from './bone-reader.js';
import { CHANNELS, Readout } from './channel.js';
import { CurveEditor } from './curve-editor.js';
import { Lane, type Span } from './lane.js';

interface SampleParts {
  lanes: HTMLElement;
  readout: HTMLElement;
  editors: HTMLElement;
  segment: HTMLElement;
}

/** All parts of the page that show one bone: plots, table and curve editors. */
export class SampleView {
  readonly #lanes = CHANNELS.map((channel, index) => new Lane(channel, index));
  readonly #editors = CHANNELS.map((channel, index) => new CurveEditor(channel, index));
  readonly #readout: Readout;
  readonly #segment: HTMLElement;
  readonly #editorBox: HTMLElement;
  #reader: BoneReader | undefined;
  #drawn = '';
  #frame = 0;
  #lastFrame = 0;
  #spanFrames = 0;
  #showsSteps = false;

  constructor({ lanes, readout, editors, segment }: SampleParts, onScrub: (frame: number) => void) {
    this.#readout = new Readout(readout);
    this.#segment = segment;
    this.#editorBox = editors;
    lanes.append(...this.#lanes.map(({ root }) => root));
    editors.append(...this.#editors.map(({ root }) => root));
    for (const type of ['pointerdown', 'pointermove'] as const) {
      lanes.addEventListener(type, (event) => {
        if (event.buttons === 1) onScrub(this.#lanes[0].frameUnder(event.clientX));
      });
    }
    new ResizeObserver(() => this.#redraw()).observe(lanes);
  }

  /** How many frames the plots show; 0 shows all. */
  set span(frames: number) {
    this.#spanFrames = frames;
    this.#redraw();
  }

  set steps(showsSteps: boolean) {
    this.#showsSteps = showsSteps;
    this.#redraw();
  }

  get lastFrame(): number {
    return this.#lastFrame;
  }

  /** `lastFrame` is the end of the whole motion; the bone may have its last keyframe earlier. */
  show(track: BoneTrack, lastFrame: number): void {
    this.#reader = new BoneReader(track);
    this.#lastFrame = lastFrame;
    this.#redraw();
  }

  seek(frame: number): void {
    this.#frame = frame;
    const reader = this.#reader;
    if (!reader) return;
    this.#plot(reader);
    const values = reader.read(frame);
    this.#lanes.forEach((lane, i) => lane.mark(frame, values[i]));
    this.#readout.show(values, reader.read(Math.floor(frame)));
    this.#showSegment(reader, frame);
  }

  #redraw(): void {
    this.#drawn = '';
    this.seek(this.#frame);
  }

  /** Draws the curves, unless they are drawn already. */
  #plot(reader: BoneReader): void {
    const span = this.#span();
    const drawn = `${span.from} ${span.to}`;
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    for (const lane of this.#lanes) lane.plot(reader, span, this.#showsSteps);
  }

  /**
   * The frames to show. They move on by half their length at a time, so that the plots stay still while a
   * user scrubs.
   */
  #span(): Span {
    const last = Math.max(this.lastFrame, 1);
    const length = this.#spanFrames;
    if (length === 0 || length >= last) return { from: 0, to: last };
    const page = Math.floor(this.#frame / (length / 2)) * (length / 2) - length / 4;
    const from = Math.min(Math.max(page, 0), last - length);
    return { from, to: from + length };
  }

  #showSegment(reader: BoneReader, frame: number): void {
    const segment = reader.segmentAt(frame);
    this.#editorBox.hidden = !segment;
    if (!segment) {
      this.#segment.textContent = say('There is no later keyframe. The last one holds.');
      return;
    }
    const { from, to, fraction } = segment;
    const values = { from, to, percent: `${fixedText(fraction * 100, 1)}%` };
    this.#segment.textContent = say('From frame {from} to frame {to}, at {percent}.', values);
    for (const editor of this.#editors) editor.show(segment);
  }
}
