import { parseBvmd, parsePmx, parseVmd, parseVpd, serializeVmd, serializeVpd } from '@odori/format';
import { unzipSync } from 'fflate';
import { readFileSync, statSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { BONE_ROWS } from '#demos/assets/src/dancer/bone-table.js';
import { createPoses } from '#demos/assets/src/dance/poses.js';
import { recordDance } from '#demos/assets/src/dance/record-dance.js';
import { danceOfBody } from '#demos/assets/src/dance/write-dance.js';
import { MELODY } from '#demos/assets/src/song/melody.js';
import { Motion, sampleMorph } from '@odori/runtime/motion';
import { openDance, FRAMES, type SolvedDance } from './solved-dance.js';

const FILES = 'packages/sample/files';

/** The morphs that the dance must use. */
const MORPHS = [
  'まばたき', '笑い', 'ウィンク', 'ウィンク右', 'びっくり', 'じと目', 'あ', 'い', 'う', 'え', 'お', 'にやり', '怒り', '困る', '上', '下', '照れ',
]; // prettier-ignore

let solved: SolvedDance;
beforeAll(() => {
  solved = openDance();
});

test('parsing and serializing the files gives the same bytes without warnings', () => {
  for (const bytes of [solved.bytes.dance, solved.bytes.camera]) {
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
  expect(solved.motion.report).toEqual([]);
});

test('the scripts write exactly the committed files', () => {
  const again = recordDance();
  expect(Buffer.compare(serializeVmd(again.dance), solved.bytes.dance)).toBe(0);
  expect(Buffer.compare(serializeVmd(again.camera), solved.bytes.camera)).toBe(0);
  expect(Buffer.compare(danceOfBody(again.body), readFileSync(`${FILES}/dance.bvmd`))).toBe(0);
});

test('dance.bvmd is the dance without the bones that physics moves, and dance.zip contains it', () => {
  const pmx = parsePmx(readFileSync(`${FILES}/dancer.pmx`));
  const isMoved = new Set(pmx.rigidBodies.filter(({ mode }) => mode !== 0).map(({ name }) => name));
  const bytes = readFileSync(`${FILES}/dance.bvmd`);
  const body = Motion.from(parseBvmd(bytes));
  expect([...body.bones.keys()].filter((name) => isMoved.has(name))).toEqual([]);
  for (const [name, { frames, rotations, positions }] of body.bones) {
    const track = solved.motion.bones.get(name)!;
    expect([frames, rotations, positions], name).toEqual([track.frames, track.rotations, track.positions]);
  }
  const left = [...solved.motion.bones.keys()].filter((name) => !body.bones.has(name));
  expect(left.every((name) => isMoved.has(name) || /スカート\d_1|テール1/.test(name))).toBe(true);
  expect([...body.morphs.keys()]).toEqual([...solved.motion.morphs.keys()]);
  const zipped = unzipSync(readFileSync(`${FILES}/dance.zip`));
  expect(Object.keys(zipped)).toEqual(['dance.bvmd']);
  expect(Buffer.compare(zipped['dance.bvmd'], bytes)).toBe(0);
});

test('dance.zip takes less than 0.65 seconds over 1.6 Mbit/s', () => {
  expect(statSync(`${FILES}/dance.zip`).size).toBeLessThan(0.65 * 200_000);
});

test('the dance moves only bones and morphs of the dancer', () => {
  const bones = new Set(BONE_ROWS.map(({ name }) => name));
  const iks = new Set(BONE_ROWS.filter(({ ik }) => ik).map(({ name }) => name));
  expect([...solved.motion.bones.keys()].filter((name) => !bones.has(name))).toEqual([]);
  expect([...solved.motion.morphs.keys()].filter((name) => !MORPHS.includes(name))).toEqual([]);
  expect(solved.motion.property!.ikNames.filter((name) => !iks.has(name))).toEqual([]);
  for (const pose of createPoses().values()) {
    expect(pose.bones.filter(({ name }) => !bones.has(name))).toEqual([]);
    expect(pose.morphs.filter(({ name }) => !MORPHS.includes(name))).toEqual([]);
  }
});

test('the last frame of the dance equals its first', () => {
  const { rig } = solved;
  solved.show(0);
  const places = rig.worldPositions.slice();
  const turns = rig.worldRotations.slice();
  solved.show(FRAMES);
  let [gap, angle] = [0, 0];
  places.forEach((value, i) => (gap = Math.max(gap, Math.abs(value - rig.worldPositions[i]))));
  for (let i = 0; i < turns.length; i += 4) {
    const dot = [0, 1, 2, 3].reduce((sum, j) => sum + turns[i + j] * rig.worldRotations[i + j], 0);
    angle = Math.max(angle, (2 * Math.acos(Math.min(Math.abs(dot), 1)) * 180) / Math.PI);
  }
  expect(gap).toBeLessThan(0.01);
  expect(angle).toBeLessThan(0.5);
  expect(Math.max(...[...solved.motion.bones.values()].map(({ frames }) => frames.at(-1)!))).toBe(FRAMES);
});

test('the dancer turns round four times, by less than 90° from keyframe to keyframe', () => {
  const { rotations, frames } = solved.motion.bones.get('センター')!;
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
  // To the left and to the right: a circle of small steps in each verse, and two spins on one foot.
  expect(turns).toBe(4);
  expect(most).toBeLessThan(Math.PI / 2);
  expect(heading).toBeCloseTo(0, 4);
});

test('switching IK off and on causes no jump', () => {
  const { frames } = solved.motion.property!;
  expect(frames.length).toBeGreaterThanOrEqual(3);
  for (const frame of [...frames].slice(1)) {
    for (const bone of ['左ひざ', '右ひざ', '左足首', '右足首', '左つま先', '右つま先']) {
      const paces = [-0.5, -0.25, -0.01, 0].map((shift) => {
        solved.show(frame + shift);
        return solved.place(bone);
      });
      const pace = (i: number): number => Math.hypot(...paces[i].map((value, j) => value - paces[i + 1][j]));
      expect(pace(2), `${bone} at ${frame}`).toBeLessThan(0.1);
    }
  }
});

test('the lips are open where the melody has a note', () => {
  for (const { startBeat, beats, vowel } of MELODY) {
    const weight = sampleMorph(solved.motion.morphs.get(vowel)!, 15 * startBeat + Math.min(2, 7.5 * beats));
    expect(weight, `${vowel} at beat ${startBeat}`).toBeGreaterThan(0.4);
  }
});

test('the committed dancer has the bones that the scripts define', () => {
  const pmx = parsePmx(readFileSync('packages/sample/files/dancer.pmx'));
  const bones = new Set(pmx.bones.map(({ name }) => name));
  expect([...solved.motion.bones.keys()].filter((name) => !bones.has(name))).toEqual([]);
});
