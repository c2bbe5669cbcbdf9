import type { PoseSlots } from '../rig/blend-pose.js';
import type { RigDefinition } from '../rig/index.js';

/**
 * A part of the body: `upper` is 上半身 (upper body) and all above it, `arms` begins at the shoulders,
 * `hands` at the wrists, `head` at the neck. `face` is the eyes. `upper`, `head` and `face` include all
 * morphs.
 */
export type BodyPart = 'all' | 'upper' | 'arms' | 'hands' | 'head' | 'face';

/** Bones and morphs: a part of the body, their names, or a function that says for each name if it belongs. */
export type BoneMask = BodyPart | readonly string[] | ((name: string) => boolean);

/** The bones at which a part begins: each with all bones below it. */
const ROOTS: Readonly<Record<BodyPart, readonly string[]>> = {
  all: [],
  upper: ['上半身'],
  arms: ['左肩P', '右肩P', '左肩', '右肩', '左腕', '右腕'],
  hands: ['左手首', '右手首'],
  head: ['首', '頭'],
  face: ['両目', '左目', '右目'],
};
const WITH_MORPHS: readonly BodyPart[] = ['upper', 'head', 'face'];

/**
 * The slots that belong to a mask. IK belongs to a part of the body if all bones that it rotates do.
 * O(slots).
 *
 * @throws RangeError if there is no such part of the body.
 */
export function maskSlots(slots: PoseSlots, definition: RigDefinition, mask: BoneMask): PoseSlots {
  if (mask === 'all') return slots;
  const { boneNames, morphNames, ikNames } = definition;
  if (typeof mask === 'string') {
    if (!Object.hasOwn(ROOTS, mask))
      throw new RangeError(
        `bones must be ${Object.keys(ROOTS).join(', ')}, a list or a function, not ${mask}`,
      );
    const bones = bonesOf(definition, mask);
    const iks = addIks(definition, bones);
    return {
      bones: slots.bones.filter((bone) => bones[bone] === 1),
      morphs: WITH_MORPHS.includes(mask) ? slots.morphs : NONE,
      iks: slots.iks.filter((slot) => iks.has(slot)),
      hasVisibility: false,
    };
  }
  const has = typeof mask === 'function' ? mask : (name: string) => mask.includes(name);
  return {
    bones: slots.bones.filter((bone) => has(boneNames[bone])),
    morphs: slots.morphs.filter((morph) => has(morphNames[morph])),
    iks: slots.iks.filter((slot) => has(ikNames[slot])),
    hasVisibility: false,
  };
}

const NONE = /* @__PURE__ */ new Int32Array();

/** By bone, 1 = it belongs to the part. */
function bonesOf({ boneNames, parents }: RigDefinition, part: BodyPart): Uint8Array {
  const roots = new Set(ROOTS[part].map((name) => boneNames.indexOf(name)));
  return Uint8Array.from(boneNames, (_, bone) => {
    let at = bone;
    while (at >= 0 && !roots.has(at)) at = parents[at];
    return Number(at >= 0);
  });
}

/** Adds the IK bones that move bones of the part alone. Returns their slots in `pose.ikEnabled`. */
function addIks({ beforePhysics, afterPhysics }: RigDefinition, bones: Uint8Array): Set<number> {
  const iks = [...beforePhysics.iks, ...afterPhysics.iks].filter(
    ({ links }) => links.length > 0 && links.every((link) => bones[link.bone] === 1),
  );
  for (const { bone } of iks) bones[bone] = 1;
  return new Set(iks.map(({ slot }) => slot));
}
