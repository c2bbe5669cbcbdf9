/** The pixels of a picture, r g b a. */
export function pixelsOf(picture: HTMLCanvasElement | HTMLImageElement): Uint8ClampedArray {
  const canvas = document.createElement('canvas');
  canvas.width = picture.width;
  canvas.height = picture.height;
  const context = canvas.getContext('2d', { willReadFrequently: true })!;
  context.drawImage(picture, 0, 0);
  return context.getImageData(0, 0, canvas.width, canvas.height).data;
}

/** The fraction of pixels that differ visibly, 0..1; 1 if the sizes differ. */
export function difference(a: Uint8ClampedArray, b: Uint8ClampedArray): number {
  if (a.length !== b.length) return 1;
  let different = 0;
  for (let i = 0; i < a.length; i += 4) {
    const most = Math.max(...[0, 1, 2, 3].map((channel) => Math.abs(a[i + channel] - b[i + channel])));
    if (most > VISIBLE) different++;
  }
  return (4 * different) / a.length;
}

const VISIBLE = 24; // of 255

/** Loads an image file. */
export async function loadImage(url: string): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = url;
  await image.decode();
  return image;
}

/** Golden images were rendered by SwiftShader. Other renderers draw edges differently. */
export function isSwiftShader(): boolean {
  const gl = document.createElement('canvas').getContext('webgl2');
  const info = gl?.getExtension('WEBGL_debug_renderer_info');
  const renderer = info ? String(gl?.getParameter(info.UNMASKED_RENDERER_WEBGL)) : '';
  if (!renderer.includes('SwiftShader')) {
    console.warn(`*** NOT SWIFTSHADER (${renderer}): golden images are SKIPPED. ***`);
    return false;
  }
  return true;
}
