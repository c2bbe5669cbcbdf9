import { parsePmd, type Pmx, pmdToPmx } from '@odori/format';

/** A PMD as a PMX document. It is a separate module, so that pages without PMDs need not load it. */
export function parsePmdModel(bytes: Uint8Array): Pmx {
  return pmdToPmx(parsePmd(bytes));
}
