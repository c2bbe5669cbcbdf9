import { part } from '../../dance/src/player/part.js';

/** A check box of the page; calls back now and whenever it changes. Browsers that go back remember its state. */
export function checkBox(id: string, onChange: (isOn: boolean) => void): void {
  const box = part(id, HTMLInputElement);
  box.addEventListener('change', () => onChange(box.checked));
  onChange(box.checked);
}
