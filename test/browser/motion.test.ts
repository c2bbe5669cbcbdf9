import { createVmd, serializeVmd } from '@odori/format';
import { expect, test } from 'vitest';

test('a worker can sample a motion', async () => {
  const bones = [
    { name: '頭', frame: 0 },
    { name: '頭', frame: 30, position: [0, 1, 4] as const },
  ];
  const worker = new Worker(new URL('./motion-worker.ts', import.meta.url), { type: 'module' });
  const answer = new Promise<unknown>((resolve, reject) => {
    worker.addEventListener('message', (event) => resolve(event.data));
    worker.addEventListener('error', (event) => reject(new Error(event.message)));
  });
  worker.postMessage({ bytes: serializeVmd(createVmd({ bones })), bone: '頭', seconds: 0.25 });
  expect(await answer).toEqual([0, 0.25, -1]);
  worker.terminate();
});
