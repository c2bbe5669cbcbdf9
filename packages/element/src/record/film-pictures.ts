import {
  CanvasSource,
  type Quality,
  type VideoCodec,
  VideoSample,
  VideoSampleSource,
  type VideoSource,
} from 'mediabunny';

/** Encodes what a canvas shows. */
export interface FilmPictures {
  readonly source: VideoSource;
  /** Encodes what the canvas shows now; times are in seconds. Waits if the encoder has much to do. */
  add(time: number, duration: number): Promise<void>;
}

/** Pictures with the transparency of the canvas, or without. */
export function createPictures(
  canvas: HTMLCanvasElement,
  codec: VideoCodec,
  quality: Quality,
  alpha: boolean,
): FilmPictures {
  if (alpha) return new TransparentPictures(canvas, codec, quality);
  const source = new CanvasSource(canvas, { codec, quality });
  return { source, add: (time, duration) => source.add(time, duration) };
}

/**
 * The colors of a canvas are multiplied by its alpha, and browsers encode them so. Players multiply once
 * more, which makes borders dark. So the pixels go through a canvas that divides them.
 */
class TransparentPictures implements FilmPictures {
  readonly source: VideoSampleSource;
  readonly #canvas: HTMLCanvasElement;
  readonly #copy: OffscreenCanvasRenderingContext2D;

  constructor(canvas: HTMLCanvasElement, codec: VideoCodec, quality: Quality) {
    this.source = new VideoSampleSource({ codec, quality, alpha: 'keep' });
    this.#canvas = canvas;
    this.#copy = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })!;
  }

  async add(timestamp: number, duration: number): Promise<void> {
    const { width, height } = this.#canvas;
    Object.assign(this.#copy.canvas, { width, height }); // which also clears it
    this.#copy.drawImage(this.#canvas, 0, 0);
    const { data } = this.#copy.getImageData(0, 0, width, height);
    const sample = new VideoSample(data, {
      format: 'RGBA',
      codedWidth: width,
      codedHeight: height,
      timestamp,
      duration,
    });
    try {
      await this.source.add(sample);
    } finally {
      sample.close();
    }
  }
}
