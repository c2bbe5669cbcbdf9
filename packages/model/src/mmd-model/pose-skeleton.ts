import { Skeleton, type Texture, type WebGLRenderer } from 'three';
import type { PoseUniforms } from '../surface/pose-row.js';

/**
 * A skeleton whose pose our materials read from a texture of its own, see {@link PoseUniforms}. three's
 * `boneTexture` is for other materials; it is uploaded only where one of them is drawn.
 *
 * `WebGLRenderer` would upload textures between two draws, which is dear on graphics cards of phones. It
 * calls {@link update} before the first one.
 */
export abstract class PoseSkeleton extends Skeleton {
  abstract readonly uniforms: PoseUniforms;
  /** Further textures that change with the pose. */
  readonly textures: Texture[] = [];
  /** The version that was uploaded last, of the pose and of each of `textures`. */
  readonly #versions: number[] = [];
  #renderer: WeakRef<WebGLRenderer> | undefined;

  /** Tells which renderer draws it. Allocates nothing unless that has changed. */
  noteRenderer(renderer: object): void {
    if (!('isWebGLRenderer' in renderer)) return; // others upload before the pass anyway
    const webgl = renderer as unknown as WebGLRenderer;
    if (this.#renderer?.deref() !== webgl) this.#renderer = new WeakRef(webgl);
  }

  /** Uploads what has changed. */
  protected upload(): void {
    const renderer = this.#renderer?.deref();
    if (!renderer) return;
    this.#upload(renderer, this.uniforms.poseTexture.value, 0);
    for (let i = 0; i < this.textures.length; i++) this.#upload(renderer, this.textures[i], i + 1);
  }

  #upload(renderer: WebGLRenderer, texture: Texture, i: number): void {
    if (this.#versions[i] === texture.version) return;
    this.#versions[i] = texture.version;
    renderer.initTexture(texture);
  }
}
