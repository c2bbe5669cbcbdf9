import { type RecordRange, recordStart } from './record-fields.js';
import { type BoneSpelling, oddRecords, type OddRecords, type RecordSpelling } from './vmd-source.js';

/*
 * A record can be spelled in several ways that say the same. A reader notes for every key which ways fit, one bit
 * each; a key that holds a short name and a plain curve fits several. An alternative is a group of bits, of which
 * the writer needs one.
 */

/** The name field's rest is filled with zeros (MMD 9). */
export const ZERO_PADDED = 1;
/** The name field's rest is filled with FD (older MMD). */
export const FD_PADDED = 2;
/** The curve block is MMD 9's. */
export const BLOCK_MMD9 = 4;
/** The curve block is older MMD's. */
export const BLOCK_OLD = 8;
/** The curve block is that of some exporters. */
export const BLOCK_TOOL = 16;

/** Groups of alternatives: what a spelling `S` calls them, and their bits. */
type Alternatives<S> = { readonly [G in keyof Omit<S, 'odd'>]: Readonly<Record<S[G] & string, number>> };

export const NAME_ALTERNATIVES: Alternatives<RecordSpelling> = {
  padding: { zero: ZERO_PADDED, fd: FD_PADDED },
};
export const BONE_ALTERNATIVES: Alternatives<BoneSpelling> = {
  ...NAME_ALTERNATIVES,
  block: { mmd9: BLOCK_MMD9, old: BLOCK_OLD, tool: BLOCK_TOOL },
};

/** Of each group of alternatives the one that fits most keys, the first of equals; a key it does not fit is odd. */
export function commonSpelling<S extends RecordSpelling>(
  range: RecordRange,
  fits: Uint8Array,
  alternatives: Alternatives<S>,
): S {
  const counts = new Uint32Array(0x80); // of keys, by what fits: seven bits
  for (let key = 0; key < fits.length; key++) counts[fits[key]]++;
  const total = (bit: number): number =>
    counts.reduce((sum, keys, what) => (what & bit ? sum + keys : sum), 0);
  const common: Record<string, string> = {};
  let bits = 0;
  for (const [group, ways] of Object.entries<Record<string, number>>(alternatives)) {
    const [way, bit] = Object.entries(ways).reduce((a, b) => (total(b[1]) > total(a[1]) ? b : a));
    common[group] = way;
    bits |= bit;
  }
  const odd: number[] = [];
  for (let key = 0; key < fits.length; key++) if ((fits[key] & bits) !== bits) odd.push(key);
  return { ...common, odd: rawRecords(range, odd) } as unknown as S;
}

/** Copies records out of the file. */
export function rawRecords(range: RecordRange, keys: readonly number[]): OddRecords {
  const records = keys.map((key) => {
    const at = recordStart(range, key);
    return range.reader.bytesAt(at, recordStart(range, key + 1) - at);
  });
  return oddRecords(keys, records);
}
