import type { PlayerModel } from '@odori/element';
import { nameLabel, visibleText } from '../file-text.js';

/** The name of a model, with the English name from its file, which in some files is broken Japanese. */
export function modelLabel({ name, nameEn }: Pick<PlayerModel, 'name' | 'nameEn'>): HTMLElement {
  const english = nameEn.trim();
  const isShown = english !== name && LATIN.test(english);
  return nameLabel(name, isShown ? visibleText(english) : undefined);
}

/** Latin letters, with digits and signs. */
const LATIN = /^(?=.*\p{Script=Latin})[\p{Script=Latin}\p{Script=Common}]+$/u;
