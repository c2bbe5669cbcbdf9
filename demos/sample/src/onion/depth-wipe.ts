import { BufferGeometry, Mesh, MeshBasicMaterial } from 'three';

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
