import {
  AudioBufferSource,
  type AudioCodec,
  BufferTarget,
  CanvasSource,
  getFirstEncodableAudioCodec,
  getFirstEncodableVideoCodec,
  Mp4OutputFormat,
  Output,
  type OutputFormat,
  Quality,
  QUALITY_HIGH,
  type VideoCodec,
  WebMOutputFormat,
} from 'mediabunny';

/** A kind of file. */
export type FilmFormat = 'mp4' | 'webm';

/** Options of {@link record} and of `element.record`. */
export interface RecordOptions {
  /** Pixels, an even number. */
  width?: number; // 1280
  /** Pixels, an even number. */
  height?: number; // 720
  /** Frames per second. */
  fps?: number; // 30
  /**
   * The kind of file. Without it, MP4 if the browser encodes H.264, with AAC or, where it has none, Opus;
   * otherwise WebM. `'mp4'` without H.264 has VP9 or AV1, which some players do not know.
   */
  format?: FilmFormat | undefined;
  /** Bits per second of the picture. */
  bitrate?: number | undefined; // by size and frame rate
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
}

const RECORD_DEFAULTS = { width: 1280, height: 720, fps: 30 };

/**
 * Records a film frame by frame: MP4 if the browser can encode H.264, otherwise WebM.
 *
 * Of the song, the part that belongs to `range` is recorded, at full volume.
 *
 * @throws RangeError (as rejection): a size, frame rate, bit rate, format or range that cannot be recorded.
 * DOMException `NotSupportedError`: the browser cannot encode it; `EncodingError`: it cannot decode the song.
 * LoadError: the song cannot be fetched. The reason of `signal`.
 * @example
 * const film = await record(recordable, { width: 1920, height: 1080, range: { start: 0, end: 10 } });
 * film.type; // → 'video/mp4'
 */
export async function record(recordable: Recordable, options: RecordOptions = {}): Promise<Blob> {
  const { width, height, fps, bitrate, signal } = { ...RECORD_DEFAULTS, ...options };
  const range = options.range ?? { start: 0, end: recordable.duration };
  checkOptions({ ...RECORD_DEFAULTS, ...options, range });
  signal?.throwIfAborted();
  const quality = bitrate === undefined ? QUALITY_HIGH : new Quality({ bitrate });
  const frameCount = Math.max(1, Math.round((range.end - range.start) * fps));
  const song = await readSong(recordable, range.start, frameCount / fps);
  const { format, video, audio } = await chooseCodecs(
    options.format,
    { width, height, quality, frameRate: fps },
    song,
  );
  const target = new BufferTarget();
  const output = new Output({ format, target });
  const pictures = new CanvasSource(recordable.canvas, { codec: video, quality });
  output.addVideoTrack(pictures, { frameRate: fps });
  const sound = audio && new AudioBufferSource({ codec: audio, quality: QUALITY_HIGH });
  if (sound) output.addAudioTrack(sound);
  try {
    await recordable.resize(width, height);
    await output.start();
    if (sound) await sound.add(song!);
    recordable.seek(range.start);
    for (let frame = 0; frame < frameCount; frame++) {
      signal?.throwIfAborted();
      await recordable.step(frame === 0 ? 0 : 1 / fps);
      await pictures.add(frame / fps, 1 / fps);
      options.onProgress?.((frame + 1) / frameCount);
    }
    await output.finalize();
  } catch (error) {
    await output.cancel();
    throw error;
  }
  return new Blob([target.buffer!], { type: format.mimeType });
}

type CheckedOptions = typeof RECORD_DEFAULTS &
  Pick<RecordOptions, 'bitrate' | 'format'> & { readonly range: { start: number; end: number } };

function checkOptions({ width, height, fps, range, bitrate = 1, format = 'mp4' }: CheckedOptions): void {
  const { start, end } = range;
  const isEven = (pixels: number): boolean => Number.isInteger(pixels) && pixels > 0 && pixels % 2 === 0;
  if (!isEven(width) || !isEven(height)) {
    throw new RangeError(`width and height must be even and positive, not ${width} × ${height}`);
  }
  if (!(fps > 0 && fps < Infinity)) throw new RangeError(`fps must be positive and finite, not ${fps}`);
  if (!(format in CHOICES)) throw new RangeError(`format must be 'mp4' or 'webm', not '${format}'`);
  if (!(bitrate > 0 && bitrate < Infinity)) {
    throw new RangeError(`bitrate must be positive and finite, not ${bitrate}`);
  }
  if (!(start >= 0 && end > start && end < Infinity)) {
    throw new RangeError(`range must start at 0 or later and end after its start, not ${start} to ${end}`);
  }
}

interface FilmCodecs {
  readonly format: OutputFormat;
  readonly video: VideoCodec;
  /** Undefined without a song. */
  readonly audio: AudioCodec | undefined;
}

/** What a browser may encode, the best first. */
interface Choice {
  readonly createFormat: () => OutputFormat;
  readonly video: VideoCodec[];
  readonly audio: AudioCodec[];
}

const MP4: Choice = { createFormat: () => new Mp4OutputFormat(), video: ['avc'], audio: ['aac', 'opus'] };
const WEBM: Choice = {
  createFormat: () => new WebMOutputFormat(),
  video: ['vp9', 'av1', 'vp8'],
  audio: ['opus'],
};
const CHOICES: Readonly<Record<FilmFormat | 'any', readonly Choice[]>> = {
  any: [MP4, WEBM],
  mp4: [{ ...MP4, video: ['avc', 'vp9', 'av1'] }],
  webm: [WEBM],
};

/** `picture`: exactly what is to be encoded, because browsers encode some sizes and rates, and not others. */
async function chooseCodecs(
  kind: FilmFormat | 'any' = 'any',
  picture: { width: number; height: number; quality: Quality; frameRate: number },
  song: AudioBuffer | undefined,
): Promise<FilmCodecs> {
  for (const { createFormat, video: videos, audio: audios } of CHOICES[kind]) {
    const [video, audio] = await Promise.all([
      getFirstEncodableVideoCodec(videos, picture),
      song &&
        getFirstEncodableAudioCodec(audios, {
          numberOfChannels: song.numberOfChannels,
          sampleRate: song.sampleRate,
          quality: QUALITY_HIGH,
        }),
    ]);
    if (video && audio !== null) return { format: createFormat(), video, audio };
  }
  const { width, height } = picture;
  throw new DOMException(`this browser cannot encode a video of ${width} × ${height}`, 'NotSupportedError');
}

const SAMPLE_RATE = 48_000;

/** The part of the song that starts at `start` and lasts `seconds`; silent after the end of the song. */
async function readSong(
  { song }: Recordable,
  start: number,
  seconds: number,
): Promise<AudioBuffer | undefined> {
  if (!song) return undefined;
  const context = new OfflineAudioContext(2, 1, SAMPLE_RATE);
  const whole = await context.decodeAudioData(await song());
  const { numberOfChannels, sampleRate } = whole;
  const length = Math.max(1, Math.round(seconds * sampleRate));
  const from = Math.round(start * sampleRate);
  const part = new AudioBuffer({ numberOfChannels, sampleRate, length });
  for (let channel = 0; channel < numberOfChannels; channel++) {
    part.copyToChannel(whole.getChannelData(channel).subarray(from, from + length), channel);
  }
  return part;
}
