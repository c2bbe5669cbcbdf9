import type { Vmd } from '@odori/format';
import type { Mirror } from './mirror.js';

/** What `loadVMD` gives: one or several motions in the shape of mmd-parser, in three's space. O(keys). */
export function parsedMotion(vmds: readonly Vmd[], mirror: Mirror): object {
  const motions = vmds.flatMap((vmd) => boneKeys(vmd, mirror));
  const morphs = vmds.flatMap(morphKeys);
  const cameras = vmds.flatMap((vmd) => cameraKeys(vmd, mirror));
  return {
    metadata: {
      coordinateSystem: 'right',
      name: vmds[0]?.modelName.text ?? '',
      motionCount: motions.length,
      morphCount: morphs.length,
      cameraCount: cameras.length,
    },
    motions,
    morphs,
    cameras,
  };
}

/** The curves come as the file has them, 16 numbers per key. */
function boneKeys({ bones }: Vmd, mirror: Mirror): object[] {
  const { count, names, nameIndex, frames, positions, rotations, curves } = bones;
  return Array.from({ length: count }, (_, i) => ({
    boneName: names[nameIndex[i]].text,
    frameNum: frames[i],
    position: mirror.place(positions.subarray(3 * i, 3 * i + 3)),
    rotation: mirror.rotation(rotations.subarray(4 * i, 4 * i + 4)),
    interpolation: [...curves.subarray(16 * i, 16 * i + 16)],
  }));
}

function morphKeys({ morphs: { count, names, nameIndex, frames, weights } }: Vmd): object[] {
  return Array.from({ length: count }, (_, i) => ({
    morphName: names[nameIndex[i]].text,
    frameNum: frames[i],
    weight: weights[i],
  }));
}

function cameraKeys({ cameras }: Vmd, mirror: Mirror): object[] {
  const { count, frames, distances, targets, rotations, curves, fovs, perspective } = cameras;
  return Array.from({ length: count }, (_, i) => ({
    frameNum: frames[i],
    distance: distances[i],
    position: mirror.place(targets.subarray(3 * i, 3 * i + 3)),
    rotation: mirror.rotation(rotations.subarray(3 * i, 3 * i + 3)),
    interpolation: [...curves.subarray(24 * i, 24 * i + 24)],
    fov: fovs[i],
    perspective: perspective[i],
  }));
}
