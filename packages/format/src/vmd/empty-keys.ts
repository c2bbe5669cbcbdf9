import type { SectionLayout } from './layout.js';

/** Columns for `count` keys, all zero, with no names. */
export function emptyKeys<K>(layout: SectionLayout<K>, count: number): K {
  const keys: Record<string, unknown> = { count };
  if ('nameIndex' in layout.fields) keys['names'] = [];
  for (const [column, { type, perKey }] of layout.columns) {
    keys[column] = new type(perKey * count);
  }
  return keys as K;
}
