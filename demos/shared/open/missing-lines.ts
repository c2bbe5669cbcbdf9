import {
  findTrack,
  type MissingNames,
  type Motion,
  noticeableMissing,
  type RigDefinition,
} from '@odori/runtime';
import { element } from '../dom.js';
import { englishName, type NameKind } from '../english-name.js';
import { nameLabel } from '../file-text.js';
import { amountText, countText } from '../number-text.js';

const MAX_NAMES = 8;
const MAX_LISTED = 200;

/** How many bones of a model a motion moves; empty if it moves all, or has no bones, such as a camera motion. */
export function movedLine({ bones }: Motion, { boneNames }: RigDefinition): HTMLElement[] {
  if (bones.size === 0) return [];
  const moved = boneNames.filter((name) => findTrack(bones, name) !== undefined).length;
  if (moved === boneNames.length) return [];
  const all = `the ${amountText(boneNames.length, 'bone')} of this model`;
  if (moved > 0) return [element('span', {}, `The motion moves ${countText(moved)} of ${all}.`)];
  return [element('span', {}, `The motion moves none of ${all}: it was made for a model with other bones.`)];
}

/**
 * What a motion moves and a model does not have: lines about bones of the body and morphs, which the viewer misses, and
 * lists of all others, such as hair, ties and leaf tips, which the user can open.
 */
export function missingLines(motion: Motion, missing: MissingNames): HTMLElement[] {
  const noticed = noticeableMissing(motion, missing);
  return (['bone', 'morph'] as const).flatMap((kind) => {
    const told = kind === 'bone' ? noticed.bones : noticed.morphs;
    const all = kind === 'bone' ? missing.bones : missing.morphs;
    const others = all.filter((name) => !told.includes(name));
    return [...toldLine(kind, told), ...quietDetails(kind, others, told.length > 0)];
  });
}

function toldLine(kind: NameKind, names: readonly string[]): HTMLElement[] {
  if (names.length === 0) return [];
  const labels = names.slice(0, MAX_NAMES).flatMap((name, i) => [i === 0 ? ' ' : ', ', labelOf(kind, name)]);
  const more = names.length > MAX_NAMES ? [` and ${countText(names.length - MAX_NAMES)} more`] : [];
  const verb = kind === 'bone' ? 'moves' : 'uses';
  const text = `The motion ${verb} ${amountText(names.length, kind)} that this model does not have:`;
  return [element('span', {}, text, ...labels, ...more, '.')];
}

function quietDetails(kind: NameKind, names: readonly string[], isMore: boolean): HTMLElement[] {
  if (names.length === 0) return [];
  const amount = amountText(names.length, isMore ? `other ${kind}` : kind);
  const summary = `The motion names ${amount} that this model does not have: `;
  const items = names.slice(0, MAX_LISTED).map((name) => element('li', {}, labelOf(kind, name)));
  const more = names.length - items.length;
  if (more > 0) items.push(element('li', {}, `and ${countText(more)} more`));
  return [element('details', {}, element('summary', {}, summary), element('ul', {}, ...items))];
}

function labelOf(kind: NameKind, name: string): HTMLElement {
  return nameLabel(name, englishName(kind, name));
}
