import { type Object3D, Quaternion } from 'three';
import type { ExpressionBinding } from '../humanoid/expressions.js';
import { HUMAN_BONES, type HumanBoneName } from '@odori/runtime/joints';
import type { Humanoid, HumanoidLookAt } from '../humanoid/humanoid.js';
import { HumanoidError } from '../humanoid/humanoid-error.js';
import type { HumanoidPose } from '../humanoid/pose/humanoid-pose.js';
import { createHumanoid } from '../humanoid/read/read-humanoid.js';
import { readEyeRanges } from '../humanoid/read/vrm-face.js';
import {
  type Avatar,
  HumanoidBinding,
  type HumanoidBindingOptions,
  LONGEST_STEP,
} from './humanoid-binding.js';
import type { VrmLike } from './vrm-like.js';

/**
 * Binds a VRM avatar, 0.x or 1.0, that `@pixiv/three-vrm` has loaded. It can be given to a `MotionPlayer`.
 *
 * `update` writes the normalized bones, the expressions that have a morph, and the eyes, and calls
 * `vrm.update`, which moves constraints and springs: do not call that yourself. A `target` of `vrm.lookAt`
 * wins over the eyes of the dance. The avatar stays in metres, where its scene is; one MMD unit is
 * `pose.unit` of them. O(bones · expressions).
 *
 * @throws HumanoidError if the avatar has no usable hips and legs, or the rig lacks bones of the trunk or the
 * legs.
 * @throws RangeError if `emotions` is not from 0 to 1; TypeError if both `rig` and `source` are given.
 * @example
 * const loader = new GLTFLoader();
 * loader.register((parser) => new VRMLoaderPlugin(parser));
 * const { userData } = await loader.loadAsync('me.vrm');
 * const avatar = bindVrm(userData.vrm);
 * player.add(avatar, await loadMotion('dance.vmd'));
 * avatar.missing; // → { bones: ['jaw', 'upperChest'], morphs: ['びっくり', …] }
 */
export function bindVrm(vrm: VrmLike, options: HumanoidBindingOptions = {}): HumanoidBinding {
  return new HumanoidBinding(new VrmAvatar(vrm), options);
}

class VrmAvatar implements Avatar {
  readonly humanoid: Humanoid;
  readonly object: Object3D;
  readonly turn: Quaternion;
  readonly #vrm: VrmLike;
  /** Per bone of the humanoid. undefined: expressions turn the eyes. */
  readonly #nodes: readonly (Object3D | undefined)[];
  /** −1 for an avatar that faces −z. */
  readonly #sign: 1 | -1;
  readonly #looksByExpression: boolean;
  #isVisible = true;

  constructor(vrm: VrmLike) {
    const nodes = findNodes(vrm);
    this.#vrm = vrm;
    this.humanoid = humanoidOfVrm(vrm, nodes);
    this.#looksByExpression = this.humanoid.lookAt?.type === 'expression';
    this.#nodes = this.humanoid.bones.map((bone) =>
      this.#looksByExpression && bone.endsWith('Eye') ? undefined : nodes.get(bone),
    );
    this.#sign = this.humanoid.version === '0' ? -1 : 1;
    this.object = vrm.scene;
    this.turn = this.#sign > 0 ? new Quaternion() : new Quaternion(0, 1, 0, 0);
    vrm.humanoid.autoUpdateHumanBones = true;
    vrm.lookAt?.update(0); // its first update turns the eyes to the front
  }

  get hasSprings(): boolean {
    return (this.#vrm.springBoneManager?.joints.size ?? 0) > 0;
  }

  write({ rotations, hips, gaze }: HumanoidPose, expressions: ExpressionBinding, isVisible: boolean): void {
    const sign = this.#sign;
    for (let i = 0; i < this.#nodes.length; i++) {
      this.#nodes[i]?.quaternion.set(
        sign * rotations[4 * i],
        rotations[4 * i + 1],
        sign * rotations[4 * i + 2],
        rotations[4 * i + 3],
      );
    }
    this.#nodes[0]!.position.set(sign * hips[0], hips[1], sign * hips[2]);
    const { expressionManager, lookAt, scene } = this.#vrm;
    const { names, weights } = expressions;
    if (expressionManager)
      for (let i = 0; i < names.length; i++) expressionManager.setValue(names[i], weights[i]);
    if (lookAt && this.#looksByExpression) {
      lookAt.yaw = gaze[0];
      lookAt.pitch = gaze[1];
    }
    // Only on a change: otherwise the user could not hide the avatar.
    if (isVisible !== this.#isVisible) scene.visible = this.#isVisible = isVisible;
  }

  advance(deltaSeconds: number): void {
    this.#vrm.update(deltaSeconds);
  }

  reset(): void {
    const { scene, springBoneManager } = this.#vrm;
    if (!springBoneManager) return;
    scene.updateWorldMatrix(true, true); // springs start from the world matrices of their bones
    springBoneManager.reset();
    for (let step = 0; step < SETTLING_STEPS; step++) springBoneManager.update(LONGEST_STEP);
  }
}

/** In a second, springs of usual strength come within half a degree of where they hang in a pose. */
const SETTLING_STEPS = 30;

/** The normalized bones, parents first. */
function findNodes({ humanoid }: VrmLike): Map<HumanBoneName, Object3D> {
  const nodes = new Map<HumanBoneName, Object3D>();
  for (const bone of HUMAN_BONES) {
    const node = humanoid.getNormalizedBoneNode(bone);
    if (node) nodes.set(bone, node);
  }
  return nodes;
}

const SECTION = 'vrm.humanoid';

function humanoidOfVrm(vrm: VrmLike, nodes: ReadonlyMap<HumanBoneName, Object3D>): Humanoid {
  const { normalizedRestPose } = vrm.humanoid;
  const places = new Map<Object3D | null, readonly number[]>();
  const matrices = [...nodes].map(([bone, node]) => {
    const [x, y, z] = normalizedRestPose[bone]?.position ?? [];
    if (x === undefined) throw new HumanoidError(`${bone} has no rest position`, 'bad-node', SECTION);
    const above = places.get(node.parent) ?? [0, 0, 0];
    const place = [above[0] + x, above[1] + y, above[2] + z];
    places.set(node, place);
    return [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, ...place, 1];
  });
  const humanoid = createHumanoid({
    version: vrm.meta.metaVersion === '0' ? '0' : '1',
    section: SECTION,
    listed: new Map([...nodes.keys()].map((bone, i) => [bone, i])),
    restsOf: () => ({ matrices, scale: 1 }),
    expressions: (vrm.expressionManager?.expressions ?? []).map(({ expressionName }) => expressionName),
    lookAt: lookAtOf(vrm),
  });
  // three-vrm does not know the file's indices
  return { ...humanoid, nodes: new Int32Array(nodes.size).fill(-1) };
}

function lookAtOf({ lookAt, meta }: VrmLike): HumanoidLookAt | undefined {
  if (!lookAt) return undefined;
  const { x, y, z } = lookAt.offsetFromHeadBone;
  const sign = meta.metaVersion === '0' ? -1 : 1;
  const offsetFromHead = [sign * x, y, sign * z] as const;
  const { applier } = lookAt;
  const { type } = applier.constructor as { readonly type?: unknown };
  if (type === 'expression') return { type, offsetFromHead };
  return { type: 'bone', offsetFromHead, eyeRanges: readEyeRanges(applier) };
}
