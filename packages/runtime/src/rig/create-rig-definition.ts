import { finite } from '../checked-number.js';
import { flipPositions } from '../space.js';
import { createAppends } from './append-definition.js';
import { type BoneOrder, orderBones } from './bone-order.js';
import { createIkDefinition } from './ik-definition.js';
import { createMorphDefinition } from './morph-definition.js';
import { createPass } from './pass-definition.js';
import type { IkDefinition, RigBone, RigDefinition, RigSource } from './rig-definition.js';

/**
 * The skeleton of a model, for any number of rigs.
 *
 * Three's space, MMD units. Never throws on odd data: it leaves out indices outside the skeleton, circles of
 * parents and numbers that are not finite; `pmx.warnings` lists them. It opens circles of appends;
 * `appendCycles` lists them. For a PMD, use `pmdToPmx` first. O(bones · log bones).
 *
 * @example
 * const definition = createRigDefinition(parsePmx(bytes));
 * definition.ikNames; // → ['左足ＩＫ', '右足ＩＫ', '左つま先ＩＫ', …]: legs and toes
 */
export function createRigDefinition(model: RigSource): RigDefinition {
  const { bones, morphs } = model;
  const fromPmd = model.fromPmd === true;
  const order = orderBones(bones);
  const iks = iksOf(bones, order, fromPmd);
  const appends = createAppends(bones, order);
  return {
    boneCount: bones.length,
    boneNames: bones.map(({ name }) => name),
    morphNames: morphs.map(({ name }) => name),
    ikNames: iks.map(({ bone }) => bones[bone].name),
    parents: order.parents,
    ...restOf(bones, order.parents),
    ...appends,
    ...fixedAxesOf(bones),
    morphs: createMorphDefinition(model),
    beforePhysics: createPass(bones, order, iks, appends, false),
    afterPhysics: createPass(bones, order, iks, appends, true),
    fromPmd,
  };
}

/** A vector of every bone, in three's space. */
function vectorsOf(bones: readonly RigBone[], vectorOf: (bone: RigBone) => readonly number[]): Float64Array {
  const vectors = Float64Array.from(bones.flatMap((bone) => vectorOf(bone).map(finite)));
  flipPositions(vectors);
  return vectors;
}

function restOf(
  bones: readonly RigBone[],
  parents: Int32Array,
): Pick<RigDefinition, 'restPositions' | 'restOffsets'> {
  const restPositions = vectorsOf(bones, ({ position }) => position);
  const restOffsets = restPositions.map((value, i) => {
    const parent = parents[Math.floor(i / 3)];
    return parent < 0 ? value : value - restPositions[3 * parent + (i % 3)];
  });
  return { restPositions, restOffsets };
}

function fixedAxesOf(bones: readonly RigBone[]): Pick<RigDefinition, 'hasFixedAxis' | 'fixedAxes'> {
  const axes = vectorsOf(bones, ({ fixedAxis }) => fixedAxis ?? [0, 0, 0]);
  const lengths = bones.map(({ fixedAxis }) => (fixedAxis ? Math.hypot(...fixedAxis.map(finite)) : 0));
  return {
    // editors write a zero axis for none
    hasFixedAxis: Uint8Array.from(lengths, (length) => (length > 0 ? 1 : 0)),
    fixedAxes: axes.map((value, i) => value / (lengths[Math.floor(i / 3)] || 1)),
  };
}

/**
 * The upper limit for all IKs together; more than any model needs. An untrusted file must not keep a player
 * busy for minutes.
 */
const MAX_WORK = 4_000_000;

/** The IKs of a model, in the order of their bones. */
function iksOf(bones: readonly RigBone[], { sorted }: BoneOrder, fromPmd: boolean): IkDefinition[] {
  const ikBones = sorted.filter((bone) => bones[bone].ik);
  return ikBones
    .flatMap((bone) => createIkDefinition(bones, bone, fromPmd, MAX_WORK / ikBones.length) ?? [])
    .map((ik, slot) => ({ ...ik, slot }));
}
