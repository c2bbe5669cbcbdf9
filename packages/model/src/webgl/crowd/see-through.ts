import type { Texture } from 'three';
import type { CrowdPlace } from '../../crowd/crowd-kit.js';
import type { ModelParts } from '../../mmd-model/model-parts.js';
import { MATERIAL_VALUE, MATERIAL_VALUES } from '../../morphs/material-morphs.js';

/** Which materials of a crowd what is behind may shine through, by their alpha and that of their textures. */
export class SeeThrough {
  readonly #byTexture: Uint8Array;
  readonly #opacities: Float32Array;
  /** Of the dancers that are drawn. */
  readonly #isSeeThrough: Uint8Array;
  readonly #stopListening: () => void;

  constructor({ materials, textures }: ModelParts) {
    this.#byTexture = new Uint8Array(materials.length);
    this.#opacities = new Float32Array(materials.length).fill(1);
    this.#isSeeThrough = new Uint8Array(materials.length);
    this.#stopListening = textures.listen((material, slot, texture) => {
      if (slot !== 'toonMap' && hasAlpha(texture)) this.#byTexture[material] = 1;
    });
  }

  /** The opacity that a material is faded to. */
  fade(material: number, opacity: number): void {
    this.#opacities[material] = opacity;
  }

  /**
   * Takes over the materials of the dancers at the first `count` places. O(places · materials); allocates
   * nothing.
   */
  update(places: readonly CrowdPlace[], count: number): void {
    const all = this.#isSeeThrough;
    for (let i = 0; i < all.length; i++) all[i] = Number(this.#byTexture[i] > 0 || this.#opacities[i] < 1);
    for (let k = 0; k < count; k++) {
      const { materialValues } = places[k].dancer.surface;
      for (let i = 0; i < all.length; i++) {
        if (materialValues[MATERIAL_VALUES * i + MATERIAL_VALUE.diffuse + 3] < 1) all[i] = 1;
      }
    }
  }

  has(material: number): boolean {
    return this.#isSeeThrough[material] === 1;
  }

  dispose(): void {
    this.#stopListening();
  }
}

const KNOWN = /* @__PURE__ */ new WeakMap<object, boolean>();

/** Whether any pixel of an image is not opaque. O(pixels) for the first time. */
function hasAlpha(texture: Texture): boolean {
  const image = texture.image as object;
  let known = KNOWN.get(image);
  if (known === undefined) KNOWN.set(image, (known = findAlpha(texture)));
  return known;
}

function findAlpha(texture: Texture): boolean {
  if ('isCompressedTexture' in texture) return true; // its blocks may have alpha
  const image = texture.image as {
    readonly data?: Uint8Array;
    readonly width: number;
    readonly height: number;
  };
  if (image.data) return isTranslucent(image.data);
  const [width, height] = [Math.min(image.width, LARGEST), Math.min(image.height, LARGEST)];
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })!;
  context.imageSmoothingQuality = 'high'; // so that each pixel of a larger image counts
  context.drawImage(texture.image as ImageBitmap, 0, 0, width, height);
  return isTranslucent(context.getImageData(0, 0, width, height).data);
}

/** Pixels on each side: images are made smaller, because reading pixels takes long. */
const LARGEST = 512;

function isTranslucent(pixels: Uint8Array | Uint8ClampedArray): boolean {
  for (let i = 3; i < pixels.length; i += 4) if (pixels[i] < 255) return true;
  return false;
}
