import {
  AudioBufferSource,
  BufferTarget,
  CanvasSource,
  getFirstEncodableAudioCodec,
  getFirstEncodableVideoCodec,
  Mp4OutputFormat,
  Output,
  type OutputFormat,
  QUALITY_HIGH,
  type VideoCodec,
  WebMOutputFormat,
} from 'mediabunny';
import { cutSong, decodeSong } from './song.js';

/** What `element.record` takes. */
export interface RecordOptions {
  /** Pixels, even. */
  width?: number; // 1280
  /** Pixels, even. */
  height?: number; // 720
  /** Pictures a second. */
  fps?: number; // 30
  /** Seconds. */
  range?: { start: number; end: number }; // all of it
  /** Ends it; it rejects with the reason. */
  signal?: AbortSignal;
  /** The share that is done, 0 to 1. */
  onProgress?: (share: number) => void;
}

/** What is recorded: a canvas that can be made to show any time. */
export interface Recordable {
  readonly canvas: HTMLCanvasElement;
  /** Seconds. */
  readonly duration: number;
  /** The song's file; undefined: silent. */
  readonly song: (() => Promise<ArrayBuffer>) | undefined;
  /** Gives the canvas its size, in pixels. */
  resize(width: number, height: number): void;
  /** Goes to a time, in seconds. */
  seek(seconds: number): void;
  /** Moves on by so many seconds and draws. */
  step(seconds: number): void;
}

const RECORD_DEFAULTS = { width: 1280, height: 720, fps: 30 };

/**
 * Writes a film picture by picture, as MP4 where the browser can write H.264 and AAC, else as WebM.
 *
 * Of the song, `range` is heard, at full volume.
 *
 * @throws RangeError (as rejection): a size or range that cannot be filmed. DOMException `NotSupportedError`: the browser
 * can encode neither; `EncodingError`: it cannot decode the song; what `signal` was aborted with.
 * @example
 * const film = await record(recordable, { width: 1920, height: 1080, range: { start: 0, end: 10 } });
 * film.type; // → 'video/mp4'
 */
export async function record(recordable: Recordable, options: RecordOptions = {}): Promise<Blob> {
  const all = { start: 0, end: recordable.duration };
  const { width, height, fps, signal, onProgress } = { ...RECORD_DEFAULTS, ...options };
  const range = options.range ?? all;
  checkFilm(width, height, fps, range);
  signal?.throwIfAborted();
  const frames = Math.max(1, Math.round((range.end - range.start) * fps));
  const song =
    recordable.song && cutSong(await decodeSong(await recordable.song()), range.start, frames / fps);
  const { format, video, audio } = await chooseFormat(width, height, song);
  const target = new BufferTarget();
  const output = new Output({ format, target });
  const pictures = new CanvasSource(recordable.canvas, { codec: video, quality: QUALITY_HIGH });
  output.addVideoTrack(pictures, { frameRate: fps });
  const sound = audio && new AudioBufferSource({ codec: audio, quality: QUALITY_HIGH });
  if (sound) output.addAudioTrack(sound);
  try {
    recordable.resize(width, height);
    await output.start();
    if (sound) await sound.add(song!);
    recordable.seek(range.start);
    for (let frame = 0; frame < frames; frame++) {
      signal?.throwIfAborted();
      recordable.step(frame === 0 ? 0 : 1 / fps);
      await pictures.add(frame / fps, 1 / fps);
      onProgress?.((frame + 1) / frames);
    }
    await output.finalize();
  } catch (error) {
    await output.cancel();
    throw error;
  }
  return new Blob([target.buffer!], { type: format.mimeType });
}

function checkFilm(width: number, height: number, fps: number, range: { start: number; end: number }): void {
  const isSize = [width, height].every(
    (pixels) => Number.isInteger(pixels) && pixels > 0 && pixels % 2 === 0,
  );
  if (!isSize) throw new RangeError(`a film of ${width} × ${height}: both must be even and above 0`);
  if (!(fps > 0 && fps < Infinity)) throw new RangeError(`${fps} pictures a second`);
  if (!(range.start >= 0 && range.end > range.start && range.end < Infinity)) {
    throw new RangeError(`a film from ${range.start} to ${range.end} seconds`);
  }
}

interface Format {
  format: OutputFormat;
  video: VideoCodec;
  audio: 'aac' | 'opus' | undefined;
}

async function chooseFormat(width: number, height: number, song: AudioBuffer | undefined): Promise<Format> {
  const canFilm = (codecs: VideoCodec[]): Promise<VideoCodec | null> =>
    getFirstEncodableVideoCodec(codecs, { width, height });
  const canSound = async (codec: 'aac' | 'opus'): Promise<typeof codec | null | undefined> => {
    if (!song) return undefined;
    const { numberOfChannels, sampleRate } = song;
    return (await getFirstEncodableAudioCodec([codec], { numberOfChannels, sampleRate })) as
      typeof codec | null;
  };
  const [avc, aac] = await Promise.all([canFilm(['avc']), canSound('aac')]);
  if (avc && aac !== null) return { format: new Mp4OutputFormat(), video: avc, audio: aac };
  const [open, opus] = await Promise.all([canFilm(['vp9', 'av1', 'vp8']), canSound('opus')]);
  if (open && opus !== null) return { format: new WebMOutputFormat(), video: open, audio: opus };
  throw new DOMException(`this browser cannot encode a film of ${width} × ${height}`, 'NotSupportedError');
}
