import { PMX_MATERIAL, type PmxMaterial } from '../pmx/pmx.js';
import { copied } from './copied.js';
import { TOON_COUNT } from './layout.js';
import type { Pmd } from './pmd.js';

/** By this alpha a PMD says that a material has no part in self shadow. */
const NO_SELF_SHADOW_ALPHA = /* @__PURE__ */ Math.fround(0.98);

/** The materials of a PMD, and the paths that they share. `drawable`: how many indices there are. */
export function convertMaterials(
  pmd: Pmd,
  drawable: number,
): { materials: PmxMaterial[]; textures: string[] } {
  const textures = new Map<string, number>();
  let left = drawable;
  const materials = pmd.materials.map((material, i): PmxMaterial => {
    const { toonIndex, edgeFlag, texture, ...shared } = copied(material);
    const indexCount = Math.min(material.indexCount, left);
    left -= indexCount;
    return {
      ...shared,
      name: `材質${i + 1}`, // a PMD has no names: material 1
      nameEn: `Material${i + 1}`,
      flags: flagsOf(material.diffuse[3], edgeFlag),
      edgeColor: [0, 0, 0, 1],
      edgeSize: 1,
      ...convertTexture(texture.text, textures),
      ...convertToon(pmd, toonIndex, textures),
      memo: '',
      indexCount,
    };
  });
  return { materials, textures: [...textures.keys()] };
}

/** The edge flag of a PMD is that of the ground shadow, too: its PMX twin by the same maker has 30 or 12. */
function flagsOf(alpha: number, edgeFlag: number): number {
  const { doubleSided, groundShadow, castsSelfShadow, receivesSelfShadow, edge } = PMX_MATERIAL;
  return (
    (alpha < 1 ? doubleSided : 0) |
    (edgeFlag === 0 ? 0 : edge | groundShadow) |
    (alpha === NO_SELF_SHADOW_ALPHA ? 0 : castsSelfShadow | receivesSelfShadow)
  );
}

type Textured = Pick<PmxMaterial, 'texture' | 'sphereTexture' | 'sphereMode'>;

/** `a.bmp*b.sph` is a texture and a sphere map, which multiplies (.sph) or adds (.spa); each may stand alone. */
function convertTexture(field: string, textures: Map<string, number>): Textured {
  const found: Textured = { texture: -1, sphereTexture: -1, sphereMode: 0 };
  for (const path of field.split('*')) {
    if (path === '') continue;
    const index = textureIndex(path, textures);
    const sphereMode = ['.sph', '.spa'].indexOf(path.slice(-4).toLowerCase()) + 1;
    Object.assign(found, sphereMode > 0 ? { sphereTexture: index, sphereMode } : { texture: index });
  }
  return found;
}

/** A standard name is one of the shared toons wherever it stands in the list. */
function convertToon(
  { toonNames }: Pmd,
  toonIndex: number,
  textures: Map<string, number>,
): Pick<PmxMaterial, 'sharedToon' | 'toon'> {
  if (toonIndex >= TOON_COUNT) return { sharedToon: 0, toon: -1 }; // 255 is none
  const name = toonNames?.[toonIndex]?.text ?? '';
  if (name === '') return { sharedToon: 1, toon: toonIndex };
  const standard = /^toon(0[1-9]|10)\.bmp$/i.exec(name);
  if (standard) return { sharedToon: 1, toon: Number(standard[1]) - 1 };
  return { sharedToon: 0, toon: textureIndex(name, textures) };
}

function textureIndex(path: string, textures: Map<string, number>): number {
  const index = textures.get(path) ?? textures.size;
  textures.set(path, index);
  return index;
}
