import { FORM, type Section, type SectionName, STEPS_PER_BAR, STEPS_PER_BEAT } from './form.js';
import { type ChordSpan, chordAt, pitchAbove } from './harmony.js';
import type { LineNote } from './line-notation.js';

const E1 = 28;

/**
 * For each section, bars that repeat. For each sixteenth: the root, its octave, the fifth of the chord, or
 * the neighbour below the next root. `-` holds the note, a dot is a rest.
 */
const PATTERNS: Record<SectionName, readonly string[]> = {
  intro: ['r-----------....', 'r-----..r-..r-r-'],
  verse: ['r--...r-r-....f-', 'r--...r-r-.of-n-'],
  lift: ['r-r-r-r-r-r-r-r-', 'r-r-r-r-r-r-r-n-', 'r-r-r-r-r-r-r-n-', 'r-r-r-r-r---....'],
  chorus: ['r-o-r-o-r-o-r-o-', 'r-o-r-oor-o-f-n-'],
  break: ['................', '................'],
  chorusB: ['r-o-r-o-r-oor-o-', 'r-o-r-oor-o-f-n-'],
  outro: ['r-o-r-o-r---r-r-', 'r-----..........'],
};

/** Semitones of the major scale above its tonic. */
const MAJOR: readonly number[] = [0, 2, 4, 5, 7, 9, 11];

/** The bass, one note at a time. */
export const BASS_LINE: readonly LineNote[] = FORM.flatMap((section) =>
  Array.from({ length: section.bars }, (_, bar) => notesOf(section, bar)).flat(),
);

function notesOf({ name, firstBar, tonic }: Section, bar: number): LineNote[] {
  const patterns = PATTERNS[name];
  return [...patterns[bar % patterns.length].matchAll(/[rofn]-*/g)].map(({ 0: word, index }) => {
    const startBeat = ((firstBar + bar) * STEPS_PER_BAR + index) / STEPS_PER_BEAT;
    const beats = word.length / STEPS_PER_BEAT;
    const chord = chordAt(startBeat);
    const pitch =
      word[0] === 'n' ? neighbourBelow(chordAt(startBeat + beats), tonic) : pitchOf(word[0], chord);
    return { startBeat, beats, pitch };
  });
}

function pitchOf(role: string, { tones, bass }: ChordSpan): number {
  const root = pitchAbove(bass, E1);
  if (role === 'o') return root + 12;
  if (role === 'f') return pitchAbove(tones[2] === bass ? tones[0] : tones[2], root + 1);
  return root;
}

/** The scale step that leads to the next root, an octave higher if it would be too low to hear. */
function neighbourBelow({ bass }: ChordSpan, tonic: number): number {
  const root = pitchAbove(bass, E1);
  const below = MAJOR.includes((root - 1 - tonic + 120) % 12) ? root - 1 : root - 2;
  return below < E1 ? below + 12 : below;
}
