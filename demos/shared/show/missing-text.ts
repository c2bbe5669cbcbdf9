import { listOf, say } from '../language/texts.js';
import { noticeableMissing, type MissingNames, type Motion } from '@odori/runtime';
import { amountText } from '../number-text.js';

/** What a viewer may miss. */
interface Missing {
  readonly motion: Motion | undefined;
  /** The names in the motion that the model does not have. */
  readonly names: MissingNames | undefined;
  /** How many textures of the model could not be loaded. */
  readonly textures: number;
}

/**
 * What is missing, in one line; empty if a viewer misses nothing.
 *
 * @example
 * missingText({ motion, names: { bones: ['グルーブ'], morphs: [], ikBones: [] }, textures: 2 });
 * // → 'Missing: 1 bone and 2 textures.'
 */
export function missingText({ motion, names, textures }: Missing): string {
  const seen = motion && names ? noticeableMissing(motion, names) : { bones: [], morphs: [] };
  const amounts = [
    { noun: 'bone', count: seen.bones.length },
    { noun: 'morph', count: seen.morphs.length },
    { noun: 'texture', count: textures },
  ];
  const texts = amounts.filter(({ count }) => count > 0).map(({ count, noun }) => amountText(count, noun));
  if (texts.length === 0) return '';
  return say('Missing: {names}.', { names: listOf(texts) });
}
