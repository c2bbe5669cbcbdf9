import { createVpd, type Vpd } from '@odori/format';
import type { Rig } from '@odori/runtime';

/** A VPD file has six decimals. */
const MIN_VALUE = 5e-7;

/**
 * The input pose of a rig as a document for `serializeVpd`: the pose that a motion or a program wrote, before
 * IK and append. Bones and morphs at rest are left out.
 *
 * @example
 * rig.pose.translations.set([1, 2, 3], 3 * rig.boneIndex('センター'));
 * poseDocument(rig, 'dancer.osm').bones; // → [{ name: 'センター', position: [1, 2, -3], rotation: [0, 0, 0, 1] }]
 */
export function poseDocument({ definition, pose }: Rig, modelFile: string): Vpd {
  return createVpd({
    modelFile,
    bones: definition.boneNames.flatMap((name, bone) => {
      const [x, y, z] = pose.translations.subarray(3 * bone);
      const [a, b, c, w] = pose.rotations.subarray(4 * bone);
      const isAtRest = [x, y, z, a, b, c].every((value) => Math.abs(value) < MIN_VALUE);
      if (isAtRest) return [];
      // three.js's space is right-handed, MMD's left-handed
      return [{ name, position: [x, y, -z] as const, rotation: [-a, -b, c, w] as const }];
    }),
    morphs: definition.morphNames.flatMap((name, morph) => {
      const weight = pose.morphWeights[morph];
      return Math.abs(weight) < MIN_VALUE ? [] : [{ name, weight }];
    }),
  });
}
