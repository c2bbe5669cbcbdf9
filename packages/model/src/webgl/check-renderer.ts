/**
 * Refuses the renderer whose materials these are not: it would draw plain colors.
 *
 * @throws TypeError if it is `WebGPURenderer`.
 */
export function checkRenderer(renderer: object): void {
  if (!('isWebGPURenderer' in renderer)) return;
  throw new TypeError(
    'WebGPURenderer cannot draw what @odori/model makes: import the same names from @odori/model/webgpu',
  );
}
