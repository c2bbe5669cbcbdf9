import type { PmxMaterial } from '../pmx/pmx.js';
import { NO_TOON } from './materials.js';
import type { Pmd, PmdMaterial } from './pmd.js';

/** Bits of {@link PmxMaterial.flags}. */
const DOUBLE_SIDED = 1;
const GROUND_SHADOW = 2;
const CASTS_SELF_SHADOW = 4;
const RECEIVES_SELF_SHADOW = 8;
const EDGE = 16;

/** By this alpha a PMD says that a material has no part in self shadow. */
const NO_SELF_SHADOW_ALPHA = /* @__PURE__ */ Math.fround(0.98);

/** The materials of a PMD, and the paths that they share. `indexCount`: how many indices there are to draw. */
export function convertMaterials(
  pmd: Pmd,
  indexCount: number,
): { materials: PmxMaterial[]; textures: string[] } {
  const textures = new Map<string, number>();
  let left = indexCount;
  const materials = pmd.materials.map((material, i): PmxMaterial => {
    const drawn = Math.min(material.indexCount, left);
    left -= drawn;
    return {
      name: `材質${i + 1}`, // a PMD has no names: material 1
      nameEn: `Material${i + 1}`,
      diffuse: [...material.diffuse],
      specular: [...material.specular],
      specularPower: material.specularPower,
      ambient: [...material.ambient],
      flags: flagsOf(material),
      edgeColor: [0, 0, 0, 1],
      edgeSize: 1,
      ...convertTexture(material.texture.text, textures),
      ...convertToon(pmd, material.toonIndex, textures),
      memo: '',
      indexCount: drawn,
    };
  });
  return { materials, textures: [...textures.keys()] };
}

/** The edge flag of a PMD is that of the ground shadow, too: its PMX twin by the same maker has 30 or 12. */
function flagsOf({ diffuse, edgeFlag }: PmdMaterial): number {
  const alpha = diffuse[3];
  return (
    (alpha < 1 ? DOUBLE_SIDED : 0) |
    (edgeFlag === 0 ? 0 : EDGE | GROUND_SHADOW) |
    (alpha === NO_SELF_SHADOW_ALPHA ? 0 : CASTS_SELF_SHADOW | RECEIVES_SELF_SHADOW)
  );
}

type Textured = Pick<PmxMaterial, 'texture' | 'sphereTexture' | 'sphereMode'>;

/** `a.bmp*b.sph` is a texture and a sphere map; each may stand alone. */
function convertTexture(field: string, textures: Map<string, number>): Textured {
  const found: Textured = { texture: -1, sphereTexture: -1, sphereMode: 0 };
  for (const path of field.split('*')) {
    if (path === '') continue;
    const mode = sphereModeOf(path);
    if (mode === 0) found.texture = textureIndex(path, textures);
    else Object.assign(found, { sphereTexture: textureIndex(path, textures), sphereMode: mode });
  }
  return found;
}

/** 1 multiplies, 2 adds, 0 is no sphere map. */
function sphereModeOf(path: string): number {
  if (/\.sph$/i.test(path)) return 1;
  return /\.spa$/i.test(path) ? 2 : 0;
}

/** A standard name is one of the shared toons wherever it stands in the list. */
function convertToon(
  { toonNames }: Pmd,
  toonIndex: number,
  textures: Map<string, number>,
): Pick<PmxMaterial, 'sharedToon' | 'toon'> {
  if (toonIndex === NO_TOON || toonIndex > 9) return { sharedToon: 0, toon: -1 };
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
