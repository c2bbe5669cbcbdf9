import type { SkinnedMesh } from 'three';
import { type GrantParameters, userDataOf } from './mmd-user-data.js';
import { pageModelOf } from './page-model.js';

/** What `helper.createGrantSolver(mesh)` gives: append (付与), which r171 called grant. */
export class GrantSolver {
  readonly mesh: SkinnedMesh;
  readonly grants: GrantParameters[];

  constructor(mesh: SkinnedMesh, grants: GrantParameters[] = userDataOf(mesh).grants) {
    this.mesh = mesh;
    this.grants = grants;
  }

  /** Solves and shows the mesh, with what the page has written to bones. Odori solves append and IK together, as MMD does. */
  update(): this {
    const page = pageModelOf(this.mesh);
    page.takeWritten();
    page.isGrantOn = true;
    page.solve(0);
    return this;
  }
}
