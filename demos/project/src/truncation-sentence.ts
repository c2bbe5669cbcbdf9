import type { Pmm } from '@odori/format';
import { amountText } from '../../shared/number-text.js';

/** Says that a project is truncated, and what of it is shown; undefined for a whole project. */
export function truncationSentence({ models, warnings }: Pmm): string | undefined {
  const warning = warnings.find(({ code }) => code === 'truncated');
  if (!warning) return undefined;
  return `The file ends too early. Only what is whole is shown: ${amountText(models.length, 'model')}. ${warning.message}.`;
}
