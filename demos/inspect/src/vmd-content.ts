import { element } from '../../shared/dom.js';
import { englishName, type NameKind, nameWithMeaning } from '../../shared/english-name.js';
import { fileText } from '../../shared/file-text.js';
import { enumerated, say } from '../../shared/language/texts.js';
import { amountText, clockText, countText, secondsText, percentText } from '../../shared/number-text.js';
import { warningList } from './problem-content.js';
import type {
  IkChange,
  IkSummary,
  SectionName,
  SectionSummary,
  TrackSummary,
  VmdSummary,
} from './summarize-vmd.js';
import { dataTable, type Fact, factList } from './tables.js';

/** The contents of a motion as elements. */
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
    { term: 'Keyframes', value: countText(keys) },
  ];
  for (const [name, curved] of [
    ['bone', summary.curvedBoneKeys],
    ['camera', summary.curvedCameraKeys],
  ] as const) {
    const count = summary.sections.find((section) => section.name === name)!.count;
    if (count > 0) facts.push(curvedFact(name, curved, count));
  }
  if (summary.bones.length > 0) facts.push(physicsFact(summary.physicsOffKeys));
  if (summary.hiddenKeys > 0)
    facts.push({ term: 'Hidden', value: amountText(summary.hiddenKeys, 'keyframe') });
  if (summary.trailingBytes > 0) {
    facts.push({ term: 'Trailing data', value: amountText(summary.trailingBytes, 'byte') });
  }
  return facts;
}

function lengthFact(lastFrame: number | undefined): Fact {
  if (lastFrame === undefined) return { term: 'Length', value: '–', detail: say('no keyframes') };
  const values = { frame: lastFrame, seconds: secondsText(lastFrame) };
  const detail = say('last frame {frame}, {seconds} at 30 fps', values);
  return { term: 'Length', value: clockText(lastFrame), detail };
}

function curvedFact(name: 'bone' | 'camera', curved: number, count: number): Fact {
  const all = amountText(count, name === 'bone' ? 'bone keyframe' : 'camera keyframe');
  const detail = say('{count} of {all}', { count: curved, all });
  return {
    term: name === 'bone' ? 'Curved keyframes' : 'Curved camera keyframes',
    value: percentText(curved, count),
    detail,
  };
}

function physicsFact(keys: number): Fact {
  return { term: 'Physics off', value: keys === 0 ? say('never') : amountText(keys, 'keyframe') };
}

const TITLES: Readonly<Record<SectionName, string>> = {
  bone: 'Bone',
  morph: 'Morph',
  camera: 'Camera',
  light: 'Light',
  selfShadow: 'Self-shadow',
  property: 'Property',
};

/** The six sections of a motion. Empty ones are listed too, because that is useful to know. */
function sectionTable(sections: readonly SectionSummary[]): HTMLElement {
  return dataTable<SectionSummary>({
    title: 'Sections',
    rows: sections,
    columns: [
      { head: 'Section', kind: 'text', cell: ({ name }) => say(TITLES[name]) },
      { head: 'Keyframes', kind: 'number', cell: ({ count }) => countText(count) },
      { head: 'First', kind: 'number', cell: ({ frames }) => frameText(frames?.first) },
      { head: 'Last', kind: 'number', cell: ({ frames }) => frameText(frames?.last) },
    ],
  });
}

function frameText(frame: number | undefined): string {
  return frame === undefined ? '–' : countText(frame);
}

const MAX_CHANGES = 6;

/** The IK bones that a motion switches, and when. */
function ikTable(ik: readonly IkSummary[]): HTMLElement {
  return dataTable<IkSummary>({
    title: 'IK switches',
    rows: ik,
    columns: [
      { head: 'IK bone', kind: 'name', cell: ({ name }) => nameWithMeaning('bone', name) },
      { head: 'Keyframes', kind: 'number', cell: ({ keys }) => countText(keys) },
      { head: 'From frame', kind: 'text', cell: ({ changes }) => changesText(changes) },
    ],
    searchText: ({ name }) => `${name} ${englishName('bone', name) ?? ''}`,
  });
}

function changesText(changes: readonly IkChange[]): string {
  const texts = changes
    .slice(0, MAX_CHANGES)
    .map(({ frame, enabled }) => say(enabled ? '{frame} on' : '{frame} off', { frame }));
  if (changes.length > MAX_CHANGES)
    texts.push(say('and {count} more', { count: changes.length - MAX_CHANGES }));
  return enumerated(texts);
}

/** The bones or morphs of a motion with their keyframes. */
function trackTable(kind: NameKind, tracks: readonly TrackSummary[]): HTMLElement {
  return dataTable<TrackSummary>({
    title: kind === 'bone' ? 'Bones' : 'Morphs',
    rows: tracks,
    columns: [
      { head: 'Name', kind: 'name', cell: ({ name }) => nameWithMeaning(kind, name) },
      { head: 'Keyframes', kind: 'number', cell: ({ keys }) => countText(keys) },
      { head: 'First', kind: 'number', cell: ({ first }) => countText(first) },
      { head: 'Last', kind: 'number', cell: ({ last }) => countText(last) },
      { head: 'Over time', kind: 'strip', cell: ({ density }) => keyStrip(density) },
    ],
    searchText: ({ name }) => `${name} ${englishName(kind, name) ?? ''}`,
  });
}

const SVG = 'http://www.w3.org/2000/svg';
const BIN_WIDTH = 2;
const BAR_WIDTH = 1.5;
const HEIGHT = 14;
/** The smallest height of a bar, so that a single keyframe is visible beside hundreds. */
const MIN_BAR = 5;

/** A bar chart of the keyframes of a track over time. */
function keyStrip(density: Uint8ClampedArray): SVGSVGElement {
  const strip = document.createElementNS(SVG, 'svg');
  strip.setAttribute('class', 'key-strip');
  strip.setAttribute('viewBox', `0 0 ${density.length * BIN_WIDTH} ${HEIGHT}`);
  strip.setAttribute('preserveAspectRatio', 'none');
  strip.setAttribute('aria-hidden', 'true');
  const bars = document.createElementNS(SVG, 'path');
  bars.setAttribute('d', barsPath(density));
  strip.append(bars);
  return strip;
}

function barsPath(density: Uint8ClampedArray): string {
  const most = Math.max(1, ...density);
  let path = '';
  density.forEach((keys, bin) => {
    if (keys === 0) return;
    const height = MIN_BAR + (HEIGHT - MIN_BAR) * Math.sqrt((keys - 1) / Math.max(1, most - 1));
    path += `M${bin * BIN_WIDTH} ${HEIGHT}v-${height.toFixed(1)}h${BAR_WIDTH}V${HEIGHT}z`;
  });
  return path;
}
