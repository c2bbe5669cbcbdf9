/**
 * How a VMD file spelled what its document says: all that cannot be derived from the columns.
 *
 * A spelling is used only while it still says the same as the document, so that an edited key is written anew.
 */
export interface VmdSource {
  /** The signature field with the junk after its NUL, 30 bytes. */
  signature?: Uint8Array;
  /** The model name field with the junk after its NUL, 20 bytes, or 10 in version 1. */
  modelName?: Uint8Array;
  /** The version that the file has: only of that one are its camera records a model. */
  version: 1 | 2;
  /** How many of the six sections are there: trailing ones may be missing, and an empty one may be present. */
  sectionCount: number;
  /** The file ends inside a section, or its count is larger than the file. */
  truncated?: { section: number; declaredCount: number; keptCount: number };
  bones: BoneSpelling;
  morphs: RecordSpelling;
  cameras: CameraSpelling;
  properties: RecordSpelling;
}

/** What the records of a section have in common, and those that differ. */
export interface RecordSpelling {
  /** What fills a name field after its NUL. */
  padding: 'zero' | 'fd';
  odd: OddRecords;
}

/** Bone keys spell their curves in one of three ways. */
export interface BoneSpelling extends RecordSpelling {
  /**
   * `mmd9`: physics flag in the first row, bytes of the position at the end.
   * `old`: no flag, 01 00 00 at the end, as MMD before 9 writes.
   * `tool`: physics flag, zeros at the end, as some exporters write.
   */
  block: 'mmd9' | 'old' | 'tool';
}

/** Camera records of version 1 may be the short ones. */
export interface CameraSpelling {
  recordBytes: 36 | 61;
  odd: OddRecords;
}

/** Raw records of the keys that the writer would spell otherwise. */
export interface OddRecords {
  /** Which keys, ascending. */
  indices: Uint32Array;
  /** `indices.length + 1`: record i lies at starts[i] to starts[i + 1] of `bytes`. */
  starts: Uint32Array;
  bytes: Uint8Array;
}

/** MMD 9's spelling throughout, no section present yet; in version 1, short camera records. */
export function newSource(version: 1 | 2): VmdSource {
  return {
    version,
    sectionCount: 0,
    bones: { padding: 'zero', block: 'mmd9', odd: noOddRecords() },
    morphs: { padding: 'zero', odd: noOddRecords() },
    cameras: { recordBytes: version === 1 ? 36 : 61, odd: noOddRecords() },
    properties: { padding: 'zero', odd: noOddRecords() },
  };
}

function noOddRecords(): OddRecords {
  return oddRecords([], []);
}

/** Lays raw records end to end. */
export function oddRecords(keys: readonly number[], records: readonly Uint8Array[]): OddRecords {
  const starts = new Uint32Array(records.length + 1);
  records.forEach((record, i) => (starts[i + 1] = starts[i] + record.length));
  const bytes = new Uint8Array(starts.at(-1)!);
  records.forEach((record, i) => bytes.set(record, starts[i]));
  return { indices: Uint32Array.from(keys), starts, bytes };
}
