import type { RigDefinition } from '@odori/runtime/rig';
import type { HumanBoneName } from '@odori/runtime/joints';
import { humanParent, type SourceBones } from '@odori/runtime/internal';
import type { Humanoid } from '../humanoid.js';
import { writeArc } from './arc.js';

const FINGERS = ['Middle', 'Index', 'Ring', 'Little'];

/**
 * The turn from the avatar's rest direction of each bone to the source's, 4 numbers per bone of the avatar:
 * an avatar rests with its arms aside, an MMD model with its arms lowered.
 *
 * The shortest turn, measured from joint to joint. Bones of arms, hands and fingers only; all others, and
 * shoulders, have none. The last joints of fingers, and all joints that one of the two lacks, take that of
 * the bone above. O(bones).
 */
export function armCorrections(
  humanoid: Humanoid,
  definition: RigDefinition,
  source: SourceBones,
): Float64Array {
  const { bones, positions } = humanoid;
  const corrections = new Float64Array(4 * bones.length);
  const known = new Map<HumanBoneName, number>();
  const [from, to] = [new Float64Array(3), new Float64Array(3)];
  const hasBoth = (bone: HumanBoneName): boolean => known.has(bone) && source.joint(bone) >= 0;
  bones.forEach((bone, i) => {
    corrections[4 * i + 3] = 1;
    known.set(bone, i);
  });
  bones.forEach((bone, i) => {
    if (!IN_AN_ARM.test(bone)) return;
    const next = nextJoints(bone).find(hasBoth);
    if (next !== undefined && hasBoth(bone)) {
      const [start, end] = [source.joint(bone), source.joint(next)];
      for (let k = 0; k < 3; k++) {
        from[k] = positions[3 * known.get(next)! + k] - positions[3 * i + k];
        to[k] = definition.restPositions[3 * end + k] - definition.restPositions[3 * start + k];
      }
      if (Math.hypot(...from) > 0 && Math.hypot(...to) > 0) {
        writeArc(from, 0, to, 0, corrections, 4 * i);
        return;
      }
    }
    let above = humanParent(bone);
    while (above !== undefined && !known.has(above)) above = humanParent(above);
    if (above !== undefined && IN_AN_ARM.test(above))
      corrections.copyWithin(4 * i, 4 * known.get(above)!, 4 * known.get(above)! + 4);
  });
  return corrections;
}

const IN_AN_ARM = /UpperArm|LowerArm|Hand|Thumb|Index|Middle|Ring|Little/;

/** The bones at the end of a bone; of a hand any finger, the middle one first. */
function nextJoints(bone: HumanBoneName): HumanBoneName[] {
  const next = ([now, then]: readonly [string, string]): string[] =>
    bone.endsWith(now) ? [bone.slice(0, -now.length) + then] : [];
  const names = [
    ...next(['UpperArm', 'LowerArm']),
    ...next(['LowerArm', 'Hand']),
    ...FINGERS.flatMap((finger) => next(['Hand', `${finger}Proximal`])),
    ...next(['ThumbMetacarpal', 'ThumbProximal']),
    ...next(['ThumbProximal', 'ThumbDistal']),
    ...(bone.includes('Thumb') ? [] : next(['Proximal', 'Intermediate'])),
    ...next(['Intermediate', 'Distal']),
  ];
  return names as HumanBoneName[];
}
