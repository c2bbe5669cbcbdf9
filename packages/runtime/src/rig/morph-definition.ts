import { finite } from '../checked-number.js';
import type { PmxBoneMorph, PmxMorph } from '@odori/format';
import { flipPositions, flipRotations } from '../space.js';
import { hasBone } from './bone-order.js';
import type { MorphDefinition, MorphGroup, MovedBone, RigBone, RigSource } from './rig-definition.js';
import { normalize } from '../rotation.js';

/** Group, flip and bone morphs, without elements whose index is outside the model. O(morph elements). */
export function createMorphDefinition({ bones, morphs }: RigSource): MorphDefinition {
  return {
    groups: createGroups(morphs, 'group'),
    flips: createGroups(morphs, 'flip'),
    bones: createBoneMorphs(bones, morphs),
  };
}

/** MMD ignores a group inside a group. */
function createGroups(morphs: readonly PmxMorph[], type: 'group' | 'flip'): MorphGroup[] {
  const drives = (child: number): boolean => !['group', 'flip', undefined].includes(morphs[child]?.type);
  return morphs.flatMap((morph, index) => {
    if (morph.type !== type) return [];
    const { morphs: children, weights } = morph;
    return {
      morph: index,
      children: children.filter(drives),
      weights: Float64Array.from(weights, finite).filter((_, i) => drives(children[i])),
    };
  });
}

function createBoneMorphs(bones: readonly RigBone[], morphs: readonly PmxMorph[]): MovedBone[] {
  return morphs.flatMap((morph, index) => {
    if (morph.type !== 'bone') return [];
    return [...morph.bones].flatMap((bone, i) =>
      hasBone(bones, bone) ? createMovedBone(morph, index, i) : [],
    );
  });
}

function createMovedBone(
  { bones, translations, rotations }: PmxBoneMorph,
  morph: number,
  i: number,
): MovedBone {
  const translation = Float64Array.from(translations.subarray(3 * i, 3 * i + 3), finite);
  const rotation = Float64Array.from(rotations.subarray(4 * i, 4 * i + 4), finite);
  flipPositions(translation);
  flipRotations(rotation);
  normalize(rotation, 0);
  return { morph, bone: bones[i], translation, rotation };
}
