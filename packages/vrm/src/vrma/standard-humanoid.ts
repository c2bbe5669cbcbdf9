import type { HumanBoneName } from '@odori/runtime/joints';
import type { Humanoid } from '../humanoid/humanoid.js';
import { humanoidOf } from '../humanoid/pose/humanoid-of.js';
import { standardSource } from '../humanoid/standard-source.js';
import { VRMA_PRESETS } from './vrm-animation.js';

/** Metres per MMD unit: Miku is 20 units tall. */
const UNIT = 0.08;
/** The bones that point sideways in a T-pose. */
const STRAIGHT = /LowerArm|Hand|Index|Middle|Ring|Little/;

/**
 * A neutral humanoid of 1.6 m: the measures of the standard source, in a T-pose, with all expressions of VRM.
 */
export function standardHumanoid(): Humanoid {
  const source = humanoidOf(standardSource({ armAngle: 0 }));
  const { bones, parents } = source;
  const positions = source.positions.map((value) => value * UNIT);
  bones.forEach((bone, i) => {
    const parent = parents[i];
    if (parent < 0) return;
    const offset = [0, 1, 2].map(
      (axis) => (source.positions[3 * i + axis] - source.positions[3 * parent + axis]) * UNIT,
    );
    const placed = STRAIGHT.test(bone) ? sideways(bone, offset) : offset;
    for (let axis = 0; axis < 3; axis++)
      positions[3 * i + axis] = positions[3 * parent + axis] + placed[axis];
  });
  const lookAt = { type: 'expression', offsetFromHead: [0, 0.06, 0] } as const;
  return { ...source, version: '1', positions, expressions: [...VRMA_PRESETS], lookAt };
}

/** The same length, level and to the side of the bone. */
function sideways(bone: HumanBoneName, [x, y, z]: readonly number[]): number[] {
  const depth = /Proximal/.test(bone) ? z : 0; // fingers start side by side
  const length = Math.sqrt(Math.max(x * x + y * y + z * z - depth * depth, 0));
  return [bone.startsWith('left') ? length : -length, 0, depth];
}
