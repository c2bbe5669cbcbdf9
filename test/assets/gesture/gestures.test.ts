import { parseVmd, serializeVmd } from '@odori/format';
import { Motion } from '@odori/runtime/motion';
import { bindMotion, createRigDefinition, Rig } from '@odori/runtime/rig';
import { readFileSync } from 'node:fs';
import { Quaternion, Vector3 } from 'three';
import { describe, expect, test } from 'vitest';
import { createBones } from '#demos/assets/src/dancer/create-bones.js';
import { restPlace } from '#demos/assets/src/dance/puppet.js';
import { createGestures } from '#demos/assets/src/gesture/write-gestures.js';
import { fromSkirt } from '../dance/from-skirt.js';

const FILES = new URL('../../../packages/sample/files/', import.meta.url);
const DEGREE = Math.PI / 180;
const FRAMES_PER_SECOND = 30;

/** The seconds of each, and the bones that it may move. */
const GESTURES: Readonly<Record<string, readonly [from: number, to: number, bones: RegExp]>> = {
  'gesture-wave': [1.5, 4, /^(上半身2?|首|頭|右(肩|腕捩?|ひじ|手捩|手首|.*指.))$/],
  'gesture-nod': [1.5, 4, /^(上半身2|首|頭)$/],
  'gesture-bow': [
    1.5,
    4,
    /^(グルーブ|腰|上半身2?|首|頭|.(肩|腕捩?|ひじ|手捩|手首|.*指.|足|ひざ|足首|足ＩＫ))$/,
  ],
  'gesture-point': [1.5, 4, /^(上半身2?|首|頭|右(肩|腕捩?|ひじ|手捩|手首|.*指.))$/],
  'gesture-laugh': [1.5, 4, /^(上半身2?|首|頭|右(肩|腕捩?|ひじ|手捩|手首|.*指.))$/],
  'idle-calm': [8, 20, /./],
  'idle-shift': [8, 20, /./],
  'idle-look': [8, 20, /./],
};
const NAMES = Object.keys(GESTURES);
const IDLES = NAMES.filter((name) => name.startsWith('idle'));

function bytesOf(name: string): Buffer {
  return readFileSync(new URL(`${name}.vmd`, FILES));
}

function motionOf(name: string): Motion {
  return Motion.from(parseVmd(bytesOf(name)));
}

/** A motion of the files on the bones of the dancer. */
class Shown {
  readonly rig: Rig = new Rig(createRigDefinition({ bones: createBones(), morphs: [] }));
  readonly motion: Motion;
  readonly frames: number;
  readonly #binding;

  constructor(name: string) {
    this.motion = motionOf(name);
    this.frames = Math.round(this.motion.duration * FRAMES_PER_SECOND);
    this.#binding = bindMotion(this.motion, this.rig);
  }

  show(frame: number): void {
    this.#binding.sample(frame);
    this.rig.solve();
  }

  /** As the motion has it. */
  turn(bone: string): Quaternion {
    return new Quaternion().fromArray(this.rig.pose.rotations, 4 * this.rig.boneIndex(bone));
  }

  move(bone: string): Vector3 {
    return new Vector3().fromArray(this.rig.pose.translations, 3 * this.rig.boneIndex(bone));
  }

  /** In the solved pose. */
  place(bone: string): Vector3 {
    return new Vector3().fromArray(this.rig.worldPositions, 3 * this.rig.boneIndex(bone));
  }

  heading(bone: string): Quaternion {
    return new Quaternion().fromArray(this.rig.worldRotations, 4 * this.rig.boneIndex(bone));
  }

  /** A bone in the axes of another one, with that one at its rest position. */
  placeIn(bone: string, base: string): Vector3 {
    const way = this.place(bone).sub(this.place(base));
    return way.applyQuaternion(this.heading(base).invert()).add(restPlace(base));
  }
}

/** The bones of the hands, beyond which half a joint of a finger goes on. */
const HAND = ['手首', '親指２', '人指２', '人指３', '中指１', '中指２', '中指３', '小指２', '小指３'];

test('the scripts write exactly the committed files', () => {
  const again = createGestures();
  expect([...again.keys()].sort()).toEqual(NAMES.map((name) => `${name}.vmd`).sort());
  for (const name of NAMES) {
    const vmd = parseVmd(bytesOf(name));
    expect(vmd.warnings).toEqual([]);
    expect(Buffer.compare(serializeVmd(again.get(`${name}.vmd`)!), bytesOf(name)), name).toBe(0);
  }
});

test('each file is small', () => {
  for (const name of NAMES) expect(bytesOf(name).length, name).toBeLessThan(25_000);
});

test('each lasts as long as it should, and moves only bones that belong to it', () => {
  const boneNames = new Set(createBones().map(({ name }) => name));
  for (const [name, [from, to, bones]] of Object.entries(GESTURES)) {
    const motion = motionOf(name);
    expect(motion.duration, name).toBeGreaterThanOrEqual(from);
    expect(motion.duration, name).toBeLessThanOrEqual(to);
    const moved = [...motion.bones.keys()];
    expect(moved.filter((bone) => !bones.test(bone) || !boneNames.has(bone)), name).toEqual([]); // prettier-ignore
  }
});

test('idle motions leave breath and blinks to others', () => {
  for (const name of IDLES) expect([...motionOf(name).morphs.keys()], name).toEqual([]);
});

test.each(NAMES)('%s begins and ends in the stance, with a face at rest', (name) => {
  const stance = new Shown('idle-calm');
  stance.show(0);
  const shown = new Shown(name);
  for (const frame of [0, shown.frames]) {
    shown.show(frame);
    for (const bone of shown.motion.bones.keys()) {
      const where = `${bone} at ${frame}`;
      expect(shown.turn(bone).angleTo(stance.turn(bone)) / DEGREE, where).toBeLessThan(0.5);
      expect(shown.move(bone).distanceTo(stance.move(bone)), where).toBeLessThan(0.01);
    }
  }
  for (const [morph, { frames, weights }] of shown.motion.morphs) {
    expect([weights[0], weights.at(-1)], morph).toEqual([0, 0]);
    expect(frames.at(-1)! <= shown.frames, morph).toBe(true);
  }
});

describe.each(IDLES)('%s', (name) => {
  test('goes on at the seam as it was: nothing moves there by more than elsewhere', () => {
    const shown = new Shown(name);
    const bones = ['頭', '左手首', '右手首', 'センター', '左ひざ', '左中指３'];
    const placesAt = (frame: number): Vector3[] => {
      shown.show(frame);
      return bones.map((bone) => shown.place(bone));
    };
    const step = (a: number, b: number): number => {
      const [before, after] = [placesAt(a), placesAt(b)];
      return Math.max(...bones.map((_, i) => before[i].distanceTo(after[i])));
    };
    let largest = 0;
    for (let frame = 1; frame <= shown.frames; frame++) largest = Math.max(largest, step(frame - 1, frame));
    expect(largest).toBeGreaterThan(0.005);
    expect(step(shown.frames, 0)).toBeLessThan(0.001);
    // slow before and after it
    for (const frame of [1, shown.frames]) expect(step(frame - 1, frame)).toBeLessThan(0.3 * largest);
  });

  test('keeps the feet where they stand', () => {
    const shown = new Shown(name);
    shown.show(0);
    const feet = ['左足首', '右足首', '左つま先', '右つま先'];
    const planted = feet.map((bone) => shown.place(bone));
    for (let frame = 1; frame <= shown.frames; frame++) {
      shown.show(frame);
      feet.forEach((bone, i) =>
        expect(shown.place(bone).distanceTo(planted[i]), `${bone} at ${frame}`).toBeLessThan(0.03),
      );
    }
  });
});

test.each(NAMES)('in %s, hands and forearms stay out of the skirt, the head and the other hand', (name) => {
  const shown = new Shown(name);
  for (let frame = 0; frame <= shown.frames; frame++) {
    shown.show(frame);
    for (const side of ['左', '右']) {
      for (const bone of [...HAND, 'ひじ'].map((part) => side + part)) {
        expect(fromSkirt(shown.placeIn(bone, '下半身')), `${bone} at ${frame}`).toBeGreaterThan(1);
        // The head is as wide as 1.45, from its middle between the eyes.
        const fromHead = shown.placeIn(bone, '頭').distanceTo(new Vector3(0, 17.4, 0));
        expect(fromHead, `${bone} at ${frame}`).toBeGreaterThan(1.75);
        const out = shown.placeIn(bone, '上半身2').x * (side === '左' ? 1 : -1);
        if (!name.endsWith('laugh')) expect(out, `${bone} at ${frame}`).toBeGreaterThan(0.1);
      }
    }
  }
});

test('the wave goes up beside the head, and to and fro three times', () => {
  const shown = new Shown('gesture-wave');
  const heights: number[] = [];
  const outs: number[] = [];
  for (let frame = 0; frame <= shown.frames; frame++) {
    shown.show(frame);
    const { x, y } = shown.place('右中指１');
    if (y < shown.place('頭').y) continue;
    heights.push(y);
    outs.push(x);
  }
  expect(heights.length).toBeGreaterThan(FRAMES_PER_SECOND);
  const isTurn = (_: number, i: number): boolean =>
    i > 0 && i + 1 < outs.length && (outs[i] - outs[i - 1]) * (outs[i + 1] - outs[i]) < 0;
  expect(outs.filter(isTurn).length).toBeGreaterThanOrEqual(5);
});

test('faces: eyes are shut in the bow and in the laugh, whose mouth is open', () => {
  const weightAt = (name: string, morph: string): number => Math.max(...motionOf(name).morphs.get(morph)!.weights); // prettier-ignore
  expect(weightAt('gesture-bow', 'まばたき')).toBe(1);
  expect(weightAt('gesture-laugh', '笑い')).toBe(1);
  expect(weightAt('gesture-laugh', 'あ')).toBeGreaterThan(0.7);
});
