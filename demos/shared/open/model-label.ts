import type { PlayerModel } from '@odori/element';
import { nameLabel, visibleText } from '../file-text.js';

/** The name of a model, with the English name from its file. */
export function modelLabel({ name, nameEn }: Pick<PlayerModel, 'name' | 'nameEn'>): HTMLElement {
  const english = nameEn.trim();
  return nameLabel(name, english === '' || english === name ? undefined : visibleText(english));
}
