/** More than any graphics card takes; a small file may claim far more. */
const MOST_PIXELS = 2 ** 26;
/** Of all images of a model together: 1 GB. */
const MOST_PIXELS_OF_ALL = 2 ** 28;

/** How much a model's images may unpack to. */
export class PixelBudget {
  #left = MOST_PIXELS_OF_ALL;

  /** @throws RangeError if an image is too large, or all of them together are. */
  take(width: number, height: number): void {
    const pixels = width * height;
    if (!(pixels > 0 && pixels <= MOST_PIXELS))
      throw new RangeError(`an image of ${width} × ${height} pixels`);
    if (pixels > this.#left) throw new RangeError('all images of the model together are too large');
    this.#left -= pixels;
  }
}
