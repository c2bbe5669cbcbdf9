import { STEPS_PER_BEAT } from './form.js';

/** The vowel that is sung. */
export type Vowel = 'あ' | 'い' | 'う' | 'え' | 'お';

export interface LineNote {
  /** Beats from the beginning of the song. */
  readonly startBeat: number;
  /** Length in beats. */
  readonly beats: number;
  /** MIDI pitch: 60 is the middle C, 69 is 440 Hz. */
  readonly pitch: number;
  readonly vowel?: Vowel;
}

const TOKEN = /^(?:\.|([A-G])(#?)(\d)([あいうえお]|:))(\d+)$/;
const SEMITONES = new Map([
  ['C', 0],
  ['D', 2],
  ['E', 4],
  ['F', 5],
  ['G', 7],
  ['A', 9],
  ['B', 11],
]);

/**
 * Reads a line of notes: name, octave, vowel (a colon if it is not sung), length in sixteenths; a dot is a
 * rest.
 *
 * `transpose` counts semitones. Bar lines `|` are for the eye; a note may be held across them.
 *
 * @throws SyntaxError at a word that is none of these.
 * @example
 * parseLine('.4 A4あ6', 8, 2); // → [{ startBeat: 9, beats: 1.5, pitch: 71, vowel: 'あ' }]
 */
export function parseLine(text: string, startBeat: number, transpose = 0): LineNote[] {
  const notes: LineNote[] = [];
  let beat = startBeat;
  for (const word of text.split(/[\s|]+/).filter((one) => one !== '')) {
    const match = TOKEN.exec(word);
    if (match === null) throw new SyntaxError(`no note and no rest: ${word}`);
    const [, letter, sharp, octave, vowel, steps] = match;
    const beats = Number(steps) / STEPS_PER_BEAT;
    if (letter !== undefined) {
      const pitch = 12 * (Number(octave) + 1) + SEMITONES.get(letter)! + (sharp === '#' ? 1 : 0) + transpose;
      notes.push({ startBeat: beat, beats, pitch, ...(vowel !== ':' && { vowel: vowel as Vowel }) });
    }
    beat += beats;
  }
  return notes;
}
