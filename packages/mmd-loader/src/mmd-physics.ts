import { MMD_GRAVITY } from '@odori/format/internal';
import type { Physics } from '@odori/physics';
import { PhysicsHelper } from '@odori/physics/debug';
import { type Bone, Object3D, type SkinnedMesh, Vector3 } from 'three';
import { userDataOf } from './mmd-user-data.js';
import type { ConstraintParameters, RigidBodyParameters } from './body-parameters.js';
import { type PageModel, pageModelOf } from './page-model.js';

/** Options of {@link MMDPhysics}. */
export interface MMDPhysicsParameter {
  /**
   * Seconds of one step, from 1/1000 to 1/30. With any other than 1/60, hair moves differently than in MMD.
   */
  unitStep?: number; // 1/60; r171: 1/65
  /** The most steps in one update. */
  maxStepNum?: number; // 10; r171: 3
  /** Units per second². A number is how strongly bodies are drawn downwards, whatever its sign. */
  gravity?: Vector3 | number; // (0, -98, 0)
}

/**
 * The physics of a mesh of our loader, as r171's class of this name: MMD's rules, without Ammo.js. The bodies
 * are those of the file, whatever `rigidBodies` and `constraints` say.
 *
 * @throws TypeError if the mesh is not from our loader.
 * @example
 * const { rigidBodies, constraints } = mesh.geometry.userData.MMD;
 * const physics = new MMDPhysics(mesh, rigidBodies, constraints);
 * physics.setGravity(new Vector3(0, -10, 0));
 * physics.update(delta); // each frame
 */
export class MMDPhysics {
  /** Vue must not wrap this in a proxy, which has no private members. @internal */
  readonly __v_skip = true;
  readonly mesh: SkinnedMesh;
  readonly bodies: RigidBody[];
  readonly constraints: Constraint[];
  readonly gravity: Vector3 = new Vector3(0, -10 * MMD_GRAVITY.acceleration, 0);
  unitStep: number;
  maxStepNum: number;
  /** There is no Ammo.js. */
  readonly world: null = null;
  readonly #page: PageModel;

  constructor(
    mesh: SkinnedMesh,
    rigidBodies: object[] = userDataOf(mesh)?.rigidBodies ?? [],
    constraints: object[] = userDataOf(mesh)?.constraints ?? [],
    { unitStep, maxStepNum, gravity }: MMDPhysicsParameter = {},
  ) {
    this.mesh = mesh;
    this.#page = pageModelOf(mesh);
    this.bodies = (rigidBodies as RigidBodyParameters[]).map((params) => ({
      params,
      bone: mesh.skeleton.bones[params.boneIndex],
    }));
    this.constraints = (constraints as ConstraintParameters[]).map((params) => ({ params }));
    const physics = this.#physics;
    this.unitStep = unitStep ?? physics?.substep ?? 1 / 60;
    this.maxStepNum = maxStepNum ?? physics?.maxSubsteps ?? 10;
    this.switch(true);
    if (gravity !== undefined) {
      this.setGravity(typeof gravity === 'number' ? new Vector3(0, -Math.abs(gravity), 0) : gravity);
    }
  }

  get #physics(): Physics | undefined {
    return this.#page.model.physics;
  }

  /**
   * Lets forces move bodies, with the steps that the page has set, or gives bones back to their keyframes.
   *
   * @internal
   */
  switch(isOn: boolean): void {
    const physics = this.#physics;
    if (!physics) return;
    physics.mode = isOn ? 'keyframes' : 'off';
    physics.maxSubsteps = this.maxStepNum;
    const step = Math.min(Math.max(this.unitStep, MIN_STEP), MAX_STEP);
    if (step !== physics.substep) physics.substep = step;
  }

  /** Lets seconds pass, from what the page has written to bones, and shows the result. */
  update(delta: number): this {
    this.switch(true);
    this.#page.takeWritten();
    this.#page.solve(delta);
    return this;
  }

  /** Puts all bodies to their bones, at rest, and lets them settle. */
  reset(): this {
    this.#page.takeWritten();
    this.#page.reset();
    return this;
  }

  /** Lets bodies come to rest, for a number of steps, in the next updates. */
  warmup(cycles: number): this {
    this.#physics?.settle(Math.min(cycles * this.unitStep, MAX_SETTLING));
    return this;
  }

  setGravity(gravity: Vector3): this {
    this.gravity.copy(gravity);
    this.#physics?.gravity.set(gravity.toArray());
    return this;
  }

  /** Draws bodies and joints; for a model without any, nothing. */
  createHelper(): MMDPhysicsHelper {
    return new MMDPhysicsHelper(this.mesh, this);
  }
}

/** A rigid body of {@link MMDPhysics}; there is no Ammo.js, and so no `body`. */
export interface RigidBody {
  readonly params: RigidBodyParameters;
  readonly bone: Bone | undefined;
}

/** A joint of {@link MMDPhysics}. */
export interface Constraint {
  readonly params: ConstraintParameters;
}

/** Seconds; physics has no other steps. */
const MIN_STEP = 1 / 1000;
const MAX_STEP = 1 / 30;

/** Seconds; physics lets nothing settle for longer. */
const MAX_SETTLING = 10;

/**
 * Draws the rigid bodies of a mesh where they are, wherever in the scene it is added itself.
 *
 * @example
 * scene.add(helper.objects.get(mesh)!.physics!.createHelper());
 */
export class MMDPhysicsHelper extends Object3D {
  /** Vue must not wrap this in a proxy, which has no private members. @internal */
  readonly __v_skip = true;
  readonly root: SkinnedMesh;
  readonly physics: MMDPhysics;
  readonly #lines: PhysicsHelper | undefined;

  constructor(mesh: SkinnedMesh, physics: MMDPhysics) {
    super();
    this.root = mesh;
    this.physics = physics;
    const engine = pageModelOf(mesh).model.physics;
    if (engine) this.add((this.#lines = new PhysicsHelper(engine)));
    this.matrixAutoUpdate = false;
  }

  /** Frees the lines and their material on the GPU. */
  override dispose(): void {
    this.#lines?.dispose();
  }

  /** Moves everything to where the bodies of the mesh are; the renderer calls it. Allocates nothing. */
  override updateMatrixWorld(force?: boolean): void {
    if (this.visible) this.#lines?.update();
    this.root.updateWorldMatrix(true, false);
    this.matrixWorld.copy(this.root.matrixWorld);
    for (let i = 0; i < this.children.length; i++) this.children[i].updateMatrixWorld(force);
  }
}
