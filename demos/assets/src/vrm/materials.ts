import { type Pmx, PMX_MATERIAL, type PmxMaterial } from '@odori/format';
import type { GltfJson, GltfMaterial, ModelWriter } from '@odori/vrm/internal';
import { type Color, hex } from '../image/picture.js';
import { TOON_SHADES } from '../dancer/textures.js';
import { UNIT } from './skeleton.js';
import { round } from './springs.js';

/** The width of an edge of size 1, in MMD units, as MMD draws it from 45 units away. */
const EDGE = 0.038;
const REPEAT = 10497;
const LINEAR = 9729;
const LINEAR_MIPMAPS = 9987;

/** Materials whose textures have soft transparent borders. */
const BLENDED = ['Iris', 'Blush'];

/** The pictures of the materials, each of them once. */
export class AvatarTextures {
  readonly json: Required<Pick<GltfJson, 'images' | 'textures' | 'samplers'>> = {
    images: [],
    textures: [],
    samplers: [{ wrapS: REPEAT, wrapT: REPEAT, magFilter: LINEAR, minFilter: LINEAR_MIPMAPS }],
  };
  readonly #writer: ModelWriter;
  readonly #files: ReadonlyMap<string, Uint8Array>;

  /** `files`: PNG files by the names of the textures. */
  constructor(writer: ModelWriter, files: ReadonlyMap<string, Uint8Array>) {
    this.#writer = writer;
    this.#files = files;
  }

  /** The index of the texture with the file at a path of the PMX. */
  indexOf(path: string): number {
    const name = textureName(path);
    const { images, textures } = this.json;
    const known = images.findIndex((image) => image.name === name);
    if (known >= 0) return known;
    const file = this.#files.get(name);
    if (!file) throw new RangeError(`no picture for ${name}`);
    textures.push({ source: images.length, sampler: 0 });
    return images.push({ name, mimeType: 'image/png', bufferView: this.#writer.addFile(file) }) - 1;
  }
}

/** A material as MToon draws it. Viewers that do not know MToon light it as a rough surface. */
export function createMaterial(pmx: Pmx, material: PmxMaterial, textures: AvatarTextures): GltfMaterial {
  const { diffuse, nameEn, flags } = material;
  const texture = { index: textures.indexOf(pmx.textures[material.texture]) };
  const isBlended = BLENDED.includes(nameEn);
  const matcap = material.sphereMode === 2 ? pmx.textures[material.sphereTexture] : undefined;
  const shade = TOON_SHADES.get(textureName(pmx.textures[material.toon]))!;
  const hasEdge = (flags & PMX_MATERIAL.edge) !== 0;
  return {
    name: nameEn,
    pbrMetallicRoughness: {
      baseColorFactor: [...diffuse],
      baseColorTexture: texture,
      metallicFactor: 0,
      roughnessFactor: 0.9,
    },
    alphaMode: isBlended ? 'BLEND' : 'OPAQUE',
    doubleSided: (flags & PMX_MATERIAL.doubleSided) !== 0,
    extensions: {
      VRMC_materials_mtoon: {
        specVersion: '1.0',
        shadeColorFactor: linear(hex(shade)),
        shadeMultiplyTexture: texture,
        shadingShiftFactor: -0.05,
        shadingToonyFactor: 0.9,
        giEqualizationFactor: 0.9,
        ...(matcap !== undefined && {
          matcapTexture: { index: textures.indexOf(matcap) },
          matcapFactor: [1, 1, 1],
        }),
        ...(hasEdge && {
          outlineWidthMode: 'worldCoordinates',
          outlineWidthFactor: round(EDGE * material.edgeSize * UNIT),
          outlineColorFactor: linear(material.edgeColor),
          outlineLightingMixFactor: 0,
        }),
      },
    },
  };
}

/** The name of a texture's file without folder and ending. */
function textureName(path: string): string {
  return path.replace(/^.*\\|\.png$/g, '');
}

/** Gamma encoded, as MMD has colors, to linear, as glTF has factors. */
function linear([r, g, b]: Color | readonly number[]): number[] {
  return [r, g, b].map((value) => round(value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
}
