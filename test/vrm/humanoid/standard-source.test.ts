import { standardSource } from '#src/vrm/humanoid/standard-source.js';
import { Rig, type RigDefinition } from '@odori/runtime/rig';
import { describe, expect, test } from 'vitest';

const DEGREES = 180 / Math.PI;
const standard = standardSource();

function place({ boneNames, restPositions }: RigDefinition, name: string): number[] {
  const i = boneNames.indexOf(name);
  expect(i, name).toBeGreaterThanOrEqual(0);
  return Array.from(restPositions.subarray(3 * i, 3 * i + 3), (value) => value + 0);
}

/** Degrees below the horizontal, and forward of the frontal plane. */
function slope(definition: RigDefinition, from: string, to: string): [below: number, forward: number] {
  const [a, b] = [place(definition, from), place(definition, to)];
  const [x, y, z] = [0, 1, 2].map((k) => b[k] - a[k]);
  return [Math.atan2(-y, Math.hypot(x, z)) * DEGREES, Math.atan2(z, Math.abs(x)) * DEGREES];
}

function length(definition: RigDefinition, from: string, to: string): number {
  const [a, b] = [place(definition, from), place(definition, to)];
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

describe('the standard source has the measures of Miku', () => {
  test.each([
    ['左腕', '左ひじ', 29.7, undefined],
    ['右ひじ', '右手首', 40.3, undefined],
    ['左手首', '左中指１', 40.9, undefined],
    ['左中指１', '左中指２', 29.5, undefined],
    ['左中指２', '左中指３', 38.5, undefined],
    ['右親指１', '右親指２', 45.2, 34.5],
  ])('%s → %s points %d° down', (from, to, below, forward) => {
    const found = slope(standard, from, to);
    expect(Math.abs(found[0] - below)).toBeLessThan(0.1);
    if (forward !== undefined) expect(Math.abs(found[1] - forward)).toBeLessThan(0.1);
  });

  test('a leg is 9.419 units long, from 10.75 to 1.34, and the toes are 2.464 ahead', () => {
    const leg = length(standard, '左足', '左ひざ') + length(standard, '左ひざ', '左足首');
    expect(leg).toBeCloseTo(9.419, 3);
    expect(place(standard, '左足')[1]).toBeCloseTo(10.753, 6);
    expect(place(standard, '右足首')[1]).toBe(1.34);
    // three's space: the toes are towards the viewer
    expect(place(standard, '左つま先ＩＫ')[2]).toBeCloseTo(2.464, 6);
    expect(place(standard, 'センター')).toEqual([0, 8, 0]);
  });
});

test('the standard source has all semi-standard bones, its right side mirrors its left', () => {
  const names =
    '全ての親 センター グルーブ 腰 上半身 上半身2 上半身3 首 頭 両目 下半身 腰キャンセル左 左目 左足 左ひざ 左足首 左つま先 左足IK親 左足ＩＫ 左つま先ＩＫ 左足D 左ひざD 左足首D 左足先EX 左肩P 左肩 左肩C 左腕 左腕捩 左ひじ 左手捩 左手首 左親指０ 左親指１ 左親指２ 左人指１ 左中指３ 左薬指２ 左小指１';
  for (const name of names.split(' ')) {
    const [x, y, z] = place(standard, name);
    expect(place(standard, name.replace('左', '右')), name).toEqual([name.includes('左') ? -x : x, y, z]);
  }
  expect(new Set(standard.boneNames).size).toBe(standard.boneCount);
});

test('parents, appends and fixed axes are those of the semi-standard bones', () => {
  const { boneNames, parents, appendSources, appendRatios, hasFixedAxis } = standard;
  const parent = (name: string): string | undefined => boneNames[parents[boneNames.indexOf(name)]];
  expect(
    ['全ての親', '右足ＩＫ', '左つま先ＩＫ', '左足', '右腕', '左ひじ', '左足D', '左首', '下半身'].map(parent),
  ).toEqual([
    undefined,
    '右足IK親',
    '左足ＩＫ',
    '腰キャンセル左',
    '右肩C',
    '左腕捩',
    '腰キャンセル左',
    undefined,
    '腰',
  ]);
  const append = (name: string): unknown => {
    const i = boneNames.indexOf(name);
    return [boneNames[appendSources[i]], appendRatios[i]];
  };
  expect(['左肩C', '腰キャンセル右', '左足首D', '右目'].map(append)).toEqual([
    ['左肩P', -1],
    ['腰', -1],
    ['左足首', 1],
    ['両目', 1],
  ]);
  expect(boneNames.filter((_, i) => hasFixedAxis[i] === 1)).toEqual(['左腕捩', '左手捩', '右腕捩', '右手捩']);
});

test('IKs are those of MMD’s own models: legs 40 × 2 rad, toes 3 × 4 rad, knees from 0.5° to 180°', () => {
  expect(standard.ikNames).toEqual(['左足ＩＫ', '左つま先ＩＫ', '右足ＩＫ', '右つま先ＩＫ']);
  const [leg, toes] = standard.beforePhysics.iks;
  expect([leg.iterations, toes.iterations]).toEqual([40, 3]);
  expect(leg.links.map(({ bone }) => standard.boneNames[bone])).toEqual(['左ひざ', '左足']);
  expect(leg.links[0].limits!.min[0] * DEGREES).toBeCloseTo(0.5, 6); // three's signs
  expect(leg.links[0].limits!.max[0] * DEGREES).toBeCloseTo(180, 6);
});

test('armAngle turns the whole arm about the shoulder', () => {
  const level = standardSource({ armAngle: 0 });
  expect(slope(level, '左腕', '左ひじ')[0]).toBeCloseTo(0, 1);
  expect(slope(level, '右ひじ', '右手首')[0]).toBeCloseTo(40.3 - 29.7, 1);
  expect(place(level, '左腕')).toEqual(place(standard, '左腕'));
  expect(length(level, '左腕', '左中指３')).toBeCloseTo(length(standard, '左腕', '左中指３'), 9);
  expect(level.fixedAxes[3 * level.boneNames.indexOf('左腕捩')]).toBeGreaterThan(0.999);
  for (const armAngle of [-91, 91, NaN])
    expect(() => standardSource({ armAngle })).toThrow(/armAngle must be/);
});

test.each([
  ['左腕捩', '左ひじ'],
  ['右手捩', '右手首'],
])('%s leaves %s where it is', (twist, joint) => {
  const rig = new Rig(standard);
  rig.pose.rotations.set([0.6, 0, 0, 0.8], 4 * rig.boneIndex(twist));
  rig.solve();
  rig.solveAfterPhysics();
  const [i, k] = [rig.boneIndex(joint), rig.boneIndex(twist)];
  expect(Math.abs(rig.worldRotations[4 * k + 3])).toBeLessThan(0.99);
  place(standard, joint).forEach((value, axis) =>
    expect(rig.worldPositions[3 * i + axis]).toBeCloseTo(value, 9),
  );
});

test('the standard source has the morphs that become expressions, and those that are asked for', () => {
  const { morphNames } = standardSource({ morphs: ['ハート目', 'あ'] });
  expect(morphNames).toEqual(
    expect.arrayContaining(['あ', 'お', 'まばたき', 'ウィンク２', '笑い', 'ハート目']),
  );
  expect(new Set(morphNames).size).toBe(morphNames.length);
});
