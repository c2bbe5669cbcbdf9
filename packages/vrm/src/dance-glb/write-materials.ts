import { finite } from '@odori/runtime/internal';
import { type Pmx, PMX_MATERIAL, type PmxMaterial } from '@odori/format';
import type { GltfMaterial, GltfTextureInfo } from '../glb/gltf.js';
import type { WrittenTextures } from './write-textures.js';

/**
 * How a model is shaded in the file. `unlit`: with MMD's colors, the same from all sides. `pbr`: by the
 * lights of the viewer. `mtoon`: as an anime drawing, by viewers that know `VRMC_materials_mtoon`; `unlit` by
 * all others.
 *
 * @inline
 */
export type DanceMaterials = 'unlit' | 'pbr' | 'mtoon';

/**
 * What the pixels of textures with an alpha channel do. `mask`: they are there or not. `blend`: they are
 * transparent.
 *
 * @inline
 */
export type TextureAlpha = 'mask' | 'blend';

/** Options of {@link createMaterial}. */
export interface MaterialOptions {
  readonly materials: DanceMaterials;
  readonly textureAlpha: TextureAlpha;
  /** Metres per MMD unit. */
  readonly unit: number;
}

/** Half of the pixel's alpha is where a masked pixel is still there. */
const MASK_CUTOFF = 0.5;
/** How much of the diffuse color MMD's light gives: the light is (154, 154, 154) of 255. */
const LIGHT = 154 / 255;
/** A sphere texture that is added. */
const SPHERE_ADD = 2;

/** The colors of the shaded ends of MMD's shared toons, 0 to 255. */
const SHARED_SHADES: readonly (readonly number[])[] = [
  [205, 205, 205],
  [245, 225, 225],
  [154, 154, 154],
  [248, 239, 235],
  [255, 231, 221],
  [195, 172, 3],
  [255, 255, 255],
  [255, 255, 255],
  [255, 255, 255],
  [255, 255, 255],
];
/** Of a toon texture that the model brings along. */
const OWN_SHADE = [205, 205, 205];

/** Textures that {@link createMaterial} refers to, by index in the model. */
export function usedTextures({ materials, textures }: Pmx, kind: DanceMaterials): Set<number> {
  const used = materials.flatMap(({ texture, sphereTexture, sphereMode }) =>
    kind === 'mtoon' && sphereMode === SPHERE_ADD ? [texture, sphereTexture] : [texture],
  );
  return new Set(used.filter((texture) => texture >= 0 && texture < textures.length));
}

/** A material with MMD's base color, as it looks in the light of a new project. */
export function createMaterial(
  material: PmxMaterial,
  { indexOf, withAlpha }: WrittenTextures,
  options: MaterialOptions,
): GltfMaterial {
  const texture = textureInfo(indexOf.get(material.texture));
  const [r, g, b] = material.diffuse.map((value, i) => unitOf(value * LIGHT + (material.ambient[i] ?? 0)));
  const alpha = unitOf(material.diffuse[3]);
  const isMasked = withAlpha.has(material.texture);
  const alphaMode =
    alpha < 1 ? 'BLEND' : isMasked ? (options.textureAlpha === 'mask' ? 'MASK' : 'BLEND') : 'OPAQUE';
  const isUnlit = options.materials !== 'pbr';
  return {
    name: material.name,
    pbrMetallicRoughness: {
      baseColorFactor: [linear(r), linear(g), linear(b), alpha],
      ...(texture && { baseColorTexture: texture }),
      metallicFactor: 0,
      roughnessFactor: isUnlit ? 0.9 : 1,
    },
    alphaMode,
    ...(alphaMode === 'MASK' && { alphaCutoff: MASK_CUTOFF }),
    doubleSided: (material.flags & PMX_MATERIAL.doubleSided) !== 0,
    ...(isUnlit && {
      extensions: {
        KHR_materials_unlit: {},
        ...(options.materials === 'mtoon' && {
          VRMC_materials_mtoon: mtoon(
            material,
            [r, g, b],
            texture,
            textureInfo(indexOf.get(material.sphereTexture)),
            options,
          ),
        }),
      },
    }),
  };
}

function textureInfo(index: number | undefined): GltfTextureInfo | undefined {
  return index === undefined ? undefined : { index };
}

/** Shaded by the toon's dark end, with a hard border, the sphere texture as a matcap, and MMD's outline. */
function mtoon(
  material: PmxMaterial,
  color: readonly number[],
  texture: GltfTextureInfo | undefined,
  sphere: GltfTextureInfo | undefined,
  { unit }: MaterialOptions,
): object {
  const shade =
    material.sharedToon === 1 ? SHARED_SHADES[material.toon] : material.toon < 0 ? undefined : OWN_SHADE;
  const hasEdge = (material.flags & PMX_MATERIAL.edge) !== 0 && material.edgeSize > 0;
  return {
    specVersion: '1.0',
    shadeColorFactor: color.map((value, i) => linear((value * (shade ?? [255, 255, 255])[i]) / 255)),
    ...(texture && { shadeMultiplyTexture: texture }),
    shadingShiftFactor: 0,
    shadingToonyFactor: 0.95,
    giEqualizationFactor: 1,
    ...(sphere && material.sphereMode === SPHERE_ADD && { matcapTexture: sphere, matcapFactor: [1, 1, 1] }),
    ...(hasEdge && {
      outlineWidthMode: 'worldCoordinates',
      outlineWidthFactor: EDGE_UNITS * finite(material.edgeSize) * unit,
      outlineColorFactor: material.edgeColor.slice(0, 3).map((value) => linear(unitOf(value))),
      outlineLightingMixFactor: 0,
    }),
  };
}

/**
 * The width of an edge of size 1, in MMD units: that of MMD at 45 units and 30°, 0.0009 · 45 · (0.05 + 0.03 ·
 * 30).
 */
const EDGE_UNITS = 0.038;

/** From 0 to 1. */
function unitOf(value: number): number {
  return Math.min(Math.max(finite(value), 0), 1);
}

/** MMD's colors are gamma encoded, glTF's factors are linear. */
function linear(value: number): number {
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}
