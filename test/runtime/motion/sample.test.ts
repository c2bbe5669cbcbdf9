import { vector } from '#test/support/playback-vectors.js';
import { createVmd } from '@odori/format';
import {
  createCameraPose,
  Motion,
  sampleCamera,
  sampleLight,
  sampleMorph,
  sampleProperty,
  sampleSelfShadow,
  type SelfShadowTrack,
  toVmd,
} from '@odori/runtime/motion';
import { expect, test } from 'vitest';

type Triple = [number, number, number];
type Quadruple = [number, number, number, number];

test('vector 12: morph weights are straight lines, and the first and the last keyframe hold outside', () => {
  const { track } = vector(12) as { track: { keys: [number, number][]; samples: [number, number][] } };
  const morphs = track.keys.map(([frame, weight]) => ({ name: 'あ', frame, weight }));
  const of = Motion.from(createVmd({ morphs })).morphs.get('あ')!;
  for (const [frame, weight] of track.samples) expect(sampleMorph(of, frame)).toBeCloseTo(weight, 6);
  expect(sampleMorph(of, -3)).toBe(0);
});

interface CameraVectorKey {
  frame: number;
  target: Triple;
  rotation: Triple;
  distance: number;
  fov: number;
  curves: Record<'x' | 'y' | 'z' | 'rot' | 'dist' | 'fov', Quadruple>;
}

test('vector 15: each part of the camera has its own curve, and angles are never wrapped', () => {
  const { key0, key1, expected } = vector(15) as {
    key0: CameraVectorKey;
    key1: CameraVectorKey;
    expected: { frame: number; target: Triple; rotation: Triple; distance: number; fov: number }[];
  };
  const { x, y, z, rot: rotation, dist: distance, fov } = key1.curves;
  const cameras = [key0, { ...key1, curves: { x, y, z, rotation, distance, fov } }].map(
    ({ frame, target, rotation: angles, distance: far, fov: angle, curves }) => ({
      frame,
      target,
      rotation: angles,
      distance: far,
      fov: angle,
      ...(curves && { curves }),
    }),
  );
  const track = Motion.from(createVmd({ cameras })).camera!;
  for (const entry of expected) {
    const pose = sampleCamera(track, entry.frame, createCameraPose());
    const [tx, ty, tz] = pose.target;
    const [rx, ry, rz] = pose.angles;
    [tx, ty, -tz].forEach((value, i) => expect(value).toBeCloseTo(entry.target[i], 4));
    [rx, ry, -rz].forEach((value, i) => expect(value).toBeCloseTo(entry.rotation[i], 4));
    expect(pose.distance).toBeCloseTo(entry.distance, 4);
    expect(pose.fov).toBeCloseTo(entry.fov, 4);
  }
});

test('vector 16: a cut holds the earlier shot, and perspective steps', () => {
  const { keys, expected } = vector(16) as {
    keys: { frame: number; distance: number; fov: number }[];
    expected: { frame: number; distance: number; fov: number }[];
  };
  const cameras = keys.map((key, i) => ({ ...key, perspective: i !== 1 }));
  const motion = Motion.from(createVmd({ cameras }));
  for (const { frame, distance, fov } of expected) {
    expect(sampleCamera(motion.camera!, frame, createCameraPose())).toMatchObject({ distance, fov });
  }
  const flags = [10, 10.9, 11, 20.9, 21].map(
    (frame) => sampleCamera(motion.camera!, frame, createCameraPose()).perspective,
  );
  expect(flags).toEqual([true, true, false, false, true]);
});

test('vector 17: the light has straight lines, and holds across a cut', () => {
  interface Light {
    frame: number;
    color: Triple;
    direction: Triple;
  }
  const { light } = vector(17) as { light: { key0: Light; key1: Light; samples: Light[] } };
  const cut = { frame: 41, color: [0, 0, 0] as Triple, direction: [0, -1, 0] as Triple };
  const motion = Motion.from(createVmd({ lights: [light.key0, light.key1, cut] }));
  for (const { frame, color, direction } of light.samples) {
    const [r, g, b, x, y, z] = sampleLight(motion.light!, frame, [0, 0, 0, 0, 0, 0]);
    [r, g, b].forEach((value, i) => expect(value).toBeCloseTo(color[i], 6));
    [x, y, -z].forEach((value, i) => expect(value).toBeCloseTo(direction[i], 6));
  }
  expect(sampleLight(motion.light!, 40.5, [0, 0, 0, 0, 0, 0])[0]).toBe(1);
});

test('mode and distance of the self shadow step at their keyframes, however the motion was edited', () => {
  const selfShadows = [
    { frame: 0, mode: 1, distance: 0.5 },
    { frame: 30, mode: 2, distance: 0.25 },
  ];
  const motion = Motion.from(createVmd({ selfShadows }));
  const at = (track: SelfShadowTrack | undefined, frame: number): number[] =>
    sampleSelfShadow(track!, frame, [0, 0]);
  for (const frame of [-1, 0, 29, 29.9]) expect(at(motion.selfShadow, frame)).toEqual([1, 0.5]);
  for (const frame of [30, 31]) expect(at(motion.selfShadow, frame)).toEqual([2, 0.25]);
  const cut = Motion.from(toVmd(motion.slice(10, 40))).selfShadow;
  expect([at(cut, 0), at(cut, 19), at(cut, 20)]).toEqual([
    [1, 0.5],
    [1, 0.5],
    [2, 0.25],
  ]);
});

test('visibility and IK switches step, keep their state where a keyframe does not name them, and are on before the first keyframe', () => {
  const motion = Motion.from(
    createVmd({
      properties: [
        { frame: 10, visible: false, ik: [{ name: '左足ＩＫ', enabled: false }] },
        { frame: 20, ik: [{ name: '右足ＩＫ', enabled: false }] },
        { frame: 30, ik: [{ name: '左足ＩＫ', enabled: true }] },
      ],
    }),
  );
  const track = motion.property!;
  expect(track.ikNames).toEqual(['左足ＩＫ', '右足ＩＫ']);
  const at = (frame: number): number[] => sampleProperty(track, frame, [0, 0, 0]);
  expect(at(0)).toEqual([1, 1, 1]);
  expect(at(10)).toEqual([0, 0, 1]);
  expect(at(19.9)).toEqual([0, 0, 1]);
  expect(at(20)).toEqual([1, 0, 0]);
  expect(at(30)).toEqual([1, 1, 0]);
});
