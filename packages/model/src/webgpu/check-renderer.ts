/**
 * Refuses the renderer whose materials these are not.
 *
 * @throws TypeError if it is `WebGLRenderer`.
 */
export function checkRenderer(renderer: object): void {
  if (!('isWebGLRenderer' in renderer)) return;
  throw new TypeError(
    'WebGLRenderer cannot draw what @odori/model/webgpu makes: import the same names from @odori/model',
  );
}
