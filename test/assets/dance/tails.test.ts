import { Vector3 } from 'three';
import { beforeAll, expect, test } from 'vitest';
import { TAIL_PATH } from '#demos/assets/src/dancer/bone-table.js';
import { segmentDistance } from '#demos/assets/src/dance/segment-distance.js';
import { openDance, FRAMES, type SolvedDance } from './solved-dance.js';

let solved: SolvedDance;
beforeAll(() => {
  solved = openDance();
});

const place = (bone: string): Vector3 => new Vector3(...solved.place(bone));

/** The points of a tail from its tie to its tip. */
function tailOf(side: string): Vector3[] {
  const joints = [1, 2, 3, 4, 5].map((joint) => place(`${side}テール${joint}`));
  const length = Math.hypot(...TAIL_PATH[5].map((value, i) => value - TAIL_PATH[4][i]));
  const way = joints[4].clone().sub(joints[3]).setLength(length);
  return [...joints, joints[4].clone().add(way)];
}

function fromUpperArm(side: string): number {
  const tail = tailOf(side);
  const [shoulder, elbow] = [place(`${side}腕`), place(`${side}ひじ`)];
  return Math.min(...tail.slice(1).map((end, i) => segmentDistance(tail[i], end, shoulder, elbow)));
}

test.each(['左', '右'])('the middle of the %s tail does not go through the arm beside it', (side) => {
  let inside = 0;
  let touching = 0;
  for (let frame = 0; frame < FRAMES; frame++) {
    solved.show(frame);
    const distance = fromUpperArm(side);
    if (distance < 0.45) inside++;
    if (distance < 0.8) touching++;
  }
  // Where an arm goes through the plane of the tail, the tail has to change sides.
  expect(inside).toBeLessThan(0.01 * FRAMES);
  expect(touching).toBeLessThan(0.04 * FRAMES);
});

test('no tail rises more than 65° from the vertical, even when she drops', () => {
  const down = new Vector3(0, -1, 0);
  let most = 0;
  for (let frame = 0; frame < FRAMES; frame++) {
    solved.show(frame);
    for (const side of ['左', '右'])
      most = Math.max(
        most,
        place(`${side}テール5`)
          .sub(place(`${side}テール2`))
          .angleTo(down),
      );
  }
  expect((most * 180) / Math.PI).toBeLessThan(65);
});

test('no tail turns by more than 35° from frame to frame', () => {
  const { rig } = solved;
  for (const bone of ['左テール2', '右テール2']) {
    const index = 4 * rig.boneIndex(bone);
    let last: number[] | undefined;
    let most = 0;
    for (let frame = 0; frame <= FRAMES; frame++) {
      solved.show(frame);
      const turn = [...rig.pose.rotations.subarray(index, index + 4)];
      const dot = last ? turn.reduce((sum, value, i) => sum + value * last![i], 0) : 1;
      most = Math.max(most, (2 * Math.acos(Math.min(Math.abs(dot), 1)) * 180) / Math.PI);
      last = turn;
    }
    expect(most, bone).toBeLessThan(35);
  }
});
