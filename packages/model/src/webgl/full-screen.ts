import {
  Camera,
  Mesh,
  PlaneGeometry,
  type ShaderMaterial,
  type WebGLRenderer,
  type WebGLRenderTarget,
} from 'three';

/** Draws a material over a whole target. The vertex shader places the square from −1 to 1. */
export class FullScreen {
  readonly material: ShaderMaterial;
  readonly #quad: Mesh;

  constructor(material: ShaderMaterial) {
    this.material = material;
    this.#quad = new Mesh(new PlaneGeometry(2, 2), material);
    this.#quad.frustumCulled = false;
  }

  /** Leaves the renderer, and its counts of what a picture takes, as they are. Allocates nothing. */
  draw(renderer: WebGLRenderer, into: WebGLRenderTarget | null): void {
    const { autoClear, info, xr } = renderer;
    const { autoReset } = info;
    const target = renderer.getRenderTarget();
    const face = renderer.getActiveCubeFace();
    const level = renderer.getActiveMipmapLevel();
    const isXr = xr.enabled;
    renderer.autoClear = info.autoReset = xr.enabled = false;
    renderer.setRenderTarget(into);
    renderer.render(this.#quad, NO_CAMERA);
    renderer.setRenderTarget(target, face, level);
    renderer.autoClear = autoClear;
    info.autoReset = autoReset;
    xr.enabled = isXr;
  }

  dispose(): void {
    this.material.dispose();
    this.#quad.geometry.dispose();
  }
}

const NO_CAMERA = /* @__PURE__ */ new Camera();
