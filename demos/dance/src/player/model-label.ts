import type { MmdModel } from '@odori/model';
import { nameLabel } from '../../../home/src/name-label.js';
import { visibleText } from '../../../home/src/visible-text.js';

/** The name of a model, and what its author calls it in English. */
export function modelLabel({ name, nameEn }: MmdModel): HTMLElement {
  const english = nameEn.trim();
  return nameLabel(name, english === '' || english === name ? undefined : visibleText(english));
}
