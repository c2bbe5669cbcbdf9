import type { FormatWarning } from '../errors.js';

/** A VPD file as data: one pose, in MMD's own space (left-handed, y up, z away from the viewer). */
export interface Vpd {
  format: 'vpd';
  /** The model file that the pose was saved from, such as `miku.osm`. */
  modelFile: string;
  /** The encoding of the file. MMD reads CP932 only. */
  encoding: VpdEncoding;
  bones: VpdBone[];
  /** An extension of MikuMikuMoving; MMD ignores it. */
  morphs: VpdMorph[];
  /** Problems that did not stop parsing. */
  warnings: FormatWarning[];
}

/** UTF-8 and UTF-16 come from other programs than MMD. */
export type VpdEncoding = 'cp932' | 'utf-8' | 'utf-16le' | 'utf-16be';

export interface VpdBone {
  name: string;
  /** x y z, MMD units from the rest position. */
  position: [number, number, number];
  /** x y z w. */
  rotation: [number, number, number, number];
}

export interface VpdMorph {
  name: string;
  /** Usually 0..1. */
  weight: number;
}

export const VPD_SIGNATURE = 'Vocaloid Pose Data file';
