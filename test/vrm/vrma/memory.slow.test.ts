import { parsePmx } from '@odori/format';
import { Motion } from '@odori/runtime/motion';
import { Rig } from '@odori/runtime/rig';
import { createDanceGlb } from '@odori/vrm/glb';
import { bakeVrmAnimation, motionOfVrmAnimation } from '@odori/vrm/vrma';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test, vi } from 'vitest';
import { syntheticMotion } from '#test/fidelity/humanoid/motions.mjs';
import { readAsset } from '#test/support/dancer-files.js';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

function heapBytes(): number {
  collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

/** The most heap that `work` takes beyond its beginning, at every 500th pose and at its end. */
async function mostHeap(work: () => unknown): Promise<number> {
  const start = heapBytes();
  const solve = Reflect.get<Rig, 'solve'>(Rig.prototype, 'solve');
  let [most, poses] = [0, 0];
  const spy = vi.spyOn(Rig.prototype, 'solve').mockImplementation(function (this: Rig) {
    if (poses++ % 500 === 0) most = Math.max(most, heapBytes() - start);
    solve.call(this);
  });
  const result = await work();
  spy.mockRestore();
  most = Math.max(most, heapBytes() - start);
  expect(result).toBeDefined();
  expect(poses).toBeGreaterThan(FRAMES);
  return most;
}

const FRAMES = 6000;
const LIMIT = 3000 * FRAMES;

/** A dance of 200 seconds: the same steps again and again. */
function longDance(): Motion {
  const steps = syntheticMotion();
  const count = Math.ceil(FRAMES / steps.lastFrame);
  const rounds = Array.from({ length: count }, (_, i) => steps.offset(i * (steps.lastFrame + 1)));
  return Motion.from(...rounds).slice(0, FRAMES);
}

test('a dance takes at most 3 kB a frame on its way to a VRMA and back', async () => {
  const dance = longDance();
  const animation = bakeVrmAnimation(dance, 'standard');
  expect(await mostHeap(() => bakeVrmAnimation(dance, 'standard'))).toBeLessThan(LIMIT);
  expect(await mostHeap(() => motionOfVrmAnimation(animation))).toBeLessThan(LIMIT);
});

test('a dance takes at most 3 kB a frame on its way to a GLB, besides the model', async () => {
  const pmx = parsePmx(readAsset('dancer.pmx'));
  const dance = longDance();
  const { bytes } = await createDanceGlb(pmx);
  expect(await mostHeap(() => createDanceGlb(pmx, dance))).toBeLessThan(LIMIT + 4 * bytes.length);
});
