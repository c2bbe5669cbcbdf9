import type { Matrix4, Object3D, Quaternion, Vector3 } from 'three';
import type { Rig } from '../rig/rig.js';
import { invert, multiply, turnVector } from '../rig/rotation.js';
import { type BoneStance, createBoneStance } from './rest-factors.js';
import type { RestPose } from './rest-pose.js';

/** An object that a bone moves, beside the next object above that one moves. */
interface BoundBone {
  readonly position: Vector3;
  readonly quaternion: Quaternion;
  readonly bone: number;
  readonly anchor: Anchor;
  readonly stance: PackedStance;
}

/** What an object stands beside: a bone's rotation and position in the model, or the model itself. */
interface Anchor {
  readonly rotations: Float64Array;
  readonly positions: Float64Array;
  readonly bone: number;
}

/** The target, which no bone moves. */
const MODEL: Anchor = {
  rotations: /* @__PURE__ */ Float64Array.of(0, 0, 0, 1),
  positions: /* @__PURE__ */ new Float64Array(3),
  bone: 0,
};

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
  /** Counts the updates, where bones are placed on demand; else undefined. */
  readonly #clock: UpdateClock | undefined;

  constructor(rig: Rig, bones: ReadonlyMap<Object3D, number>, rest: RestPose, options: BoundBonesOptions) {
    const { unit, onDemand } = options;
    this.#clock = onDemand ? { updates: 0 } : undefined;
    const { definition, worldRotations: rotations, worldPositions: positions } = rig;
    this.#rig = rig;
    const [plain, turned]: [BoundBone[], BoundBone[]] = [[], []];
    for (const [object, bone] of bones) {
      const { anchorBone, parentMatrix } = hang(object, bones, rest);
      const stance = createBoneStance({ object, bone, anchorBone, parentMatrix }, definition, rest, unit);
      const anchor = anchorBone < 0 ? MODEL : { rotations, positions, bone: anchorBone };
      const { position, quaternion } = object;
      const bound = { position, quaternion, bone, anchor, stance: pack(stance) };
      if (this.#clock && stance.isPlain) placeOnDemand(object, bound, rig, this.#clock);
      else (stance.isPlain ? plain : turned).push(bound);
    }
    this.#plain = plain;
    this.#turned = turned;
  }

  /** Writes position and quaternion of every object. Allocates nothing; O(bones). */
  update(): void {
    const { worldRotations, worldPositions } = this.#rig;
    if (this.#clock) this.#clock.updates++;
    for (let i = 0; i < this.#plain.length; i++) placePlain(this.#plain[i], worldRotations, worldPositions);
    for (let i = 0; i < this.#turned.length; i++)
      placeTurned(this.#turned[i], worldRotations, worldPositions);
  }
}

export interface BoundBonesOptions {
  /** One MMD unit in the target's units. */
  readonly unit: number;
  readonly onDemand: boolean;
}

interface UpdateClock {
  updates: number;
}

/**
 * Lets an object stand where its bone is whenever somebody asks for its position, quaternion or rotation: a crowd whose
 * bones nobody asks for does not pay for them, and they lie scattered in memory.
 */
function placeOnDemand(
  object: Object3D,
  bound: BoundBone,
  { worldRotations, worldPositions }: Rig,
  clock: UpdateClock,
): void {
  let placed = -1;
  const lookUp = <T>(own: T) => ({
    configurable: true,
    enumerable: true,
    get(): T {
      if (placed !== clock.updates) {
        placed = clock.updates;
        placePlain(bound, worldRotations, worldPositions);
      }
      return own;
    },
  });
  Object.defineProperties(object, {
    position: lookUp(bound.position),
    quaternion: lookUp(bound.quaternion),
    rotation: lookUp(object.rotation),
  });
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
function placePlain(
  { position, quaternion, bone, anchor }: BoundBone,
  rotations: Float64Array,
  positions: Float64Array,
): void {
  for (let i = 0; i < 3; i++) way[i] = positions[3 * bone + i] - anchor.positions[3 * anchor.bone + i];
  invert(anchor.rotations, 4 * anchor.bone, back, 0);
  turnVector(back, 0, way, 0, place, 0);
  multiply(back, 0, rotations, 4 * bone, turn, 0);
  // Whole arrays: numbers handed to a function that is not inlined would be made anew on the heap.
  position.fromArray(place);
  quaternion.fromArray(turn);
}

/** position = lin(A)⁻¹·R_aᵀ·(x + R·e − x_a) + A⁻¹·r_a, quaternion = rot(A)⁻¹·(R_aᵀ·R)·rot(B) */
function placeTurned(
  { position, quaternion, bone, anchor, stance }: BoundBone,
  rotations: Float64Array,
  positions: Float64Array,
): void {
  const { offset, toParent: m, before, after } = stance;
  turnVector(rotations, 4 * bone, offset, 0, way, 0);
  for (let i = 0; i < 3; i++) way[i] += positions[3 * bone + i] - anchor.positions[3 * anchor.bone + i];
  invert(anchor.rotations, 4 * anchor.bone, back, 0);
  turnVector(back, 0, way, 0, way, 0);
  for (let i = 0; i < 3; i++) place[i] = m[i] * way[0] + m[i + 4] * way[1] + m[i + 8] * way[2] + m[i + 12];
  multiply(back, 0, rotations, 4 * bone, turn, 0);
  multiply(before, 0, turn, 0, turn, 0);
  multiply(turn, 0, after, 0, turn, 0);
  position.fromArray(place);
  quaternion.fromArray(turn);
}
