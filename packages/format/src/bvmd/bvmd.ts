import type { FormatWarning } from '../errors.js';
import {
  emptyBones,
  emptyCameras,
  emptyMorphs,
  emptyProperties,
  type VmdBones,
  type VmdCameras,
  type VmdMorphs,
  type VmdProperties,
} from '../vmd/vmd.js';

/** The known versions are 2.0.0, 2.1.0 and 3.0.0. @inline */
export type BvmdVersion = [major: number, minor: number, patch: number];

/**
 * A BVMD file as data. BVMD is babylon-mmd's form of VMD: sorted, without light, self shadow and model name.
 *
 * The columns are those of a `Vmd`, in MMD's own space. The keys are sorted by track, in file order. Plain
 * data. `parseBvmd` makes a document from bytes, `vmdToBvmd` from a VMD. `Motion.from` accepts it.
 */
export interface Bvmd {
  format: 'bvmd';
  version: BvmdVersion;
  bones: BvmdBones;
  morphs: VmdMorphs;
  cameras: BvmdCameras;
  /**
   * In a file, every key has all IK switches. In a document, a key may lack those that it leaves unchanged.
   */
  properties: VmdProperties;
  /** The bytes after the last section. */
  trailing: Uint8Array;
  /**
   * What the other fields cannot say, kept so that writing gives the same bytes: the file ends early, has
   * padding that is not zero, or has sections at unusual offsets or not at all. Absent otherwise, and in new
   * documents.
   */
  source?: {
    version: BvmdVersion;
    /** Bytes before `trailing`. */
    length: number;
    /** The file ends inside a section or its padding. */
    truncated: boolean;
    /** Where each section begins, and the bytes of its whole parts. −1 and 0 if the section is missing. */
    sections: { begin: number; bytes: number }[];
    /** The bytes of all names and the numbers of their keys. A document with others gets the usual layout. */
    shape: Uint32Array;
    /** Bytes that the rest of the document cannot hold, with their offsets in the file. */
    patches: { offset: number; bytes: Uint8Array }[];
  };
  /** Problems that did not stop parsing. */
  warnings: FormatWarning[];
}

export type BvmdSource = NonNullable<Bvmd['source']>;

/**
 * Bone keys. A name is a track; its `bytes` are UTF-8. If a VMD cut the name inside a character, they end
 * with U+FFFD, which the text lacks.
 *
 * @inline
 */
export interface BvmdBones extends VmdBones {
  /** One per name: 1 = the track has positions in the file; 0 = it has rotations only. */
  movable: Uint8Array;
}

/** Camera keys. All are perspective: the format has no orthographic keys. @inline */
export interface BvmdCameras extends Omit<VmdCameras, 'fovs'> {
  /** `count`, vertical, degrees. */
  fovs: Float32Array;
}

/** A document without keys. */
export function emptyBvmd(version: BvmdVersion): Bvmd {
  return {
    format: 'bvmd',
    version,
    bones: { ...emptyBones(0), movable: new Uint8Array(0) },
    morphs: emptyMorphs(0),
    cameras: emptyBvmdCameras(0),
    properties: emptyProperties(0, 0),
    trailing: new Uint8Array(0),
    warnings: [],
  };
}

/** Perspective camera keys, zero otherwise. */
export function emptyBvmdCameras(count: number): BvmdCameras {
  const { perspective, ...columns } = emptyCameras(count);
  return { ...columns, fovs: new Float32Array(count), perspective: perspective.fill(1) };
}
