import { pmmTracks, linearCurves } from './create-pmm.js';
import type { PmmModel, PmmPose } from './pmm-model.js';
import { emptyText } from './pmm-text.js';

/** Model and bone of an external parent that is not set. */
const NO_PARENT = [-1, 0] as const;

/**
 * A model of a project, at rest. Each bone and morph named in `content` has one key at frame 0. The model is visible, its
 * IK is on, and it has no external parents. The fields of `content` replace these values. `number` is the slot of the
 * model in MMD, and each model needs its own.
 *
 * @example
 * const model = createPmmModel({ number: 1, boneNames: pmx.bones.map(({ name }) => encodeName(name)) });
 * model.bones.count; // → pmx.bones.length
 */
export function createPmmModel(content: Partial<PmmModel> = {}): PmmModel {
  const { number = 0, boneNames = [], morphNames = [], ikBones = [], externalParentBones = [] } = content;
  const iks = ikBones.length;
  const parents = Array.from(externalParentBones, () => NO_PARENT);
  const current = restPose(boneNames.length, morphNames.length, iks, parents);
  const { positions, rotations, physicsOff, morphWeights, ikEnabled } = current;
  return {
    number,
    name: emptyText(),
    nameEn: emptyText(),
    path: emptyText(),
    boneNames: [],
    morphNames: [],
    ikBones: new Int32Array(0),
    externalParentBones: new Int32Array(0),
    drawOrder: number + 1,
    visible: 1,
    selectedBone: 0,
    selectedMorphs: [0, 0, 0, 0],
    rowCount: 0,
    rowsOpen: new Uint8Array(0),
    scroll: 0,
    lastFrame: 0,
    bones: {
      ...pmmTracks(boneNames.map(() => [0])),
      curves: linearCurves(4 * boneNames.length),
      positions: positions.slice(),
      rotations: rotations.slice(),
      physicsOff: physicsOff.slice(),
    },
    morphs: { ...pmmTracks(morphNames.map(() => [0])), weights: morphWeights.slice() },
    properties: {
      ...pmmTracks([[0]]),
      visible: Uint8Array.of(1),
      ikEnabled: ikEnabled.slice(),
      externalParents: Int32Array.from(parents.flat()),
    },
    current,
    additive: 0,
    edgeWidth: 1,
    selfShadow: 1,
    calculationOrder: number + 1,
    ...content,
  };
}

function restPose(
  bones: number,
  morphs: number,
  iks: number,
  parents: readonly (readonly [model: number, bone: number])[],
): PmmPose {
  return {
    positions: new Float32Array(3 * bones),
    rotations: Float32Array.from({ length: 4 * bones }, (_, i) => (i % 4 === 3 ? 1 : 0)),
    uncommitted: new Uint8Array(bones),
    physicsOff: new Uint8Array(bones),
    rowSelected: new Uint8Array(bones),
    morphWeights: new Float32Array(morphs),
    ikEnabled: new Uint8Array(iks).fill(1),
    externalParents: Int32Array.from(parents.flatMap((parent) => [0, 0, ...parent])),
  };
}
