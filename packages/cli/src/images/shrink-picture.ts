import type { ImagePixels, ImageSize } from '@odori/format/internal';

/**
 * A picture in another, usually smaller size: each pixel is the mean of those that it covers, which count by
 * their alpha, as much as it covers of them. Where all are transparent, colors stay. O(pixels).
 *
 * @example
 * shrinkPicture({ width: 2, height: 1, data: Uint8Array.of(0, 0, 0, 255, 100, 0, 0, 255) }, { width: 1, height: 1 }).data; // → [50, 0, 0, 255]
 */
export function shrinkPicture(picture: ImagePixels, { width, height }: ImageSize): ImagePixels {
  const data = new Uint8Array(4 * width * height);
  const columns = shares(picture.width, width);
  const rows = shares(picture.height, height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) writeMean(picture, columns[x], rows[y], data, 4 * (y * width + x));
  }
  return { width, height, data };
}

/** What a new pixel covers of the old ones, in one direction: from the first on, so much of each. */
interface Share {
  readonly first: number;
  readonly weights: readonly number[];
}

function shares(from: number, to: number): Share[] {
  return Array.from({ length: to }, (_, i) => {
    const [start, end] = [(i * from) / to, ((i + 1) * from) / to];
    const first = Math.floor(start);
    const count = Math.min(from, Math.ceil(end - EPSILON)) - first;
    const weights = Array.from({ length: count }, (__, k) => {
      const pixel = first + k;
      return Math.min(end, pixel + 1) - Math.max(start, pixel);
    });
    return { first, weights };
  });
}

/** Rounding must not make a pixel cover a billionth of the next one. */
const EPSILON = 1e-9;

function writeMean(
  { width, data }: ImagePixels,
  column: Share,
  row: Share,
  out: Uint8Array,
  to: number,
): void {
  let [r, g, b, a] = [0, 0, 0, 0];
  let [plainR, plainG, plainB, area] = [0, 0, 0, 0];
  for (let j = 0; j < row.weights.length; j++) {
    let from = 4 * ((row.first + j) * width + column.first);
    for (let i = 0; i < column.weights.length; i++, from += 4) {
      const covered = row.weights[j] * column.weights[i];
      const alpha = covered * data[from + 3];
      r += alpha * data[from];
      g += alpha * data[from + 1];
      b += alpha * data[from + 2];
      a += alpha;
      plainR += covered * data[from];
      plainG += covered * data[from + 1];
      plainB += covered * data[from + 2];
      area += covered;
    }
  }
  out[to] = Math.round(a > 0 ? r / a : plainR / area);
  out[to + 1] = Math.round(a > 0 ? g / a : plainG / area);
  out[to + 2] = Math.round(a > 0 ? b / a : plainB / area);
  out[to + 3] = Math.round(a / area);
}
