import type { PmxMorph } from '@odori/format';
import { describe, expect, it } from 'vitest';
import { createTextures } from '#demos/assets/src/dancer/textures.js';
import {
  EXPRESSIONS,
  type Expression,
  EYE as EYE_SHAPE,
  lowerLid,
  placed,
  upperLid,
} from '#demos/assets/src/dancer/expression.js';
import { readDancer, verticesOf } from './read-dancer.js';

const dancer = readDancer();
const byName = new Map(dancer.morphs.map((morph) => [morph.name, morph]));

const BROW = 1;
const EYE = 2;
const MOUTH = 3;
const OTHER = 4;

const WANTED: Record<string, number> = {
  まばたき: EYE,
  笑い: EYE,
  ウィンク: EYE,
  ウィンク右: EYE,
  びっくり: EYE,
  じと目: EYE,
  あ: MOUTH,
  い: MOUTH,
  う: MOUTH,
  え: MOUTH,
  お: MOUTH,
  にやり: MOUTH,
  怒り: BROW,
  困る: BROW,
  上: BROW,
  下: BROW,
};

function vertexMorph(name: string): PmxMorph & { type: 'vertex' } {
  const morph = byName.get(name);
  if (morph?.type !== 'vertex') throw new TypeError(`${name} is no vertex morph`);
  return morph;
}

describe('morphs of the dancer', () => {
  it('all expected morphs exist, with the right type and panel', () => {
    for (const [name, panel] of Object.entries(WANTED)) {
      expect(vertexMorph(name).panel, name).toBe(panel);
      expect(vertexMorph(name).vertices.length, name).toBeGreaterThan(20);
    }
    expect(byName.get('照れ')).toMatchObject({ type: 'material', panel: OTHER });
    expect(byName.get('光')).toMatchObject({ type: 'uv', panel: OTHER });
    expect(dancer.morphs.some(({ type }) => type === 'group')).toBe(true);
  });

  it('their names are unique in both languages', () => {
    expect(byName.size).toBe(dancer.morphs.length);
    expect(new Set(dancer.morphs.map(({ nameEn }) => nameEn)).size).toBe(dancer.morphs.length);
    expect(dancer.morphs.every(({ nameEn }) => /^[\x20-\x7e]+$/.test(nameEn))).toBe(true);
  });

  it('they move existing parts by finite, visible amounts', () => {
    for (const name of Object.keys(WANTED)) {
      const { vertices, offsets } = vertexMorph(name);
      expect(offsets).toHaveLength(3 * vertices.length);
      expect(Math.max(...vertices)).toBeLessThan(dancer.vertices.count);
      expect(
        offsets.every((value) => Number.isFinite(value) && Math.abs(value) < 0.7),
        name,
      ).toBe(true);
    }
  });

  it('eye morphs shut both eyes or one', () => {
    const sidesOf = (name: string): Set<number> =>
      new Set(
        [...vertexMorph(name).vertices].map((vertex) => Math.sign(dancer.vertices.positions[3 * vertex])),
      );
    expect(sidesOf('まばたき')).toEqual(new Set([1, -1]));
    expect(sidesOf('ウィンク')).toEqual(new Set([1]));
    expect(sidesOf('ウィンク右')).toEqual(new Set([-1]));
  });

  it('shut lids meet without a gap, in a smile as an arc', () => {
    for (const name of ['まばたき', '笑い']) {
      const { upper, lower } = EXPRESSIONS.find((row) => row.name === name)!.expression;
      for (const s of [-1, -0.5, 0, 0.5, 1]) expect(upper!(s) - lower!(s), name).toBe(0);
      expect(upper!(0)).toBeLessThan(upperLid(0));
    }
    const smile = EXPRESSIONS.find(({ name }) => name === '笑い')!.expression.upper!;
    // Its middle is higher than its ends.
    expect(smile(0)).toBeGreaterThan(smile(-1) + 0.05);
    expect(smile(0)).toBeGreaterThan(smile(1) + 0.05);
  });

  it('あ opens the mouth most, and う makes it round', () => {
    const least = (name: string): number =>
      Math.min(...vertexMorph(name).offsets.filter((_, i) => i % 3 === 1));
    for (const other of ['い', 'う', 'え', 'お']) expect(least('あ')).toBeLessThan(least(other));
    expect(least('あ')).toBeLessThan(-0.18);
  });

  it('照れ raises the alpha of the blush to 1', () => {
    const morph = byName.get('照れ') as PmxMorph & { type: 'material' };
    expect([...morph.operations]).toEqual([1]);
    expect(dancer.materials[morph.materials[0]].nameEn).toBe('Blush');
    expect(dancer.materials[morph.materials[0]].diffuse[3] + morph.values[3]).toBe(1);
  });

  it('光 lights the lanterns with the other half of their texture', () => {
    const morph = byName.get('光') as PmxMorph & { type: 'uv' };
    for (let i = 0; i < morph.vertices.length; i++) {
      const u = dancer.vertices.uvs[2 * morph.vertices[i]];
      expect(u).toBeLessThan(0.5);
      expect(morph.offsets[4 * i]).toBe(0.5);
    }
  });

  it('光 shows a glow around the lanterns, which is invisible otherwise', () => {
    const { vertices } = byName.get('光') as PmxMorph & { type: 'uv' };
    const halo = verticesOf(dancer, 'Lantern light');
    expect(halo.length).toBeGreaterThan(20);
    for (const vertex of halo) expect(vertices).toContain(vertex);
    const { width, pixels } = createTextures().get('halo')!;
    const alphaAt = (u: number): number => pixels[4 * Math.floor(u * width) + 3];
    const u = dancer.vertices.uvs[2 * halo[0]];
    expect(alphaAt(u)).toBe(0);
    expect(alphaAt(u + 0.5)).toBe(204); // 0.8
  });

  it('nearly shut lids show no gap', () => {
    const smile = EXPRESSIONS.find(({ name }) => name === '笑い')!.expression;
    const rim = {
      kind: 'lash',
      x: EYE_SHAPE.x,
      s: 0,
      above: -0.025,
      flick: 0,
      folds: false,
      off: 0,
    } as const;
    const sinks = ({ upper = upperLid }: Expression): number =>
      upper(0) - placed(rim, { upper, lower: upper })[1];
    // The lash's lower edge: 0.025 below the lid, 0.0725 when the eye is shut; at 90 %, 0.06775.
    expect(sinks(smile)).toBeCloseTo(0.0725, 5);
    // The lids are 0.33 + 0.23 apart; a tenth of that is left at 90 %.
    expect(0.1 * (upperLid(0) - lowerLid(0))).toBeCloseTo(0.056, 5);
    expect(0.1 * 0.025 + 0.9 * 0.0725).toBeGreaterThan(0.056);
  });

  it('group morphs refer to existing morphs', () => {
    for (const morph of dancer.morphs) {
      if (morph.type !== 'group') continue;
      expect([...morph.morphs].every((part) => part >= 0 && part < dancer.morphs.length)).toBe(true);
      expect([...morph.morphs].every((part) => dancer.morphs[part].type !== 'group')).toBe(true);
    }
  });
});
