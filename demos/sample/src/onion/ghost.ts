import type { MmdModel } from '@odori/model';
import { bindMotion, type Motion, type MotionBinding } from '@odori/runtime';
import {
  BufferGeometry,
  type Color,
  DetachedBindMode,
  Group,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  MeshLambertMaterial,
  SkinnedMesh,
} from 'three';

/** A dancer of one colour who can be seen through; she lies over the layers below hers, wherever she stands. */
export class Ghost {
  readonly root: Group = new Group();
  readonly #model: MmdModel;
  readonly #material = new MeshLambertMaterial({ transparent: true });
  #binding: MotionBinding;

  /** `model` is the ghost's own from now on. */
  constructor(model: MmdModel, motion: Motion, layer: number) {
    const front = frontOf(model.mesh);
    const wipe = new DepthWipe(3 * layer + 1); // after the floor
    front.renderOrder = wipe.renderOrder + 1;
    model.mesh.renderOrder = wipe.renderOrder + 2;
    model.mesh.material = this.#material;
    model.outline.visible = model.groundShadow.visible = false;
    this.root.add(wipe, front, model.root);
    this.#model = model;
    this.#binding = bindMotion(motion, model.rig);
  }

  dance(motion: Motion): void {
    this.#binding = bindMotion(motion, this.#model.rig);
  }

  show(frame: number, color: Color, opacity: number): void {
    this.#binding.sample(frame);
    this.#model.update();
    this.#material.color.copy(color);
    this.#material.opacity = opacity;
  }
}

/** Drawn into the depths only: so a ghost does not show her own far side. */
function frontOf({ geometry, skeleton }: SkinnedMesh): SkinnedMesh {
  const front = new SkinnedMesh(geometry, new MeshBasicMaterial({ colorWrite: false, transparent: true }));
  front.bindMode = DetachedBindMode; // a model's skeleton has matrices in the model's space
  front.bind(skeleton, new Matrix4());
  front.frustumCulled = false;
  return front;
}

/** Draws nothing: when its turn comes among transparent things, all that was drawn before it counts as far away. */
export class DepthWipe extends Mesh {
  constructor(renderOrder: number) {
    super(new BufferGeometry(), new MeshBasicMaterial({ transparent: true }));
    this.renderOrder = renderOrder;
    this.frustumCulled = false;
    this.onBeforeRender = (renderer) => {
      renderer.state.buffers.depth.setMask(true); // what was drawn last may have locked it
      renderer.clearDepth();
    };
  }
}
