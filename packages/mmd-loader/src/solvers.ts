import { type Bone, Quaternion, type SkinnedMesh } from 'three';
import { CCDIKHelper, CCDIKSolver as OtherSolver, type IK } from 'three/addons/animation/CCDIKSolver.js';
import { userDataOf } from './mmd-user-data.js';
import { findPageModel, type PageModel, pageModelOf } from './page-model.js';

/**
 * Solves the IK of a mesh, as r171's class of this name. The mesh of our loader is solved as MMD does, with
 * append and physics: of `iks`, only `target` counts, and tells which chains are solved. Every other mesh is
 * solved by three's own `CCDIKSolver`.
 *
 * @example
 * const solver = new CCDIKSolver(mesh, mesh.geometry.userData.MMD.iks);
 * scene.add(solver.createHelper());
 */
export class CCDIKSolver {
  /** Vue must not wrap this in a proxy, which has no private members. @internal */
  readonly __v_skip = true;
  readonly mesh: SkinnedMesh;
  readonly iks: IK[];
  readonly #page: PageModel | undefined;
  readonly #other: OtherSolver | undefined;

  constructor(mesh: SkinnedMesh, iks: IK[] = userDataOf(mesh)?.iks ?? []) {
    this.mesh = mesh;
    this.iks = iks;
    this.#page = findPageModel(mesh);
    if (!this.#page) this.#other = new OtherSolver(mesh, iks);
  }

  /** Solves and shows all chains of `iks`, from what the page has written to bones. */
  update(): this {
    this.#other?.update();
    this.#page?.solveIk(this.iks);
    return this;
  }

  /** Solves and shows one chain; the others stay as they are. */
  updateOne(ik: IK): this {
    this.#other?.updateOne(ik);
    this.#page?.solveIk([ik]);
    return this;
  }

  /** Draws the chains, as three's class of this name. */
  createHelper(sphereSize?: number): CCDIKHelper {
    return new CCDIKHelper(this.mesh, this.iks, sphereSize);
  }
}

/** What `helper.createGrantSolver(mesh)` gives: append (付与), which r171 called grant. */
export class GrantSolver {
  readonly mesh: SkinnedMesh;
  readonly grants: object[];

  constructor(mesh: SkinnedMesh, grants: object[] = userDataOf(mesh)!.grants) {
    this.mesh = mesh;
    this.grants = grants;
  }

  /**
   * Solves and shows the mesh, with what the page has written to bones. Odori solves all appends together, as
   * MMD does.
   */
  update(): this {
    const page = pageModelOf(this.mesh);
    page.takeWritten();
    page.isGrantOn = true;
    page.solve(0);
    return this;
  }

  /** The same as {@link update}. */
  updateOne(_grant: object): this {
    return this.update();
  }

  /** Turns a bone by a part of a rotation. */
  addGrantRotation(bone: Bone, rotation: Quaternion, ratio: number): this {
    bone.quaternion.multiply(new Quaternion().slerp(rotation, ratio));
    return this;
  }
}
