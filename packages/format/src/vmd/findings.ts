import type { FormatWarning } from '../errors.js';
import type { VmdSource } from './source.js';

/** What a file has besides its keys: how it spells them, and what is odd about them. */
export interface Findings {
  source: VmdSource;
  warnings: FormatWarning[];
}

/**
 * Gives a document `source` and `warnings`, which `find` finds out when one of them is first read: playback needs neither,
 * and they take longer than all keys.
 */
export function withFindings<D extends object>(document: D, find: () => Findings): D & Findings {
  let findOnce: typeof find | undefined = find; // it may hold a copy of the file
  let found: Findings | undefined;
  for (const field of ['source', 'warnings'] as const)
    Object.defineProperty(document, field, {
      enumerable: true,
      configurable: true,
      get: () => {
        found ??= findOnce!();
        findOnce = undefined;
        return found[field];
      },
      set: (value) => {
        Object.defineProperty(document, field, { value, writable: true });
      },
    });
  return document as D & Findings;
}
