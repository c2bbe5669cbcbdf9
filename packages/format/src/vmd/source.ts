import { oddKeys } from '../columns/key-order.js';
import type { Records } from './columns.js';

/**
 * How a VMD file spelled what its document says: everything that cannot be derived from the columns.
 *
 * A spelling is used only while it still says the same as the document. An edited key is written anew.
 *
 * @inline
 */
export interface VmdSource {
  /** The signature field with the junk after its NUL, 30 bytes. */
  signature?: Uint8Array;
  /** The model name field with the junk after its NUL, 20 bytes, or 10 in version 1. */
  modelName?: Uint8Array;
  /** The version of the file. If the document is written as another version, `cameras` is not used. */
  version: 1 | 2;
  /**
   * How many of the six sections the file has: trailing ones may be missing, and an empty one may be present.
   */
  sectionCount: number;
  /** Present if the file ends inside a section, or if a count is larger than the file. */
  truncated?: { section: number; declaredCount: number; keptCount: number };
  bones: {
    /** What fills a name field after its NUL in most records. */
    padding: 'zero' | 'fd';
    /**
     * How most records spell their curves.
     * `mmd9`: physics flag in the first row, bytes of the position at the end.
     * `old`: no flag, 01 00 00 at the end, as MMD before 9 writes.
     * `tool`: physics flag, zeros at the end, as some exporters write.
     */
    block: 'mmd9' | 'old' | 'tool';
    /** Raw records of the keys that the writer would spell otherwise. */
    odd: {
      /** Which keys, ascending. */
      indices: Uint32Array;
      /** `indices.length + 1`: record i lies at starts[i] to starts[i + 1] of `bytes`. */
      starts: Uint32Array;
      bytes: Uint8Array;
    };
  };
  morphs: { padding: VmdSource['bones']['padding']; odd: VmdSource['bones']['odd'] };
  /** Camera records of version 1 may be the short ones. */
  cameras: { recordBytes: 36 | 61; odd: VmdSource['bones']['odd'] };
  properties: VmdSource['morphs'];
}

export type BoneSpelling = VmdSource['bones'];
export type CameraSpelling = VmdSource['cameras'];
/** The spelling of morph and property keys, a part of that of bone keys. */
export type RecordSpelling = VmdSource['morphs'];
export type OddRecords = BoneSpelling['odd'];

/** The keys of a section, and how they are spelled if the file is read lossless. */
export interface SpelledKeys<K, S> {
  readonly keys: K;
  readonly spelling?: S;
}

/** MMD 9's spelling of every section; in version 1, short camera records. No section is present yet. */
export function newSource(version: 1 | 2): VmdSource {
  return {
    version,
    sectionCount: 0,
    bones: { padding: 'zero', block: 'mmd9', odd: oddRecords([], []) },
    morphs: { padding: 'zero', odd: oddRecords([], []) },
    cameras: { recordBytes: version === 1 ? 36 : 61, odd: oddRecords([], []) },
    properties: { padding: 'zero', odd: oddRecords([], []) },
  };
}

/*
 * A record can be spelled in several ways that say the same. A reader notes in a byte per key, `fits`, which
 * of the ways below fit it: a key with a short name and a linear curve fits several.
 */

/** The name field is filled with zeros after its NUL (MMD 9). */
export const ZERO_PADDED = 1;
/** The name field is filled with FD after its NUL (older MMD). */
export const FD_PADDED = 2;
/** The curve block is spelled as MMD 9 does it. */
export const BLOCK_MMD9 = 4;
/** The curve block is spelled as MMD before 9 does it. */
export const BLOCK_OLD = 8;
/** The curve block is spelled as some exporters do it. */
export const BLOCK_TOOL = 16;

const PADDINGS = [
  ['zero', ZERO_PADDED],
  ['fd', FD_PADDED],
] as const;
const BLOCKS = [
  ['mmd9', BLOCK_MMD9],
  ['old', BLOCK_OLD],
  ['tool', BLOCK_TOOL],
] as const;

/** The padding that fits most keys, and the raw records of the other keys. */
export function commonSpelling(records: Records, fits: Uint8Array): RecordSpelling {
  const [padding, bit] = mostFrequent(fits, PADDINGS);
  return { padding, odd: recordsWithout(records, fits, bit) };
}

/** The same for bone keys: a padding and a block. */
export function commonBoneSpelling(records: Records, fits: Uint8Array): BoneSpelling {
  const [padding, paddingBit] = mostFrequent(fits, PADDINGS);
  const [block, blockBit] = mostFrequent(fits, BLOCKS);
  return { padding, block, odd: recordsWithout(records, fits, paddingBit | blockBit) };
}

/** The way that fits most keys, the first of equals. */
function mostFrequent<W extends string>(
  fits: Uint8Array,
  ways: readonly (readonly [way: W, bit: number])[],
): readonly [way: W, bit: number] {
  const count = (bit: number): number => oddKeys(fits.length, (key) => fits[key] & bit).count;
  return ways.reduce((best, next) => (count(next[1]) > count(best[1]) ? next : best));
}

function recordsWithout(records: Records, fits: Uint8Array, bits: number): OddRecords {
  const keys: number[] = [];
  for (let key = 0; key < fits.length; key++) if ((fits[key] & bits) !== bits) keys.push(key);
  return rawRecords(records, keys);
}

/** Copies records out of the file. */
export function rawRecords(records: Records, keys: readonly number[]): OddRecords {
  const { reader, layout, starts } = records;
  const raw = keys.map((key) => {
    const at = starts[key];
    const length = starts[key + 1] - at;
    reader.spend(length + 8, layout.section);
    return reader.bytesAt(at, length);
  });
  return oddRecords(keys, raw);
}

/** Lays raw records end to end. */
export function oddRecords(keys: readonly number[], records: readonly Uint8Array[]): OddRecords {
  const starts = new Uint32Array(records.length + 1);
  records.forEach((record, i) => (starts[i + 1] = starts[i] + record.length));
  const bytes = new Uint8Array(starts.at(-1)!);
  records.forEach((record, i) => bytes.set(record, starts[i]));
  return { indices: Uint32Array.from(keys), starts, bytes };
}
