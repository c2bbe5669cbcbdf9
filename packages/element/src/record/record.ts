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
  height?: number; // 720
  /** Pictures a second. */
  fps?: number; // 30
  /** Seconds; without it all of it. */
  range?: { start: number; end: number };
  signal?: AbortSignal;
  /** The share that is done, 0 to 1. */
  onProgress?: (share: number) => void;
}

/** What is recorded: a canvas that can be made to show any time. */
export interface Recordable {
  readonly canvas: HTMLCanvasElement;
  /** The song's file; undefined: silent. */
  song: (() => Promise<ArrayBuffer>) | undefined;
  /** Goes to a time, in seconds. */
  seek(seconds: number): void;
  /** Moves on by so many seconds and draws. */
  step(seconds: number): void;
}

export type RecordSettings = Required<Omit<RecordOptions, 'signal' | 'onProgress'>> &
  Pick<RecordOptions, 'signal' | 'onProgress'>;

/**
 * Writes a film picture by picture, as MP4 where the browser can write H.264 and AAC, else as WebM.
 *
 * @throws DOMException (as rejection) `NotSupportedError`: the browser can encode neither; what `signal` was aborted with.
 */
export async function record(recordable: Recordable, settings: RecordSettings): Promise<Blob> {
  const { width, height, fps, range, signal, onProgress } = settings;
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
