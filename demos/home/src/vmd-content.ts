import { element } from './element.js';
import { type Fact, factList } from './fact-list.js';
import { ikTable } from './ik-table.js';
import { fileText } from './name-label.js';
import { amountText, clockText, countText, secondsText, shareText } from './number-text.js';
import { sectionTable } from './section-table.js';
import type { VmdSummary } from './summarize-vmd.js';
import { trackTable } from './track-table.js';
import { warningList } from './warning-list.js';

/** What is in a motion, for people. */
export function vmdContent(summary: VmdSummary): readonly HTMLElement[] {
  const { sections, bones, morphs, ik, warnings } = summary;
  const beside = [...warningList(warnings)];
  if (ik.length > 0) beside.push(ikTable(ik));
  const overview = [sectionTable(sections)];
  if (beside.length > 0) overview.push(element('div', {}, ...beside));
  const tracks: HTMLElement[] = [];
  if (bones.length > 0) tracks.push(trackTable('bone', bones));
  if (morphs.length > 0) tracks.push(trackTable('morph', morphs));
  return [
    factList(vmdFacts(summary)),
    element('div', { class: 'blocks' }, ...overview),
    element('div', { class: 'blocks' }, ...tracks),
  ];
}

function vmdFacts(summary: VmdSummary): Fact[] {
  const keys = summary.sections.reduce((sum, { count }) => sum + count, 0);
  const facts: Fact[] = [
    { term: 'Model', value: fileText(summary.modelName) },
    lengthFact(summary.lastFrame),
    { term: 'Keys', value: countText(keys) },
  ];
  for (const [name, curved] of [
    ['bone', summary.curvedBoneKeys],
    ['camera', summary.curvedCameraKeys],
  ] as const) {
    const count = summary.sections.find((section) => section.name === name)!.count;
    if (count > 0) facts.push(curvedFact(name, curved, count));
  }
  if (summary.bones.length > 0) facts.push(physicsFact(summary.physicsOffKeys));
  if (summary.hiddenKeys > 0) facts.push({ term: 'Hidden', value: amountText(summary.hiddenKeys, 'key') });
  if (summary.trailingBytes > 0) {
    facts.push({ term: 'Left over at the end', value: amountText(summary.trailingBytes, 'byte') });
  }
  return facts;
}

function lengthFact(lastFrame: number | undefined): Fact {
  if (lastFrame === undefined) return { term: 'Length', value: '–', detail: 'no keys' };
  const detail = `last frame ${countText(lastFrame)}, ${secondsText(lastFrame)} at 30 fps`;
  return { term: 'Length', value: clockText(lastFrame), detail };
}

function curvedFact(name: 'bone' | 'camera', curved: number, count: number): Fact {
  const detail = `${countText(curved)} of ${amountText(count, `${name} key`)}`;
  return {
    term: name === 'bone' ? 'Curved keys' : 'Curved camera keys',
    value: shareText(curved, count),
    detail,
  };
}

function physicsFact(keys: number): Fact {
  return { term: 'Physics off', value: keys === 0 ? 'never' : amountText(keys, 'key') };
}
