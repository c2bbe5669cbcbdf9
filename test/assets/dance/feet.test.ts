import { beforeAll, expect, test } from 'vitest';
import { ANKLE, HIP, KNEE } from '#demos/assets/src/dancer/bone-table.js';
import { Quaternion, Vector3 } from 'three';
import { segmentDistance } from '#demos/assets/src/dance/segment-distance.js';
import { openDance, distance, FRAMES, type Place, type SolvedDance, standsOf } from './solved-dance.js';

const SIDES = ['左', '右'];
/** 120 samples per second. */
const SAMPLES_PER_FRAME = 4;

let solved: SolvedDance;
beforeAll(() => {
  solved = openDance();
});

function eachSample(look: (frame: number) => void): void {
  for (let i = 0; i <= FRAMES * SAMPLES_PER_FRAME; i++) {
    solved.show(i / SAMPLES_PER_FRAME);
    look(i / SAMPLES_PER_FRAME);
  }
}

test('a standing foot does not slide or float', () => {
  const worst = { slide: 0, rise: 0, toe: 0 };
  for (const side of SIDES) {
    for (const { from, to } of standsOf(solved, side)) {
      let ankle: Place | undefined;
      let toe: Place | undefined;
      for (let frame = from; frame <= to; frame += 1 / SAMPLES_PER_FRAME) {
        solved.show(frame);
        const now = solved.place(`${side}足首`);
        ankle ??= now;
        toe ??= solved.place(`${side}つま先`);
        worst.slide = Math.max(worst.slide, Math.hypot(now[0] - ankle[0], now[2] - ankle[2]));
        worst.rise = Math.max(worst.rise, Math.abs(now[1] - solved.place(`${side}足ＩＫ`)[1]));
        worst.toe = Math.max(worst.toe, distance(solved.place(`${side}つま先`), toe));
      }
    }
  }
  expect(worst.slide).toBeLessThan(0.1);
  expect(worst.rise).toBeLessThan(0.1);
  expect(worst.toe).toBeLessThan(0.1);
});

test('flat feet stand on the floor: the ankle is 1.25 above it, at most 0.1 less', () => {
  let lowest = Infinity;
  eachSample(() => {
    for (const side of SIDES) lowest = Math.min(lowest, solved.place(`${side}足首`)[1]);
  });
  expect(lowest).toBeGreaterThan(ANKLE[1] - 0.1);
});

test('the dance has at least 24 steps', () => {
  let steps = 0;
  for (const side of SIDES) {
    const stands = standsOf(solved, side);
    const places = stands.map(({ from }) => {
      solved.show(from);
      return solved.place(`${side}足ＩＫ`);
    });
    places.forEach((place, i) => {
      if (i > 0 && Math.hypot(place[0] - places[i - 1][0], place[2] - places[i - 1][2]) > 0.3) steps++;
    });
  }
  expect(steps).toBeGreaterThanOrEqual(24);
});

test('she walks across the stage by steps: at each moment one foot is planted', () => {
  const isPlanted = new Set<number>();
  for (const side of SIDES) {
    for (const { from, to } of standsOf(solved, side))
      for (let frame = from; frame <= to; frame++) isPlanted.add(frame);
  }
  for (let frame = 15 * 24; frame <= 15 * 36; frame++)
    expect(isPlanted.has(frame), `frame ${frame}`).toBe(true);
  const hips = [30, 35].map((beat) => {
    solved.show(15 * beat);
    return solved.place('下半身');
  });
  expect(hips[1][0] - hips[0][0]).toBeGreaterThan(13);
});

test('she stays on the platform, whose radius is 15', () => {
  let farthest = 0;
  for (let frame = 0; frame <= FRAMES; frame++) {
    solved.show(frame);
    for (const side of SIDES) {
      const [x, , z] = solved.place(`${side}つま先`);
      farthest = Math.max(farthest, Math.hypot(x, z));
    }
  }
  expect(farthest).toBeLessThan(12);
});

test('in the leap of the chorus both feet leave the floor, come down on the beat, and the knees give way', () => {
  const BEAT = 15 * 85;
  const hips: number[] = [];
  const toes: number[] = [];
  for (let frame = 15 * 83; frame <= 15 * 86; frame++) {
    solved.show(frame);
    hips[frame] = solved.place('下半身')[1];
    toes[frame] = Math.min(...SIDES.map((side) => solved.place(`${side}つま先`)[1]));
  }
  solved.show(0);
  const standing = solved.place('下半身')[1];
  const isInAir = (frame: number): boolean => toes[frame] > 0.5;
  const frames = [...hips.keys()].filter((frame) => frame > 15 * 83.9 && isInAir(frame) && frame < 15 * 85.4);
  expect(frames.at(-1)! - frames[0]).toBe(frames.length - 1);
  expect(frames.length).toBeGreaterThanOrEqual(10); // a third of a second
  expect(Math.abs(frames.at(-1)! + 1 - BEAT)).toBeLessThanOrEqual(1);
  expect(Math.max(...frames.map((frame) => toes[frame]))).toBeGreaterThan(3);
  expect(Math.max(...frames.map((frame) => hips[frame]))).toBeGreaterThan(standing + 2.5);
  const after = hips.slice(BEAT, BEAT + 8);
  expect(hips[BEAT] - Math.min(...after)).toBeGreaterThan(1);
});

test('legs reach the feet, and knees bend in the right direction only', () => {
  const length = distance(HIP, KNEE) + distance(KNEE, ANKLE);
  let stretch = 0;
  let back = Infinity;
  let deepest = 0;
  const { rig } = solved;
  const turn = (bone: string): number[] => {
    const index = 4 * rig.boneIndex(bone);
    return [...rig.worldRotations.subarray(index, index + 4)];
  };
  eachSample(() => {
    for (const side of SIDES) {
      stretch = Math.max(
        stretch,
        distance(solved.place(`${side}足`), solved.place(`${side}足ＩＫ`)) / length,
      );
      const bend = turnAboutX(turn(`${side}足`), turn(`${side}ひざ`));
      back = Math.min(back, bend);
      deepest = Math.max(deepest, bend);
    }
  });
  expect(stretch).toBeLessThan(0.995);
  expect(back).toBeGreaterThan(0);
  expect(deepest).toBeLessThan(150);
});

/** The beats in which she spins on one foot. */
const SPINS = [
  [67.7, 69.4],
  [107.7, 109.4],
];

test('boots turn by at most 25° from frame to frame, or 32° in one direction in a spin', () => {
  for (const side of SIDES) {
    let last: Quaternion | undefined;
    for (let frame = 0; frame <= FRAMES; frame++) {
      solved.show(frame);
      const now = solved.heading(`${side}足首D`);
      const spin = SPINS.findIndex(([from, to]) => frame > 15 * from && frame < 15 * to);
      const step = last ? now.clone().multiply(last.invert()) : new Quaternion();
      const angle = (2 * Math.acos(Math.min(Math.abs(step.w), 1)) * 180) / Math.PI;
      expect(angle, `${side} at ${frame}`).toBeLessThan(spin < 0 ? 25 : 32);
      // To the left in the first spin, to the right in the second.
      if (spin >= 0 && angle > 12) expect(step.y * step.w * (spin === 0 ? 1 : -1)).toBeGreaterThan(0);
      last = now;
    }
  }
});

test('a foot has the rotation of its IK bone, so toe IK does not roll it', () => {
  let most = 0;
  for (let frame = 0; frame <= FRAMES; frame++) {
    solved.show(frame);
    if (!solved.rig.pose.ikEnabled.every(Boolean)) continue;
    for (const side of SIDES)
      most = Math.max(most, solved.heading(`${side}足首`).angleTo(solved.heading(`${side}足ＩＫ`)));
  }
  expect((most * 180) / Math.PI).toBeLessThan(12);
});

test('boots do not touch: a shaft has a radius of 0.34 to 0.54 around its shin', () => {
  const place = (bone: string): Vector3 => new Vector3(...solved.place(bone));
  let least = Infinity;
  for (let frame = 0; frame <= FRAMES; frame++) {
    solved.show(frame);
    const [knee, ankle, otherKnee, otherAnkle] = ['左ひざD', '左足首D', '右ひざD', '右足首D'].map(place);
    least = Math.min(least, segmentDistance(knee, ankle, otherKnee, otherAnkle));
  }
  expect(least).toBeGreaterThan(0.9);
});

test('a foot on the floor moves less than a fifth of its length between two lifts', () => {
  for (const side of SIDES) {
    let skated = 0;
    let last: Place | undefined;
    for (let frame = 0; frame <= FRAMES; frame++) {
      solved.show(frame);
      const ball = solved.place(`${side}足先EX`);
      const isDown = solved.place(`${side}足首`)[1] < 1.6 && solved.place(`${side}つま先`)[1] < 0.4;
      const pace = isDown && last ? Math.hypot(ball[0] - last[0], ball[2] - last[2]) : 0;
      skated = pace > 0.03 ? skated + pace : 0;
      expect(skated, `${side} at ${frame}`).toBeLessThan(0.43);
      last = isDown ? ball : undefined;
    }
  }
});

/** The angle of a⁻¹·b about x in degrees. A positive angle bends the knee. */
function turnAboutX([ax, ay, az, aw]: number[], [bx, by, bz, bw]: number[]): number {
  const x = aw * bx - ax * bw - ay * bz + az * by;
  const w = aw * bw + ax * bx + ay * by + az * bz;
  return (2 * Math.atan2(x, w) * 180) / Math.PI;
}
