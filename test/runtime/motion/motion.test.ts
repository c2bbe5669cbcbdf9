import {
  createVmd,
  createVpd,
  fromJson,
  parseVmd,
  type Quaternion,
  serializeVmd,
  toJson,
  type VmdContent,
  vmdToBvmd,
} from '@odori/format';
import { encodeName } from '@odori/format/internal';
import {
  Motion,
  sampleBone,
  sampleCamera,
  createCameraPose,
  sampleMorph,
  withFirstKeys,
} from '@odori/runtime/motion';
import { describe, expect, test } from 'vitest';
import { dataOfMotion, motionOfData } from '#src/runtime/motion/motion-data.js';

function from(...contents: VmdContent[]): Motion {
  return Motion.from(...contents.map((content) => createVmd(content)));
}

function positionAt(motion: Motion, name: string, frame: number): number[] {
  const position = [0, 0, 0];
  sampleBone(motion.bones.get(name)!, frame, position, [0, 0, 0, 0]);
  return position;
}

describe('Motion.from', () => {
  test("a document becomes tracks in three's space", () => {
    const motion = from({
      bones: [{ name: '頭', frame: 30, position: [1, 2, 3], rotation: [0.5, 0.5, 0.5, 0.5] }],
      cameras: [{ frame: 60, target: [1, 2, 3], rotation: [0.1, 0.2, 0.3] }],
      lights: [{ frame: 0, direction: [1, 2, 3] }],
    });
    const head = motion.bones.get('頭')!;
    expect([...head.positions]).toEqual([1, 2, -3]);
    expect([...head.rotations]).toEqual([-0.5, -0.5, 0.5, 0.5]);
    expect([...motion.camera!.targets]).toEqual([1, 2, -3]);
    expect(motion.camera!.angles[2]).toBeCloseTo(-0.3, 6);
    expect([...motion.light!.directions]).toEqual([1, 2, -3]);
    expect([motion.lastFrame, motion.duration]).toEqual([60, 2]);
  });

  test('a pose is a motion of one frame', () => {
    const motion = Motion.from(
      createVpd({ bones: [{ name: '右腕', position: [0, 0, 1] }], morphs: [{ name: 'あ', weight: 0.5 }] }),
    );
    expect(positionAt(motion, '右腕', 7)).toEqual([0, 0, -1]);
    expect(sampleMorph(motion.morphs.get('あ')!, 7)).toBe(0.5);
    expect(motion.duration).toBe(0);
  });

  test('if several documents have a keyframe at one frame, the later one wins, and the report has a note', () => {
    const dance = {
      bones: [
        { name: 'センター', frame: 0 },
        { name: 'センター', frame: 30, position: [9, 0, 0] as const },
      ],
    };
    const face = { morphs: [{ name: 'まばたき', frame: 10, weight: 1 }] };
    const fix = {
      bones: [
        { name: 'センター', frame: 30, position: [5, 0, 0] as const },
        { name: 'センター', frame: 60 },
      ],
    };
    const motion = from(dance, face, fix);
    expect([...motion.bones.get('センター')!.frames]).toEqual([0, 30, 60]);
    expect(positionAt(motion, 'センター', 30)).toEqual([5, 0, -0]);
    expect(motion.morphs.size).toBe(1);
    expect(motion.report).toEqual([{ code: 'clash', track: 'bone センター', count: 1 }]);
  });

  test('merged motions keep their reports', () => {
    const first = from({
      bones: [
        { name: 'a', frame: 0 },
        { name: 'a', frame: 0 },
      ],
    });
    const both = Motion.from(first, createVmd({ cameras: [{ frame: 9 }] }));
    expect(both.report).toEqual([{ code: 'duplicate-keys', track: 'bone a', count: 1 }]);
    expect(both.camera).toBeDefined();
    expect(both.lastFrame).toBe(9);
  });

  test('odd numbers are repaired and reported, never thrown', () => {
    const motion = from({
      bones: [
        { name: 'a', frame: 0, position: [NaN, 1, 0], rotation: [0, 0, 0, 0] },
        { name: 'a', frame: 1, rotation: [0, Infinity, 0, 1] },
        { name: 'a', frame: 2, rotation: [0, 2, 0, 0] },
      ],
      morphs: [{ name: 'm', frame: 0, weight: NaN }],
      cameras: [{ frame: 0, fov: 0, distance: NaN }],
    });
    const { positions, rotations } = motion.bones.get('a')!;
    expect([...positions.subarray(0, 3)]).toEqual([0, 1, -0]);
    expect([...rotations.subarray(0, 8)].map(Math.abs)).toEqual([0, 0, 0, 1, 0, 0, 0, 1]);
    expect([...rotations.subarray(8)].map(Math.abs)).toEqual([0, 1, 0, 0]);
    expect(motion.morphs.get('m')!.weights[0]).toBe(0);
    expect([motion.camera!.fovs[0], motion.camera!.distances[0]]).toEqual([1, 0]);
    expect(motion.report).toEqual([
      { code: 'zero-quaternion', track: 'bone a', count: 1 },
      { code: 'not-finite', track: 'bone a', count: 2 },
      { code: 'not-finite', track: 'morph m', count: 1 },
      { code: 'not-finite', track: 'camera', count: 1 },
      { code: 'odd-fov', track: 'camera', count: 1 },
    ]);
  });

  test('what a document warned of is noted, but no repair twice, and not that MMD wrote keyframes unsorted', () => {
    const bones = [2, 1, 1].map((frame) => ({ name: 'a', frame, rotation: [0, 0, 0, 0] as Quaternion }));
    const bytes = serializeVmd(createVmd({ bones, morphs: [{ name: 'm', frame: 0, weight: 1 }] }));
    const firstMorph = bytes.length - 4 * 4 - 23; // four empty sections and a morph
    const broken = bytes.slice(0, firstMorph + 10);
    broken[20] = 0x39; // the signature of no version: 9002
    const repairs = [
      { code: 'zero-quaternion', track: 'bone a', count: 3 },
      { code: 'duplicate-keys', track: 'bone a', count: 1 },
    ];
    const truncated = { code: 'truncated', track: 'morph keys', count: 1 };
    expect(Motion.from(parseVmd(broken, { lossless: false })).report).toEqual([truncated, ...repairs]);
    expect(Motion.from(parseVmd(broken)).report).toEqual([
      { code: 'odd-signature', track: 'header', count: 1 },
      truncated,
      ...repairs,
    ]);
  });

  test('names with different bytes and the same text are two tracks; the exact one has the text as its key', () => {
    const other = { text: '髙', bytes: Uint8Array.of(0xee, 0xe0) }; // Windows writes fb fc
    const motion = from({
      bones: [
        { name: other, frame: 5 },
        { name: encodeName('髙'), frame: 0 },
      ],
    });
    expect([...motion.bones.keys()]).toEqual(['髙 (eee0)', '髙']);
    expect([...motion.bones.get('髙')!.frames]).toEqual([0]);
    expect(motion.bones.get('髙 (eee0)')!.name).toEqual(other);
    expect(motion.report).toEqual([]);
  });

  test('of names that were cut inside a character, the first has their text as its key', () => {
    const sides = ['手ダミーボーン左', '手ダミーボーン右']; // 8d b6 and 89 45 begin at byte 15
    const bones = sides.map((name, frame) => ({ name, frame }));
    const motion = Motion.from(parseVmd(serializeVmd(createVmd({ bones }))));
    const right = '手ダミーボーン (8ee8835f837e815b837b815b839389)';
    expect([...motion.bones.keys()]).toEqual(['手ダミーボーン', right]);
    expect(Array.from(motion.bones.values(), ({ frames }) => [...frames])).toEqual([[0], [1]]);
    expect([...Motion.from(motion, motion).bones.keys()]).toEqual(['手ダミーボーン', right]);
    expect([...motionOfData(structuredClone(dataOfMotion(motion))).bones.keys()]).toEqual([
      ...motion.bones.keys(),
    ]);
  });

  test('a name is one track, from whatever file it comes', () => {
    const vmd = createVmd({ bones: [{ name: 'センター', frame: 0 }] });
    const vpd = createVpd({ bones: [{ name: 'センター' }] });
    const motion = Motion.from(vmd, vpd, vmdToBvmd(vmd));
    expect([...motion.bones.keys()]).toEqual(['センター']);
    expect(motion.bones.get('センター')!.name).toEqual(vmd.bones.names[0]); // which may be truncated
  });

  test('names that CP932 cannot tell apart stay two tracks, from VMD and BVMD documents', () => {
    const vmd = createVmd({ bones: ['左头', '左带'].map((name, frame) => ({ name, frame })) });
    expect([...Motion.from(vmd).bones.keys()]).toEqual(['左头', '左带']);
    expect([...Motion.from(vmdToBvmd(vmd)).bones.keys()]).toEqual(['左头', '左带']);
    expect([...Motion.from(fromJson(JSON.parse(JSON.stringify(toJson(vmd))))).bones.keys()]).toEqual([
      '左头',
      '左带',
    ]);
  });

  test('a source that is not a motion throws a TypeError', () => {
    expect(() => Motion.from({} as never)).toThrow(TypeError);
    expect(Motion.from().duration).toBe(0);
  });
});

describe('editing', () => {
  const CURVE = [64, 0, 64, 127] as const;
  const motion = from({
    bones: [
      { name: '左腕', frame: 0 },
      { name: '左腕', frame: 40, position: [4, 5, 6], rotation: [0, 0.6, 0, 0.8], curves: CURVE },
      { name: '左腕', frame: 60, position: [1, 1, 1] },
    ],
    cameras: [
      { frame: 0 },
      { frame: 29, target: [1, 2, 3], rotation: [0.1, 0.2, 0.3], distance: -20, curves: CURVE },
      { frame: 30, distance: -10 },
    ],
    properties: [
      { frame: 0, ik: [{ name: '左足ＩＫ', enabled: false }] },
      { frame: 50, ik: [{ name: '左足ＩＫ', enabled: true }] },
    ],
  });

  test('a slice gives exactly the samples of the whole motion', () => {
    const part = motion.slice(10, 45);
    expect(part.lastFrame).toBe(35);
    for (const frame of [0, 0.5, 7.25, 29.9, 30, 34.5, 35]) {
      expect(positionAt(part, '左腕', frame)).toEqual(positionAt(motion, '左腕', frame + 10));
      expect(sampleCamera(part.camera!, frame, createCameraPose())).toEqual(
        sampleCamera(motion.camera!, frame + 10, createCameraPose()),
      );
    }
    expect([...part.property!.frames]).toEqual([-10]);
    expect(() => motion.slice(5, 4)).toThrow(RangeError);
  });

  test('a slice keeps the switches set before it', () => {
    const switches = (frame: number, name: string): object => ({ frame, ik: [{ name, enabled: false }] });
    const properties = [switches(20, '右足ＩＫ'), switches(10, '左足ＩＫ')] as VmdContent['properties'] &
      object;
    const part = from({ properties }).slice(30, 40);
    expect(part.property!.ikNames).toEqual(['左足ＩＫ', '右足ＩＫ']);
    expect([...part.property!.ikEnabled]).toEqual([0, 0]);
  });

  test('retime scales frames, and a cut stays a cut', () => {
    const slow = motion.retime(2);
    expect(slow.duration).toBe(4);
    expect(positionAt(slow, '左腕', 25)).toEqual(positionAt(motion, '左腕', 12.5));
    expect(sampleCamera(slow.camera!, 59.5, createCameraPose()).distance).toBe(-20);
    expect(() => motion.retime(0)).toThrow(RangeError);
  });

  test('offset shifts frames', () => {
    const later = motion.offset(15);
    expect(later.lastFrame).toBe(75);
    expect(positionAt(later, '左腕', 35)).toEqual(positionAt(motion, '左腕', 20));
  });

  test.each([NaN, Infinity, -Infinity])('an offset of %f frames is refused', (frames) => {
    expect(() => motion.offset(frames)).toThrow(RangeError);
  });

  test('a slice without a finite end or beginning is refused', () => {
    for (const [start, end] of [
      [0, Infinity],
      [-Infinity, 0],
      [NaN, 10],
      [0, NaN],
      [Infinity, Infinity],
    ]) {
      expect(() => motion.slice(start, end)).toThrow(
        new RangeError(
          `slice: from and to must be finite frames, to not before from, not ${start} and ${end}`,
        ),
      );
    }
  });

  test('mirror exchanges left and right, and mirroring twice gives the original', () => {
    const image = motion.mirror();
    expect([motion.mirror() === image, image.mirror() === motion]).toEqual([true, true]);
    const [x, y, z] = positionAt(motion, '左腕', 33);
    expect(positionAt(image, '右腕', 33)).toEqual([-x, y, z]);
    expect(image.property!.ikNames).toEqual(['右足ＩＫ']);
    expect([...image.mirror().bones.get('左腕')!.rotations]).toEqual([
      ...motion.bones.get('左腕')!.rotations,
    ]);
    const pose = sampleCamera(image.camera!, 29, createCameraPose());
    expect(pose.target[0]).toBe(-1);
    expect(pose.angles[1]).toBeCloseTo(-0.2, 6);
    const wink = from({ morphs: [{ name: 'ウィンク', frame: 0, weight: 1 }] }).mirror();
    expect([...wink.morphs.keys()]).toEqual(['ウィンク右']);
  });

  test('editing does not change the original motion', () => {
    const before = structuredClone([...motion.bones.values()]);
    motion.slice(10, 20);
    motion.retime(3);
    motion.mirror();
    withFirstKeys(motion.offset(-9));
    Motion.from(motion, motion.mirror());
    expect([...motion.bones.values()]).toEqual(before);
  });

  test('a keyframe after two years of motion costs no more than any other', () => {
    const far = from({
      bones: [
        { name: 'a', frame: 0 },
        { name: 'a', frame: 0xffffffff, position: [1, 0, 0] },
      ],
    });
    const edited = far.slice(5, 0xfffffff0).retime(0.5).mirror();
    expect(edited.lastFrame).toBeGreaterThan(2e9);
    expect(edited.bones.get('a')!.frames.length).toBe(2);
  });
});
