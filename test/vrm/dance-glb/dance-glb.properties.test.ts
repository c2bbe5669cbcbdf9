import fc from 'fast-check';
import { createDanceGlb } from '@odori/vrm/glb';
import { pmx as models } from '#test/support/arbitrary-pmx.js';
import { RUNS } from '#test/support/runs.js';
import { checkGlb } from '#test/vrm/check-glb.js';
import { test } from 'vitest';

test('any model gives a GLB without errors', async () => {
  await fc.assert(
    fc.asyncProperty(models, async (pmx) => {
      await checkGlb((await createDanceGlb(pmx)).bytes);
    }),
    { numRuns: Math.ceil(RUNS / 10) },
  );
});
