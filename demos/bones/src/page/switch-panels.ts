import { element } from '../../../home/src/element.js';
import { iksOf } from '../model/bone-kind.js';
import type { Performer } from '../model/performer.js';
import { boneLabel, boneText } from './bone-name.js';
import { part } from './controls.js';
import { switchList } from './switch-list.js';

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
