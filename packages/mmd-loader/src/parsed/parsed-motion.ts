/**
 * Motions and poses as data, in the shape of mmd-parser and in three's space: loaded with the first page that
 * wants them.
 */

import type { Vmd, Vpd } from '@odori/format';
import { blockOf } from './curve-blocks.js';
import type { ParsedVmd } from './parsed-shape.js';
import type { Mirror } from '../mirror.js';

/** What `loadVPD` gives, and what `helper.pose` takes: three's space. */
export interface ParsedPose {
  bones: { name: string; translation: ArrayLike<number>; quaternion: ArrayLike<number> }[];
  /** Of poses that were written by MikuMikuMoving. `helper.pose` ignores them, as in r171. */
  morphs?: { name: string; weight: number }[];
}

export function parsedPose(
  { modelFile, bones, morphs }: Vpd,
  { point, rotation: turn }: Mirror,
): ParsedPose & { metadata: object } {
  return {
    metadata: { coordinateSystem: 'right', parentFile: modelFile, boneCount: bones.length },
    bones: bones.map(({ name, position, rotation }) => ({
      name,
      translation: point(position),
      quaternion: turn(rotation),
    })),
    morphs: morphs.map(({ name, weight }) => ({ name, weight })),
  };
}

/** A document, and the file that it comes from. */
export interface VmdFile {
  readonly vmd: Vmd;
  readonly bytes: Uint8Array;
}

/** What `loadVMD` gives: one or several motions. O(keys). */
export function parsedVmd(files: readonly VmdFile[], mirror: Mirror): ParsedVmd {
  const motions = files.flatMap((file) => boneKeys(file, mirror));
  const morphs = files.flatMap(({ vmd }) => morphKeys(vmd));
  const cameras = files.flatMap(({ vmd }) => cameraKeys(vmd, mirror));
  return {
    metadata: {
      coordinateSystem: 'right',
      magic: 'Vocaloid Motion Data 0002',
      name: files[0]?.vmd.modelName.text ?? '',
      motionCount: motions.length,
      morphCount: morphs.length,
      cameraCount: cameras.length,
    },
    motions,
    morphs,
    cameras,
  };
}

function boneKeys({ vmd, bytes }: VmdFile, mirror: Mirror): ParsedVmd['motions'] {
  const { count, names, nameIndex, frames, positions, rotations } = vmd.bones;
  return Array.from({ length: count }, (_, i) => ({
    boneName: names[nameIndex[i]].text,
    frameNum: frames[i],
    position: mirror.point(positions.subarray(3 * i, 3 * i + 3)),
    rotation: mirror.rotation(rotations.subarray(4 * i, 4 * i + 4)),
    interpolation: [...blockOf(bytes, vmd.version, i)],
  }));
}

function morphKeys({ morphs: { count, names, nameIndex, frames, weights } }: Vmd): ParsedVmd['morphs'] {
  return Array.from({ length: count }, (_, i) => ({
    morphName: names[nameIndex[i]].text,
    frameNum: frames[i],
    weight: weights[i],
  }));
}

/** The order of the numbers of a curve in a file; the document has x1 y1 x2 y2. */
const FILE_ORDER = [0, 2, 1, 3];

function cameraKeys({ cameras }: Vmd, mirror: Mirror): ParsedVmd['cameras'] {
  const { count, frames, distances, targets, rotations, curves, fovs, perspective } = cameras;
  return Array.from({ length: count }, (_, i) => ({
    frameNum: frames[i],
    distance: distances[i],
    position: mirror.point(targets.subarray(3 * i, 3 * i + 3)),
    rotation: mirror.rotation(rotations.subarray(3 * i, 3 * i + 3)),
    interpolation: Array.from({ length: 24 }, (__, k) => curves[24 * i + (k & ~3) + FILE_ORDER[k & 3]]),
    fov: fovs[i],
    perspective: 1 - perspective[i],
  }));
}
