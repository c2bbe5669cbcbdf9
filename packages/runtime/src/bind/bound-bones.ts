import type { Matrix4, Object3D, Quaternion, Vector3 } from 'three';
import type { Rig } from '../rig/rig.js';
import { invert, multiply, rotateVector } from '../rotation.js';
import { OnDemandBone, type UpdateCounter } from './create-bones.js';
import { createRestFactors, type RestFactors } from './rest-factors.js';
import type { RestPose } from './rest-pose.js';

/**
 * An object that a bone moves. Its transform is relative to its anchor, the nearest object above it that a
 * bone moves.
 */
interface BoundBone {
  readonly position: Vector3;
  readonly quaternion: Quaternion;
  readonly bone: number;
  readonly anchor: Anchor;
}

/** One that rests in another way than MMD's bones do. */
interface OtherBone extends BoundBone {
  readonly factors: PackedFactors;
}

/** The origin of an object's transform: world rotation and position of a bone, or of the model itself. */
interface Anchor {
  readonly worldRotations: Float64Array;
  readonly worldPositions: Float64Array;
  readonly bone: number;
}

/** The target, which no bone moves. */
const MODEL: Anchor = {
  worldRotations: /* @__PURE__ */ Float64Array.of(0, 0, 0, 1),
  worldPositions: /* @__PURE__ */ new Float64Array(3),
  bone: 0,
};

/** {@link RestFactors} as arrays, for the frame loop. */
interface PackedFactors {
  readonly offset: Float64Array;
  /** 16, column-major. */
  readonly toParent: Float64Array;
  readonly before: Float64Array;
  readonly after: Float64Array;
}

/** The objects that bones move. The algebra is in rest-factors.ts. */
export class BoundBones {
  readonly #rig: Rig;
  /** Objects that rest as MMD's bones do: their factors are identities. */
  readonly #plain: readonly BoundBone[];
  /** Objects that rest in another way. */
  readonly #others: readonly OtherBone[];
  /** Counts updates for the bones that are placed on demand. */
  readonly #counter: UpdateCounter = { updates: 0 };

  /** `unit`: one MMD unit in the target's units. */
  constructor(rig: Rig, bones: ReadonlyMap<Object3D, number>, rest: RestPose, unit: number) {
    this.#rig = rig;
    const [plain, others]: [BoundBone[], OtherBone[]] = [[], []];
    for (const [object, bone] of bones) {
      const { anchorBone, parentMatrix } = findAnchor(object, bones, rest);
      const factors = createRestFactors(
        { object, bone, anchorBone, parentMatrix },
        rig.definition,
        rest,
        unit,
      );
      const { position, quaternion } = object;
      const bound = { position, quaternion, bone, anchor: anchorOf(rig, anchorBone) };
      if (object instanceof OnDemandBone && this.#placeOnDemand(object, bound, factors)) continue;
      if (factors.areIdentity) plain.push(bound);
      else others.push({ ...bound, factors: pack(factors) });
    }
    this.#plain = plain;
    this.#others = others;
  }

  /** Writes position and quaternion of every object. Allocates nothing; O(bones). */
  update(): void {
    const { worldRotations, worldPositions } = this.#rig;
    this.#counter.updates++;
    for (let i = 0; i < this.#plain.length; i++) placePlain(this.#plain[i], worldRotations, worldPositions);
    for (let i = 0; i < this.#others.length; i++) placeOther(this.#others[i], worldRotations, worldPositions);
  }

  /**
   * Only bones of `createBones` with `onDemand` are placed on demand, and only in the plain case; other
   * objects are written to.
   */
  #placeOnDemand(object: OnDemandBone, bound: BoundBone, { areIdentity }: RestFactors): boolean {
    const { worldRotations, worldPositions } = this.#rig;
    if (areIdentity)
      object.placeOnDemand(this.#counter, () => placePlain(bound, worldRotations, worldPositions));
    else object.placeOnDemand(); // another binding may have placed it before
    return areIdentity;
  }
}

/**
 * A function that places an object which rests as MMD's bones do. `anchorBone`: the bone that moves its
 * parent, −1 for none.
 */
export function bindPlainBone(
  rig: Rig,
  { position, quaternion }: Object3D,
  bone: number,
  anchorBone: number,
): () => void {
  const { worldRotations, worldPositions } = rig;
  const bound = { position, quaternion, bone, anchor: anchorOf(rig, anchorBone) };
  return () => placePlain(bound, worldRotations, worldPositions);
}

function anchorOf({ worldRotations, worldPositions }: Rig, bone: number): Anchor {
  return bone < 0 ? MODEL : { worldRotations, worldPositions, bone };
}

/**
 * Where the parent of an object rests, and the bone that moves it. Objects in between stay where they are
 * now.
 */
function findAnchor(
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

function pack({ offset, toParent, before, after }: RestFactors): PackedFactors {
  return {
    offset: Float64Array.from(offset.toArray()),
    toParent: Float64Array.from(toParent.elements),
    before: Float64Array.from(before.toArray()),
    after: Float64Array.from(after.toArray()),
  };
}

/** R_aᵀ */
const anchorInverse = /* @__PURE__ */ new Float64Array(4);
const localRotation = /* @__PURE__ */ new Float64Array(4);
/** From the anchor to the bone. */
const difference = /* @__PURE__ */ new Float64Array(3);
const localPosition = /* @__PURE__ */ new Float64Array(3);

/** position = R_aᵀ·(x − x_a), quaternion = R_aᵀ·R */
function placePlain(
  { position, quaternion, bone, anchor }: BoundBone,
  worldRotations: Float64Array,
  worldPositions: Float64Array,
): void {
  for (let i = 0; i < 3; i++)
    difference[i] = worldPositions[3 * bone + i] - anchor.worldPositions[3 * anchor.bone + i];
  invert(anchor.worldRotations, 4 * anchor.bone, anchorInverse, 0);
  rotateVector(anchorInverse, 0, difference, 0, localPosition, 0);
  multiply(anchorInverse, 0, worldRotations, 4 * bone, localRotation, 0);
  // Whole arrays: a number passed to a function that is not inlined would be allocated on the heap.
  position.fromArray(localPosition);
  quaternion.fromArray(localRotation);
}

/** position = lin(A)⁻¹·R_aᵀ·(x + R·e − x_a) + A⁻¹·r_a, quaternion = rot(A)⁻¹·(R_aᵀ·R)·rot(B) */
function placeOther(
  { position, quaternion, bone, anchor, factors }: OtherBone,
  worldRotations: Float64Array,
  worldPositions: Float64Array,
): void {
  const { offset, toParent: m, before, after } = factors;
  rotateVector(worldRotations, 4 * bone, offset, 0, difference, 0);
  for (let i = 0; i < 3; i++)
    difference[i] += worldPositions[3 * bone + i] - anchor.worldPositions[3 * anchor.bone + i];
  invert(anchor.worldRotations, 4 * anchor.bone, anchorInverse, 0);
  rotateVector(anchorInverse, 0, difference, 0, difference, 0);
  for (let i = 0; i < 3; i++) {
    localPosition[i] = m[i] * difference[0] + m[i + 4] * difference[1] + m[i + 8] * difference[2] + m[i + 12];
  }
  multiply(anchorInverse, 0, worldRotations, 4 * bone, localRotation, 0);
  multiply(before, 0, localRotation, 0, localRotation, 0);
  multiply(localRotation, 0, after, 0, localRotation, 0);
  position.fromArray(localPosition);
  quaternion.fromArray(localRotation);
}
