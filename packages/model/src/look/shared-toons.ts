/*
 * MMD's own toons, toon01.bmp to toon10.bmp, as colours from the lit end to the shaded one. toon01 to toon04
 * are a step in the middle; toon05 has a soft border, toon06 a shine, and toon07 to toon10 are white. The
 * rows are those of MMD's files, 32 high. Only toon06 differs a little across its width, by up to 6 of 255
 * from the column here.
 */

type Rgb = readonly [number, number, number];
/** A row and its colour. The rows up to the next stop are blended towards that stop's colour. */
type Stop = readonly [row: number, color: Rgb];

const ROWS = 32;
const WHITE: Rgb = [255, 255, 255];

const step = (shade: Rgb): Stop[] => [
  [0, WHITE],
  [15, WHITE],
  [16, shade],
];

const GOLD: Rgb = [255, 237, 97];

/** By toon number in the model's file, 0 to 9. */
const STOPS: readonly (readonly Stop[])[] = [
  step([205, 205, 205]),
  step([245, 225, 225]),
  step([154, 154, 154]),
  step([248, 239, 235]),
  [
    [0, WHITE],
    [18, WHITE],
    [24, [255, 233, 224]],
    [26, [255, 231, 221]],
  ],
  [
    [0, GOLD],
    [7, GOLD],
    [8, [255, 238, 105]],
    [9, [255, 248, 189]],
    [10, [255, 254, 239]],
    [11, [255, 242, 137]],
    [12, GOLD],
    [21, GOLD],
    [22, [251, 233, 91]],
    [23, [235, 214, 65]],
    [24, [205, 183, 18]],
    [25, [196, 173, 5]],
    [26, [195, 172, 3]],
  ],
  [[0, WHITE]],
  [[0, WHITE]],
  [[0, WHITE]],
  [[0, WHITE]],
];

/**
 * One of MMD's shared toons: `4 * 32` bytes, r g b a, from the lit end down; undefined if there is no such
 * toon.
 *
 * @example
 * sharedToonPixels(2)!.slice(4 * 15, 4 * 17); // → [255, 255, 255, 255, 154, 154, 154, 255]
 */
export function sharedToonPixels(toon: number): Uint8Array<ArrayBuffer> | undefined {
  const stops = STOPS[toon];
  if (!stops) return undefined;
  const pixels = new Uint8Array(4 * ROWS).fill(255);
  for (let i = 0; i < stops.length; i++) {
    const [first, from] = stops[i];
    const [end, to] = stops[i + 1] ?? [ROWS, from];
    for (let row = first; row < end; row++) {
      const part = (row - first) / (end - first);
      for (let c = 0; c < 3; c++) pixels[4 * row + c] = Math.round(from[c] + (to[c] - from[c]) * part);
    }
  }
  return pixels;
}
