/** Red, green, blue (gamma encoded) and alpha, 0 to 1. */
export type Rgba = readonly [number, number, number, number];

/**
 * A computed CSS color in sRGB; undefined for one of another color space.
 *
 * @example
 * readColor('rgb(255 0 0 / 0.5)'); // → [1, 0, 0, 0.5]
 */
export function readColor(css: string): Rgba | undefined {
  const scale = css.startsWith('rgb') ? 1 / 255 : css.startsWith('color(srgb ') ? 1 : undefined;
  const [red, green, blue, alpha = 1] = (css.match(/-?\d[\d.e-]*/g) ?? []).map(Number);
  return scale === undefined ? undefined : [red * scale, green * scale, blue * scale, alpha];
}
