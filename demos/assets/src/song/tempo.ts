import { BEATS_PER_MINUTE, SONG_BEATS } from './form.js';

/** Seconds from the beginning of the song to a beat, which may be fractional. */
export type Tempo = (beat: number) => number;

/** The tempo of the song. */
export const SONG_TEMPO: Tempo = steady(BEATS_PER_MINUTE);

/** So many beats a minute, from the first to the last. */
export function steady(beatsPerMinute: number): Tempo {
  const secondsPerBeat = 60 / beatsPerMinute;
  return (beat) => beat * secondsPerBeat;
}

/** Becomes slower, or faster, by the same number of beats a minute with each beat. */
export function changing(from: number, to: number): Tempo {
  const change = (to - from) / SONG_BEATS;
  // the integral of 60 / (from + change · beat)
  return (beat) => (60 / change) * Math.log(1 + (beat * change) / from);
}

/** Rests for some seconds before a beat. */
export function pausing(beatsPerMinute: number, before: number, seconds: number): Tempo {
  const even = steady(beatsPerMinute);
  return (beat) => even(beat) + (beat < before ? 0 : seconds);
}
