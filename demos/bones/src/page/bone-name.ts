import type { PmxBone } from '@odori/format';
import { englishName } from '../../../home/src/english-name.js';
import { nameLabel } from '../../../home/src/name-label.js';
import { visibleText } from '../../../home/src/visible-text.js';

/** What a bone is called in English: by its maker, else by custom. */
export function englishBoneName({ name, nameEn }: PmxBone): string | undefined {
  const given = nameEn.trim();
  return given !== '' && given !== name ? visibleText(given) : englishName('bone', name);
}

/** Both names of a bone. */
export function boneLabel(bone: PmxBone): HTMLElement {
  return nameLabel(bone.name, englishBoneName(bone));
}

/** The same as plain text, where no elements can be. */
export function boneText(bone: PmxBone): string {
  const english = englishBoneName(bone);
  return visibleText(bone.name) + (english === undefined ? '' : ` · ${english}`);
}
