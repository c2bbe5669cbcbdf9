import { createVmd, createVpd, parseVmd, type PmxMorph, serializeVmd, type VmdContent } from '@odori/format';
import { Motion } from '@odori/runtime/motion';
import { bindMotion, type BindOptions, type Rig } from '@odori/runtime/rig';
import { encodeName } from '@odori/format/internal';
import { describe, expect, test } from 'vitest';
import { bindPose } from '#src/runtime/rig/bind-motion.js';
import { countReads } from '#test/support/count-reads.js';
import { rigOf } from './small-rig.js';

/** The motion after writing and parsing a file, which truncates names. */
const motionOf = (content: VmdContent): Motion => Motion.from(parseVmd(serializeVmd(createVmd(content))));

const ik = { effector: 0, loopCount: 1, limitAngle: 1, links: [] };

function morph(name: string): PmxMorph {
  return {
    name,
    nameEn: '',
    panel: 1,
    type: 'vertex',
    vertices: new Uint32Array(0),
    offsets: new Float32Array(0),
  };
}

/** Sets every value of the pose to something other than rest. */
function soil(rig: Rig): void {
  const { pose } = rig;
  pose.translations.fill(7);
  pose.rotations.fill(7);
  pose.morphWeights.fill(7);
  pose.ikEnabled.fill(0);
  pose.physicsEnabled.fill(0);
  pose.visible = false;
}

describe('sample', () => {
  const rig = rigOf([{ name: 'センター' }, { name: '頭' }, { name: '足ＩＫ', ik }], {
    morphs: [morph('あ'), morph('い')],
  });
  const motion = motionOf({
    bones: [
      { name: 'センター', frame: 0, position: [0, 0, 0] },
      { name: 'センター', frame: 10, position: [10, 20, 30], rotation: [0, 1, 0, 0], physics: false },
    ],
    morphs: [
      { name: 'い', frame: 0, weight: 0 },
      { name: 'い', frame: 10, weight: 1 },
    ],
  });

  test('writes the motion into the pose, in three’s space, at fractional frames', () => {
    bindMotion(motion, rig).sample(2.5);
    expect([...rig.pose.translations.subarray(0, 3)]).toEqual([2.5, 5, -7.5]);
    // a quarter of 180° about y, with the opposite sign in three
    const [x, y, z, w] = rig.pose.rotations;
    expect(Math.abs(y)).toBeCloseTo(Math.sin(Math.PI / 8), 7);
    expect([Math.abs(x), Math.abs(z), Math.abs(w)]).toEqual([0, 0, expect.closeTo(Math.cos(Math.PI / 8), 7)]);
    expect([...rig.pose.morphWeights]).toEqual([0, 0.25]);
  });

  test('writes rest where the motion has no track, to every value', () => {
    const binding = bindMotion(motion, rig);
    soil(rig);
    binding.sample(0);
    const { translations, rotations, morphWeights, ikEnabled, physicsEnabled, visible } = rig.pose;
    expect([...translations].map(Math.abs)).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0]);
    expect([...rotations].map(Math.abs)).toEqual([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1]);
    expect([...morphWeights]).toEqual([0, 0]);
    expect([...ikEnabled]).toEqual([1]);
    expect([...physicsEnabled]).toEqual([1, 1, 1]);
    expect(visible).toBe(true);
  });

  test('steps physics at each key', () => {
    const binding = bindMotion(motion, rig);
    expect([0, 9.9, 10, 50].map((frame) => (binding.sample(frame), rig.pose.physicsEnabled[0]))).toEqual([
      1, 1, 0, 0,
    ]);
  });

  test('gives the same as a fresh binding, with frames in any order', () => {
    const binding = bindMotion(motion, rig);
    for (const frame of [0, 9, 3.5, 11, -4, 3.5, 0.001, 10]) {
      binding.sample(frame);
      const sampled = [...rig.pose.translations, ...rig.pose.rotations, ...rig.pose.morphWeights];
      bindMotion(motion, rig).sample(frame);
      expect([...rig.pose.translations, ...rig.pose.rotations, ...rig.pose.morphWeights]).toEqual(sampled);
    }
  });

  test('writes the rest pose for an empty motion', () => {
    soil(rig);
    bindMotion(Motion.from(), rig).sample(5);
    expect([...rig.pose.rotations]).toEqual([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1]);
    expect(rig.pose.visible).toBe(true);
  });
});

describe('names', () => {
  test('that the model lacks are reported in the order of the motion', () => {
    const rig = rigOf([{ name: 'b' }, { name: '足ＩＫ', ik }], { morphs: [morph('m')] });
    const motion = motionOf({
      bones: ['z', 'b', 'a'].map((name) => ({ name, frame: 0 })),
      morphs: ['m', 'y', 'x'].map((name) => ({ name, frame: 0, weight: 1 })),
      properties: [
        {
          frame: 0,
          visible: true,
          ik: ['髪ＩＫ', '足ＩＫ', 'b'].map((name) => ({ name, enabled: true })),
        },
      ],
    });
    expect(bindMotion(motion, rig).missing).toEqual({
      bones: ['z', 'a'],
      morphs: ['y', 'x'],
      ikBones: ['髪ＩＫ', 'b'],
    });
  });

  test('that several bones or morphs share move the first of them', () => {
    const rig = rigOf([{ name: '袖' }, { name: '袖' }], { morphs: [morph('m'), morph('m')] });
    const motion = motionOf({
      bones: [{ name: '袖', frame: 0, position: [1, 2, 3] }],
      morphs: [{ name: 'm', frame: 0, weight: 0.5 }],
    });
    bindMotion(motion, rig).sample(0);
    expect([...rig.pose.translations]).toEqual([1, 2, -3, 0, 0, 0]);
    expect([...rig.pose.morphWeights]).toEqual([0.5, 0]);
  });

  test('of a pose move all bones and morphs that have them', () => {
    const rig = rigOf([{ name: '袖' }, { name: '袖' }], { morphs: [morph('m'), morph('m')] });
    const pose = createVpd({
      bones: [{ name: '袖', position: [1, 2, 3] }],
      morphs: [{ name: 'm', weight: 0.5 }],
    });
    bindMotion(Motion.from(pose), rig).sample(0);
    expect([...rig.pose.translations]).toEqual([1, 2, -3, 1, 2, -3]);
    expect([...rig.pose.morphWeights]).toEqual([0.5, 0.5]);
  });

  test('that were truncated move the only bone that begins with their 15 bytes, and the report says so', () => {
    // 8 characters take 16 bytes: a file keeps 7 and the first half of the eighth
    const rig = rigOf([{ name: 'スカート上着制服裾' }, { name: 'スカート上着制' }, { name: 'スカート' }]);
    const name = 'スカート上着制服裾';
    const motion = motionOf({
      bones: [{ name, frame: 0, position: [1, 0, 0] }],
      morphs: [{ name, frame: 0, weight: 1 }],
    });
    const binding = bindMotion(motion, rig);
    binding.sample(0);
    expect([0, 1, 2].map((bone) => rig.pose.translations[3 * bone])).toEqual([1, 0, 0]);
    expect(binding.missing).toEqual({ bones: [], morphs: ['スカート上着制'], ikBones: [] });
    expect(binding.helped).toEqual({
      bones: [{ name: 'スカート上着制', target: 'スカート上着制服裾', help: 'truncated' }],
      morphs: [],
      ikBones: [],
    });
    const asMmd = bindMotion(motion, rig, { names: 'mmd' });
    asMmd.sample(0);
    expect(rig.pose.translations[0]).toBe(0);
    expect(asMmd.missing.bones).toEqual(['スカート上着制']);
    expect(asMmd.helped.bones).toEqual([]);
  });

  test('that fit two bones move none, and the report says so', () => {
    const rig = rigOf([{ name: 'スカート上着制服裾' }, { name: 'スカート上着制服袖' }]);
    const motion = motionOf({ bones: [{ name: 'スカート上着制服裾', frame: 0, position: [1, 0, 0] }] });
    const { missing, ambiguous, helped } = bindMotion(motion, rig);
    expect(missing.bones).toEqual(['スカート上着制']);
    expect(ambiguous.bones).toEqual([
      { name: 'スカート上着制', targets: ['スカート上着制服裾', 'スカート上着制服袖'] },
    ]);
    expect(helped.bones).toEqual([]);
  });
});

describe('switches', () => {
  const names = ['左足ＩＫ', '右足ＩＫ', 'とても長い名前の骨ＩＫ'];
  const rig = rigOf([{ name: 'b' }, ...names.map((name) => ({ name, ik }))]);
  /** とても長い名前 and the first half of の */
  const cut = { text: 'とても長い名前', bytes: encodeName('とても長い名前の').bytes.subarray(0, 15) };
  const motion = motionOf({
    properties: [
      { frame: 0, visible: true, ik: [{ name: '左足ＩＫ', enabled: false }] },
      {
        frame: 10,
        visible: false,
        ik: [
          { name: '左足ＩＫ', enabled: true },
          { name: cut, enabled: false },
        ],
      },
    ],
  });
  const at = (frame: number): unknown[] => {
    bindMotion(motion, rig).sample(frame);
    return [rig.pose.visible, ...rig.pose.ikEnabled];
  };

  test('step at their keyframes, and are on where no keyframe names them', () => {
    expect(rig.definition.ikNames).toEqual(names);
    expect(at(0)).toEqual([true, 0, 1, 1]);
    expect(at(9.99)).toEqual([true, 0, 1, 1]);
  });

  test('match names that were truncated to 15 of their 20 bytes', () => {
    expect(at(10)).toEqual([false, 1, 1, 0]);
  });

  test('match no other name if they were not truncated', () => {
    // 16 and 18 bytes: both names begin with the same 15
    const hats = rigOf([{ name: 'b' }, { name: 'スカート上着制帽', ik }]);
    const skirts = motionOf({
      properties: [{ frame: 0, visible: true, ik: [{ name: 'スカート上着制服裾', enabled: false }] }],
    });
    const binding = bindMotion(skirts, hats);
    binding.sample(0);
    expect([...hats.pose.ikEnabled]).toEqual([1]);
    expect(binding.missing.ikBones).toEqual(['スカート上着制服裾']);
  });

  test('match names that were truncated to their 20 bytes, before those of 15', () => {
    const long = rigOf([
      { name: 'b' },
      { name: 'とても長い名前の骨の左ＩＫ', ik }, // 26 bytes, of which a file keeps とても長い名前の骨の
      { name: 'とても長い名前の帯', ik },
    ]);
    const named = motionOf({
      properties: [
        {
          frame: 0,
          visible: true,
          ik: [
            { name: 'とても長い名前', enabled: true },
            { name: 'とても長い名前の骨の左ＩＫ', enabled: false },
          ],
        },
      ],
    });
    expect(named.property!.ikNames[1]).toBe('とても長い名前の骨の');
    bindMotion(named, long).sample(0);
    expect([...long.pose.ikEnabled]).toEqual([0, 1]);
  });

  test('bind in linear time, however many a file names', () => {
    const ikOf = (i: number) => ({ name: `ik${i}`, enabled: true });
    const properties = [{ frame: 0, visible: true, ik: Array.from({ length: 2000 }, (_, i) => ikOf(i)) }];
    const named = motionOf({ properties });
    const { definition, pose } = rigOf(Array.from({ length: 500 }, (_, i) => ({ name: `goal${i}`, ik })));
    const inMotion = countReads(named.property!.ikFields);
    const inModel = countReads(definition.ikNames);
    const property = { ...named.property!, ikFields: inMotion.list };
    const counted = Object.create(named, { property: { value: property } }) as Motion;
    const binding = bindPose(counted, { ...definition, ikNames: inModel.list }, pose);
    expect(binding.missing.ikBones.length).toBe(2000);
    expect(inMotion.reads()).toBe(2000);
    expect(inModel.reads()).toBeLessThanOrEqual(2 * 500);
  });
});

describe('motion capture, which moves legs and no IK bones', () => {
  const link = (bone: number): { bone: number } => ({ bone });
  const chain = (effector: number, ...links: number[]): typeof ik =>
    ({ ...ik, loopCount: 40, effector, links: links.map(link) }) as never;
  /** A leg with IK of foot and toe, and hair with IK of its own. */
  const leg = (): Rig =>
    rigOf([
      { name: '全ての親' },
      { name: '左足', parent: 0, position: [0, 10, 0] },
      { name: '左ひざ', parent: 1, position: [0, 5, 0] },
      { name: '左足首', parent: 2, position: [0, 1, 0] },
      { name: '左足IK親', parent: 0 },
      { name: '左足ＩＫ', parent: 4, position: [0, 1, 0], ik: chain(3, 2, 1) },
      { name: '左つま先', parent: 3, position: [0, 0, -1] },
      { name: '左つま先ＩＫ', parent: 5, position: [0, 0, -1], ik: chain(6, 3) },
      { name: '髪１', parent: 0, position: [0, 20, 0] },
      { name: '髪２', parent: 8, position: [0, 18, 0] },
      { name: '髪ＩＫ', parent: 0, position: [0, 18, 0], ik: chain(9, 8) },
    ]);
  const turned = Math.sin(Math.PI / 8);
  const walk = ['左足', '左ひざ', '左足首'].flatMap((name) => [
    { name, frame: 0 },
    { name, frame: 30, rotation: [turned, 0, 0, Math.sqrt(1 - turned ** 2)] as const },
  ]);
  const capture = { bones: [{ name: '全ての親', frame: 0, position: [0, 0, 5] as const }, ...walk] };
  const stillIn = (content: VmdContent): readonly string[] =>
    bindMotion(motionOf(content), leg()).stillIkBones;

  test('is recognized: IK holds the legs', () => {
    expect(stillIn(capture)).toEqual(['左足ＩＫ']);
    const resting = { name: '左足ＩＫ', frame: 0 };
    expect(stillIn({ bones: [...capture.bones, resting, { ...resting, frame: 30 }] })).toEqual(['左足ＩＫ']);
  });

  test.each<[string, VmdContent]>([
    ['whose IK bone moves', { bones: [...walk, { name: '左足ＩＫ', frame: 3, position: [0, 2, 0] }] }],
    [
      'whose IK bone moves by its parent',
      { bones: [...walk, { name: '左足IK親', frame: 3, position: [0, 2, 0] }] },
    ],
    [
      'that switches IK off',
      { bones: walk, properties: [{ frame: 0, ik: [{ name: '左足ＩＫ', enabled: false }] }] },
    ],
    ['with registered legs that do not move', { bones: walk.filter(({ frame }) => frame === 0) }],
    ['of the ankle alone', { bones: walk.slice(4) }],
    ['without bones', {}],
  ])('is not a motion %s', (_, content) => {
    expect(stillIn(content)).toEqual([]);
  });

  test('with ik: off, its legs follow their keyframes; other IK stays on', () => {
    const rig = leg();
    const motion = motionOf(capture);
    const ankleHeight = (options?: BindOptions): number => {
      bindMotion(motion, rig, options).sample(30);
      rig.solve();
      return rig.worldMatrices[16 * 3 + 13];
    };
    expect(ankleHeight()).toBeCloseTo(1, 1); // that of the IK bone
    expect([...rig.pose.ikEnabled]).toEqual([1, 1, 1]);
    // the thigh of length 5 at 45°, the shin of length 4 at 90°: 10 − 5 · cos 45°
    expect(ankleHeight({ ik: 'off' })).toBeCloseTo(6.46447, 4);
    expect([...rig.pose.ikEnabled]).toEqual([0, 0, 1]);
    expect(bindMotion(motion, rig, { ik: 'off' }).stillIkBones).toEqual([]);
    ankleHeight();
    expect([...rig.pose.ikEnabled]).toEqual([1, 1, 1]);
  });
});
