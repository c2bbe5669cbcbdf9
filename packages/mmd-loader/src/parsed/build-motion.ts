import { createVmd, parseVmd, serializeVmd, type Vmd } from '@odori/format';
import { mirroredPosition, mirroredRotation } from '../mirror.js';
import { blockOf } from './curve-blocks.js';
import type { ParsedVmd } from './parsed-shape.js';

type Triple = [number, number, number];
type Quadruple = [number, number, number, number];

/** The document of what mmd-parser made of a VMD. O(keys). */
export function vmdOfParsed({ metadata, motions, morphs, cameras }: ParsedVmd): Vmd {
  const isMirrored = metadata.coordinateSystem === 'right';
  const place = (numbers: ArrayLike<number>): Triple =>
    isMirrored ? mirroredPosition(numbers) : (Array.from(numbers) as Triple);
  const turn = (numbers: ArrayLike<number>): number[] =>
    isMirrored ? mirroredRotation(numbers) : Array.from(numbers);
  const vmd = createVmd({
    modelName: metadata.name,
    bones: motions.map(({ boneName, frameNum, position, rotation }) => ({
      name: boneName,
      frame: frameNum,
      position: place(position),
      rotation: turn(rotation) as Quadruple,
    })),
    morphs: morphs.map(({ morphName, frameNum, weight }) => ({ name: morphName, frame: frameNum, weight })),
    cameras: cameras.map(({ frameNum, distance, position, rotation, interpolation, fov, perspective }) => {
      const curve = (channel: number): Quadruple => {
        const [x1, x2, y1, y2] = [0, 1, 2, 3].map((k) => interpolation[4 * channel + k]);
        return [x1, y1, x2, y2];
      };
      return {
        frame: frameNum,
        distance,
        target: place(position),
        rotation: turn(rotation) as Triple,
        fov,
        perspective: perspective === 0,
        curves: {
          x: curve(0),
          y: curve(1),
          z: curve(2),
          rotation: curve(3),
          distance: curve(4),
          fov: curve(5),
        },
      };
    }),
  });
  // Curves of bones are 64 bytes whose layout differs from program to program: the parser reads them.
  const bytes = serializeVmd(vmd);
  motions.forEach(({ interpolation }, key) => {
    if (interpolation.length === 64) blockOf(bytes, vmd.version, key).set(interpolation);
  });
  return parseVmd(bytes, { lossless: false });
}
