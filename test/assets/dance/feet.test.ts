import { beforeAll, expect, test } from 'vitest';
import { ANKLE, HIP, KNEE } from '../../../demos/assets/src/dancer/bone-table.js';
import { createStage, distance, FRAMES, type Place, type Stage, standsOf } from './dance-stage.js';

const SIDES = ['左', '右'];
/** 120 a second. */
const SAMPLES_PER_FRAME = 4;

let stage: Stage;
beforeAll(() => {
  stage = createStage();
});

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

/** Degrees of a⁻¹·b about x; positive bends the knee. */
function turnAboutX([ax, ay, az, aw]: number[], [bx, by, bz, bw]: number[]): number {
  const x = aw * bx - ax * bw - ay * bz + az * by;
  const w = aw * bw + ax * bx + ay * by + az * bz;
  return (2 * Math.atan2(x, w) * 180) / Math.PI;
}
