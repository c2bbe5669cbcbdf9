import { expect, test } from 'vitest';
import { checkRenderer } from '#src/model/surface/surface-kit.js';

const webgl = { isWebGLRenderer: true };
const webgpu = { isWebGPURenderer: true };

test('materials for one renderer refuse the other, and say what to import', () => {
  expect(() => checkRenderer('WebGLRenderer', webgpu)).toThrow(
    new TypeError(
      'WebGPURenderer cannot draw what @odori/model makes: import the same names from @odori/model/webgpu',
    ),
  );
  expect(() => checkRenderer('WebGPURenderer', webgl)).toThrow(
    new TypeError(
      'WebGLRenderer cannot draw what @odori/model/webgpu makes: import the same names from @odori/model',
    ),
  );
});

test('their own renderer, and any that is neither, may draw', () => {
  for (const renderer of [webgl, {}]) expect(() => checkRenderer('WebGLRenderer', renderer)).not.toThrow();
  for (const renderer of [webgpu, {}]) expect(() => checkRenderer('WebGPURenderer', renderer)).not.toThrow();
});
