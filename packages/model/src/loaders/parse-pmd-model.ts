import { parsePmd, type Pmx, pmdToPmx } from '@odori/format';

/** A PMD as the PMX that MMD would make of it; a module of its own, which pages without PMDs need not load. */
export function parsePmdModel(bytes: Uint8Array): Pmx {
  return pmdToPmx(parsePmd(bytes));
}
