import { type Bone, Quaternion, type SkinnedMesh } from 'three';
import { userDataOf } from './mmd-user-data.js';
import { pageModelOf } from './page-model.js';

/** What `helper.createGrantSolver(mesh)` gives: append (付与), which r171 called grant. */
export class GrantSolver {
  readonly mesh: SkinnedMesh;
  readonly grants: object[];

  constructor(mesh: SkinnedMesh, grants: object[] = userDataOf(mesh)!.grants) {
    this.mesh = mesh;
    this.grants = grants;
  }

  /** Solves and shows the mesh, with what the page has written to bones. Odori solves all appends together, as MMD does. */
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
