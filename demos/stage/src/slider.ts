import { part } from '../../dance/src/player/part.js';

/**
 * A slider of the page, `#id`, whose value stands in `#id-value`; calls back now and whenever it moves.
 *
 * Now too, because a browser that goes back remembers where it stood.
 */
export function slider(id: string, text: (value: number) => string, onValue: (value: number) => void): void {
  const input = part(id, HTMLInputElement);
  const shown = part(`${id}-value`, HTMLElement);
  const tell = (): void => {
    shown.textContent = text(input.valueAsNumber);
    input.setAttribute('aria-valuetext', shown.textContent);
    onValue(input.valueAsNumber);
  };
  input.addEventListener('input', tell);
  tell();
}
