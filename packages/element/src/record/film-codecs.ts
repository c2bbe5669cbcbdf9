import {
  type AudioCodec,
  getFirstEncodableAudioCodec,
  getFirstEncodableVideoCodec,
  Mp4OutputFormat,
  type OutputFormat,
  Quality,
  QUALITY_HIGH,
  type VideoCodec,
  WebMOutputFormat,
} from 'mediabunny';
import type { FilmAudioCodec, FilmFormat, FilmWishes } from './film-wishes.js';

/** The kind of file of a film, and what encodes it. */
export interface FilmCodecs {
  readonly format: OutputFormat;
  readonly video: VideoCodec;
  /** Undefined without a song. */
  readonly audio: AudioCodec | undefined;
}

/** Exactly what is to be encoded, because browsers encode some sizes and rates, and not others. */
export interface FilmPicture {
  readonly width: number;
  readonly height: number;
  readonly quality: Quality;
  readonly frameRate: number;
}

/** What a browser may encode, the best first. */
interface Choice {
  readonly createFormat: () => OutputFormat;
  readonly video: VideoCodec[];
  readonly audio: FilmAudioCodec[];
}

const MP4: Choice = { createFormat: () => new Mp4OutputFormat(), video: ['avc'], audio: ['aac', 'opus'] };
const WEBM: Choice = {
  createFormat: () => new WebMOutputFormat(),
  video: ['vp9', 'av1', 'vp8'],
  audio: ['opus'],
};
const CHOICES: Readonly<Record<FilmFormat | 'any' | 'alpha', readonly Choice[]>> = {
  any: [MP4, WEBM],
  mp4: [{ ...MP4, video: ['avc', 'vp9', 'av1'] }],
  webm: [WEBM],
  // more players know the transparency of VP8 than that of AV1
  alpha: [{ ...WEBM, video: ['vp9', 'vp8', 'av1'] }],
};

/**
 * The first choice that the browser encodes.
 *
 * @throws DOMException `NotSupportedError` (as rejection).
 */
export async function chooseCodecs(
  wishes: FilmWishes,
  picture: FilmPicture,
  song: AudioBuffer | undefined,
): Promise<FilmCodecs> {
  for (const choice of CHOICES[wishes.alpha ? 'alpha' : (wishes.format ?? 'any')]) {
    const [video, audio] = await Promise.all([
      getFirstEncodableVideoCodec(choice.video, picture),
      song && chooseAudio(choice, wishes.audioCodec, song),
    ]);
    if (video && audio !== null) return { format: choice.createFormat(), video, audio };
  }
  const { width, height } = picture;
  const sound = song && wishes.audioCodec ? ` with ${wishes.audioCodec}` : '';
  throw new DOMException(
    `this browser cannot encode a video of ${width} × ${height}${sound}`,
    'NotSupportedError',
  );
}

function chooseAudio(
  { audio }: Choice,
  asked: FilmAudioCodec | undefined,
  { numberOfChannels, sampleRate }: AudioBuffer,
): Promise<AudioCodec | null> {
  const codecs = audio.filter((codec) => asked === undefined || codec === asked);
  return getFirstEncodableAudioCodec(codecs, { numberOfChannels, sampleRate, quality: QUALITY_HIGH });
}
