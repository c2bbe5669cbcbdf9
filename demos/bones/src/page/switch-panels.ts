import { element } from '../../../shared/dom.js';
import { iksOf } from '../model/bone-kind.js';
import type { Performer } from '../model/posed-model.js';
import { boneLabel, boneText } from './bone-facts.js';
import { part } from './controls.js';

/** The lists of IKs and of appended bones of a model. */
export function showSwitches(performer: Performer, onChange: () => void): void {
  const { pmx, definition } = performer;
  const iks = iksOf(definition).map(({ slot, bone, effector }) => ({
    index: slot,
    label: [boneLabel(pmx.bones[bone]), detail(`moves ${boneText(pmx.bones[effector])}`)],
  }));
  const appended = [...definition.appendKinds.keys()].filter((bone) => definition.appendKinds[bone] !== 0);
  const appends = appended.map((bone) => {
    const source = pmx.bones[definition.appendSources[bone]];
    const ratio = Math.round(definition.appendRatios[bone] * 1000) / 1000;
    return { index: bone, label: [boneLabel(pmx.bones[bone]), detail(`${ratio} × ${boneText(source)}`)] };
  });
  fill('iks', switchList(iks, performer.ikSwitches, 'IK', onChange));
  fill(
    'appends',
    switchList(appends, performer.appendSwitches, 'bones that are driven by others', () => {
      performer.applyAppendSwitches();
      onChange();
    }),
  );
}

function detail(text: string): HTMLElement {
  return element('span', { class: 'detail' }, text);
}

function fill(id: string, content: readonly HTMLElement[]): void {
  const section = part(id, HTMLElement);
  section.replaceChildren(section.querySelector('h2')!, ...content);
}

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
