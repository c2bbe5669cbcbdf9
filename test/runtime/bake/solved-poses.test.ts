import { compareReplay, SolvedPoses } from '#src/runtime/bake/solved-poses.js';
import { Motion } from '#src/runtime/motion/motion.js';
import { bindMotion } from '#src/runtime/rig/bind-motion.js';
import { createSkeletonDefinition } from '#src/runtime/rig/create-skeleton-definition.js';
import { Rig } from '#src/runtime/rig/rig.js';
import { createVmd } from '@odori/format';
import { expect, test } from 'vitest';

const definition = createSkeletonDefinition([
  { name: 'センター', parent: -1, position: [0, 8, 0] },
  { name: '頭', parent: 0, position: [0, 16, 0] },
]);

/** センター (center) rises by a unit each frame, that of the replay by half of that. */
function errors(mostBytes?: number): { solved: number; positions: number[]; angles: number[] } {
  const rise = (step: number): Motion =>
    Motion.from(
      createVmd({
        bones: [0, 10].map((frame) => ({ name: 'センター', frame, position: [0, step * frame, 0] })),
      }),
    );
  const rig = new Rig(definition);
  const binding = bindMotion(rise(1), rig);
  let solved = 0;
  const solve = (frame: number): void => {
    solved++;
    binding.sample(frame);
    rig.solve();
    rig.solveAfterPhysics();
  };
  const poses = new SolvedPoses({ motion: rise(1), rig, solve }, definition, mostBytes);
  const frames = [0, 4, 10];
  for (const frame of frames) poses.sample(frame, new Float64Array(28));
  const { positions, angles } = compareReplay(poses, rise(0.5), frames);
  return { solved, positions: [...positions], angles: [...angles] };
}

test('a replay is compared with remembered poses, each solved once', () => {
  expect(errors()).toEqual({ solved: 3, positions: [5, 5], angles: [0, 0] });
});

test('poses that do not fit into memory are solved again, with the same result', () => {
  // 2 bones of 7 numbers of 8 bytes: room for two of three poses
  expect(errors(2 * 112)).toEqual({ solved: 4, positions: [5, 5], angles: [0, 0] });
  expect(errors(0)).toEqual({ solved: 6, positions: [5, 5], angles: [0, 0] });
});
