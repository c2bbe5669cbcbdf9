import type { Matrix4, Object3D } from 'three';
import type { Rig } from '../rig/rig.js';
import { invert, multiply, turnVector } from '../rig/rotation.js';
import { type BoneStance, createBoneStance } from './bone-stance.js';
import { readWorld } from './read-world.js';
import type { RestPose } from './rest-pose.js';

/** An object that a bone moves, beside the next object above that one moves. */
interface BoundBone {
  readonly object: Object3D;
  readonly bone: number;
  /** Behind the last bone: the target, which no bone moves. */
  readonly anchor: number;
  readonly stance: PackedStance;
}

/** A {@link BoneStance} as the frame loop reads it. */
interface PackedStance {
  readonly offset: Float64Array;
  /** 16, column-major. */
  readonly toParent: Float64Array;
  readonly before: Float64Array;
  readonly after: Float64Array;
}

/** The objects that bones move, and how. See bone-stance.ts for the algebra. */
export class BoundBones {
  readonly #rig: Rig;
  /** Rest as MMD's bones do. */
  readonly #plain: readonly BoundBone[];
  readonly #turned: readonly BoundBone[];
  /** `4 * (bones + 1)`, x y z w: of each bone in the model; the last is the model's own, no turn. */
  readonly #turns: Float64Array;
  /** `3 * (bones + 1)`: of each bone in the model; the last is its origin. */
  readonly #places: Float64Array;

  constructor(rig: Rig, bones: ReadonlyMap<Object3D, number>, rest: RestPose, unit: number) {
    const { definition } = rig;
    this.#rig = rig;
    this.#turns = new Float64Array(4 * (definition.boneCount + 1));
    this.#turns[4 * definition.boneCount + 3] = 1;
    this.#places = new Float64Array(3 * (definition.boneCount + 1));
    const [plain, turned]: [BoundBone[], BoundBone[]] = [[], []];
    for (const [object, bone] of bones) {
      const { anchorBone, parentMatrix } = hang(object, bones, rest);
      const stance = createBoneStance({ object, bone, anchorBone, parentMatrix }, definition, rest, unit);
      const anchor = anchorBone < 0 ? definition.boneCount : anchorBone;
      (stance.isPlain ? plain : turned).push({ object, bone, anchor, stance: pack(stance) });
    }
    this.#plain = plain;
    this.#turned = turned;
  }

  /** Writes position and quaternion of every object. Allocates nothing; O(bones). */
  update(): void {
    const [turns, places] = [this.#turns, this.#places];
    readWorld(this.#rig.worldMatrices, turns, places);
    for (let i = 0; i < this.#plain.length; i++) placePlain(this.#plain[i], turns, places);
    for (let i = 0; i < this.#turned.length; i++) placeTurned(this.#turned[i], turns, places);
  }
}

/** Where the parent object of a bone rests, and the bone that moves it. Objects in between stay as they stand now. */
function hang(
  { parent }: Object3D,
  bones: ReadonlyMap<Object3D, number>,
  rest: RestPose,
): { anchorBone: number; parentMatrix: Matrix4 } {
  const between: Object3D[] = [];
  let above = parent!;
  while (above !== rest.target && !bones.has(above)) {
    between.unshift(above);
    above = above.parent!;
  }
  const parentMatrix = rest.matrixOf(above).clone();
  for (const { matrix } of between) parentMatrix.multiply(matrix);
  return { anchorBone: bones.get(above) ?? -1, parentMatrix };
}

function pack({ offset, toParent, before, after }: BoneStance): PackedStance {
  return {
    offset: Float64Array.from(offset.toArray()),
    toParent: Float64Array.from(toParent.elements),
    before: Float64Array.from(before.toArray()),
    after: Float64Array.from(after.toArray()),
  };
}

/** R_aᵀ */
const back = /* @__PURE__ */ new Float64Array(4);
const turn = /* @__PURE__ */ new Float64Array(4);
const way = /* @__PURE__ */ new Float64Array(3);
const place = /* @__PURE__ */ new Float64Array(3);

/** position = R_aᵀ·(x − x_a), quaternion = R_aᵀ·R */
function placePlain({ object, bone, anchor }: BoundBone, turns: Float64Array, places: Float64Array): void {
  for (let i = 0; i < 3; i++) way[i] = places[3 * bone + i] - places[3 * anchor + i];
  invert(turns, 4 * anchor, back, 0);
  turnVector(back, 0, way, 0, place, 0);
  multiply(back, 0, turns, 4 * bone, turn, 0);
  // Whole arrays: numbers handed to a function that is not inlined would be made anew on the heap.
  object.position.fromArray(place);
  object.quaternion.fromArray(turn);
}

/** position = lin(A)⁻¹·R_aᵀ·(x + R·e − x_a) + A⁻¹·r_a, quaternion = rot(A)⁻¹·(R_aᵀ·R)·rot(B) */
function placeTurned(
  { object, bone, anchor, stance }: BoundBone,
  turns: Float64Array,
  places: Float64Array,
): void {
  const { offset, toParent: m, before, after } = stance;
  turnVector(turns, 4 * bone, offset, 0, way, 0);
  for (let i = 0; i < 3; i++) way[i] += places[3 * bone + i] - places[3 * anchor + i];
  invert(turns, 4 * anchor, back, 0);
  turnVector(back, 0, way, 0, way, 0);
  for (let i = 0; i < 3; i++) place[i] = m[i] * way[0] + m[i + 4] * way[1] + m[i + 8] * way[2] + m[i + 12];
  multiply(back, 0, turns, 4 * bone, turn, 0);
  multiply(before, 0, turn, 0, turn, 0);
  multiply(turn, 0, after, 0, turn, 0);
  object.position.fromArray(place);
  object.quaternion.fromArray(turn);
}
