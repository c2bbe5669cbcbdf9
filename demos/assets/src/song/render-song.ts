import { BAND } from './band.js';
import { limit } from './effects/limiter.js';
import { BEATS_PER_BAR, SONG_BARS, SONG_BEATS } from './form.js';
import { mix } from './mixer.js';
import { gainOf, SAMPLE_RATE, type Stereo } from './signal/stereo.js';
import { SONG_TEMPO, type Tempo } from './tempo.js';

export interface RenderedSong extends Stereo {
  readonly sampleRate: 44100;
}

export interface RenderOptions {
  /** Counts from 0. */
  readonly firstBar?: number;
  readonly bars?: number;
  /** Names of the tracks to be heard: all of them if absent. */
  readonly tracks?: readonly string[];
  /** That of the song if absent: for songs that nobody has heard yet. */
  readonly tempo?: Tempo;
}

/** Brings the whole song to -14.0 LUFS, as `loudness` and ffmpeg measure it. */
const MASTER_DECIBELS = 4.5;
/** Lossy encoders overshoot by about 1 dB: what they give back stays below -1. */
const CEILING_DECIBELS = -2.3;
/** What is left of the tails at the very end is faded out, so that the song may begin anew. */
const FADE_SECONDS = 0.4;

/**
 * The song, or some bars of it, as 44100 stereo samples a second: the same in every run.
 *
 * Bars sound as they do in the whole, but without what rings on from the bars before.
 */
export function renderSong({
  firstBar = 0,
  bars = SONG_BARS - firstBar,
  tracks,
  tempo = SONG_TEMPO,
}: RenderOptions = {}): RenderedSong {
  const band = tracks === undefined ? BAND : BAND.filter(({ name }) => tracks.includes(name));
  const endBeat = (firstBar + bars) * BEATS_PER_BAR;
  const sound = mix(band, firstBar * BEATS_PER_BAR, endBeat, tempo);
  const gain = gainOf(MASTER_DECIBELS);
  for (const channel of [sound.left, sound.right]) {
    for (let index = 0; index < channel.length; index++) channel[index] *= gain;
    if (endBeat === SONG_BEATS) fadeOut(channel);
  }
  return { ...limit(gainOf(CEILING_DECIBELS), sound), sampleRate: SAMPLE_RATE };
}

function fadeOut(channel: Float32Array): void {
  const samples = Math.min(channel.length, Math.round(FADE_SECONDS * SAMPLE_RATE));
  for (let index = 0; index < samples; index++) {
    channel[channel.length - 1 - index] *= 0.5 - 0.5 * Math.cos((Math.PI * index) / samples);
  }
}
