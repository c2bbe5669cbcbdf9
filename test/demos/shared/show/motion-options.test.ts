import { createVmd, type VmdContent } from '@odori/format';
import { Motion } from '@odori/runtime';
import { expect, test } from 'vitest';
import type { OpenedMotion } from '#demos/shared/open/open-motion.js';
import { cameraOptions, danceOptions } from '#demos/shared/show/motion-options.js';

function opened(name: string, content: VmdContent): OpenedMotion {
  return { path: name, name, motion: Motion.from(createVmd(content)), warnings: [], from: new Map() };
}

const HEAD_AND_ARM: VmdContent = {
  bones: ['頭', '左腕'].flatMap((name) => [
    { name, frame: 0 },
    { name, frame: 30, rotation: [0, Math.SQRT1_2, 0, Math.SQRT1_2] as const },
  ]),
};
const LIPS: VmdContent = {
  morphs: [
    { name: 'あ', frame: 0, weight: 1 },
    { name: 'あ', frame: 60, weight: 0 },
  ],
};
const body = opened('body.vmd', HEAD_AND_ARM);
const other = opened('other.vmd', HEAD_AND_ARM);
const lips = opened('lips.vmd', LIPS);

function names(options: readonly { name: string }[]): string[] {
  return options.map(({ name }) => name);
}

test('body and lips in two files are one dance, as long as the longer file', () => {
  const [dance, ...others] = danceOptions([lips, body]);
  expect([dance.name, others]).toEqual(['lips.vmd + body.vmd', []]);
  expect([dance.motion.bones.size, dance.motion.morphs.size, dance.motion.duration]).toEqual([2, 1, 2]);
});

test('two motions that move the same bones are two dances; the lips belong to both', () => {
  expect(names(danceOptions([body, other]))).toEqual(['body.vmd', 'other.vmd']);
  expect(names(danceOptions([body, other, lips]))).toEqual(['body.vmd + lips.vmd', 'other.vmd + lips.vmd']);
});

test('a motion of the lips that also saves one keyframe of each bone belongs to the dance, whose keyframes count', () => {
  const saved = opened('saved.vmd', {
    ...LIPS,
    bones: [{ name: '頭', frame: 30, position: [9, 0, 0] }],
  });
  const [dance, ...others] = danceOptions([saved, body]);
  expect(others).toEqual([]);
  expect(new Set(dance.motion.bones.get('頭')!.positions)).toEqual(new Set([0]));
});

test('two motions of one keyframe for the same bone are two dances', () => {
  const still = (name: string): OpenedMotion => opened(name, { bones: [{ name: '頭', frame: 0 }] });
  expect(names(danceOptions([still('a.vmd'), still('b.vmd')]))).toEqual(['a.vmd', 'b.vmd']);
});

test('a light belongs to each camera, and is used alone without one', () => {
  const lights = [{ frame: 0, color: [1, 0, 0] as const, direction: [0, -1, 1] as const }];
  const light = opened('light.vmd', { lights });
  const camera = (name: string): OpenedMotion => opened(name, { cameras: [{ frame: 0 }] });
  const [near, far] = cameraOptions([camera('near.vmd'), light, camera('far.vmd')]);
  expect(names([near, far])).toEqual(['near.vmd + light.vmd', 'far.vmd + light.vmd']);
  expect([near.motion.light, near.motion.camera].map((track) => track?.frames.length)).toEqual([1, 1]);
  expect(names(cameraOptions([light]))).toEqual(['light.vmd']);
  expect(cameraOptions([])).toEqual([]);
});
