import type { PmxMorph } from '@odori/format';
import { type Assembly, column, STEPS } from './assemble.js';
import { EXPRESSIONS } from './expression.js';
import { MATERIAL_KEYS } from './materials.js';

/** Those of the face, then 照れ (a blush), 光 (the lanterns are lit) and a few made of others. */
export function createMorphs(offsets: Assembly['offsets'], ranges: Assembly['ranges']): PmxMorph[] {
  const morphs: PmxMorph[] = EXPRESSIONS.map(({ name, nameEn, panel }) => {
    const moved = offsets.get(name) ?? [];
    return {
      type: 'vertex',
      name,
      nameEn,
      panel,
      vertices: Uint32Array.from(moved, ({ vertex }) => vertex),
      offsets: column(
        moved.flatMap(({ offset }) => offset),
        STEPS.position,
      ),
    };
  });
  morphs.push(blush(), glow(['lantern', 'halo'].map((key) => ranges.get(key) ?? [0, 0])));
  for (const [name, nameEn, parts] of GROUPS) {
    morphs.push({
      type: 'group',
      name,
      nameEn,
      panel: 4,
      morphs: Int32Array.from(parts, ([part]) => morphs.findIndex((morph) => morph.name === part)),
      weights: Float32Array.from(parts, ([, weight]) => weight),
    });
  }
  return morphs;
}

const GROUPS: readonly (readonly [string, string, readonly (readonly [string, number])[]])[] = [
  ['にっこり', 'beaming', [['笑い', 1], ['え', 0.55], ['い', 0.3], ['上', 0.4], ['照れ', 0.5]]],
  ['しょんぼり', 'downcast', [['困る', 1], ['じと目', 0.35], ['う', 0.2]]],
]; // prettier-ignore

/** The blush is invisible (alpha 0); this morph makes it visible. */
function blush(): PmxMorph {
  const values = new Float32Array(28);
  values[3] = 1;
  return {
    type: 'material',
    name: '照れ',
    nameEn: 'blush',
    panel: 4,
    materials: Int32Array.of(MATERIAL_KEYS.indexOf('blush')),
    operations: Uint8Array.of(1),
    values,
  };
}

/** Moves the UV by half a texture to the right, to the lit lanterns and their glow. */
function glow(ranges: readonly (readonly [number, number])[]): PmxMorph {
  const vertices = Uint32Array.from(
    ranges.flatMap(([from, to]) => Array.from({ length: to - from }, (_, i) => from + i)),
  );
  return {
    type: 'uv',
    name: '光',
    nameEn: 'glow',
    panel: 4,
    channel: 0,
    vertices,
    offsets: Float32Array.from({ length: 4 * vertices.length }, (_, i) => (i % 4 === 0 ? 0.5 : 0)),
  };
}
