import {
  decodeTga,
  detectStandIn,
  foreignProblem,
  type ImagePixels,
  type ImageSize,
  imageSize,
  readTgaHeader,
  sniffImage,
} from '@odori/format/internal';
import type { WorkerUse } from '@odori/runtime';
import { runInWorker } from '@odori/runtime/internal/three';
import { DataTexture, Texture } from 'three';
import { decodeDds, readDdsHeader } from './decode-dds.js';

/** Decodes the images of a model, whose pixels together have a limit. */
export class ImageDecoder {
  readonly #budget = new PixelBudget();
  readonly #worker: WorkerUse;
  readonly #maxSize: number;
  readonly #ktx2Transcoder: string | undefined;
  #lastTga: Promise<unknown> = Promise.resolve();

  /**
   * `worker`: whether large TGA images are decoded in a worker. True does so if one can be had, as `'auto'`
   * does. `maxSize`: the most pixels of a texture, in width and in height. `ktx2Transcoder`: the folder of
   * three's transcoder.
   *
   * @throws RangeError if `maxSize` is not a number from 1 on.
   */
  constructor(worker: WorkerUse = 'auto', maxSize: number = Infinity, ktx2Transcoder?: string) {
    if (!(maxSize >= 1)) throw new RangeError(`maxTextureSize must be a number from 1 on, not ${maxSize}`);
    this.#maxSize = maxSize;
    this.#ktx2Transcoder = ktx2Transcoder;
    this.#worker = worker && 'auto';
  }

  /**
   * Decodes an image file to a texture: PNG, JPG, BMP, GIF and WebP with the browser, TGA and DDS here,
   * KTX2 with three's transcoder, whose code is loaded with the first one.
   *
   * The kind is detected from the content, not from the name: `.sph` and `.spa` files are mostly BMP. The
   * first row is the top row; colours are not converted. Rejects if the file is not a supported image, too
   * large, or a TGA or DDS that is too short for the pixels in its header; that takes no memory.
   */
  async decode(blob: Blob): Promise<Texture> {
    const head = new Uint8Array(await blob.slice(0, HEAD_BYTES).arrayBuffer());
    const kind = sniffImage(head);
    const size = sizeOf(head, kind, blob.size);
    const fitted = fitSize(size, this.#maxSize);
    this.#budget.take(size, fitted);
    const texture = await (kind === 'dds'
      ? readDds(blob, fitted)
      : kind === 'image/ktx2'
        ? readKtx2(blob, fitted, this.#ktx2Transcoder)
        : kind
          ? readBitmap(new Blob([blob], { type: kind }), size, fitted)
          : this.#readTga(blob, size, fitted));
    texture.flipY = false;
    texture.needsUpdate = true;
    return texture;
  }

  /** One at a time: of twenty workers at once, each would be slower, and hold its pixels. */
  #readTga(blob: Blob, size: ImageSize, fitted: ImageSize): Promise<Texture> {
    const read = async (): Promise<Texture> => {
      const { data, width, height } = await readTga(blob, this.#worker);
      if (size === fitted) return new DataTexture(data, width, height);
      return readBitmap(new ImageData(new Uint8ClampedArray(data.buffer), width, height), size, fitted);
    };
    const texture = this.#lastTga.then(read);
    this.#lastTga = texture.catch(() => undefined);
    return texture;
  }
}

/** Enough for a JPG, which may contain a thumbnail and metadata before its size. */
const HEAD_BYTES = 2 ** 20;
const IMAGES = 'a supported image (PNG, JPG, BMP, GIF, WebP, TGA, DDS, KTX2)';
const NO_IMAGE = `the file is not ${IMAGES}`;

/** @throws TypeError if there is none, or the file cannot contain it. */
function sizeOf(head: Uint8Array, kind: string | undefined, fileBytes: number): ImageSize {
  if (kind === 'dds') return readDdsHeader(head, fileBytes);
  const size = kind === undefined ? readTgaHeader(head, fileBytes) : imageSize(head, kind);
  if (!size)
    throw new TypeError(
      kind
        ? 'the image is broken: its header has no size'
        : (foreignProblem(detectStandIn(head), IMAGES) ?? NO_IMAGE),
    );
  return size;
}

/** The size of an image within a limit, in its shape; the same object if it fits. */
function fitSize(size: ImageSize, most: number): ImageSize {
  const longest = Math.max(size.width, size.height);
  if (!(longest > most)) return size;
  const fit = (pixels: number): number => Math.max(1, Math.round((pixels * most) / longest));
  return { width: fit(size.width), height: fit(size.height) };
}

async function readBitmap(image: Blob | ImageData, size: ImageSize, fitted: ImageSize): Promise<Texture> {
  const bitmap = await createImageBitmap(image, {
    premultiplyAlpha: 'none',
    colorSpaceConversion: 'none',
    ...(fitted !== size && {
      resizeWidth: fitted.width,
      resizeHeight: fitted.height,
      resizeQuality: 'high',
    }),
  });
  return new Texture(bitmap);
}

async function readTga(blob: Blob, worker: WorkerUse): Promise<ImagePixels> {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  return (await runInWorker<ImagePixels>(openTextureWorker, bytes, { worker })) ?? decodeTga(bytes);
}

/**
 * Starts the worker that decodes large TGA textures. Bundlers know this form, and write a file for the
 * worker.
 */
function openTextureWorker(): Worker {
  return new Worker(new URL('./texture-worker.js', import.meta.url), {
    type: 'module',
    name: 'odori-texture',
  });
}

/** Of blocks, the pictures that fit; of other pixels, a smaller picture. */
async function readDds(blob: Blob, fitted: ImageSize): Promise<Texture> {
  const texture = decodeDds(new Uint8Array(await blob.arrayBuffer()), fitted.width);
  if (!(texture instanceof DataTexture)) return texture;
  const { data, ...size } = texture.image as ImagePixels;
  if (size.width <= fitted.width) return texture;
  const image = new ImageData(new Uint8ClampedArray(data.buffer), size.width, size.height);
  return readBitmap(image, size, fitted);
}

async function readKtx2(blob: Blob, fitted: ImageSize, folder: string | undefined): Promise<Texture> {
  const { decodeKtx2 } = await import('./decode-ktx2.js');
  return decodeKtx2(await blob.arrayBuffer(), fitted.width, folder);
}

/** Frees the memory that a decoded image uses outside the GPU. */
export function closeImage({ image }: Texture): void {
  if (typeof ImageBitmap !== 'undefined' && image instanceof ImageBitmap) image.close();
}

/** The largest image in pixels, more than graphics cards accept; a small file may declare far more. */
const MAX_PIXELS = 2 ** 26;
/** The largest sum for all images of a model: 1 GB. */
const MAX_PIXELS_OF_ALL = 2 ** 28;

/** Limits the number of pixels in a model's images. */
export class PixelBudget {
  #left = MAX_PIXELS_OF_ALL;

  /**
   * `size`: of the image in its file; `decoded`: of its texture.
   *
   * @throws RangeError if an image is too large, or all textures together are.
   */
  take({ width, height }: ImageSize, decoded: ImageSize): void {
    const pixels = width * height;
    if (!(pixels > 0 && pixels <= MAX_PIXELS))
      throw new RangeError(`the image is empty or too large: ${width} × ${height} pixels`);
    const taken = decoded.width * decoded.height;
    if (taken > this.#left) throw new RangeError('all images of the model together are too large');
    this.#left -= taken;
  }
}
