import { byId, element } from '../../../shared/dom.js';
import { joined, say } from '../../../shared/language/texts.js';
import type { PosedModel } from '../model/posed-model.js';
import { iksOf } from '../view/bone-shapes.js';
import { boneLabel, boneText } from './bone-facts.js';

/** Shows the switches for the IK chains and the append bones of a model. */
export function showSwitches(posed: PosedModel, onChange: () => void): void {
  const { pmx, definition } = posed;
  const iks = iksOf(definition).map(({ slot, bone, effector }) => ({
    index: slot,
    label: [boneLabel(pmx.bones[bone]), detail(say('moves {bone}', { bone: boneText(pmx.bones[effector]) }))],
  }));
  const appendBones = [...definition.appendKinds.keys()].filter((bone) => definition.appendKinds[bone] !== 0);
  const appends = appendBones.map((bone) => {
    const source = pmx.bones[definition.appendSources[bone]];
    const ratio = Math.round(definition.appendRatios[bone] * 1000) / 1000;
    return {
      index: bone,
      label: [boneLabel(pmx.bones[bone]), detail(joined([`${ratio} ×`, boneText(source)]))],
    };
  });
  fill('iks', switchList(iks, posed.ikSwitches, IKS, onChange));
  fill(
    'appends',
    switchList(appends, posed.appendSwitches, APPENDS, () => {
      posed.applyAppendSwitches();
      onChange();
    }),
  );
}

function detail(text: string): HTMLElement {
  return element('span', { class: 'detail' }, text);
}

function fill(id: string, content: readonly HTMLElement[]): void {
  const section = byId(id, HTMLElement);
  section.replaceChildren(section.querySelector('h2')!, ...content);
}

interface SwitchTexts {
  readonly none: string;
  readonly all: string;
}

const IKS: SwitchTexts = { none: 'This model has no IK.', all: 'All IK' };
const APPENDS: SwitchTexts = { none: 'This model has no append bones.', all: 'All append bones' };

/** A switch: its label, and the index of its state. */
interface Switch {
  label: readonly (Node | string)[];
  index: number;
}

/**
 * A list of check boxes that write 0 or 1 to `states`, with buttons that switch all. `texts`: for none of
 * them, and for all.
 *
 * `onChange` is called once after each change, also after one of all switches.
 */
function switchList(
  switches: readonly Switch[],
  states: Uint8Array,
  texts: SwitchTexts,
  onChange: () => void,
): HTMLElement[] {
  if (switches.length === 0) return [element('p', { class: 'quiet' }, say(texts.none))];
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
      { class: 'all', role: 'group', 'aria-label': say(texts.all) },
      button(say('All on'), () => setAll(true)),
      button(say('All off'), () => setAll(false)),
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
