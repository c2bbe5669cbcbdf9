import { multiplyRotations } from '@odori/runtime';
import { invertRotation } from '@odori/runtime/internal';
import { RestPose } from '@odori/runtime/internal/three';
import { Matrix4, type Mesh, type Object3D, Quaternion } from 'three';
import type { ExpressionBinding } from '../humanoid/expressions.js';
import type { HumanBoneName } from '@odori/runtime/joints';
import type { Humanoid } from '../humanoid/humanoid.js';
import { HumanoidError } from '../humanoid/humanoid-error.js';
import type { HumanoidPose } from '../humanoid/pose/humanoid-pose.js';
import { type BoneNames, findHumanBones } from '../humanoid/read/bone-names.js';
import { facingOf } from '../humanoid/read/facing.js';
import { createHumanoid } from '../humanoid/read/read-humanoid.js';
import { type Avatar, HumanoidBinding, type HumanoidBindingOptions } from './humanoid-binding.js';

/** Options of {@link bindHumanoid}. @inline */
export interface BindHumanoidOptions extends HumanoidBindingOptions {
  /** Which object is which human bone. The default: the built-in table that fits best. */
  readonly bones?: BoneNames;
}

/**
 * Binds any object with a humanoid skeleton, such as a GLB or FBX of Mixamo, Unity or Ready Player Me. It can
 * be given to a `MotionPlayer`.
 *
 * `update` writes the quaternions of the bones, and the position of the hips. Bones rest where their skin was
 * bound, whatever their present pose, and may face any axis; the binding also puts the bones above them
 * there, once. Morph targets of the names of MMD's morphs, of VRM's expressions and of Ready Player Me follow
 * the dance. One MMD unit is `pose.unit` of the object's own units. O(objects · depth).
 *
 * @throws HumanoidError if the object has no usable hips and legs, or the rig lacks bones of the trunk or the
 * legs.
 * @throws RangeError if `emotions` is not from 0 to 1; TypeError if both `rig` and `source` are given.
 * @example
 * const { scene } = await new GLTFLoader().loadAsync('xbot.glb');
 * const avatar = bindHumanoid(scene, { bones: 'mixamo' });
 * player.add(avatar, await loadMotion('dance.vmd'));
 * avatar.missing.bones; // → ['leftEye', 'rightEye', 'jaw']
 */
export function bindHumanoid(object: Object3D, options: BindHumanoidOptions = {}): HumanoidBinding {
  return new HumanoidBinding(new ObjectAvatar(object, options.bones), options);
}

/** A bone of the object; its transform is relative to the next bone above it, or to the object. */
interface BoundBone {
  readonly node: Object3D;
  /** Its index in the humanoid. */
  readonly bone: number;
  /** The index of the next bone above it, −1 = none. */
  readonly anchor: number;
  /**
   * The inverse rest rotation of the node's parent, and the rest rotation of the node: x y z w, facing +z.
   */
  readonly before: Float64Array;
  readonly after: Float64Array;
  /** Without an anchor: from the avatar's space, facing +z, to that of the node's parent. */
  readonly toParent: readonly number[];
}

/** A morph target that an expression drives. */
interface BoundMorph {
  readonly mesh: Mesh;
  readonly slot: number;
  readonly name: string;
}

class ObjectAvatar implements Avatar {
  readonly humanoid: Humanoid;
  readonly object: Object3D;
  readonly turn: Quaternion;
  readonly hasSprings = false;
  readonly #bones: readonly BoundBone[];
  readonly #morphs: readonly BoundMorph[];
  /** Per morph, its index among the bound expressions; −1 = none. Resolved at the first update. */
  #columns: Int32Array | undefined;
  #isVisible = true;

  constructor(object: Object3D, names: BoneNames | undefined) {
    const rest = new RestPose(object);
    const nodes = findBones(object, names);
    this.object = object;
    this.#morphs = findMorphs(object);
    this.humanoid = humanoidOfObject(nodes, rest, this.#morphs);
    this.turn = turnOf(this.humanoid, nodes, rest);
    this.#bones = boundBones(this.humanoid, nodes, rest, this.turn);
    for (const { node } of this.#bones) straighten(node, rest);
  }

  write(pose: HumanoidPose, expressions: ExpressionBinding, isVisible: boolean): void {
    const { worldRotations, worldPositions } = pose;
    for (let i = 0; i < this.#bones.length; i++) {
      const { node, bone, anchor, before, after, toParent } = this.#bones[i];
      if (anchor < 0) {
        multiplyRotations(before, 0, worldRotations, 4 * bone, between, 0);
        place(node, toParent, worldPositions, 3 * bone);
      } else {
        invertRotation(worldRotations, 4 * anchor, between, 0);
        multiplyRotations(between, 0, worldRotations, 4 * bone, between, 0);
        multiplyRotations(before, 0, between, 0, between, 0);
      }
      multiplyRotations(between, 0, after, 0, between, 0);
      node.quaternion.set(between[0], between[1], between[2], between[3]);
    }
    this.#writeMorphs(expressions);
    // Only on a change: otherwise the user could not hide the avatar.
    if (isVisible !== this.#isVisible) this.object.visible = this.#isVisible = isVisible;
  }

  #writeMorphs({ names, weights }: ExpressionBinding): void {
    this.#columns ??= Int32Array.from(this.#morphs, ({ name }) => names.indexOf(name));
    for (let i = 0; i < this.#morphs.length; i++) {
      const { mesh, slot } = this.#morphs[i];
      const column = this.#columns[i];
      if (column >= 0) mesh.morphTargetInfluences![slot] = weights[column];
    }
  }

  advance(): void {
    // Nothing follows the bones.
  }

  reset(): void {
    // Nothing follows the bones.
  }
}

const between = /* @__PURE__ */ new Float64Array(4);

/** Moves an object to where a matrix takes a point. */
function place({ position }: Object3D, m: readonly number[], points: Float64Array, index: number): void {
  const x = points[index];
  const y = points[index + 1];
  const z = points[index + 2];
  position.set(
    m[0] * x + m[4] * y + m[8] * z + m[12],
    m[1] * x + m[5] * y + m[9] * z + m[13],
    m[2] * x + m[6] * y + m[10] * z + m[14],
  );
}

/** The objects below a target that are human bones: bones before other objects of such a name. */
function findBones(target: Object3D, names: BoneNames | undefined): Map<HumanBoneName, Object3D> {
  const objects: Object3D[] = [];
  target.traverse((object) => {
    if (object !== target) objects.push(object);
  });
  const isBone = (object: Object3D): boolean => 'isBone' in object;
  const sorted = [...objects.filter(isBone), ...objects.filter((object) => !isBone(object))];
  const found = findHumanBones(
    sorted.map(({ name }) => name || undefined),
    names,
  );
  if (found.size === 0)
    throw new HumanoidError(
      'no object has the name of a human bone: pass its names as `bones`, or load it as VRM for `bindVrm`',
      'no-humanoid',
      SECTION,
    );
  return new Map([...found].map(([bone, index]) => [bone, sorted[index]]));
}

const SECTION = 'object';

/** The expression of VRM for the morph targets of Ready Player Me. */
const VISEMES: Readonly<Record<string, string | undefined>> = {
  viseme_aa: 'aa',
  viseme_I: 'ih',
  viseme_U: 'ou',
  viseme_E: 'ee',
  viseme_O: 'oh',
  eyeBlinkLeft: 'blinkLeft',
  eyeBlinkRight: 'blinkRight',
};

function findMorphs(target: Object3D): BoundMorph[] {
  const found: BoundMorph[] = [];
  target.traverse((object) => {
    const { morphTargetDictionary, morphTargetInfluences } = object as Mesh;
    if (!morphTargetDictionary || !morphTargetInfluences) return;
    for (const [name, slot] of Object.entries(morphTargetDictionary))
      found.push({ mesh: object as Mesh, slot, name: VISEMES[name] ?? name });
  });
  return found;
}

function humanoidOfObject(
  nodes: ReadonlyMap<HumanBoneName, Object3D>,
  rest: RestPose,
  morphs: readonly BoundMorph[],
): Humanoid {
  const objects = [...new Set(nodes.values())];
  const humanoid = createHumanoid({
    version: 'gltf',
    section: SECTION,
    listed: new Map([...nodes].map(([bone, node]) => [bone, objects.indexOf(node)])),
    restsOf: (bones) => ({
      matrices: [...bones.values()].map((index) => rest.matrixOf(objects[index]).elements),
      scale: 1,
    }),
    expressions: [...new Set(morphs.map(({ name }) => name))],
    lookAt: undefined,
  });
  // objects have no index in a file
  return { ...humanoid, nodes: new Int32Array(humanoid.bones.length).fill(-1) };
}

/** From an avatar that faces +z to the object. */
function turnOf(
  { bones }: Humanoid,
  nodes: ReadonlyMap<HumanBoneName, Object3D>,
  rest: RestPose,
): Quaternion {
  const matrices = bones.map((bone) => rest.matrixOf(nodes.get(bone)!).elements);
  const facing = facingOf(bones, matrices).turnRotation([0, 0, 0, 1]) as [number, number, number, number];
  return new Quaternion(...facing).invert();
}

function boundBones(
  { bones, rotations }: Humanoid,
  nodes: ReadonlyMap<HumanBoneName, Object3D>,
  rest: RestPose,
  turn: Quaternion,
): BoundBone[] {
  const objects = bones.map((bone) => nodes.get(bone)!);
  return objects.map((node, bone) => {
    const parent = node.parent!;
    const parentMatrix = rest.matrixOf(parent).clone();
    if (!(Math.abs(parentMatrix.determinant()) > 0))
      throw new HumanoidError(`the object above ${bones[bone]} is scaled to 0`, 'no-length', SECTION);
    const { parentRotation } = rest.of(node);
    let above: Object3D | null = parent;
    while (above && !objects.includes(above)) above = above === rest.target ? null : above.parent;
    return {
      node,
      bone,
      anchor: above ? objects.indexOf(above) : -1,
      before: Float64Array.from(turn.clone().invert().multiply(parentRotation).invert()),
      after: rotations.slice(4 * bone, 4 * bone + 4),
      toParent: parentMatrix.invert().multiply(new Matrix4().makeRotationFromQuaternion(turn)).elements,
    };
  });
}

/**
 * Puts a bone, and the objects above it, where they rest: the skeleton may stand in the middle of another
 * motion.
 */
function straighten(node: Object3D, rest: RestPose): void {
  for (let object: Object3D | null = node; object && object !== rest.target; object = object.parent) {
    const { position, rotation } = rest.of(object);
    object.position.copy(position);
    object.quaternion.copy(rotation);
  }
}
