import { Output, Quality, QUALITY_HIGH } from 'mediabunny';
import { chooseCodecs } from './film-codecs.js';
import { createPictures, type FilmPictures } from './film-pictures.js';
import { decodeSong, FilmSound } from './film-sound.js';
import { type FilmTarget, openFilmTarget } from './film-target.js';
import { checkWishes, type FilmAudioCodec, type FilmFormat, type FilmWishes } from './film-wishes.js';

/** Options of {@link record} and of `element.record`. */
export interface RecordOptions {
  /** Pixels, an even number. */
  width?: number; // 1280
  /** Pixels, an even number. */
  height?: number; // 720
  /** Frames per second. */
  fps?: number; // 30
  /**
   * The kind of file. Without it, that of the extension of `file`; without both, MP4 if the browser encodes
   * H.264, with AAC or, where it has none, Opus; otherwise WebM. `'mp4'` without H.264 has VP9 or AV1, which
   * some players do not know.
   */
  format?: FilmFormat | undefined;
  /** Bits per second of the picture. */
  bitrate?: number | undefined; // by size and frame rate
  /** The codec of the sound. AAC is for MP4 alone. */
  audioCodec?: FilmAudioCodec | undefined; // AAC in MP4 if the browser encodes it, otherwise Opus
  /**
   * Keeps the transparency of the canvas, in a WebM with VP9, VP8 or AV1. Players that know no transparency
   * show the colors alone.
   */
  alpha?: boolean | undefined; // false
  /**
   * The file that the film is written to while it is recorded, for example one from `showSaveFilePicker`. The
   * film is then never in memory as a whole. An error leaves the file as it was.
   */
  file?: FileSystemFileHandle | undefined; // the film is kept in memory
  /** Seconds. */
  range?: { start: number; end: number }; // the whole duration
  /** Stops the recording, which rejects with the signal's reason. */
  signal?: AbortSignal;
  /** Called after each frame with the progress, 0 to 1. */
  onProgress?: (progress: number) => void;
}

/** A canvas that can show any time, with an optional song. */
export interface Recordable {
  readonly canvas: HTMLCanvasElement;
  /** Seconds. */
  readonly duration: number;
  /** Reads the song's file; undefined for a film without sound. */
  readonly song: (() => Promise<ArrayBuffer>) | undefined;
  /** Resizes the canvas, in pixels. */
  resize(width: number, height: number): Promise<void> | void;
  /** Seeks to a time, in seconds. */
  seek(seconds: number): void;
  /**
   * Advances by some seconds and draws the frame. Its promise must resolve in the task in which it was drawn.
   */
  step(seconds: number): Promise<void> | void;
  /** Advances by some seconds without drawing. {@link record} does not call it. */
  skip?(seconds: number): Promise<void> | void;
}

const RECORD_DEFAULTS = { width: 1280, height: 720, fps: 30 };

/**
 * Records a film frame by frame: MP4 if the browser can encode H.264, otherwise WebM.
 *
 * Of the song, the part that belongs to `range` is recorded, at full volume. The song is in memory, decoded.
 * The film is there too, or in `file`, of which the resulting `Blob` then is a view.
 *
 * @throws RangeError (as rejection): a size, frame rate, bit rate, format or range that cannot be recorded.
 * DOMException `NotSupportedError`: the browser cannot encode it; `EncodingError`: it cannot decode the song;
 * `NotAllowedError`, `QuotaExceededError`: it cannot write the file. LoadError: the song cannot be fetched.
 * The reason of `signal`.
 * @example
 * const film = await record(recordable, { width: 1920, height: 1080, range: { start: 0, end: 10 } });
 * film.type; // → 'video/mp4' or 'video/webm'
 */
export async function record(recordable: Recordable, options: RecordOptions = {}): Promise<Blob> {
  const { file, signal } = options;
  const plan = planFilm(recordable, options);
  signal?.throwIfAborted();
  const song = recordable.song && (await decodeSong(recordable.song));
  const { width, height, fps: frameRate, quality } = plan;
  const { format, video, audio } = await chooseCodecs(plan, { width, height, quality, frameRate }, song);
  const target = await openFilmTarget(file);
  const output = new Output({ format, target: target.target });
  try {
    const pictures = createPictures(recordable.canvas, video, quality, plan.alpha);
    output.addVideoTrack(pictures.source, { frameRate, canBeTransparent: plan.alpha });
    const sound = song && audio && new FilmSound(song, audio, plan.start, plan.frameCount / frameRate);
    if (sound) output.addAudioTrack(sound.source);
    await recordable.resize(width, height);
    await output.start();
    await encode(recordable, plan, pictures, sound, options);
    await output.finalize();
    return await target.finish(format.mimeType);
  } catch (error) {
    await discard(output, target);
    throw error;
  }
}

/** What a film is to be, with defaults. */
interface FilmPlan extends FilmWishes {
  readonly width: number;
  readonly height: number;
  readonly fps: number;
  readonly quality: Quality;
  /** Seconds. */
  readonly start: number;
  readonly frameCount: number;
  readonly alpha: boolean;
}

function planFilm({ duration }: Recordable, options: RecordOptions): FilmPlan {
  const { width, height, fps } = { ...RECORD_DEFAULTS, ...options };
  const { bitrate, audioCodec, alpha = false, range = { start: 0, end: duration } } = options;
  const format = options.format ?? formatOf(options.file);
  const { start, end } = range;
  const isEven = (pixels: number): boolean => Number.isInteger(pixels) && pixels > 0 && pixels % 2 === 0;
  if (!isEven(width) || !isEven(height))
    throw new RangeError(`width and height must be even and positive, not ${width} × ${height}`);
  if (!(fps > 0 && fps < Infinity)) throw new RangeError(`fps must be positive and finite, not ${fps}`);
  if (bitrate !== undefined && !(bitrate > 0 && bitrate < Infinity))
    throw new RangeError(`bitrate must be positive and finite, not ${bitrate}`);
  if (!(start >= 0 && end > start && end < Infinity))
    throw new RangeError(`range must start at 0 or later and end after its start, not ${start} to ${end}`);
  checkWishes({ format, audioCodec, alpha });
  const quality = bitrate === undefined ? QUALITY_HIGH : new Quality({ bitrate });
  const frameCount = Math.max(1, Math.round((end - start) * fps));
  return { width, height, fps, quality, start, frameCount, format, audioCodec, alpha };
}

function formatOf(file: FileSystemFileHandle | undefined): FilmFormat | undefined {
  const extension = file && /\.(mp4|webm)$/i.exec(file.name)?.[1].toLowerCase();
  return extension as FilmFormat | undefined;
}

async function encode(
  recordable: Recordable,
  { fps, start, frameCount }: FilmPlan,
  pictures: FilmPictures,
  sound: FilmSound | undefined,
  { signal, onProgress }: RecordOptions,
): Promise<void> {
  recordable.seek(start);
  for (let frame = 0; frame < frameCount; frame++) {
    signal?.throwIfAborted();
    await sound?.encodeUntil((frame + 1) / fps);
    await recordable.step(frame === 0 ? 0 : 1 / fps);
    await pictures.add(frame / fps, 1 / fps);
    onProgress?.((frame + 1) / frameCount);
  }
}

async function discard(output: Output, target: FilmTarget): Promise<void> {
  await output.cancel();
  await target.discard();
}
