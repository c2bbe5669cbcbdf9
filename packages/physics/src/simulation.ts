import type { PhysicsWorld } from './backend.js';
import { type BodySimulation, FOLLOWS, MAX_BODIES, type PhysicsModel } from './body-simulation.js';
import { carryPose, findCarriers } from './carry.js';
import { JointGuard } from './joint-guard.js';
import {
  blendPoses,
  copyPoses,
  createPoses,
  type Poses,
  readPoseMatrix,
  writePoseMatrix,
} from './pose-matrix.js';
import { MOTION_NUMBERS } from './solver/bodies.js';
import { World } from './solver/world.js';

/** Further joints are left out, as further bodies are. */
const MAX_JOINTS = 16_384;
/** A body farther from the model's origin than this, in units, is lost: it is put back. */
const FARTHEST = 1e5;
/**
 * Hair keeps pace to this power of its own velocity. Without this loss it resonates, because it sees the
 * motion faster than it is. A larger power makes hair stiffer; with a smaller one, some chains stand off.
 */
const KEPT = 0.25;

/**
 * The bodies of one model in a world of a physics engine, and MMD's own rules between its substeps. In MMD's
 * space.
 *
 * Bodies are numbered as in the file; their numbers in the world are higher: by one if the world is theirs.
 */
export class Simulation implements BodySimulation {
  readonly count: number;
  /** Where bodies go that are not dynamic, and where lost ones are put. To be written before each substep. */
  readonly targets: Poses;
  /** Where the bodies are. */
  readonly poses: Poses;
  /** How often a body was put back because it was lost. */
  faults = 0;
  readonly #world: PhysicsWorld;
  readonly #guard: JointGuard;
  /** By body, the one that it hangs on, see {@link findCarriers}. */
  readonly #carriers: Int32Array;
  readonly #carried: Poses;
  /** The number of the first body in the world. */
  readonly #first: number;
  /** Of the last substep. */
  #pace = 1;
  /** By number in the world, 1 = forces move it now. */
  readonly #isDynamic: Uint8Array;

  /** `copies`: the bodies and joints are in the world already, from this number on and so much larger. */
  constructor(
    world: PhysicsWorld,
    { rigidBodies, joints }: PhysicsModel,
    copies?: { readonly first: number; readonly scale: number },
  ) {
    const bodies = rigidBodies.slice(0, MAX_BODIES);
    const used = joints.slice(0, MAX_JOINTS);
    const first = copies?.first ?? 1;
    this.count = bodies.length;
    this.targets = createPoses(this.count);
    this.poses = createPoses(this.count);
    this.#world = world;
    this.#first = first;
    this.#guard = new JointGuard(world, copies?.scale);
    this.#isDynamic = new Uint8Array(first + this.count);
    bodies.forEach(({ mode }, body) => (this.#isDynamic[first + body] = mode === FOLLOWS ? 0 : 1));
    this.#carriers = findCarriers({ rigidBodies: bodies, joints: used });
    this.#carried = createPoses(this.count);
    if (!copies) for (const body of bodies) world.addBody(body, body.mode !== FOLLOWS);
    for (const joint of used) {
      const a = bodies[joint.bodyA];
      const b = bodies[joint.bodyB];
      if (!a || !b) continue; // a joint to nothing holds nothing
      if (!copies) world.addJoint(joint, joint.bodyA + 1, joint.bodyB + 1);
      this.#guard.add(joint, first + joint.bodyA, first + joint.bodyB, a, b);
    }
    this.#readPoses();
  }

  get world(): PhysicsWorld {
    return this.#world;
  }

  isDynamic(body: number): boolean {
    return this.#isDynamic[this.#first + body] === 1;
  }

  /** Lets forces move a body, or its target. */
  setDynamic(body: number, dynamic: boolean): void {
    this.#isDynamic[this.#first + body] = dynamic ? 1 : 0;
    this.#world.setDynamic(this.#first + body, dynamic);
  }

  /** Puts all bodies to their targets, at rest, without memory of what was. O(bodies²). */
  placeAll(): void {
    for (let body = 0; body < this.count; body++) this.#place(this.targets, body);
    this.#world.forgetContacts();
    this.#pace = 1;
  }

  /**
   * One substep, which takes the bodies to their targets. O(bodies + joints + contacts); allocates nothing.
   *
   * `pace`: the length of the substep as a part of the time that it stands for. It is below 1 where a frame
   * has too few substeps.
   */
  step(pace = 1): void {
    this.begin(pace);
    this.#world.step();
    this.end();
  }

  /** What comes before the world's part of a substep. */
  begin(pace: number): void {
    if (pace < 1 || this.#pace < 1) this.#carry(pace);
    this.#pace = pace;
    for (let body = 0; body < this.count; body++) {
      if (this.#isDynamic[this.#first + body] === 1) continue;
      writePoseMatrix(this.targets, body, matrix);
      this.#world.moveBody(this.#first + body, matrix);
    }
  }

  /** Takes where bodies are as their targets, until others are written. */
  readTargets(): void {
    this.#readPoses();
    copyPoses(this.poses, this.targets);
  }

  /** What comes after it. */
  end(): void {
    this.#guard.apply(this.#isDynamic);
    this.#recoverLostBodies();
    this.#readPoses();
  }

  /**
   * Carries all bodies along for most of the way that the bodies on bones go, so that only pace² of it is
   * left for the substep. Velocities then seem `pace` times as large, and a second seems `pace` seconds long:
   * accelerations stay true, and hair swings no farther than it should.
   */
  #carry(pace: number): void {
    const carried = this.#carried;
    const kept = pace ** KEPT;
    const shared = pace / this.#pace;
    blendPoses(this.poses, this.targets, 1 - pace * pace, carried);
    for (let body = 0; body < this.count; body++) {
      const carrier = this.#carriers[body];
      if (this.#isDynamic[this.#first + body] === 0 || carrier < 0) continue;
      carryPose(this.poses, body, this.poses, carried, carrier, carried);
      writePoseMatrix(carried, body, matrix);
      if (!this.#world.carryBody) this.#world.placeBody(this.#first + body, matrix);
      else this.#world.carryBody(this.#first + body, matrix, this.#first + carrier, kept, shared);
    }
    for (let body = 0; body < this.count; body++)
      if (this.#isDynamic[this.#first + body] === 0) this.#place(carried, body);
  }

  /** How many numbers {@link writeState} writes; 0 if another engine moves the bodies. */
  get stateLength(): number {
    return this.#world instanceof World ? (1 + MOTION_NUMBERS) * this.count : 0;
  }

  /** Writes where the bodies are, how they move, and whether forces move them. O(bodies). */
  writeState(out: Float64Array, start: number): void {
    for (let body = 0; body < this.count; body++) out[start + body] = this.isDynamic(body) ? 1 : 0;
    const [first, end] = [this.#first, this.#first + this.count];
    (this.#world as World).bodies.writeMotion(first, end, out, start + this.count);
  }

  /** Reads what {@link writeState} wrote for the same bodies. O(bodies). */
  readState(from: Float64Array, start: number): void {
    for (let body = 0; body < this.count; body++) {
      const isDynamic = from[start + body] === 1;
      if (isDynamic !== this.isDynamic(body)) this.setDynamic(body, isDynamic);
    }
    const [first, end] = [this.#first, this.#first + this.count];
    (this.#world as World).bodies.readMotion(first, end, from, start + this.count);
    this.#readPoses();
  }

  #place(poses: Poses, body: number): void {
    writePoseMatrix(poses, body, matrix);
    this.#world.placeBody(this.#first + body, matrix);
  }

  #recoverLostBodies(): void {
    const { positions } = this.#world;
    for (let body = 0; body < this.count; body++) {
      const i = 3 * (this.#first + body);
      const far = Math.abs(positions[i]) + Math.abs(positions[i + 1]) + Math.abs(positions[i + 2]);
      if (far < FARTHEST || this.#isDynamic[this.#first + body] === 0) continue; // NaN is not below it
      this.#place(this.targets, body);
      this.faults++;
    }
  }

  #readPoses(): void {
    for (let body = 0; body < this.count; body++) {
      this.#world.readPose(this.#first + body, matrix);
      readPoseMatrix(matrix, this.poses, body);
    }
  }
}

const matrix = /* @__PURE__ */ new Float64Array(16);
