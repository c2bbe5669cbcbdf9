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
  /** What the other fields cannot say, kept so that writing gives the same bytes. Absent in new documents. */
  source?: VpdSource;
  /** Problems that did not stop parsing. */
  warnings: FormatWarning[];
}

/** Where a parsed document comes from. @inline */
export interface VpdSource {
  /** The whole file. Numbers, comments, blanks and line ends can be written in many ways. */
  bytes: Uint8Array;
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

/** What {@link createVpd} takes. @inline */
export interface VpdContent {
  /** The model file that the pose is for. */
  modelFile?: string; // 'model.osm'
  encoding?: VpdEncoding; // 'cp932', the only encoding that MMD reads
  bones?: readonly {
    name: string;
    position?: readonly [number, number, number]; // [0, 0, 0]
    rotation?: readonly [number, number, number, number]; // [0, 0, 0, 1]
  }[];
  morphs?: readonly { name: string; weight: number }[];
}

/**
 * Makes a pose document. O(bones).
 *
 * @example
 * createVpd({ bones: [{ name: '右腕', rotation: [0, 0, 0.3827, 0.9239] }] }).bones[0].position; // → [0, 0, 0]
 */
export function createVpd(content: VpdContent = {}): Vpd {
  const { modelFile = 'model.osm', encoding = 'cp932', bones = [], morphs = [] } = content;
  return {
    format: 'vpd',
    modelFile,
    encoding,
    bones: bones.map(({ name, position = [0, 0, 0], rotation = [0, 0, 0, 1] }) => ({
      name,
      position: [...position],
      rotation: [...rotation],
    })),
    morphs: morphs.map(({ name, weight }) => ({ name, weight })),
    warnings: [],
  };
}
