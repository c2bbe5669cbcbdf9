/** The spelling of a parsed file. Offsets are those of the file; a writer uses what still fits the document. */
export interface PmxSource {
  /** The globals as stored: encoding, additional UVs, then bytes per index of vertex, texture, material, bone, morph, body, and what follows. */
  globals: Uint8Array;
  /** The four bytes of the version. */
  version: Uint8Array;
  /** Texts whose bytes their encoding does not define. They are written back where they still say the text. */
  oddTexts: { offset: number; bytes: Uint8Array }[];
  /** The bits of every NaN among single numbers, for a number keeps none of them. */
  nans: { offset: number; bits: number }[];
  /**
   * The section in which the file breaks off, its declared count and how many are kept; `trailing` has the rest. Both
   * are 0 if the file ends before the count.
   */
  truncated?: {
    section: 'morphs' | 'displayFrames' | 'rigidBodies' | 'joints' | 'softBodies';
    declaredCount: number;
    keptCount: number;
  };
  /** It says to be of version 2, yet has what only 2.1 knows: QDEF, flip or impulse morphs. */
  isMixed?: true;
}

/** The sections that a truncated file may end in and still be of use. */
export type PmxSectionName = NonNullable<PmxSource['truncated']>['section'];
