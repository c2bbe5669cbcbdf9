import type { Graphics } from '#src/element/graphics/graphics.js';
import { loadWebGPU, provideWebGPU } from '#src/element/graphics/graphics.js';
import { expect, test } from 'vitest';

test('without the import of @odori/element/webgpu, an error names it; with it, its renderer starts', async () => {
  await expect(loadWebGPU(true)).rejects.toThrow(
    'renderer="webgpu" needs the import of @odori/element/webgpu',
  );
  const openGraphics = (): Graphics => ({}) as Graphics;
  provideWebGPU(() => Promise.resolve(openGraphics));
  expect(await loadWebGPU(true)).toBe(openGraphics);
  provideWebGPU(() => Promise.reject(new Error('no adapter')));
  await expect(loadWebGPU(true)).rejects.toThrow('no adapter');
});
