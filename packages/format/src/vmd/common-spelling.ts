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

const PADDINGS = [ZERO_PADDED, FD_PADDED];
const BLOCKS = [BLOCK_MMD9, BLOCK_OLD, BLOCK_TOOL];

/** The spelling of most bone keys, from what fits each. */
export function commonBoneSpelling(range: RecordRange, fits: Uint8Array): BoneSpelling {
  const { common, odd } = commonBits(range, fits, [PADDINGS, BLOCKS]);
  const block = common & BLOCK_MMD9 ? 'mmd9' : common & BLOCK_OLD ? 'old' : 'tool';
  return { padding: paddingName(common), block, odd };
}

/** The spelling of most morph or property keys. */
export function commonNameSpelling(range: RecordRange, fits: Uint8Array): RecordSpelling {
  const { common, odd } = commonBits(range, fits, [PADDINGS]);
  return { padding: paddingName(common), odd };
}

/** Of each group of alternatives the one that fits most keys, the first of equals; a key it does not fit is odd. */
function commonBits(
  range: RecordRange,
  fits: Uint8Array,
  alternatives: readonly number[][],
): { common: number; odd: OddRecords } {
  const counts = new Uint32Array(0x100); // of keys, by what fits
  for (let key = 0; key < fits.length; key++) counts[fits[key]]++;
  const total = (bit: number): number =>
    counts.reduce((sum, keys, what) => (what & bit ? sum + keys : sum), 0);
  let common = 0;
  for (const group of alternatives) common |= group.reduce((a, b) => (total(b) > total(a) ? b : a));
  const odd: number[] = [];
  for (let key = 0; key < fits.length; key++) if ((fits[key] & common) !== common) odd.push(key);
  return { common, odd: rawRecords(range, odd) };
}

function paddingName(common: number): RecordSpelling['padding'] {
  return common & ZERO_PADDED ? 'zero' : 'fd';
}

/** Copies records out of the file. */
export function rawRecords(range: RecordRange, keys: readonly number[]): OddRecords {
  const records = keys.map((key) => {
    const at = recordStart(range, key);
    return range.reader.bytesAt(at, recordStart(range, key + 1) - at);
  });
  return oddRecords(keys, records);
}
