import type { Graphics } from '#src/element/graphics/graphics.js';
import { openWebGPU, provideWebGPU } from '#src/element/graphics/webgpu-provider.js';
import { expect, test } from 'vitest';

test('without the import of @odori/element/webgpu, an error names it; with it, its renderer starts', async () => {
  await expect(openWebGPU()).rejects.toThrow('renderer="webgpu" needs the import of @odori/element/webgpu');
  const openGraphics = (): Graphics => ({}) as Graphics;
  provideWebGPU(() => Promise.resolve(openGraphics));
  expect(await openWebGPU()).toBe(openGraphics);
  provideWebGPU(() => Promise.reject(new Error('no adapter')));
  await expect(openWebGPU()).rejects.toThrow('no adapter');
});
