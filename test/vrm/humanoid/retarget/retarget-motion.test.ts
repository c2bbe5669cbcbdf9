import { humanoidOf } from '#src/vrm/humanoid/pose/humanoid-of.js';
import { retargetMotion } from '#src/vrm/humanoid/retarget/retarget-motion.js';
import { standardSource } from '#src/vrm/humanoid/standard-source.js';
import { syntheticMotion } from '#test/fidelity/humanoid/motions.mjs';
import { hasCorpus, readCorpus } from '#test/support/corpus.js';
import { createVmd, parsePmd, parseVmd, pmdToPmx } from '@odori/format';
import { Motion, toVmd } from '@odori/runtime/motion';
import { bindMotion, createRigDefinition, Rig, type RigDefinition } from '@odori/runtime/rig';
import { createSkeletonDefinition } from '@odori/runtime/internal';
import { describe, expect, test } from 'vitest';

const standard = standardSource();
/** Full turns, twists, 足IK親; IK is off from frame 30 to 100. */
const motion = syntheticMotion().slice(120, 230);

/** A rig that plays a motion, solved at a frame. */
function player(definition: RigDefinition, played: Motion): (frame: number) => Rig {
  const rig = new Rig(definition);
  const dance = bindMotion(played, rig);
  return (frame) => {
    dance.sample(frame);
    rig.solve();
    rig.solveAfterPhysics();
    return rig;
  };
}

/** The largest distance of a model's human joints from where those of another are, times a scale. */
function largestDistance(
  a: (frame: number) => Rig,
  b: (frame: number) => Rig,
  scale: number,
  last: number,
): number {
  let largest = 0;
  for (let frame = 0; frame <= last; frame++) {
    const [one, two] = [a(frame), b(frame)];
    for (const node of humanoidOf(one.definition).nodes) {
      const other = two.boneIndex(one.definition.boneNames[node]);
      const off = [0, 1, 2].map(
        (k) => scale * one.worldPositions[3 * node + k] - two.worldPositions[3 * other + k],
      );
      largest = Math.max(largest, Math.hypot(...off));
    }
  }
  return largest;
}

/** The same skeleton, larger, with standard IK and without appends. */
function scaled(definition: RigDefinition, scale: number): RigDefinition {
  const names = definition.boneNames.filter((name) => !/D$|EX$|捩|[PC]$|キャンセル/.test(name));
  const parentOf = (name: string): number => {
    let parent = definition.parents[definition.boneNames.indexOf(name)];
    while (parent >= 0 && !names.includes(definition.boneNames[parent])) parent = definition.parents[parent];
    return parent < 0 ? -1 : names.indexOf(definition.boneNames[parent]);
  };
  return createSkeletonDefinition(
    names.map((name) => {
      const i = 3 * definition.boneNames.indexOf(name);
      const [x, y, z] = definition.restPositions.subarray(i, i + 3);
      return { name, parent: parentOf(name), position: [scale * x, scale * y, scale * z] };
    }),
  );
}

describe('a motion for the model that it was made for', () => {
  const { motion: result, error, bones } = retargetMotion(motion, standard, standard);

  test('moves all joints as the motion does, also where that has IK off', () => {
    expect(error.position).toBeLessThan(0.02);
    expect(largestDistance(player(standard, motion), player(standard, result), 1, 110)).toBeLessThan(0.06);
  });

  test('has its feet on 足ＩＫ, IK always on, and 全ての親 at rest', () => {
    expect(bones).toEqual(expect.arrayContaining(['センター', '左足ＩＫ', '右足ＩＫ', '左腕捩', '左足']));
    expect(result.bones.get('左足ＩＫ')!.frames.length).toBeGreaterThan(10);
    const rig = player(standard, result)(60);
    expect([...rig.pose.ikEnabled]).toEqual([1, 1, 1, 1]);
    const root = rig.boneIndex('全ての親');
    expect([...rig.pose.translations.subarray(3 * root, 3 * root + 3)]).toEqual([0, 0, 0]);
  });

  test('turns twist bones about their axes only, and leaves no twist in the arm', () => {
    const play = player(standard, result);
    for (let frame = 0; frame <= 110; frame += 11) {
      const rig = play(frame);
      const [arm, twist] = [rig.boneIndex('左腕'), rig.boneIndex('左腕捩')];
      const along = [0, 1, 2].reduce(
        (sum, k) => sum + standard.fixedAxes[3 * twist + k] * rig.pose.rotations[4 * arm + k],
        0,
      );
      expect(Math.abs(along)).toBeLessThan(0.01);
    }
  });
});

test('a model of twice the size moves twice as far', () => {
  const large = scaled(standard, 2);
  const { motion: result } = retargetMotion(motion, standard, large, { tolerance: { position: 0.04 } });
  expect(largestDistance(player(large, result), player(standard, motion), 0.5, 110)).toBeLessThan(0.06);
});

test('longer legs are moved further, and arms point as before', () => {
  // The shins are a unit longer, so the whole model stands a unit higher.
  const lift = (name: string, y: number): number => (/足首|つま先|足ＩＫ|足IK/.test(name) ? y : y + 1);
  const tall = createSkeletonDefinition(
    standard.boneNames.map((name, i) => {
      const [x, y, z] = standard.restPositions.subarray(3 * i, 3 * i + 3);
      return { name, parent: standard.parents[i], position: [x, name === '全ての親' ? y : lift(name, y), z] };
    }),
  );
  const step = createVmd({
    bones: [
      { name: '左足ＩＫ', frame: 0, position: [0, 2, 0] },
      { name: 'センター', frame: 0, position: [0, -1, 0] },
    ],
  });
  const { motion: result } = retargetMotion(Motion.from(step), standard, tall);
  const unit = (9.41932 + 1) / 9.41932;
  const rig = player(tall, result)(0);
  expect(rig.worldPositions[3 * rig.boneIndex('左足首') + 1]).toBeCloseTo(1.34 + 2 * unit, 1);
  expect(rig.worldPositions[3 * rig.boneIndex('右足首') + 1]).toBeCloseTo(1.34, 1);
  expect(rig.worldPositions[3 * rig.boneIndex('下半身') + 1]).toBeCloseTo(14.243 - unit, 1);
});

test('hair, eyes and morphs keep their keyframes', () => {
  const plain = scaled(standard, 1);
  const bones = plain.boneNames.map((name, i) => {
    const [x, y, z] = plain.restPositions.subarray(3 * i, 3 * i + 3);
    return { name, parent: plain.parents[i], position: [x, y, z] as [number, number, number] };
  });
  const hairy = createSkeletonDefinition([
    ...bones,
    { name: '髪', parent: bones.findIndex(({ name }) => name === '頭'), position: [0, 19, 0] },
  ]);
  const keys = createVmd({
    bones: [
      { name: '髪', frame: 10, rotation: [0, 0, 0.6, 0.8], curves: [10, 20, 30, 40] },
      { name: '両目', frame: 5, rotation: [0, 0.1, 0, 0.995] },
      { name: 'センター', frame: 20, position: [1, 0, 0] },
    ],
    morphs: [{ name: 'あ', frame: 7, weight: 0.5 }],
  });
  const { vmd } = retargetMotion(Motion.from(keys), standard, hairy);
  const again = toVmd(Motion.from(vmd));
  const named = (name: string): number[] =>
    [...again.bones.nameIndex].flatMap((index, i) =>
      again.bones.names[index].text === name ? [again.bones.frames[i]] : [],
    );
  expect([named('髪'), named('両目')]).toEqual([[10], [5]]);
  expect([...again.morphs.frames]).toEqual([7]);
});

test.skipIf(!hasCorpus)('ankles that IK turns are within the tolerance on real models', () => {
  const model = (path: string): RigDefinition => createRigDefinition(pmdToPmx(parsePmd(readCorpus(path))));
  const dance = Motion.from(parseVmd(readCorpus('vmd/wavefile_v2.vmd'))).slice(500, 600);
  const { error } = retargetMotion(dance, model('pmd/miku_v2/miku_v2.pmd'), model('pmd/KAITO.pmd'));
  expect(error.position).toBeLessThan(0.02);
  expect(error.angle).toBeLessThan(0.3);
});

test('a model without legs is a clear error', () => {
  const hat = createSkeletonDefinition([{ name: 'センター', parent: -1, position: [0, 0, 0] }]);
  expect(() => retargetMotion(motion, standard, hat)).toThrow(
    expect.objectContaining({ code: 'bad-source' }),
  );
  expect(() => retargetMotion(motion, hat, standard)).toThrow(
    expect.objectContaining({ code: 'bad-source' }),
  );
});
