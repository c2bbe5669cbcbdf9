/** Beats a minute, exactly: a beat is half a second, which is 15 of a motion's frames. */
export const BEATS_PER_MINUTE = 120;
export const SECONDS_PER_BEAT: number = 60 / BEATS_PER_MINUTE;
export const FRAMES_PER_BEAT = 15;
export const BEATS_PER_BAR = 4;
/** Sixteenths: the finest grid anything is written on. */
export const STEPS_PER_BEAT = 4;
export const STEPS_PER_BAR: number = BEATS_PER_BAR * STEPS_PER_BEAT;

export type SectionName = 'intro' | 'verse' | 'lift' | 'chorus' | 'break' | 'chorusB' | 'outro';

export interface Section {
  readonly name: SectionName;
  /** Counts from 0: the section begins at `2 * firstBar` seconds, frame `60 * firstBar`. */
  readonly firstBar: number;
  readonly bars: number;
  /** MIDI pitch of the key's tonic. From chorus B on, the song stands a tone higher. */
  readonly tonic: number;
}

const D4 = 62;
const E4 = 64;

/** The sections of the song, without gaps and overlaps. The dance is choreographed to them. */
export const FORM: readonly Section[] = [
  { name: 'intro', firstBar: 0, bars: 2, tonic: D4 },
  { name: 'verse', firstBar: 2, bars: 8, tonic: D4 },
  { name: 'lift', firstBar: 10, bars: 4, tonic: D4 },
  { name: 'chorus', firstBar: 14, bars: 8, tonic: D4 },
  { name: 'break', firstBar: 22, bars: 2, tonic: E4 },
  { name: 'chorusB', firstBar: 24, bars: 6, tonic: E4 },
  { name: 'outro', firstBar: 30, bars: 2, tonic: E4 },
];

export const SONG_BARS = 32;
export const SONG_BEATS: number = SONG_BARS * BEATS_PER_BAR;
export const SONG_SECONDS: number = SONG_BEATS * SECONDS_PER_BEAT;

/**
 * The section a bar lies in. Bars count from 0.
 *
 * @throws RangeError outside of the song.
 * @example
 * sectionAtBar(15).name; // → 'chorus'
 */
export function sectionAtBar(bar: number): Section {
  const section = FORM.find(({ firstBar, bars }) => bar >= firstBar && bar < firstBar + bars);
  if (section === undefined) throw new RangeError(`the song has bars 0 to ${SONG_BARS - 1}, not ${bar}`);
  return section;
}
