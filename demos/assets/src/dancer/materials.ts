import { PMX_MATERIAL, type PmxMaterial } from '@odori/format';
import { type Color, hex } from '../image/picture.js';
import { WHITE } from './palette.js';

/** A material by the names of its textures; Japanese names are those of the file. */
interface MaterialRow {
  key: string;
  name: string;
  nameEn: string;
  color?: Color; // white
  texture?: string;
  toon: 'toon-skin' | 'toon-face' | 'toon-cloth' | 'toon-hair' | 'toon-flat';
  sphere?: string;
  /** 1: the sphere map multiplies, its alpha too; 2: it is added. */
  sphereMode?: 1 | 2; // 2
  edge?: string;
  edgeSize?: number; // 1
  shine?: number; // 0: no highlight
  /** How many times as bright as its color it glows, where effects show that. */
  glow?: number; // 0
  twoSided?: boolean;
  shadow?: boolean; // true
  /** Whether shadows fall on it. */
  shadowed?: boolean; // true
}

const SKIN_EDGE = '#8a3f3a';
const CLOTH_EDGE = '#3a1a3a';
const HAIR_EDGE = '#1d1b4a';

/** In drawing order. */
// Shadows do not fall on the sash: on its gold, that of an arm looks like a brown stain.
// prettier-ignore
const ROWS: readonly MaterialRow[] = [
  { key: 'skin', name: '肌', nameEn: 'Skin', texture: 'swatches', toon: 'toon-skin', edge: SKIN_EDGE, edgeSize: 0.8 },
  { key: 'face', name: '顔', nameEn: 'Face', texture: 'face', toon: 'toon-face', edge: SKIN_EDGE, edgeSize: 0.8 },
  { key: 'mouth', name: '口', nameEn: 'Mouth', texture: 'swatches', toon: 'toon-flat', twoSided: true, shadow: false },
  { key: 'eye', name: '白目', nameEn: 'Eye white', texture: 'eye', toon: 'toon-flat', shadow: false },
  { key: 'iris', name: '瞳', nameEn: 'Iris', texture: 'iris', toon: 'toon-flat', shadow: false },
  { key: 'lash', name: 'まつげ', nameEn: 'Lashes and brows', texture: 'swatches', toon: 'toon-flat', twoSided: true, shadow: false },
  { key: 'blush', name: '照れ', nameEn: 'Blush', color: [1, 1, 1, 0], texture: 'blush', toon: 'toon-flat', shadow: false },
  { key: 'under', name: '下着', nameEn: 'Shorts and socks', texture: 'swatches', toon: 'toon-cloth', edge: CLOTH_EDGE, edgeSize: 0.9 },
  { key: 'bib', name: '襦袢', nameEn: 'Top', texture: 'bib', toon: 'toon-cloth', edge: CLOTH_EDGE, edgeSize: 0.9 },
  { key: 'glove', name: '手甲', nameEn: 'Gloves', texture: 'swatches', toon: 'toon-cloth', edge: CLOTH_EDGE, edgeSize: 0.9 },
  { key: 'boot', name: 'ブーツ', nameEn: 'Boots', texture: 'boot', toon: 'toon-cloth', sphere: 'shine', edge: CLOTH_EDGE, edgeSize: 1, shine: 40 },
  { key: 'skirt', name: 'スカート', nameEn: 'Skirt', texture: 'skirt', toon: 'toon-cloth', edge: HAIR_EDGE, edgeSize: 1 },
  { key: 'lining', name: '裏地', nameEn: 'Linings', texture: 'swatches', toon: 'toon-flat' },
  { key: 'sash', name: '帯', nameEn: 'Sash', texture: 'swatches', toon: 'toon-cloth', edge: CLOTH_EDGE, edgeSize: 1, shadowed: false },
  { key: 'jacket', name: '法被', nameEn: 'Happi', texture: 'jacket', toon: 'toon-cloth', edge: CLOTH_EDGE, edgeSize: 1, twoSided: true },
  { key: 'collar', name: '襟', nameEn: 'Collar', texture: 'collar', toon: 'toon-cloth', edge: CLOTH_EDGE, edgeSize: 1 },
  { key: 'hair', name: '髪', nameEn: 'Hair', texture: 'hair', toon: 'toon-hair', edge: HAIR_EDGE, edgeSize: 1, shine: 0 },
  { key: 'gold', name: '飾り', nameEn: 'Ornaments', texture: 'swatches', toon: 'toon-cloth', sphere: 'shine', edge: CLOTH_EDGE, edgeSize: 0.8, shine: 30 },
  { key: 'lantern', name: '提灯', nameEn: 'Lanterns', texture: 'lantern', toon: 'toon-flat', edge: CLOTH_EDGE, edgeSize: 0.8, glow: 4 },
  { key: 'halo', name: '灯り', nameEn: 'Lantern light', texture: 'halo', toon: 'toon-flat', sphere: 'fade', sphereMode: 1, shadow: false },
];

export const MATERIAL_KEYS: readonly string[] = ROWS.map(({ key }) => key);

/** The files' names without their ends, in the order of the model. */
export const TEXTURE_NAMES: readonly string[] = [
  ...new Set(
    ROWS.flatMap(({ texture, toon, sphere }) => [texture, toon, sphere].filter((name) => name !== undefined)),
  ),
];

const TWO_SIDED = PMX_MATERIAL.doubleSided;
const CASTS = PMX_MATERIAL.groundShadow | PMX_MATERIAL.castsSelfShadow;
const RECEIVES = PMX_MATERIAL.receivesSelfShadow;
const EDGE = PMX_MATERIAL.edge;

/** The materials with as many indices as `counts` says, by key. */
export function createMaterials(counts: ReadonlyMap<string, number>): PmxMaterial[] {
  return ROWS.map((row) => {
    const { key, color = WHITE, texture, toon, sphere, edge, shine = 0, glow = 0, sphereMode = 2 } = row;
    const { shadow = true, shadowed = shadow } = row;
    const [r, g, b] = color;
    return {
      name: row.name,
      nameEn: row.nameEn,
      diffuse: [...color],
      specular: shine > 0 ? [0.35, 0.33, 0.3] : [0, 0, 0],
      // AutoLuminous makes what has no highlight glow by this rule
      specularPower: glow > 0 ? 100 + 7 * glow : shine,
      // With MMD's own light (0.6) they add up to a bit more than the colours themselves.
      ambient: [r * 0.5, g * 0.5, b * 0.5],
      flags:
        (row.twoSided ? TWO_SIDED : 0) |
        (shadow ? CASTS : 0) |
        (shadowed ? RECEIVES : 0) |
        (edge === undefined ? 0 : EDGE),
      edgeColor: [...hex(edge ?? '#000000')],
      edgeSize: row.edgeSize ?? 1,
      texture: texture === undefined ? -1 : TEXTURE_NAMES.indexOf(texture),
      sphereTexture: sphere === undefined ? -1 : TEXTURE_NAMES.indexOf(sphere),
      sphereMode: sphere === undefined ? 0 : sphereMode,
      sharedToon: 0,
      toon: TEXTURE_NAMES.indexOf(toon),
      memo: '',
      indexCount: counts.get(key) ?? 0,
    };
  });
}
