import type { Physics } from '@odori/physics';
import { PhysicsHelper } from '@odori/physics/debug';
import { Object3D, type SkinnedMesh, Vector3 } from 'three';
import { userDataOf } from './mmd-user-data.js';
import type { ConstraintParameters, RigidBodyParameters } from './body-parameters.js';
import { type PageModel, pageModelOf } from './page-model.js';

/** Options of {@link MMDPhysics}. */
export interface MMDPhysicsParameter {
  /** Seconds of one step, from 1/1000 to 1/30. With any other than 1/60, hair moves differently than in MMD. */
  unitStep?: number; // 1/60; r171: 1/65
  /** The most steps in one update. */
  maxStepNum?: number; // 10; r171: 3
  /** Units per second². A number is its y. */
  gravity?: Vector3 | number; // (0, -98, 0)
}

/**
 * The physics of a mesh of our loader, as r171's class of this name: MMD's rules, without Ammo.js. The bodies are those of the
 * file, whatever `rigidBodies` and `constraints` say.
 *
 * @throws TypeError if the mesh is not from our loader.
 * @example
 * const { rigidBodies, constraints } = mesh.geometry.userData.MMD;
 * const physics = new MMDPhysics(mesh, rigidBodies, constraints);
 * physics.setGravity(new Vector3(0, -10, 0));
 * physics.update(delta); // each frame
 */
export class MMDPhysics {
  readonly mesh: SkinnedMesh;
  readonly bodies: RigidBodyParameters[];
  readonly constraints: ConstraintParameters[];
  readonly gravity: Vector3 = new Vector3(0, -98, 0);
  unitStep: number;
  maxStepNum: number;
  /** There is no Ammo.js. */
  readonly world: null = null;
  readonly #page: PageModel;

  constructor(
    mesh: SkinnedMesh,
    rigidBodies: RigidBodyParameters[] = userDataOf(mesh).rigidBodies,
    constraints: ConstraintParameters[] = userDataOf(mesh).constraints,
    { unitStep, maxStepNum, gravity }: MMDPhysicsParameter = {},
  ) {
    this.mesh = mesh;
    this.bodies = rigidBodies;
    this.constraints = constraints;
    this.#page = pageModelOf(mesh);
    const physics = this.#physics;
    if (physics) {
      physics.mode = 'keyframes';
      physics.substep = unitStep ?? physics.substep;
      physics.maxSubsteps = maxStepNum ?? physics.maxSubsteps;
    }
    this.unitStep = physics?.substep ?? unitStep ?? 1 / 60;
    this.maxStepNum = physics?.maxSubsteps ?? maxStepNum ?? 10;
    if (gravity !== undefined) {
      this.setGravity(typeof gravity === 'number' ? new Vector3(0, gravity, 0) : gravity);
    }
  }

  get #physics(): Physics | undefined {
    return this.#page.model.physics;
  }

  /** Lets seconds pass, from what the page has written to bones, and shows the result. */
  update(delta: number): this {
    this.#page.takeWritten();
    this.#page.solve(delta);
    return this;
  }

  /** Puts all bodies to their bones, at rest, and lets them settle. */
  reset(): this {
    this.#page.reset();
    return this;
  }

  /** Lets bodies come to rest, for a number of steps, in the next updates. */
  warmup(cycles: number): this {
    this.#physics?.settle(Math.min(cycles * this.unitStep, MOST_SETTLING));
    return this;
  }

  setGravity(gravity: Vector3): this {
    this.gravity.copy(gravity);
    this.#physics?.gravity.set(gravity.toArray());
    return this;
  }

  /** Draws bodies and joints; without any, an empty object. */
  createHelper(): MMDPhysicsHelper | Object3D {
    const physics = this.#physics;
    return physics ? new MMDPhysicsHelper(this.mesh, physics) : new Object3D();
  }
}

/** Seconds; physics lets nothing settle for longer. */
const MOST_SETTLING = 10;

/** Draws the rigid bodies of a mesh where they are, wherever in the scene it is added itself. */
export class MMDPhysicsHelper extends PhysicsHelper {
  readonly mesh: SkinnedMesh;

  constructor(mesh: SkinnedMesh, physics: Physics) {
    super(physics);
    this.mesh = mesh;
    this.matrixAutoUpdate = false;
  }

  /** Moves everything to where the bodies of the mesh are; the renderer calls it. Allocates nothing. */
  override updateMatrixWorld(): void {
    if (!this.visible) return;
    this.update();
    this.mesh.updateWorldMatrix(true, false);
    this.matrixWorld.copy(this.mesh.matrixWorld);
  }
}
