import type { Motion } from '@odori/runtime/motion';
import { englishName } from '../../home/src/english-name.js';
import { visibleText } from '../../home/src/visible-text.js';

/** The bones of a motion for a list, busiest first. */
export function boneOptions({ bones }: Motion): HTMLOptionElement[] {
  const tracks = [...bones.values()].toSorted((a, b) => b.frames.length - a.frames.length);
  return tracks.map(({ name, frames }) => {
    const option = document.createElement('option');
    const english = englishName('bone', name);
    const keys = `${frames.length} ${frames.length === 1 ? 'key' : 'keys'}`;
    option.value = name;
    option.textContent = [visibleText(name) || '(no name)', english, keys].filter(Boolean).join(' · ');
    if (/[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u.test(name)) option.lang = 'ja';
    return option;
  });
}
