import { expect, test } from 'vitest';
import { checkRenderer as checkWebGL } from '#src/model/webgl/check-renderer.js';
import { checkRenderer as checkWebGPU } from '#src/model/webgpu/check-renderer.js';

const webgl = { isWebGLRenderer: true };
const webgpu = { isWebGPURenderer: true };

test('each entry refuses the renderer of the other, and says what to import', () => {
  expect(() => checkWebGL(webgpu)).toThrow(
    new TypeError(
      'WebGPURenderer cannot draw what @odori/model makes: import the same names from @odori/model/webgpu',
    ),
  );
  expect(() => checkWebGPU(webgl)).toThrow(
    new TypeError(
      'WebGLRenderer cannot draw what @odori/model/webgpu makes: import the same names from @odori/model',
    ),
  );
});

test('the renderer of the entry, and any that is neither, may draw', () => {
  for (const renderer of [webgl, {}]) expect(() => checkWebGL(renderer)).not.toThrow();
  for (const renderer of [webgpu, {}]) expect(() => checkWebGPU(renderer)).not.toThrow();
});
