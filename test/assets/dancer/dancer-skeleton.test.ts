import { PMX_BONE } from '@odori/format';
import { createRigDefinition, Rig } from '@odori/runtime';
import { describe, expect, it } from 'vitest';
import { boneIndex, oppositeName, readDancer } from './read-dancer.js';

const dancer = readDancer();
const { bones } = dancer;

const MIDDLE = '全ての親 センター グルーブ 腰 上半身 上半身2 首 頭 両目 下半身'.split(' ');
const LEFT =
  '左目 左肩P 左肩 左肩C 左腕 左腕捩 左腕捩1 左腕捩2 左腕捩3 左ひじ 左手捩 左手捩1 左手捩2 左手捩3 左手首 左親指０ 左親指１ 左親指２ 左人指１ 左人指２ 左人指３ 左中指１ 左中指２ 左中指３ 左薬指１ 左薬指２ 左薬指３ 左小指１ 左小指２ 左小指３ 腰キャンセル左 左足 左ひざ 左足首 左つま先 左足D 左ひざD 左足首D 左足先EX 左足IK親 左足ＩＫ 左つま先ＩＫ'.split(
    ' ',
  );

describe('skeleton of the dancer', () => {
  it('the bones are those of the semi-standard skeleton', () => {
    const names = bones.map(({ name }) => name);
    for (const name of [...MIDDLE, ...LEFT, ...LEFT.map(oppositeName)]) expect(names).toContain(name);
  });

  it('its names are unique in both languages and short enough for VMD', () => {
    expect(new Set(bones.map(({ name }) => name)).size).toBe(bones.length);
    expect(new Set(bones.map(({ nameEn }) => nameEn)).size).toBe(bones.length);
    expect(bones.every(({ nameEn }) => /^[\x20-\x7e]+$/.test(nameEn))).toBe(true);
    // 15 bytes of Shift_JIS: 2 for each sign but ASCII.
    const shiftJisBytes = (name: string): number => name.length + name.replace(/[\x20-\x7e]/g, '').length;
    expect(bones.every(({ name }) => shiftJisBytes(name) <= 15)).toBe(true);
  });

  it('its left and right sides are mirror images', () => {
    for (const bone of bones) {
      const twin = bones[boneIndex(dancer, oppositeName(bone.name))];
      const [x, y, z] = bone.position;
      const [tx, ty, tz] = twin.position;
      expect(
        [tx + x, ty - y, tz - z].every((difference) => Math.abs(difference) < 1e-6),
        bone.name,
      ).toBe(true);
      expect(twin.layer).toBe(bone.layer);
      expect(twin.flags).toBe(bone.flags);
    }
  });

  it('parents and append sources are computed before their bones', () => {
    const place = (index: number): number => bones[index].layer * bones.length + index;
    const late = bones.filter(
      (bone, index) =>
        (bone.parent >= 0 && place(bone.parent) >= place(index)) ||
        (bone.append && place(bone.append.parent) >= place(index)),
    );
    expect(late.map(({ name }) => name)).toEqual([]);
  });

  it('eyes, twist bones and D bones append the rotations of their sources', () => {
    const source = (name: string): [string, number] => {
      const { append } = bones[boneIndex(dancer, name)];
      return [bones[append!.parent].name, append!.ratio];
    };
    expect(source('左目')).toEqual(['両目', 1]);
    expect(source('左肩C')).toEqual(['左肩P', -1]);
    expect(source('腰キャンセル右')).toEqual(['腰', -1]);
    expect(source('左腕捩1')).toEqual(['左腕捩', 0.25]);
    expect(source('右手捩3')).toEqual(['右手捩', 0.75]);
    expect(source('右ひざD')).toEqual(['右ひざ', 1]);
    expect(source('右前裾1')).toEqual(['右ひざ', expect.closeTo(0.06, 6)]);
    expect(source('左前裾2')).toEqual(['右足', expect.closeTo(0.24, 6)]);
    expect(source('左スカート2_1')).toEqual(['左足', expect.closeTo(0.72, 6)]);
  });

  it('twist bones rotate about the arms', () => {
    for (const name of ['左腕捩', '左手捩']) {
      const { fixedAxis, flags } = bones[boneIndex(dancer, name)];
      expect(flags & PMX_BONE.fixedAxis).not.toBe(0);
      const [x, y, z] = ['左腕', '左手首']
        .map((end) => bones[boneIndex(dancer, end)].position)
        .reduce((from, to) => [to[0] - from[0], to[1] - from[1], to[2] - from[2]]);
      const size = Math.hypot(x, y, z);
      fixedAxis!.forEach((value, i) => expect(value).toBeCloseTo([x, y, z][i] / size, 4));
    }
  });

  it('legs and toes have IK, with limits at the knees', () => {
    for (const side of ['左', '右']) {
      const { ik } = bones[boneIndex(dancer, `${side}足ＩＫ`)];
      expect(bones[ik!.effector].name).toBe(`${side}足首`);
      const [knee, leg] = ik!.links;
      expect([bones[knee.bone].name, bones[leg.bone].name]).toEqual([`${side}ひざ`, `${side}足`]);
      expect(knee.limits!.min[0]).toBeCloseTo(-Math.PI, 5);
      expect(knee.limits!.max[0]).toBeCloseTo(-Math.PI / 360, 5);
      expect([...knee.limits!.min.slice(1), ...knee.limits!.max.slice(1)]).toEqual([0, 0, 0, 0]);
      expect(leg.limits).toBeUndefined();
      expect(bones[bones[boneIndex(dancer, `${side}つま先ＩＫ`)].ik!.effector].name).toBe(`${side}つま先`);
    }
  });

  it('when the centre sinks, the knees bend to the front and the feet stay in place', () => {
    const rig = new Rig(createRigDefinition(dancer));
    rig.pose.translations[3 * rig.boneIndex('センター') + 1] = -3;
    rig.solve();
    rig.solveAfterPhysics();
    for (const side of ['左', '右']) {
      // Three's space: she faces +z.
      const knee = rig.worldPositions[3 * rig.boneIndex(`${side}ひざ`) + 2];
      expect(knee).toBeGreaterThan(1.5);
      const ankle = rig.boneIndex(`${side}足首D`);
      const [x, y, z] = bones[ankle].position;
      expect(Math.abs(rig.worldPositions[3 * ankle] - x)).toBeLessThan(0.05);
      expect(Math.abs(rig.worldPositions[3 * ankle + 1] - y)).toBeLessThan(0.05);
      expect(Math.abs(rig.worldPositions[3 * ankle + 2] + z)).toBeLessThan(0.05);
    }
  });

  it('every bone is in one display frame, and every morph in the morph frame', () => {
    const shown = dancer.displayFrames.flatMap(({ elements }) => elements);
    const of = (type: string): number[] =>
      shown.filter((element) => element.type === type).map(({ index }) => index);
    expect(of('bone').sort((a, b) => a - b)).toEqual(bones.map((_, i) => i));
    expect(of('morph')).toEqual(dancer.morphs.map((_, i) => i));
    expect(dancer.displayFrames.slice(0, 2).map(({ name, special }) => [name, special])).toEqual([
      ['Root', 1],
      ['表情', 1],
    ]);
  });
});
