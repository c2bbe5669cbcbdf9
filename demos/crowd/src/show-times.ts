import { part } from '../../dance/src/player/part.js';
import { countText } from '../../home/src/number-text.js';
import type { FrameMeans } from './frame-times.js';

/** Writes them where they are read, once a second. */
export function showTimes({ update, draw, framesPerSecond }: FrameMeans, size: number, calls: number): void {
  const show = (id: string, text: string): unknown => (part(id, HTMLElement).textContent = text);
  show('update', milliseconds(update));
  show('each', milliseconds(update / size));
  show('draw', milliseconds(draw));
  show('calls', countText(calls));
  show('rate', framesPerSecond.toFixed(framesPerSecond < 10 ? 1 : 0));
}

function milliseconds(value: number): string {
  return `${value.toFixed(3)} ms`;
}
