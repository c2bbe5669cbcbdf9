import { expect, test } from 'vitest';
import { createPile, PILE_STATE, stateOf } from '#test/support/physics-scenes.js';

test('a pile of bodies moves byte for byte as in Node', () => {
  const world = createPile();
  for (let n = 0; n < 300; n++) world.step();
  expect(stateOf(world)).toBe(PILE_STATE);
});

test('a pile of bodies moves byte for byte as in Node, in a worker', async () => {
  const worker = new Worker(new URL('./physics-worker.ts', import.meta.url), { type: 'module' });
  const answer = new Promise<unknown>((resolve, reject) => {
    worker.addEventListener('message', (event) => resolve(event.data));
    worker.addEventListener('error', (event) => reject(new Error(event.message)));
  });
  worker.postMessage(300);
  expect(await answer).toBe(PILE_STATE);
  worker.terminate();
});
