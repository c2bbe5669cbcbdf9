import { wordsOf } from '../binary/bytes.js';
import { checkVmd } from '../vmd/check-vmd.js';
import { kindProblem } from '../columns/column-problems.js';
import { emptyLights, emptySelfShadows, type Vmd } from '../vmd/vmd.js';
import type { Bvmd } from './bvmd.js';

/**
 * Finds what a program has put together wrongly before a file is made of it. O(keys).
 *
 * @throws RangeError naming the column.
 */
export function checkBvmd(bvmd: Bvmd): void {
  const { names, movable } = bvmd.bones;
  if (movable.length < names.length) {
    throw new RangeError(`bones.movable has ${movable.length} entries, there are ${names.length} names`);
  }
  const problem = kindProblem(bvmd.cameras.fovs, 4, true);
  if (problem) throw new RangeError(`cameras.fovs ${problem}`);
  const cameras = { ...bvmd.cameras, fovs: wordsOf(bvmd.cameras.fovs) }; // whole numbers, as a VMD has them
  const columns = { ...bvmd, cameras, lights: emptyLights(0), selfShadows: emptySelfShadows(0) };
  checkVmd(columns as unknown as Vmd); // it looks at columns only
}
