import {
  Mp4OutputFormat,
  Output,
  Quality,
  type QualityLevel,
  StreamTarget,
  type StreamTargetChunk,
  WebMOutputFormat,
} from 'mediabunny';
import { chooseCodecs, type FilmCodecs } from '../record/film-codecs.js';
import type { FilmFormat } from '../record/film-wishes.js';
import { createPictures, type FilmPictures } from '../record/film-pictures.js';
import { decodeSong, FilmSound } from '../record/film-sound.js';
import type { Recordable } from '../record/record.js';

/** What a film is to be. */
export interface FilmSettings {
  readonly format: FilmFormat;
  readonly width: number;
  readonly height: number;
  readonly fps: number;
  readonly quality: QualityLevel;
  readonly frameCount: number;
  /** With transparency: WebM. */
  readonly alpha: boolean;
  /** The part of the song that is recorded, in seconds; undefined: no sound. */
  readonly sound?: { readonly start: number; readonly seconds: number };
  /** A text that the file keeps. */
  readonly comment?: string;
}

/** Codecs by their names in WebCodecs, such as `avc` and `aac`. */
export interface FilmCodecNames {
  readonly video: string;
  /** Undefined without sound. */
  readonly audio: string | undefined;
}

/** At most: Opus has 50, AAC 47. */
const PACKETS_PER_SECOND = 50;
/** Packets that encoders put before and after the sound. */
const PACKETS_AROUND = 16;

/** Encodes a canvas as a film, in pieces of the file, which the caller takes. */
export class FilmEncoder {
  readonly #output: Output;
  readonly #pictures: FilmPictures;
  readonly #fps: number;
  readonly #sound: FilmSound | undefined;
  readonly #soundSeconds: number;
  readonly codecs: FilmCodecNames;
  #pieces: StreamTargetChunk[] = [];
  #frame = 0;

  /** Rejects as `record` does. */
  static async open(film: Recordable, settings: FilmSettings): Promise<FilmEncoder> {
    const { width, height, fps, sound, alpha, format } = settings;
    const quality = new Quality(settings.quality);
    const song = sound && film.song && (await decodeSong(film.song));
    const picture = { width, height, quality, frameRate: fps };
    const { video, audio } = await chooseCodecs({ format, alpha }, picture, song);
    const filmSound = song && audio && new FilmSound(song, audio, sound.start, sound.seconds);
    const encoder = new FilmEncoder(film.canvas, settings, quality, { video, audio }, filmSound);
    await encoder.#output.start();
    return encoder;
  }

  private constructor(
    canvas: HTMLCanvasElement,
    settings: FilmSettings,
    quality: Quality,
    codecs: Pick<FilmCodecs, 'video' | 'audio'>,
    filmSound: FilmSound | undefined,
  ) {
    const { format, fps, alpha, frameCount, comment, sound } = settings;
    this.codecs = codecs;
    this.#fps = fps;
    this.#sound = filmSound;
    this.#soundSeconds = sound?.seconds ?? 0;
    const writable = new WritableStream<StreamTargetChunk>({
      write: (piece) => void this.#pieces.push(piece),
    });
    this.#output = new Output({
      // the index stands before the pictures, so that a page plays it while it loads
      format: format === 'mp4' ? new Mp4OutputFormat({ fastStart: 'reserve' }) : new WebMOutputFormat(),
      target: new StreamTarget(writable),
    });
    this.#pictures = createPictures(canvas, codecs.video, quality, alpha);
    this.#output.addVideoTrack(this.#pictures.source, {
      frameRate: fps,
      maximumPacketCount: frameCount,
      canBeTransparent: alpha,
    });
    if (filmSound) {
      const maximumPacketCount = Math.ceil(this.#soundSeconds * PACKETS_PER_SECOND) + PACKETS_AROUND;
      this.#output.addAudioTrack(filmSound.source, { maximumPacketCount });
    }
    if (comment !== undefined) this.#output.setMetadataTags({ comment });
  }

  /** Adds the picture that the canvas shows now. */
  async add(): Promise<void> {
    const frame = this.#frame++;
    await this.#sound?.encodeUntil((frame + 1) / this.#fps);
    await this.#pictures.add(frame / this.#fps, 1 / this.#fps);
  }

  async finish(): Promise<void> {
    await this.#sound?.encodeUntil(this.#soundSeconds); // that of a shard is as long as the whole film
    await this.#output.finalize();
  }

  /** The pieces of the file since the last call; later ones may replace parts of earlier ones. */
  take(): StreamTargetChunk[] {
    const pieces = this.#pieces;
    this.#pieces = [];
    return pieces;
  }
}
