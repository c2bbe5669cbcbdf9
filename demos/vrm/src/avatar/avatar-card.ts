import type { Motion } from '@odori/runtime';
import type { HumanoidBinding, VrmMeta } from '@odori/vrm';
import { element } from '../../../shared/dom.js';
import { nameWithMeaning } from '../../../shared/english-name.js';
import { fileText } from '../../../shared/file-text.js';
import { say } from '../../../shared/language/texts.js';
import { amountText } from '../../../shared/number-text.js';
import type { Avatar } from '../../../shared/load-avatar.js';
import { licenseText, termLine, wordsOf } from './avatar-terms.js';

/** Who made an avatar, what its author allows, and what it lacks for a dance. */
export function avatarCard({ name, meta, binding }: Avatar, motion: Motion): HTMLElement[] {
  return [
    element('p', { class: 'model-name' }, fileText(name)),
    ...(meta
      ? termsOf(meta)
      : [element('p', { class: 'quiet' }, say('A humanoid in a GLB file, without terms of use.'))]),
    ...missingOf(binding, motion),
  ];
}

function termsOf({ authors, license, others }: VrmMeta): HTMLElement[] {
  const list = element('dl', { class: 'facts' });
  const add = (title: string, ...content: (Node | string)[]): void => {
    list.append(element('div', {}, element('dt', {}, title), element('dd', {}, ...content)));
  };
  if (authors.length > 0) add(say('Author'), fileText(authors.join(', ')));
  add(say('License'), licenseText(license));
  if (others.size === 0) return [list];
  const items = [...others].map(([key, value]) => termLine(key, value));
  const region = element(
    'div',
    { class: 'terms', tabindex: '0', role: 'region', 'aria-label': say('The author’s terms') },
    element('ul', {}, ...items),
  );
  return [list, element('details', {}, element('summary', {}, say('The author’s terms')), region)];
}

const MAX_NAMES = 30;

/** The bones that it lacks, and the expressions that the dance would use. */
function missingOf({ missing, humanoid }: HumanoidBinding, { morphs }: Motion): HTMLElement[] {
  const faces = missing.morphs.filter((name) => morphs.has(name));
  if (missing.bones.length + faces.length === 0)
    return [element('p', { class: 'quiet' }, say('It has all bones and expressions that the dance uses.'))];
  const bones = missing.bones.map((bone) => element('li', { lang: 'en' }, wordsOf(bone)));
  const expressions = faces
    .slice(0, MAX_NAMES)
    .map((name) => element('li', {}, nameWithMeaning('morph', name)));
  const all = amountText(humanoid.bones.length + missing.bones.length, 'human bone');
  const boneCounts = { count: missing.bones.length, all };
  const faceCount = { morphs: amountText(faces.length, 'morph') };
  return [
    ...detailsOf(say('It lacks {count} of {all}', boneCounts), bones),
    ...detailsOf(say('It lacks expressions for {morphs} of the dance', faceCount), expressions),
  ];
}

function detailsOf(title: string, items: readonly HTMLElement[]): HTMLElement[] {
  if (items.length === 0) return [];
  return [element('details', {}, element('summary', {}, title), element('ul', {}, ...items))];
}
