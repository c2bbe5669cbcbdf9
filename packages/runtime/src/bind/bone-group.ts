import { Group, type Object3D } from 'three';
import { OnDemandBone } from './create-bones.js';

/**
 * Holds the bones of a model, so that three need not place each of them in each frame: nothing reads most of
 * them, because the rig moves the mesh. The world matrix of a bone is computed when it is read.
 *
 * As soon as an object hangs on a bone, or a bone has gone, three places the bones as everywhere; until it is
 * as before.
 */
export class BoneGroup extends Group {
  /** How often three would have placed the bones. */
  walks = 0;
  /** Objects that hang on bones, and bones that have gone. */
  #changes = 0;

  /** The bones without a parent come into the group. A copy that three makes begins empty. */
  constructor(bones: readonly Object3D[] = []) {
    super();
    this.add(...bones.filter(({ parent }) => parent === null));
    const own = new Set(bones);
    const added = ({ child }: ChildEvent): void => void (this.#changes += own.has(child) ? -1 : 1);
    const removed = ({ child }: ChildEvent): void => void (this.#changes += own.has(child) ? 1 : -1);
    for (const object of [this, ...bones]) {
      object.addEventListener('childadded', added);
      object.addEventListener('childremoved', removed);
      if (object instanceof OnDemandBone) object.group = this;
    }
  }

  /** Does three place the bones in each frame? */
  get isWalked(): boolean {
    return this.#changes > 0;
  }

  /**
   * While a scene is drawn, three need not look at each bone for something to draw. Exporters and pages see
   * bones, so this holds only for that time.
   */
  set isDrawn(isDrawn: boolean) {
    this.visible = !isDrawn || this.isWalked;
  }

  override updateMatrixWorld(force?: boolean): void {
    this.walks++;
    if (this.isWalked) super.updateMatrixWorld(force);
    else this.updateWorldMatrix(false, false, force);
  }
}

interface ChildEvent {
  readonly child: Object3D;
}
