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

/** Major, minor, patch: 2.0.0, 2.1.0 and 3.0.0 are known. */
export type BvmdVersion = [major: number, minor: number, patch: number];

/**
 * A BVMD file as data: a VMD as babylon-mmd keeps it, sorted, without light, self shadow and model name.
 *
 * The columns are those of a `Vmd`, in MMD's own space, keys track by track in file order. Plain data. `parseBvmd` makes
 * one from bytes, `vmdToBvmd` from a VMD; a `Motion` takes it as it is.
 */
export interface Bvmd {
  format: 'bvmd';
  version: BvmdVersion;
  bones: BvmdBones;
  morphs: VmdMorphs;
  cameras: BvmdCameras;
  /** Every key of a file has every switch. */
  properties: VmdProperties;
  /** What follows the last section. */
  trailing: Uint8Array;
  /**
   * How the file spelled it, so that writing gives the same bytes: if it broke off, was not filled up with zeros, or has
   * its sections elsewhere or not at all. Absent otherwise, and in new documents.
   */
  source?: {
    version: BvmdVersion;
    /** Bytes up to `trailing`. */
    length: number;
    /** The file ends inside a section, or before it is filled up. */
    truncated: boolean;
    /** Where each section begins, and its bytes as the document has it; −1 and 0 of one that is not there. */
    sections: { begin: number; bytes: number }[];
    /** What stands for nothing in the document, by its place in the file. */
    patches: { offset: number; bytes: Uint8Array }[];
  };
  /** Problems that did not stop parsing. */
  warnings: FormatWarning[];
}

/** The spelling of a file. */
export type BvmdSource = NonNullable<Bvmd['source']>;

/** Bone keys. A name is a track; its `bytes` are UTF-8. */
export interface BvmdBones extends VmdBones {
  /** One per name: 1 = the track has positions in the file; the others only turn. */
  movable: Uint8Array;
}

/** Camera keys. All are perspective: the format cannot say otherwise. */
export interface BvmdCameras extends Omit<VmdCameras, 'fovs'> {
  /** `count`, vertical, degrees. */
  fovs: Float32Array;
}

/** A document with no keys. */
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

/** Cameras to be filled in, perspective. */
export function emptyBvmdCameras(count: number): BvmdCameras {
  const { perspective, ...columns } = emptyCameras(count);
  return { ...columns, fovs: new Float32Array(count), perspective: perspective.fill(1) };
}

/**
 * The state of every IK bone at every key: per name, a number a key.
 *
 * A key that does not name a bone leaves it as it was; before its first naming it is on. O(keys × names).
 */
export function ikStates({
  count,
  names,
  ikStarts,
  ikNameIndex,
  ikEnabled,
}: Pick<VmdProperties, 'count' | 'names' | 'ikStarts' | 'ikNameIndex' | 'ikEnabled'>): Uint8Array[] {
  const states = names.map(() => new Uint8Array(count));
  const now = new Uint8Array(names.length).fill(1);
  for (let key = 0; key < count; key++) {
    for (let i = ikStarts[key]; i < ikStarts[key + 1]; i++) now[ikNameIndex[i]] = ikEnabled[i];
    states.forEach((state, ik) => (state[key] = now[ik]));
  }
  return states;
}
