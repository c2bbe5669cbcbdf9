/**
 * Command line of the Chromium of the tests: the same pictures on every machine, and no traffic of its own.
 */
export const BROWSER_ARGUMENTS: readonly string[] = [
  '--no-sandbox',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--no-first-run',
  '--autoplay-policy=no-user-gesture-required',
  '--mute-audio',
];

/** Beside those above: WebGPU, drawn by SwiftShader also where there is a graphics card. */
export const WEBGPU_ARGUMENTS: readonly string[] = [
  '--enable-unsafe-webgpu',
  '--enable-features=Vulkan',
  '--use-webgpu-adapter=swiftshader',
];
