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
  /** What the parser survived. */
  warnings: FormatWarning[];
}

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
