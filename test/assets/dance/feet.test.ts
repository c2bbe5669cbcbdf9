import { beforeAll, expect, test } from 'vitest';
import { ANKLE, HIP, KNEE } from '#demos/assets/src/dancer/bone-table.js';
import { Quaternion, Vector3 } from 'three';
import { segmentDistance } from '#demos/assets/src/dance/segment-distance.js';
import { createStage, distance, FRAMES, type Place, type Stage, standsOf } from './dance-stage.js';

const SIDES = ['左', '右'];
/** 120 a second. */
const SAMPLES_PER_FRAME = 4;

let stage: Stage;
beforeAll(() => {
  stage = createStage();
}, 60_000);

function eachSample(look: (frame: number) => void): void {
  for (let i = 0; i <= FRAMES * SAMPLES_PER_FRAME; i++) {
    stage.show(i / SAMPLES_PER_FRAME);
    look(i / SAMPLES_PER_FRAME);
  }
}

test('a foot that stands neither slides nor floats', () => {
  const worst = { slide: 0, rise: 0, toe: 0 };
  for (const side of SIDES) {
    for (const { from, to } of standsOf(stage, side)) {
      let ankle: Place | undefined;
      let toe: Place | undefined;
      for (let frame = from; frame <= to; frame += 1 / SAMPLES_PER_FRAME) {
        stage.show(frame);
        const now = stage.place(`${side}足首`);
        ankle ??= now;
        toe ??= stage.place(`${side}つま先`);
        worst.slide = Math.max(worst.slide, Math.hypot(now[0] - ankle[0], now[2] - ankle[2]));
        worst.rise = Math.max(worst.rise, Math.abs(now[1] - stage.place(`${side}足ＩＫ`)[1]));
        worst.toe = Math.max(worst.toe, distance(stage.place(`${side}つま先`), toe));
      }
    }
  }
  expect(worst.slide).toBeLessThan(0.1);
  expect(worst.rise).toBeLessThan(0.1);
  expect(worst.toe).toBeLessThan(0.1);
});

test('flat feet stand on the floor: an ankle is 1.25 above it, never less than 0.1 under that', () => {
  let lowest = Infinity;
  eachSample(() => {
    for (const side of SIDES) lowest = Math.min(lowest, stage.place(`${side}足首`)[1]);
  });
  expect(lowest).toBeGreaterThan(ANKLE[1] - 0.1);
});

test('takes at least 24 steps', () => {
  let steps = 0;
  for (const side of SIDES) {
    const stands = standsOf(stage, side);
    const places = stands.map(({ from }) => {
      stage.show(from);
      return stage.place(`${side}足ＩＫ`);
    });
    places.forEach((place, i) => {
      if (i > 0 && Math.hypot(place[0] - places[i - 1][0], place[2] - places[i - 1][2]) > 0.3) steps++;
    });
  }
  expect(steps).toBeGreaterThanOrEqual(24);
});

test('legs are long enough, and knees bend the right way only', () => {
  const length = distance(HIP, KNEE) + distance(KNEE, ANKLE);
  let stretch = 0;
  let back = Infinity;
  let deepest = 0;
  const { rig } = stage;
  const turn = (bone: string): number[] => {
    const index = 4 * rig.boneIndex(bone);
    return [...rig.worldRotations.subarray(index, index + 4)];
  };
  eachSample(() => {
    for (const side of SIDES) {
      stretch = Math.max(stretch, distance(stage.place(`${side}足`), stage.place(`${side}足ＩＫ`)) / length);
      const bend = turnAboutX(turn(`${side}足`), turn(`${side}ひざ`));
      back = Math.min(back, bend);
      deepest = Math.max(deepest, bend);
    }
  });
  expect(stretch).toBeLessThan(0.995);
  expect(back).toBeGreaterThan(0);
  expect(deepest).toBeLessThan(150);
});

/** Beats in which she spins on one foot. */
const SPINS = [
  [67.7, 69.4],
  [107.7, 109.4],
];

test('no boot turns over: 25° from frame to frame at the most, 32° in a spin and there one way', () => {
  for (const side of SIDES) {
    let last: Quaternion | undefined;
    for (let frame = 0; frame <= FRAMES; frame++) {
      stage.show(frame);
      const now = stage.heading(`${side}足首D`);
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

test('a foot has the turn that its IK bone asks for: toe IK rolls none', () => {
  let most = 0;
  for (let frame = 0; frame <= FRAMES; frame++) {
    stage.show(frame);
    if (!stage.rig.pose.ikEnabled.every(Boolean)) continue;
    for (const side of SIDES)
      most = Math.max(most, stage.heading(`${side}足首`).angleTo(stage.heading(`${side}足ＩＫ`)));
  }
  expect((most * 180) / Math.PI).toBeLessThan(12);
});

test('boots keep apart: a shaft is 0.34 to 0.54 thick about its shin', () => {
  const place = (bone: string): Vector3 => new Vector3(...stage.place(bone));
  let least = Infinity;
  for (let frame = 0; frame <= FRAMES; frame++) {
    stage.show(frame);
    const [knee, ankle, otherKnee, otherAnkle] = ['左ひざD', '左足首D', '右ひざD', '右足首D'].map(place);
    least = Math.min(least, segmentDistance(knee, ankle, otherKnee, otherAnkle));
  }
  expect(least).toBeGreaterThan(0.9);
});

test('a foot that is down does not skate: less than a fifth of its length from lift to lift', () => {
  for (const side of SIDES) {
    let skated = 0;
    let last: Place | undefined;
    for (let frame = 0; frame <= FRAMES; frame++) {
      stage.show(frame);
      const ball = stage.place(`${side}足先EX`);
      const isDown = stage.place(`${side}足首`)[1] < 1.6 && stage.place(`${side}つま先`)[1] < 0.4;
      const pace = isDown && last ? Math.hypot(ball[0] - last[0], ball[2] - last[2]) : 0;
      skated = pace > 0.03 ? skated + pace : 0;
      expect(skated, `${side} at ${frame}`).toBeLessThan(0.43);
      last = isDown ? ball : undefined;
    }
  }
});

/** Degrees of a⁻¹·b about x; positive bends the knee. */
function turnAboutX([ax, ay, az, aw]: number[], [bx, by, bz, bw]: number[]): number {
  const x = aw * bx - ax * bw - ay * bz + az * by;
  const w = aw * bw + ax * bx + ay * by + az * bz;
  return (2 * Math.atan2(x, w) * 180) / Math.PI;
}
