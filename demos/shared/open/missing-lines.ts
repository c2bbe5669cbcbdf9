import { listOf, say } from '../language/texts.js';
import {
  type MissingNames,
  type Motion,
  matchTracks,
  noticeableMissing,
  type NoticeableNames,
  type RigDefinition,
} from '@odori/runtime';
import { element } from '../dom.js';
import { type NameKind, nameWithMeaning } from '../english-name.js';
import { amountText } from '../number-text.js';

const MAX_NAMES = 8;
const MAX_LISTED = 200;

/**
 * How many bones of a model a motion moves; empty if it moves all, or has no bones, such as a camera motion.
 */
export function movedLine({ bones }: Motion, { boneNames }: RigDefinition): HTMLElement[] {
  if (bones.size === 0) return [];
  const moved = matchTracks(bones, boneNames).tracks.filter((track) => track !== undefined).length;
  if (moved === boneNames.length) return [];
  const values = { moved, bones: amountText(boneNames.length, 'bone') };
  const text =
    moved === 0
      ? 'The motion moves none of the {bones} of this model: it was made for a model with other bones.'
      : 2 * moved < bones.size
        ? 'The motion moves {moved} of the {bones} of this model: it was made for a model with other bones.'
        : 'The motion moves {moved} of the {bones} of this model.';
  return [element('span', {}, say(text, values))];
}

/**
 * What a motion moves and a model does not have: lines about bones of the body and morphs, which the viewer
 * misses, and a list of all others, such as hair, ties and leaf tips, which the user can open.
 */
export function missingLines(motion: Motion, missing: MissingNames): HTMLElement[] {
  const noticeable = noticeableMissing(motion, missing);
  const others = {
    bones: missing.bones.filter((name) => !noticeable.bones.includes(name)),
    morphs: missing.morphs.filter((name) => !noticeable.morphs.includes(name)),
  };
  const hasNoticeable = noticeable.bones.length + noticeable.morphs.length > 0;
  return [
    ...namesLine('bone', noticeable.bones),
    ...namesLine('morph', noticeable.morphs),
    ...quietDetails(others, hasNoticeable),
  ];
}

function namesLine(kind: NameKind, names: readonly string[]): HTMLElement[] {
  if (names.length === 0) return [];
  const labels = names.slice(0, MAX_NAMES).flatMap((name, i) => [i === 0 ? ' ' : ', ', labelOf(kind, name)]);
  const more =
    names.length > MAX_NAMES ? [' ', say('and {count} more', { count: names.length - MAX_NAMES })] : [];
  const english =
    kind === 'bone'
      ? 'The motion moves {names} that this model does not have:'
      : 'The motion uses {names} that this model does not have:';
  const text = say(english, { names: amountText(names.length, kind) });
  return [element('span', {}, text, ...labels, ...more, '.')];
}

/** `hasNoticeable` says whether a line above names others. */
function quietDetails({ bones, morphs }: NoticeableNames, hasNoticeable: boolean): HTMLElement[] {
  const items = [
    ...bones.map((name) => ['bone', name] as const),
    ...morphs.map((name) => ['morph', name] as const),
  ];
  if (items.length === 0) return [];
  const amounts = [
    ...(bones.length > 0 ? [amountText(bones.length, hasNoticeable ? 'other bone' : 'bone')] : []),
    ...(morphs.length > 0 ? [amountText(morphs.length, hasNoticeable ? 'other morph' : 'morph')] : []),
  ];
  const summary = say('The motion names {names} that this model does not have:', { names: listOf(amounts) });
  const list = items.slice(0, MAX_LISTED).map(([kind, name]) => element('li', {}, labelOf(kind, name)));
  const more = items.length - list.length;
  if (more > 0) list.push(element('li', {}, say('and {count} more', { count: more })));
  return [element('details', {}, element('summary', {}, summary, ' '), element('ul', {}, ...list))];
}

function labelOf(kind: NameKind, name: string): HTMLElement {
  return nameWithMeaning(kind, name);
}
