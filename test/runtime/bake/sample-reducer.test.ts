import { type SolvedChain, SampleReducer } from '#src/runtime/bake/sample-reducer.js';
import { expect, test } from 'vitest';

const FRAMES = Array.from({ length: 41 }, (_, frame) => frame);
/** Two bones and a third on its own, without translations; the first carries the second. */
const CHAIN: SolvedChain = {
  bones: [0, 1, 2],
  above: [-1, 0, -1],
  isMorphed: [false, false, false],
  isFree: [false, false, false],
  restOffsets: new Float64Array(9),
  isSwitched: () => false,
  keepsKeys: () => false,
};

/** The rotation of each bone about z, and the parent's: 14 numbers per bone. */
function sampleAt(frame: number): Float64Array {
  const turn = (radians: number): number[] => [0, 0, Math.sin(radians / 2), Math.cos(radians / 2)];
  const [first, second, third] = [3, 5, 7].map((speed) => 0.5 * Math.sin(frame / speed));
  const bone = (own: number, parent: number): number[] => [0, 0, 0, ...turn(own), ...turn(parent), 0, 0, 0];
  return Float64Array.from([...bone(first, 0), ...bone(second, first), ...bone(third, 0)]);
}

function reducer(): SampleReducer {
  return new SampleReducer({ frames: FRAMES, poses: FRAMES.map(sampleAt) }, CHAIN);
}

const angles = (...degrees: number[]): { position: number; angle: number }[] =>
  degrees.map((angle) => ({ position: 1, angle: (angle * Math.PI) / 180 }));

test('a bone whose tolerance and bones above stay as they were keeps its keyframes', () => {
  const used = reducer();
  const [, , before] = used.reduce(angles(2, 1, 1));
  const [first, , after] = used.reduce(angles(0.5, 1, 1));
  expect(after).toBe(before);
  expect(first.frames.length).toBeGreaterThan(10);
});

test('a bone below one whose tolerance has changed gets the keyframes of a new start', () => {
  const used = reducer();
  used.reduce(angles(2, 1, 1));
  const again = used.reduce(angles(0.5, 1, 1));
  expect(again).toEqual(reducer().reduce(angles(0.5, 1, 1)));
  expect(again[1]).not.toEqual(reducer().reduce(angles(2, 1, 1))[1]);
});
