import type { PmxBoneMorph, PmxMorph } from '@odori/format';
import { flipPositions, flipRotations } from '../space.js';
import { hasBone } from './bone-order.js';
import { finite } from './ik-definition.js';
import type { RigBone, RigSource } from './rig-bone.js';
import type { MorphDefinition } from './rig-definition.js';
import { normalize } from './rotation.js';

/** Group, flip and bone morphs as columns; what points outside the model is left out. O(morph elements). */
export function createMorphDefinition({ bones, morphs }: RigSource): MorphDefinition {
  return {
    groups: createGroups(morphs),
    flips: morphs.flatMap((morph, index) =>
      morph.type === 'flip' ? [{ morph: index, ...childrenOf(morphs, morph) }] : [],
    ),
    bones: createBoneMorphs(bones, morphs),
  };
}

function createGroups(morphs: readonly PmxMorph[]): MorphDefinition['groups'] {
  const parents: number[] = [];
  const children: number[] = [];
  const ratios: number[] = [];
  morphs.forEach((morph, index) => {
    if (morph.type !== 'group') return;
    const own = childrenOf(morphs, morph);
    own.children.forEach((child, i) => {
      parents.push(index);
      children.push(child);
      ratios.push(own.weights[i]);
    });
  });
  return {
    parents: Int32Array.from(parents),
    children: Int32Array.from(children),
    ratios: Float64Array.from(ratios),
  };
}

/** The morphs that a group or flip morph drives. MMD ignores a group inside a group. */
function childrenOf(
  morphs: readonly PmxMorph[],
  { morphs: children, weights }: { morphs: Int32Array; weights: Float32Array },
): { children: Int32Array; weights: Float64Array } {
  const drives = (child: number): boolean => {
    const type = morphs[child]?.type;
    return type !== undefined && type !== 'group' && type !== 'flip';
  };
  return {
    children: children.filter(drives),
    weights: Float64Array.from(weights, finite).filter((_, i) => drives(children[i])),
  };
}

function createBoneMorphs(bones: readonly RigBone[], morphs: readonly PmxMorph[]): MorphDefinition['bones'] {
  const entries = morphs.flatMap((morph, index) =>
    morph.type === 'bone'
      ? [...morph.bones].flatMap((bone, i) => (hasBone(bones, bone) ? [{ index, bone, morph, i }] : []))
      : [],
  );
  const gather = (size: number, column: (morph: PmxBoneMorph) => Float32Array): Float64Array =>
    Float64Array.from(
      entries.flatMap(({ morph, i }) => Array.from(column(morph).subarray(size * i, size * i + size))),
      finite,
    );
  const translations = gather(3, (morph) => morph.translations);
  const rotations = gather(4, (morph) => morph.rotations);
  flipPositions(translations);
  flipRotations(rotations);
  for (let i = 0; i < rotations.length; i += 4) normalize(rotations, i);
  return {
    morphs: Int32Array.from(entries, ({ index }) => index),
    bones: Int32Array.from(entries, ({ bone }) => bone),
    translations,
    rotations,
  };
}
