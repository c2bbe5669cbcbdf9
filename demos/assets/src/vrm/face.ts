import type { Pmx } from '@odori/format';
import type { AvatarMesh } from './meshes.js';

/** An expression: shares of morphs of the PMX, and what it blocks. */
interface ExpressionRow {
  readonly morphs: Readonly<Record<string, number>>;
  readonly overrideBlink?: 'block';
  readonly overrideMouth?: 'blend';
}

/** The expressions that VRM defines. ウィンク (wink) is her left eye. */
const PRESETS: Readonly<Record<string, ExpressionRow>> = {
  aa: { morphs: { あ: 1 } },
  ih: { morphs: { い: 1 } },
  ou: { morphs: { う: 1 } },
  ee: { morphs: { え: 1 } },
  oh: { morphs: { お: 1 } },
  blink: { morphs: { まばたき: 1 } },
  blinkLeft: { morphs: { ウィンク: 1 } },
  blinkRight: { morphs: { ウィンク右: 1 } },
  // Her eyes are closed in these two.
  happy: {
    morphs: { 笑い: 1, え: 0.55, い: 0.3, 上: 0.4, 照れ: 0.5 },
    overrideBlink: 'block',
    overrideMouth: 'blend',
  },
  relaxed: { morphs: { 笑い: 1, にやり: 0.4 }, overrideBlink: 'block', overrideMouth: 'blend' },
  sad: { morphs: { 困る: 1, じと目: 0.35, う: 0.2 }, overrideMouth: 'blend' },
  angry: { morphs: { 怒り: 1 } },
  surprised: { morphs: { びっくり: 1 } },
  neutral: { morphs: {} },
};

/** Morphs that keep their names as expressions of her own, for dances that use them. */
const CUSTOMS = ['笑い', 'びっくり', 'じと目', 'にやり', '怒り', '困る', '上', '下', '照れ', '光'];

/** `expressions` of `VRMC_vrm`. `nodeOf` and `materialOf`: of a mesh, by its index. */
export function createExpressions(
  pmx: Pmx,
  meshes: readonly AvatarMesh[],
  nodeOf: (mesh: number) => number,
): object {
  const create = ({ morphs, ...overrides }: ExpressionRow): object => {
    const shares = Object.entries(morphs);
    const morphTargetBinds = shares.flatMap(([morph, weight]) =>
      meshes.flatMap((mesh, i) => {
        const index = mesh.morphs.indexOf(morph);
        return index < 0 ? [] : [{ node: nodeOf(i), index, weight }];
      }),
    );
    const materialBinds = (nameEn: string): number[] =>
      meshes.flatMap(({ material }, i) => (pmx.materials[material].nameEn === nameEn ? [i] : []));
    const blush = morphs['照れ'];
    const lights = morphs['光'];
    return {
      ...(morphTargetBinds.length > 0 && { morphTargetBinds }),
      ...(blush !== undefined && {
        materialColorBinds: materialBinds('Blush').map((material) => ({
          material,
          type: 'color',
          targetValue: [1, 1, 1, blush],
        })),
      }),
      // The right half of the texture shows the lanterns when they are lit.
      ...(lights !== undefined && {
        textureTransformBinds: materialBinds('Lanterns').map((material) => ({
          material,
          scale: [1, 1],
          offset: [0.5, 0],
        })),
      }),
      ...overrides,
    };
  };
  return {
    preset: Object.fromEntries(Object.entries(PRESETS).map(([name, row]) => [name, create(row)])),
    custom: Object.fromEntries(CUSTOMS.map((name) => [name, create({ morphs: { [name]: 1 } })])),
  };
}
