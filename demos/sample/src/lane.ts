import { say } from '../../shared/language/texts.js';
import { amountText } from '../../shared/number-text.js';
import type { BoneReader } from './bone-reader.js';
import { type Channel, valueText } from './channel.js';
import { setAttributes, short, svg } from './svg.js';

const HEIGHT = 112;
const MARGIN = 14;
const KEY_SIZE = 4.5;
const MAX_KEYS = 800;
const MAX_STEPS = 2000;
/** The smallest range of values that fills the height, so that tiny changes stay small. */
const MIN_RANGE = 0.5;

/** The frames that a lane shows. */
export interface Span {
  from: number;
  to: number;
}

/** The plot of one channel over time: its curve, its keyframes, its 30 fps steps and the current time. */
export class Lane {
  readonly root: HTMLElement;
  readonly #channel: Channel;
  readonly #index: number;
  readonly #drawing = svg('svg', { role: 'img', height: HEIGHT });
  readonly #curve = svg('path', { class: 'curve' });
  readonly #steps = svg('path', { class: 'steps' });
  readonly #keys = svg('path', { class: 'keys' });
  readonly #zero = svg('line', { class: 'zero' });
  readonly #line = svg('line', { class: 'now', y1: 0, y2: HEIGHT });
  readonly #dot = svg('circle', { class: 'now-dot', r: 4.5 });
  readonly #top = document.createElement('span');
  readonly #bottom = document.createElement('span');
  #span: Span = { from: 0, to: 1 };
  #low = 0;
  #high = 1;

  constructor(channel: Channel, index: number) {
    this.#channel = channel;
    this.#index = index;
    const title = document.createElement('h2');
    title.textContent = say(channel.title);
    this.#top.className = 'top';
    this.#bottom.className = 'bottom';
    this.#drawing.append(this.#zero, this.#steps, this.#curve, this.#keys, this.#line, this.#dot);
    this.root = document.createElement('div');
    this.root.className = `lane ${channel.tint}`;
    this.root.append(title, this.#drawing, this.#top, this.#bottom);
  }

  /** Draws the curve. */
  plot(reader: BoneReader, span: Span, showsSteps: boolean): void {
    this.#span = span;
    const width = this.#width();
    const points = Array.from({ length: width + 1 }, (_, x) => this.#frameAt(x));
    const values = points.map((frame) => reader.read(frame)[this.#index]);
    const keys = keyFrames(reader, span);
    const keyValues = keys.map((frame) => reader.read(frame)[this.#index]);
    this.#fit([...values, ...keyValues]);
    this.#curve.setAttribute(
      'd',
      values.map((value, x) => `${x ? 'L' : 'M'}${x} ${this.#y(value)}`).join(''),
    );
    this.#keys.setAttribute('d', keys.map((frame, i) => this.#diamond(frame, keyValues[i])).join(''));
    this.#steps.setAttribute('d', showsSteps ? this.#stairs(reader) : '');
    setAttributes(this.#zero, { x1: 0, x2: width, y1: this.#y(0), y2: this.#y(0) });
    this.#describe(keys.length);
  }

  mark(frame: number, value: number): void {
    const x = short(this.#x(frame));
    setAttributes(this.#line, { x1: x, x2: x });
    setAttributes(this.#dot, { cx: x, cy: this.#y(value) });
  }

  /** The frame at a horizontal position in the window. */
  frameUnder(clientX: number): number {
    return this.#frameAt(clientX - this.#drawing.getBoundingClientRect().left);
  }

  #describe(keys: number): void {
    this.#top.textContent = valueText(this.#high, this.#channel);
    this.#bottom.textContent = valueText(this.#low, this.#channel);
    const { from, to } = this.#span;
    this.#drawing.setAttribute(
      'aria-label',
      say('{channel} from frame {from} to {to}: between {low} and {high}, {keyframes}', {
        channel: say(this.#channel.title),
        from: short(from),
        to: short(to),
        low: this.#bottom.textContent,
        high: this.#top.textContent,
        keyframes: amountText(keys, 'keyframe'),
      }),
    );
  }

  #stairs(reader: BoneReader): string {
    const first = Math.floor(this.#span.from);
    const count = Math.min(Math.ceil(this.#span.to) - first, MAX_STEPS);
    const stairs = Array.from({ length: count }, (_, i) => {
      const y = this.#y(reader.read(first + i)[this.#index]);
      return `${i ? 'L' : 'M'}${short(this.#x(first + i))} ${y}H${short(this.#x(first + i + 1))}`;
    });
    return stairs.join('');
  }

  #diamond(frame: number, value: number): string {
    const s = KEY_SIZE;
    return `M${short(this.#x(frame))} ${short(Number(this.#y(value)) - s)}l${s} ${s}l-${s} ${s}l-${s} -${s}z`;
  }

  #fit(values: readonly number[]): void {
    const low = values.reduce((a, b) => Math.min(a, b), Infinity);
    const high = values.reduce((a, b) => Math.max(a, b), -Infinity);
    const spare = Math.max(MIN_RANGE - (high - low), 0) / 2;
    this.#low = low - spare;
    this.#high = high + spare;
  }

  #width(): number {
    return Math.max(Math.floor(this.#drawing.clientWidth), 60);
  }

  #frameAt(x: number): number {
    const { from, to } = this.#span;
    return from + ((to - from) * x) / this.#width();
  }

  #x(frame: number): number {
    const { from, to } = this.#span;
    return ((frame - from) / (to - from)) * this.#width();
  }

  #y(value: number): string {
    const fraction = (value - this.#low) / (this.#high - this.#low);
    return short(HEIGHT - MARGIN - fraction * (HEIGHT - 2 * MARGIN));
  }
}

function keyFrames({ track }: BoneReader, { from, to }: Span): number[] {
  return [...track.frames].filter((frame) => frame >= from && frame <= to).slice(0, MAX_KEYS);
}
