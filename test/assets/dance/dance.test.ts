import { parsePmx, parseVmd, parseVpd, serializeVmd, serializeVpd } from '@odori/format';
import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { BONE_ROWS } from '#demos/assets/src/dancer/bone-table.js';
import { createPoses } from '#demos/assets/src/dance/poses.js';
import { recordDance } from '#demos/assets/src/dance/record-dance.js';
import { MELODY } from '#demos/assets/src/song/melody.js';
import { sampleMorph } from '@odori/runtime/motion';
import { createStage, FRAMES, type Stage } from './dance-stage.js';

/** As the issue lists them. */
const MORPHS = [
  'まばたき', '笑い', 'ウィンク', 'ウィンク右', 'びっくり', 'じと目', 'あ', 'い', 'う', 'え', 'お', 'にやり', '怒り', '困る', '上', '下', '照れ',
]; // prettier-ignore

let stage: Stage;
beforeAll(() => {
  stage = createStage();
}, 60_000);

test('files come back byte for byte, without a warning', () => {
  for (const bytes of [stage.bytes.dance, stage.bytes.camera]) {
    const vmd = parseVmd(bytes);
    expect(vmd.warnings).toEqual([]);
    expect(Buffer.compare(serializeVmd(vmd), bytes)).toBe(0);
  }
  for (const pose of createPoses().values()) {
    const bytes = serializeVpd(pose);
    const parsed = parseVpd(bytes);
    expect(parsed.warnings).toEqual([]);
    expect(serializeVpd(parsed)).toEqual(bytes);
  }
  expect(stage.motion.report).toEqual([]);
});

test('is what the scripts write, every time', () => {
  const again = recordDance();
  expect(Buffer.compare(serializeVmd(again.dance), stage.bytes.dance)).toBe(0);
  expect(Buffer.compare(serializeVmd(again.camera), stage.bytes.camera)).toBe(0);
});

test('moves what the dancer has', () => {
  const bones = new Set(BONE_ROWS.map(({ name }) => name));
  const iks = new Set(BONE_ROWS.filter(({ ik }) => ik).map(({ name }) => name));
  expect([...stage.motion.bones.keys()].filter((name) => !bones.has(name))).toEqual([]);
  expect([...stage.motion.morphs.keys()].filter((name) => !MORPHS.includes(name))).toEqual([]);
  expect(stage.motion.property!.ikNames.filter((name) => !iks.has(name))).toEqual([]);
  for (const pose of createPoses().values()) {
    expect(pose.bones.filter(({ name }) => !bones.has(name))).toEqual([]);
    expect(pose.morphs.filter(({ name }) => !MORPHS.includes(name))).toEqual([]);
  }
});

test('begins anew where it ends', () => {
  const { rig } = stage;
  stage.show(0);
  const places = rig.worldPositions.slice();
  const turns = rig.worldRotations.slice();
  stage.show(FRAMES);
  let [gap, angle] = [0, 0];
  places.forEach((value, i) => (gap = Math.max(gap, Math.abs(value - rig.worldPositions[i]))));
  for (let i = 0; i < turns.length; i += 4) {
    const dot = [0, 1, 2, 3].reduce((sum, j) => sum + turns[i + j] * rig.worldRotations[i + j], 0);
    angle = Math.max(angle, (2 * Math.acos(Math.min(Math.abs(dot), 1)) * 180) / Math.PI);
  }
  expect(gap).toBeLessThan(0.01);
  expect(angle).toBeLessThan(0.5);
  expect(Math.max(...[...stage.motion.bones.values()].map(({ frames }) => frames.at(-1)!))).toBe(FRAMES);
});

test('turns about twice, by less than 90° from key to key', () => {
  const { rotations, frames } = stage.motion.bones.get('センター')!;
  const start = 2 * Math.atan2(rotations[1], rotations[3]);
  let heading = 0;
  let last = start;
  let turns = 0;
  let most = 0;
  let from = 0;
  for (let key = 0; key < frames.length; key++) {
    const now = 2 * Math.atan2(rotations[4 * key + 1], rotations[4 * key + 3]);
    const step = Math.atan2(Math.sin(now - last), Math.cos(now - last));
    last = now;
    heading += step;
    most = Math.max(most, Math.abs(step));
    if (Math.abs(heading - from) > 1.8 * Math.PI) {
      turns++;
      from += Math.sign(heading - from) * 2 * Math.PI;
    }
  }
  expect(turns).toBe(2);
  expect(most).toBeLessThan(Math.PI / 2);
  expect(heading).toBeCloseTo(0, 4);
});

test('switches IK off and on again without a jump', () => {
  const { frames } = stage.motion.property!;
  expect(frames.length).toBeGreaterThanOrEqual(3);
  for (const frame of [...frames].slice(1)) {
    for (const bone of ['左ひざ', '右ひざ', '左足首', '右足首', '左つま先', '右つま先']) {
      const paces = [-0.5, -0.25, -0.01, 0].map((shift) => {
        stage.show(frame + shift);
        return stage.place(bone);
      });
      const pace = (i: number): number => Math.hypot(...paces[i].map((value, j) => value - paces[i + 1][j]));
      expect(pace(2), `${bone} at ${frame}`).toBeLessThan(0.1);
    }
  }
});

test('the lips are open where the melody has a note', () => {
  for (const { startBeat, beats, vowel } of MELODY) {
    const weight = sampleMorph(stage.motion.morphs.get(vowel)!, 15 * startBeat + Math.min(2, 7.5 * beats));
    expect(weight, `${vowel} at beat ${startBeat}`).toBeGreaterThan(0.4);
  }
});

test('the dancer that is drawn has these bones', () => {
  const pmx = parsePmx(readFileSync('demos/assets/files/dancer.pmx'));
  const bones = new Set(pmx.bones.map(({ name }) => name));
  expect([...stage.motion.bones.keys()].filter((name) => !bones.has(name))).toEqual([]);
});
