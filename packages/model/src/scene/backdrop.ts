import { Box3, BufferGeometry, type Material, Mesh, Sphere, type Vector4, type WebGLRenderer } from 'three';
import type { WebGPURenderer } from 'three/webgpu';
import { BACKDROP_VERTICES, type BackdropSurface, currentViewport } from '../surface/surface-kit.js';
import { type PictureFit, pixelScale, type ProjectOutput } from './project-output.js';

/** Where MMD draws a picture or a film. */
export interface BackdropPosition {
  /** The upper left corner, in pixels of the project's picture, from the upper left. */
  readonly x: number;
  readonly y: number;
  /** The size of an image pixel, in pixels of the project's picture. 0: as large as fits, in the middle. */
  readonly scale: number;
}

/** The parts of a background that may change at any time. */
interface BackdropSettings {
  readonly output: ProjectOutput;
  readonly fit: PictureFit;
}

/** In pixels. */
export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

/** A picture or a film on the screen behind a scene. No ray hits it, and it has no place in the scene. */
export class Backdrop extends Mesh<BufferGeometry, Material> {
  readonly #rect: Vector4;
  readonly #position: BackdropPosition;
  readonly #settings: BackdropSettings;
  readonly #image: ImageSize;

  constructor(
    { material, rect }: BackdropSurface,
    image: ImageSize,
    position: BackdropPosition,
    settings: BackdropSettings,
  ) {
    super(createGeometry(), material);
    this.#rect = rect;
    this.#position = position;
    this.#settings = settings;
    this.#image = image;
    this.name = 'background';
    this.frustumCulled = false;
    this.onBeforeRender = (renderer) => this.#update(renderer);
  }

  override raycast(): void {}

  override dispose(): void {
    this.geometry.dispose();
    this.material.dispose();
  }

  /** Places it in the canvas or render target that is drawn now. Allocates nothing. */
  #update(renderer: WebGLRenderer | WebGPURenderer): void {
    const { output, fit } = this.#settings;
    const { z: width, w: height } = currentViewport(renderer);
    const { x, y, scale } = this.#position;
    const image = this.#image;
    const isPlaced = Number.isFinite(scale) && scale !== 0;
    const size = isPlaced ? scale : Math.min(output.width / image.width, output.height / image.height);
    const left = isPlaced ? x : (output.width - image.width * size) / 2;
    const top = isPlaced ? y : (output.height - image.height * size) / 2;
    // The middle of the project's picture is the middle of the canvas.
    const pixel = 2 * pixelScale(output, width, height, fit);
    const rect = this.#rect;
    rect.x = ((left - output.width / 2) * pixel) / width;
    rect.z = ((left - output.width / 2 + image.width * size) * pixel) / width;
    rect.w = ((output.height / 2 - top) * pixel) / height;
    rect.y = ((output.height / 2 - top - image.height * size) * pixel) / height;
  }
}

/** Without positions, so that no box or sphere around the scene contains it. */
function createGeometry(): BufferGeometry {
  const geometry = new BufferGeometry();
  geometry.setDrawRange(0, BACKDROP_VERTICES);
  geometry.boundingBox = new Box3();
  geometry.boundingSphere = new Sphere();
  return geometry;
}
