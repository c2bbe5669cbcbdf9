import { say } from '../../shared/language/texts.js';
import { fixedText } from '../../shared/number-text.js';
import { curveWeight } from '@odori/runtime/motion';
import type { Segment } from './bone-reader.js';
import type { Channel } from './channel.js';
import { setAttributes, short, svg } from './svg.js';

const SIZE = 127;

/**
 * Shows the bezier curve of one channel as MMD's curve editor does, with its control points and the current
 * position.
 */
export class CurveEditor {
  readonly root: HTMLElement;
  readonly #drawing = svg('svg', { viewBox: '-8 -8 143 143', role: 'img' });
  readonly #frame = svg('rect', { class: 'box', width: SIZE, height: SIZE });
  readonly #handles = svg('path', { class: 'handles' });
  readonly #curve = svg('path', { class: 'curve' });
  readonly #points = [svg('circle', { class: 'control', r: 4 }), svg('circle', { class: 'control', r: 4 })];
  readonly #cross = svg('path', { class: 'now' });
  readonly #dot = svg('circle', { class: 'now-dot', r: 5 });
  readonly #weight = document.createElement('span');
  readonly #channel: Channel;
  readonly #index: number;

  constructor(channel: Channel, index: number) {
    this.#channel = channel;
    this.#index = index;
    this.#drawing.append(this.#frame, this.#handles, this.#curve, ...this.#points, this.#cross, this.#dot);
    const caption = document.createElement('figcaption');
    const title = document.createElement('strong');
    title.textContent = say(channel.title);
    this.#weight.className = 'weight';
    caption.append(title, ' ', this.#weight);
    this.root = document.createElement('figure');
    this.root.className = `editor ${channel.tint}`;
    this.root.append(this.#drawing, caption);
  }

  show({ curve, fraction }: Segment): void {
    const [x1, y1, x2, y2] = curve(this.#index);
    const weight = curveWeight(x1, y1, x2, y2, fraction);
    const [a, b, c, d] = [x1, SIZE - y1, x2, SIZE - y2];
    this.#curve.setAttribute('d', `M0 ${SIZE}C${a} ${b} ${c} ${d} ${SIZE} 0`);
    this.#handles.setAttribute('d', `M0 ${SIZE}L${a} ${b}M${SIZE} 0L${c} ${d}`);
    setAttributes(this.#points[0], { cx: a, cy: b });
    setAttributes(this.#points[1], { cx: c, cy: d });
    const x = short(fraction * SIZE);
    const y = short(SIZE - weight * SIZE);
    this.#cross.setAttribute('d', `M${x} ${SIZE}V${y}H0`);
    setAttributes(this.#dot, { cx: x, cy: y });
    this.#weight.textContent = `${fixedText(fraction, 3)} → ${fixedText(weight, 3)}`;
    this.#drawing.setAttribute(
      'aria-label',
      say('{channel}: control points {first} and {second}', {
        channel: say(this.#channel.title),
        first: `${x1}, ${y1}`,
        second: `${x2}, ${y2}`,
      }),
    );
  }
}
