import { BEATS_PER_BAR, FORM, type SectionName } from './form.js';

export interface Chord {
  /** Pitch classes, C is 0: root, third (or fourth), fifth, and the seventh if there is one. */
  readonly tones: readonly number[];
  /** Pitch class of the lowest note. */
  readonly bass: number;
}

export interface ChordSpan extends Chord {
  readonly startBeat: number;
  readonly beats: number;
}

const NAMES: readonly string[] = ['C', 'C#', 'D', 'D#', 'E', 'F', 'F#', 'G', 'G#', 'A', 'A#', 'B'];
const QUALITIES = new Map([
  ['', [0, 4, 7]],
  ['m7', [0, 3, 7, 10]],
  ['sus4', [0, 5, 7]],
]);

/** One word a bar; where chords change within the bar, they share it evenly, joined by a comma. */
const PROGRESSIONS: Record<SectionName, string> = {
  intro: 'G A',
  verse: 'D A/C# Bm7 F#m7 G D/F# Em7 A',
  lift: 'Em7 F#m7 G Asus4,A',
  // The "royal road" of Japanese pop (IV V iii vi), then home.
  chorus: 'G A F#m7 Bm7 G A D D',
  // The dominant of the key a tone above.
  break: 'Bsus4 B',
  chorusB: 'A B G#m7 C#m7 A B',
  outro: 'E E',
};

/**
 * Reads a chord's name: a root, nothing or `m7` or `sus4`, and perhaps another bass after a slash.
 *
 * @example
 * parseChord('A/C#'); // → { tones: [9, 1, 4], bass: 1 }
 */
export function parseChord(name: string): Chord {
  const match = /^([A-G]#?)(m7|sus4|)(?:\/([A-G]#?))?$/.exec(name);
  if (match === null) throw new SyntaxError(`no chord: ${name}`);
  const [, rootName, quality, bassName] = match;
  const root = NAMES.indexOf(rootName);
  return {
    tones: QUALITIES.get(quality)!.map((semitones) => (root + semitones) % 12),
    bass: bassName === undefined ? root : NAMES.indexOf(bassName),
  };
}

/** Every chord of the song, in the order of time, no gap. */
export const HARMONY: readonly ChordSpan[] = FORM.flatMap(({ name, firstBar }) =>
  PROGRESSIONS[name].split(' ').flatMap((bar, index) => {
    const names = bar.split(',');
    const beats = BEATS_PER_BAR / names.length;
    return names.map((chord, part) => ({
      ...parseChord(chord),
      startBeat: (firstBar + index) * BEATS_PER_BAR + part * beats,
      beats,
    }));
  }),
);

/** The chord that sounds at a beat of the song. */
export function chordAt(beat: number): ChordSpan {
  return HARMONY.findLast(({ startBeat }) => startBeat <= beat)!;
}

/**
 * A chord's tones as MIDI pitches, each the lowest at or above `floor`, ascending.
 *
 * Within one octave, so that neighbouring chords move by steps.
 *
 * @example
 * voicing(parseChord('G'), 57); // → [59, 62, 67], B D G
 */
export function voicing({ tones }: Chord, floor: number): number[] {
  return tones.map((tone) => pitchAbove(tone, floor)).sort((a, b) => a - b);
}

/** The lowest MIDI pitch of that class at or above `floor`. */
export function pitchAbove(pitchClass: number, floor: number): number {
  return floor + ((((pitchClass - floor) % 12) + 12) % 12);
}
