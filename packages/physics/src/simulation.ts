import type { Pmx } from '@odori/format';
import type { PhysicsWorld } from './backend.js';
import { JointGuard } from './joint-guard.js';
import { createPoses, type Poses, readPoseMatrix, writePoseMatrix } from './pose-matrix.js';

/** The rigid bodies and joints of a model, in MMD's space: a `Pmx` has them. */
export type PhysicsModel = Pick<Pmx, 'rigidBodies' | 'joints'>;

/** The mode of a body that follows its bone. */
export const FOLLOWS = 0;
/** No known model has more: 1,000 bodies are many. Further bodies and joints are left out. */
export const MOST_BODIES = 4096;
const MOST_JOINTS = 16_384;
/** A body farther from the model's origin than this, in units, is lost: it is put back. */
const FARTHEST = 1e5;

/** Bodies that know where the bones are that they hang on. */
export interface Anchored {
  writeAnchors(out: Poses): void;
}

/** What `Physics` needs of a simulation: of {@link Simulation}, or of one that runs elsewhere. */
export interface BodySimulation {
  readonly count: number;
  /** Where bodies go that are not dynamic, and where lost ones are put. To be written before each substep. */
  readonly targets: Poses;
  /** Where the bodies are. */
  readonly poses: Poses;
  /** How often a body was put back because it was lost. */
  readonly faults: number;
  readonly world: Pick<PhysicsWorld, 'gravity' | 'hasGround' | 'substep' | 'dispose'>;
  isDynamic(body: number): boolean;
  setDynamic(body: number, dynamic: boolean): void;
  placeAll(): void;
  step(): void;
  /** Elsewhere: shows bodies at their targets until the next poses arrive. */
  showTargets?(): void;
  /** Elsewhere: sends what happened in a frame, and shows the poses that have arrived. */
  finishFrame?(bodies: Anchored): void;
  /** Elsewhere: whether an answer is still to come, and how many substeps were left out. */
  readonly isBusy?: boolean;
  readonly droppedSubsteps?: number;
}

/**
 * The bodies of one model in a world of a physics engine, and MMD's own rules between its substeps. In MMD's space.
 *
 * Bodies are numbered as in the file; their numbers in the world are one higher.
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
  /** By number in the world, 1 = forces move it now. */
  readonly #isDynamic: Uint8Array;

  constructor(world: PhysicsWorld, { rigidBodies, joints }: PhysicsModel) {
    const bodies = rigidBodies.slice(0, MOST_BODIES);
    this.count = bodies.length;
    this.targets = createPoses(this.count);
    this.poses = createPoses(this.count);
    this.#world = world;
    this.#guard = new JointGuard(world);
    this.#isDynamic = Uint8Array.from([FOLLOWS, ...bodies.map(({ mode }) => mode)], (mode) =>
      mode === FOLLOWS ? 0 : 1,
    );
    for (const body of bodies) world.addBody(body, body.mode !== FOLLOWS);
    for (const joint of joints.slice(0, MOST_JOINTS)) {
      const a = bodies[joint.bodyA];
      const b = bodies[joint.bodyB];
      if (!a || !b) continue; // a joint to nothing holds nothing
      world.addJoint(joint, joint.bodyA + 1, joint.bodyB + 1);
      this.#guard.add(joint, joint.bodyA + 1, joint.bodyB + 1, a, b);
    }
    this.#readPoses();
  }

  get world(): PhysicsWorld {
    return this.#world;
  }

  isDynamic(body: number): boolean {
    return this.#isDynamic[body + 1] === 1;
  }

  /** Lets forces move a body, or its target. */
  setDynamic(body: number, dynamic: boolean): void {
    this.#isDynamic[body + 1] = dynamic ? 1 : 0;
    this.#world.setDynamic(body + 1, dynamic);
  }

  /** Puts all bodies to their targets, at rest, without memory of what was. O(bodies²). */
  placeAll(): void {
    for (let body = 0; body < this.count; body++) this.#place(body);
    this.#world.forgetContacts();
  }

  /** One substep. O(bodies + joints + contacts); allocates nothing. */
  step(): void {
    for (let body = 0; body < this.count; body++) {
      if (this.#isDynamic[body + 1] === 1) continue;
      writePoseMatrix(this.targets, body, matrix);
      this.#world.moveBody(body + 1, matrix);
    }
    this.#world.step();
    this.#guard.apply(this.#isDynamic);
    this.#recoverLostBodies();
    this.#readPoses();
  }

  #place(body: number): void {
    writePoseMatrix(this.targets, body, matrix);
    this.#world.placeBody(body + 1, matrix);
  }

  #recoverLostBodies(): void {
    const { positions } = this.#world;
    for (let body = 0; body < this.count; body++) {
      const i = 3 * body + 3;
      const far = Math.abs(positions[i]) + Math.abs(positions[i + 1]) + Math.abs(positions[i + 2]);
      if (far < FARTHEST || this.#isDynamic[body + 1] === 0) continue; // NaN is not below it
      this.#place(body);
      this.faults++;
    }
  }

  #readPoses(): void {
    for (let body = 0; body < this.count; body++) {
      this.#world.readPose(body + 1, matrix);
      readPoseMatrix(matrix, this.poses, body);
    }
  }
}

const matrix = /* @__PURE__ */ new Float64Array(16);
