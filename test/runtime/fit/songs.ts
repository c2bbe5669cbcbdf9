import { SONG_BEATS } from '#demos/assets/src/song/form.js';
import { renderSong } from '#demos/assets/src/song/render-song.js';
import { changing, pausing, steady, type Tempo } from '#demos/assets/src/song/tempo.js';

/** Samples a second of the songs below. */
export const RATE = 11025;

/** Six songs of the synthesizer, by their tempo. The pause is not a whole number of beats. */
export const TEMPI: Readonly<Record<string, Tempo>> = {
  '90 a minute': steady(90),
  '112 a minute': steady(112),
  '140 a minute': steady(140),
  '170 a minute': steady(170),
  'slower and slower': changing(150, 105),
  'a pause': pausing(126, 56, 0.7),
};

/** One channel of the song in another tempo, or of some of its bars, as a page decodes it. */
export function renderAt(tempo: Tempo, firstBar?: number, bars?: number, tracks?: string[]): Float32Array {
  const part = { ...(firstBar !== undefined && { firstBar }), ...(bars !== undefined && { bars }) };
  const { left, right } = renderSong({ tempo, ...part, ...(tracks && { tracks }) });
  const samples = new Float32Array(Math.floor(left.length / 4));
  for (let i = 0; i < samples.length; i++) {
    let sum = 0;
    for (let k = 4 * i; k < 4 * i + 4; k++) sum += left[k] + right[k];
    samples[i] = sum / 8;
  }
  return samples;
}

/** The seconds of all beats of the song. */
export function beatsAt(tempo: Tempo): number[] {
  return Array.from({ length: SONG_BEATS }, (_, beat) => tempo(beat));
}
