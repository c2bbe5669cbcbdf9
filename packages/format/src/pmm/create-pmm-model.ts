import { pmmTracks, linearCurves } from './create-pmm.js';
import type { PmmModel, PmmPose } from './pmm-model.js';
import { emptyText, encodeTexts, type Texts } from './pmm-text.js';

/** Model and bone of an external parent that is not set. */
const NO_PARENT = [-1, 0] as const;
/** In the list of bones that can have an external parent: the model itself. */
const WHOLE_MODEL = -1;

/**
 * A model of a project, at rest. Each bone and morph named in `content` has one key at frame 0. The model is
 * visible and its IK is on. It can have an external parent as a whole (−1 in `externalParentBones`), but has
 * none; with `properties` or `current` that have no external parents, it cannot have one. Its rows in the
 * timeline are closed: the display row, the root, and one for the morphs, if there are any; add one for each
 * further display frame of the model file. The fields of `content` replace these values; names may be plain
 * texts. `number` is the slot of the model in MMD, and each model needs its own.
 *
 * @see In every project known to us, a model has −1 as its first external parent, and as many rows as named
 * display frames in its PMD plus these.
 * @example
 * const model = createPmmModel({ number: 1, boneNames: pmx.bones.map(({ name }) => name) });
 * model.bones.count; // → pmx.bones.length
 */
export function createPmmModel(content: Texts<PmmModel> = {}): PmmModel {
  const given = encodeTexts<PmmModel>(content);
  const {
    number = 0,
    boneNames = [],
    morphNames = [],
    ikBones = [],
    externalParentBones = usualParentBones(given),
    rowCount = given.rowsOpen?.length ?? (morphNames.length > 0 ? 3 : 2),
  } = given;
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
    externalParentBones: externalParentBones.slice(),
    drawOrder: number + 1,
    visible: 1,
    selectedBone: 0,
    selectedMorphs: [0, 0, 0, 0],
    rowCount,
    rowsOpen: new Uint8Array(rowCount),
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
    ...given,
  };
}

/** None if `content` has keys or a pose without external parents. */
function usualParentBones({ properties, current }: Partial<PmmModel>): Int32Array {
  const hasNone = [properties, current].some((part) => part?.externalParents.length === 0);
  return Int32Array.from(hasNone ? [] : [WHOLE_MODEL]);
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
