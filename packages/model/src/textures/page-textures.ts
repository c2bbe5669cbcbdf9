import { ClampToEdgeWrapping, RepeatWrapping, SRGBColorSpace, Texture } from 'three';
import type { TextureSlot } from '../surface/surface-kit.js';
import { ANISOTROPY, type ModelTextures, type TexturedMaterial } from './model-textures.js';

/** The textures of one material, for materials of the page; null where the file names none. */
export type MaterialTextures = Readonly<Record<TextureSlot, Texture | null>>;

/**
 * The textures of a model for the page's own materials, which decode colors. They are white until their
 * images have loaded, and share the images with {@link ModelTextures}.
 */
export class PageTextures {
  readonly #materials: readonly MaterialTextures[];
  readonly #byFile = new Map<string, Texture>();

  constructor(materials: readonly TexturedMaterial[], textures: ModelTextures) {
    this.#materials = materials.map(({ texture, sphereTexture, sphereMode, sharedToon, toon }) => ({
      colorMap: this.#textureOf('colorMap', texture, textures.white),
      sphereMap: this.#textureOf('sphereMap', sphereMode === 0 ? -1 : sphereTexture, textures.white),
      toonMap: this.#textureOf(sharedToon === 1 ? 'shared toon' : 'toonMap', toon, textures.white),
    }));
    textures.listen((material, slot, texture) => {
      const shown = this.#materials[material][slot];
      if (shown) showImage(shown, texture);
    });
  }

  of(material: number): MaterialTextures {
    return this.#materials[material];
  }

  dispose(): void {
    for (const texture of this.#byFile.values()) texture.dispose();
  }

  /** The materials with the same file have the same texture. */
  #textureOf(kind: string, file: number, white: Texture): Texture | null {
    if (file < 0) return null;
    const key = `${kind} ${file}`;
    const known = this.#byFile.get(key);
    if (known) return known;
    const texture = new Texture();
    texture.colorSpace = SRGBColorSpace;
    texture.wrapS = texture.wrapT =
      kind.endsWith('Map') && kind !== 'toonMap' ? RepeatWrapping : ClampToEdgeWrapping;
    if (texture.wrapS === RepeatWrapping) texture.anisotropy = ANISOTROPY;
    showImage(texture, white);
    this.#byFile.set(key, texture);
    return texture;
  }
}

/** three tells the classes of textures apart by these. */
const CLASSES = ['isDataTexture', 'isCompressedTexture'] as const;

/** Shows the image of another texture. What a page may have set stays: place, wrapping, color space. */
function showImage(texture: Texture, from: Texture): void {
  if (texture.source === from.source) return;
  texture.dispose(); // WebGPURenderer does not change the size of a texture
  texture.source = from.source;
  texture.mipmaps = from.mipmaps;
  texture.format = from.format;
  texture.type = from.type;
  texture.internalFormat = from.internalFormat;
  texture.generateMipmaps = from.generateMipmaps;
  texture.minFilter = from.minFilter;
  texture.magFilter = from.magFilter;
  texture.flipY = from.flipY;
  texture.unpackAlignment = from.unpackAlignment;
  for (const flag of CLASSES) Object.assign(texture, { [flag]: flag in from });
  texture.needsUpdate = true;
}
