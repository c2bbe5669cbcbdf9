import { element } from '../../../home/src/element.js';

/** A switch of the page: what it is called, and where its state lies. */
export interface Switch {
  label: readonly (Node | string)[];
  index: number;
}

/**
 * A list of check boxes that write 0 or 1 into `states`, with buttons for all of them. `what` says what they switch.
 *
 * `onChange` is called after each change, once for all.
 */
export function switchList(
  switches: readonly Switch[],
  states: Uint8Array,
  what: string,
  onChange: () => void,
): HTMLElement[] {
  if (switches.length === 0) return [element('p', { class: 'quiet' }, `This model has no ${what}.`)];
  const boxes = switches.map(({ index }) => checkBox(states, index, onChange));
  const setAll = (isOn: boolean): void => {
    boxes.forEach((box) => (box.checked = isOn));
    switches.forEach(({ index }) => (states[index] = isOn ? 1 : 0));
    onChange();
  };
  const items = switches.map(({ label }, i) =>
    element('li', {}, element('label', { class: 'check' }, boxes[i], element('span', {}, ...label))),
  );
  return [
    element(
      'p',
      { class: 'all', role: 'group', 'aria-label': `All ${what}` },
      button('All on', () => setAll(true)),
      button('All off', () => setAll(false)),
    ),
    element('ul', { class: 'switches' }, ...items),
  ];
}

function checkBox(states: Uint8Array, index: number, onChange: () => void): HTMLInputElement {
  const box = element('input', { type: 'checkbox' });
  box.checked = states[index] !== 0;
  box.addEventListener('change', () => {
    states[index] = box.checked ? 1 : 0;
    onChange();
  });
  return box;
}

function button(text: string, onClick: () => void): HTMLButtonElement {
  const made = element('button', { type: 'button' }, text);
  made.addEventListener('click', onClick);
  return made;
}
