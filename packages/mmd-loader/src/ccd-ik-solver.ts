import type { SkinnedMesh } from 'three';
import { CCDIKHelper, CCDIKSolver as OtherSolver } from 'three/addons/animation/CCDIKSolver.js';
import { type IkParameters, userDataOf } from './mmd-user-data.js';
import { findPageModel, type PageModel } from './page-model.js';

/**
 * Solves the IK of a mesh, as r171's class of this name. The mesh of our loader is solved as MMD does, whatever `iks` says, with
 * append and physics; every other mesh by three's own `CCDIKSolver`.
 *
 * @example
 * const solver = new CCDIKSolver(mesh, mesh.geometry.userData.MMD.iks);
 * scene.add(solver.createHelper());
 */
export class CCDIKSolver {
  readonly mesh: SkinnedMesh;
  readonly iks: IkParameters[];
  readonly #page: PageModel | undefined;
  readonly #other: OtherSolver | undefined;

  constructor(mesh: SkinnedMesh, iks: IkParameters[] = userDataOf(mesh).iks) {
    this.mesh = mesh;
    this.iks = iks;
    this.#page = findPageModel(mesh);
    if (!this.#page) this.#other = new OtherSolver(mesh, iks);
  }

  /** Solves and shows all chains, from what the page has written to bones. */
  update(): this {
    this.#other?.update();
    if (this.#page) this.#solve(() => true);
    return this;
  }

  /** Solves and shows one chain; the others rest. */
  updateOne(ik: IkParameters): this {
    this.#other?.updateOne(ik);
    const name = this.mesh.skeleton.bones[ik.target]?.name;
    if (this.#page) this.#solve((each) => each === name);
    return this;
  }

  /** Draws the chains, as three's class of this name. */
  createHelper(sphereSize?: number): CCDIKHelper {
    return new CCDIKHelper(this.mesh, this.iks, sphereSize);
  }

  #solve(isSolved: (ikBone: string) => boolean): void {
    const page = this.#page!;
    const { pose, definition } = page.model.rig;
    const switches = pose.ikEnabled.slice();
    definition.ikNames.forEach((name, i) => {
      if (!isSolved(name)) pose.ikEnabled[i] = 0;
    });
    page.takeWritten();
    page.isIkOn = true;
    page.solve(0);
    pose.ikEnabled.set(switches);
  }
}
