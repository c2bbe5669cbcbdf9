import { multiplyRotations, type Rig, type RigDefinition, rotateVector } from '@odori/runtime/rig';
import { finite, invertRotation } from '@odori/runtime/internal';
import type { Pmx } from '@odori/format';
import { type BodySimulation, FOLLOWS, TURNS } from './body-simulation.js';
import { flipPosition, flipRotation, type Placement } from './mmd-space.js';
import { createPoses, type Poses } from './pose-matrix.js';

type RigidBody = Pmx['rigidBodies'][number];

/**
 * How bodies and bones move each other: a body that follows its bone is at `bone · offset`, and a bone that
 * its body moves is at `body · offset⁻¹`, where `offset` is the body at rest as its bone sees it.
 *
 * Bones are in three's space, bodies in MMD's.
 */
export class RigBodies {
  /** By body: its bone, −1 if it has none. */
  readonly bones: Int32Array;
  /** By body, 1 = it may move its bone. */
  readonly isPhysical: Uint8Array;
  /** Whether there is such a body. */
  readonly hasPhysical: boolean;
  /** The bodies that may move bones, those of parents first. Of several on a bone, the last one. */
  readonly #drivers: Int32Array;
  readonly #turnsOnly: Uint8Array;
  readonly #rig: Rig;
  /** The bones at rest, x y z, and the bodies at rest, in MMD's space. */
  readonly #origins: Float64Array;
  readonly #rest: Poses;
  /** The lowest bone that carries all bodies that follow bones, or most of them; −1 if there is none. */
  readonly #root: number;
  /** The bodies at rest as their bones see them; those without a bone, in the world. */
  readonly #offsets: Poses;
  #anchors: Int32Array | undefined;
  /** Where the model stands in the space of the bodies; undefined if both spaces are one. */
  placement: Placement | undefined;

  constructor(rig: Rig, bodies: readonly RigidBody[]) {
    const { boneCount } = rig.definition;
    this.#rig = rig;
    this.bones = Int32Array.from(bodies, ({ bone }) => (bone >= 0 && bone < boneCount ? bone : -1));
    this.isPhysical = Uint8Array.from(bodies, ({ mode }) => (mode === FOLLOWS ? 0 : 1));
    this.#turnsOnly = Uint8Array.from(bodies, ({ mode }) => (mode === TURNS ? 1 : 0));
    this.hasPhysical = this.isPhysical.includes(1);
    const { beforePhysics, afterPhysics } = rig.definition;
    const order = [...new Set([...beforePhysics.bones, ...afterPhysics.bones])];
    this.#drivers = this.#driversIn(order);
    this.#rest = restOf(bodies);
    this.#origins = originsOf(rig.definition);
    this.#offsets = offsetsOf(this.#rest, this.bones, this.#origins);
    const leading = this.bones.filter((bone, body) => bone >= 0 && this.isPhysical[body] === 0);
    this.#root = commonAncestor(rig.definition, order, leading);
  }

  /** Writes where bodies are when they follow their bones; if they move them, where these rest. O(bodies). */
  writeTargets({ positions, rotations }: Poses): void {
    const offsets = this.#offsets;
    for (let body = 0; body < this.bones.length; body++) {
      this.#readBone(this.bones[body], this.isPhysical[body] === 1);
      multiplyRotations(boneRotation, 0, offsets.rotations, 4 * body, rotations, 4 * body);
      rotateVector(boneRotation, 0, offsets.positions, 3 * body, positions, 3 * body);
      for (let i = 0; i < 3; i++) positions[3 * body + i] += bonePosition[i];
    }
  }

  /** Writes all bodies as they rest around the root that carries them, wherever that is now. O(bodies). */
  writeRest({ positions, rotations }: Poses): void {
    const { rotations: restRotations, positions: restPositions } = this.#rest;
    const root = this.#root;
    this.#readBone(root, false);
    for (let body = 0; body < this.bones.length; body++) {
      multiplyRotations(boneRotation, 0, restRotations, 4 * body, rotations, 4 * body);
      for (let i = 0; i < 3; i++)
        arm[i] = restPositions[3 * body + i] - (root < 0 ? 0 : this.#origins[3 * root + i]);
      rotateVector(boneRotation, 0, arm, 0, positions, 3 * body);
      for (let i = 0; i < 3; i++) positions[3 * body + i] += bonePosition[i];
    }
  }

  /**
   * Writes where the bones are that bodies hang on: of each body, the nearest bone above its own that no body
   * moves. The model's origin where there is none. O(bodies).
   */
  writeAnchors({ positions, rotations }: Poses): void {
    this.#anchors ??= this.#findAnchors();
    for (let body = 0; body < this.bones.length; body++) {
      const anchor = this.#anchors[body];
      this.#readBone(anchor, false);
      for (let i = 0; i < 3; i++) positions[3 * body + i] = bonePosition[i];
      for (let i = 0; i < 4; i++) rotations[4 * body + i] = boneRotation[i];
    }
  }

  #findAnchors(): Int32Array {
    const { parents } = this.#rig.definition;
    const moved = new Set(this.bones.filter((_, body) => this.isPhysical[body] === 1));
    return this.bones.map((bone) => {
      let anchor = bone;
      while (anchor >= 0 && moved.has(anchor)) anchor = parents[anchor];
      return anchor;
    });
  }

  /** Whether a body that follows its bone goes further than a distance between two poses. O(bodies). */
  leaps({ positions: from }: Poses, { positions: to }: Poses, distance: number): boolean {
    for (let body = 0; body < this.bones.length; body++) {
      if (this.isPhysical[body] === 1) continue;
      const dx = to[3 * body] - from[3 * body];
      const dy = to[3 * body + 1] - from[3 * body + 1];
      const dz = to[3 * body + 2] - from[3 * body + 2];
      if (dx * dx + dy * dy + dz * dz > distance * distance) return true;
    }
    return false;
  }

  /** Holds the bones of dynamic bodies where these are. O(bodies). */
  holdBones(simulation: BodySimulation): void {
    const { positions, rotations } = simulation.poses;
    for (let i = 0; i < this.#drivers.length; i++) {
      const body = this.#drivers[i];
      if (!simulation.isDynamic(body)) continue;
      // body · offset⁻¹
      invertRotation(this.#offsets.rotations, 4 * body, boneRotation, 0);
      multiplyRotations(rotations, 4 * body, boneRotation, 0, boneRotation, 0);
      rotateVector(boneRotation, 0, this.#offsets.positions, 3 * body, bonePosition, 0);
      for (let axis = 0; axis < 3; axis++)
        bonePosition[axis] = positions[3 * body + axis] - bonePosition[axis];
      toOtherSpace();
      this.#leavePlacement();
      const position = this.#turnsOnly[body] === 1 ? undefined : bonePosition;
      this.#rig.holdBone(this.bones[body], boneRotation, position);
    }
  }

  /** Holds the bones of dynamic bodies where the rig shows them. O(bodies). */
  holdAsShown(simulation: BodySimulation): void {
    const { worldRotations, worldPositions } = this.#rig;
    for (let i = 0; i < this.#drivers.length; i++) {
      const body = this.#drivers[i];
      if (!simulation.isDynamic(body)) continue;
      const bone = this.bones[body];
      const positions = this.#turnsOnly[body] === 1 ? undefined : worldPositions;
      this.#rig.holdBone(bone, worldRotations, positions, bone);
    }
  }

  /** Gives the bone of a body back to its keyframes. */
  freeBone(body: number): void {
    if (this.bones[body] >= 0) this.#rig.freeBone(this.bones[body]);
  }

  /**
   * Reads where a bone is; −1 is the model's origin. A bone that physics moves is where its body is: for that
   * body, which may be lost, it is where it rests beside its parent.
   */
  #readBone(bone: number, forItsBody: boolean): void {
    const { worldRotations, worldPositions, definition, pose } = this.#rig;
    const rests = forItsBody && pose.held?.isHeld[bone] === 1;
    const source = rests ? definition.parents[bone] : bone;
    setIdentity();
    if (source >= 0) for (let i = 0; i < 4; i++) boneRotation[i] = worldRotations[4 * source + i];
    if (rests) rotateVector(boneRotation, 0, definition.restOffsets, 3 * bone, bonePosition, 0);
    if (source >= 0) for (let i = 0; i < 3; i++) bonePosition[i] += worldPositions[3 * source + i];
    this.#enterPlacement();
    toOtherSpace();
  }

  #enterPlacement(): void {
    if (!this.placement) return;
    const { rotation, position } = this.placement;
    multiplyRotations(rotation, 0, boneRotation, 0, boneRotation, 0);
    rotateVector(rotation, 0, bonePosition, 0, bonePosition, 0);
    for (let i = 0; i < 3; i++) bonePosition[i] += position[i];
  }

  #leavePlacement(): void {
    if (!this.placement) return;
    const { rotation, position } = this.placement;
    invertRotation(rotation, 0, inverse, 0);
    multiplyRotations(inverse, 0, boneRotation, 0, boneRotation, 0);
    for (let i = 0; i < 3; i++) bonePosition[i] -= position[i];
    rotateVector(inverse, 0, bonePosition, 0, bonePosition, 0);
  }

  /** `order`: all bones, parents first. */
  #driversIn(order: readonly number[]): Int32Array {
    const driverOf = new Int32Array(order.length).fill(-1);
    this.bones.forEach((bone, body) => {
      if (bone >= 0 && this.isPhysical[body] === 1) driverOf[bone] = body;
    });
    return Int32Array.from(order.map((bone) => driverOf[bone]).filter((body) => body >= 0));
  }
}

/** A bone's pose on its way between the two spaces. */
const boneRotation = /* @__PURE__ */ new Float64Array(4);
const bonePosition = /* @__PURE__ */ new Float64Array(3);
const inverse = /* @__PURE__ */ new Float64Array(4);
const arm = /* @__PURE__ */ new Float64Array(3);

function setIdentity(): void {
  boneRotation.fill(0);
  boneRotation[3] = 1;
  bonePosition.fill(0);
}

function toOtherSpace(): void {
  flipRotation(boneRotation);
  flipPosition(bonePosition);
}

function originsOf({ restPositions }: RigDefinition): Float64Array {
  const origins = Float64Array.from(restPositions);
  for (let i = 0; i < origins.length; i += 3) flipPosition(origins, i);
  return origins;
}

function offsetsOf(rest: Poses, bones: Int32Array, origins: Float64Array): Poses {
  const positions = rest.positions.map((value, i) => {
    const axis = i % 3;
    const bone = bones[(i - axis) / 3];
    return bone < 0 ? value : value - origins[3 * bone + axis];
  });
  return { positions, rotations: rest.rotations };
}

function restOf(bodies: readonly RigidBody[]): Poses {
  const rest = createPoses(bodies.length);
  bodies.forEach(({ position, rotation }, body) => {
    rest.positions.set(position.map(finite), 3 * body);
    rest.rotations.set(fromAngles(rotation.map(finite)), 4 * body);
  });
  return rest;
}

/** The lowest bone above as many of some bones as have one in common; −1 without bones. O(bones). */
function commonAncestor(
  { boneCount, parents }: RigDefinition,
  order: readonly number[],
  bones: Int32Array,
): number {
  const counts = new Int32Array(boneCount);
  for (const bone of bones) counts[bone]++;
  for (let i = order.length - 1; i >= 0; i--) {
    const parent = parents[order[i]];
    if (parent >= 0) counts[parent] += counts[order[i]];
  }
  const most = counts.reduce((largest, count) => Math.max(largest, count), 1);
  let lowest = -1;
  for (const bone of order) {
    const isBelow = lowest < 0 || parents[bone] === lowest;
    if (isBelow && counts[bone] === most) lowest = bone;
  }
  return lowest;
}

/** The quaternion Ry · Rx · Rz of three angles. */
function fromAngles([x, y, z]: readonly number[]): Float64Array {
  const q = aboutAxis(1, y);
  multiplyRotations(q, 0, aboutAxis(0, x), 0, q, 0);
  multiplyRotations(q, 0, aboutAxis(2, z), 0, q, 0);
  return q;
}

function aboutAxis(axis: number, angle: number): Float64Array {
  const q = Float64Array.of(0, 0, 0, Math.cos(angle / 2));
  q[axis] = Math.sin(angle / 2);
  return q;
}
