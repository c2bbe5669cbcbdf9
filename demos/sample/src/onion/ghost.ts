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

/**
 * A translucent dancer in one colour. Each ghost is a layer: it covers the layers before it, whatever their
 * distance.
 */
export class Ghost {
  readonly root: Group = new Group();
  readonly #model: MmdModel;
  readonly #material = new MeshLambertMaterial({ transparent: true });
  #binding: MotionBinding;

  /** The ghost owns `model`. */
  constructor(model: MmdModel, motion: Motion, layer: number) {
    const front = frontOf(model.mesh);
    const clear = new DepthClear(3 * layer + 1); // drawn after the floor
    front.renderOrder = clear.renderOrder + 1;
    model.mesh.renderOrder = clear.renderOrder + 2;
    model.mesh.material = this.#material;
    model.surface.outline.visible = model.surface.groundShadow.visible = false;
    this.root.add(clear, front, model.root);
    this.#model = model;
    this.#binding = bindMotion(motion, model.rig);
  }

  play(motion: Motion): void {
    this.#binding = bindMotion(motion, this.#model.rig);
  }

  show(frame: number, color: Color, opacity: number): void {
    this.#binding.sample(frame);
    this.#model.update();
    this.#material.color.copy(color);
    this.#material.opacity = opacity;
  }
}

/** A copy that is drawn only into the depth buffer, so that the back of a ghost does not show through. */
function frontOf({ geometry, skeleton }: SkinnedMesh): SkinnedMesh {
  const front = new SkinnedMesh(geometry, new MeshBasicMaterial({ colorWrite: false, transparent: true }));
  front.bindMode = DetachedBindMode; // the skeleton of a model has matrices in model space
  front.bind(skeleton, new Matrix4());
  front.frustumCulled = false;
  return front;
}

/**
 * Draws nothing. At its place in the render order, it clears the depth buffer, so everything after it is
 * drawn on top.
 */
export class DepthClear extends Mesh {
  constructor(renderOrder: number) {
    super(new BufferGeometry(), new MeshBasicMaterial({ transparent: true }));
    this.renderOrder = renderOrder;
    this.frustumCulled = false;
    this.onBeforeRender = (renderer) => {
      renderer.state.buffers.depth.setMask(true); // the material before it may have disabled depth writing
      renderer.clearDepth();
    };
  }
}
