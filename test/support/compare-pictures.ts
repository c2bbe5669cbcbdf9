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

/**
 * The fraction of pixels in which a picture differs from a golden one, 0..1; 1 if the sizes differ.
 *
 * SwiftShader rendered the golden pictures. A graphics card places and blends edges otherwise, by less than a
 * pixel: its pixels may have any color between those of the neighbors, in both directions.
 */
export async function differenceFromGolden(
  pixels: Uint8ClampedArray,
  url: string,
  isExact = isSwiftShader(),
): Promise<number> {
  const image = await loadImage(url);
  const golden = pixelsOf(image);
  if (isExact || pixels.length !== golden.length) return difference(pixels, golden);
  return Math.max(outside(pixels, golden, image.width), outside(golden, pixels, image.width));
}

/** The fraction of pixels of `a` with a color that is not between those of the 3 × 3 pixels of `b` there. */
export function outside(a: Uint8ClampedArray, b: Uint8ClampedArray, width: number): number {
  const height = a.length / 4 / width;
  let count = 0;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const around = neighbors(x, y, width, height);
      const isOutside = [0, 1, 2, 3].some((channel) => {
        const values = around.map((pixel) => b[4 * pixel + channel]);
        const value = a[4 * (width * y + x) + channel];
        return value < Math.min(...values) - VISIBLE || value > Math.max(...values) + VISIBLE;
      });
      if (isOutside) count++;
    }
  }
  return count / (width * height);
}

/** The pixels around one, and itself. */
function neighbors(x: number, y: number, width: number, height: number): number[] {
  const found: number[] = [];
  for (let row = Math.max(y - 1, 0); row <= Math.min(y + 1, height - 1); row++)
    for (let column = Math.max(x - 1, 0); column <= Math.min(x + 1, width - 1); column++)
      found.push(width * row + column);
  return found;
}

function isSwiftShader(): boolean {
  const gl = document.createElement('canvas').getContext('webgl2');
  const info = gl?.getExtension('WEBGL_debug_renderer_info');
  return String(info && gl?.getParameter(info.UNMASKED_RENDERER_WEBGL)).includes('SwiftShader');
}
