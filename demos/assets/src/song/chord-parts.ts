import {
  BEATS_PER_BAR,
  FORM,
  sectionAtBar,
  type SectionName,
  SONG_BEATS,
  STEPS_PER_BAR,
  STEPS_PER_BEAT,
} from './form.js';
import { chordAt, HARMONY, voicing } from './harmony.js';
import type { LineNote } from './line-notation.js';

export interface ChordNote extends LineNote {
  /** From 0 to 1. */
  readonly velocity: number;
  readonly section: SectionName;
}

const A3 = 57;
const D4 = 62;
const A5 = 81;

/** Sixteenths on which the chord is struck, and how hard. */
const STABS: Record<SectionName, readonly string[]> = {
  intro: ['8..6..7.........', '8..6..7.....7...'],
  verse: ['..5...5...5..5..', '..5...5..5..5...'],
  lift: ['6..6..6.6..6..6.', '6..6..6.6..6..6.', '7.6.7.6.7.6.7.6.', '7.6.7.6.8.......'],
  chorus: ['8..7..7...6.7...', '8..7..7..6.7..6.'],
  break: [],
  chorusB: ['8..7..7...6.7...', '8..7..7..6.7..6.'],
  outro: ['8..7..7.....8.8.', '9...............'],
};
/** Sixteenths a stab is held. */
const STAB_STEPS: Record<SectionName, number> = {
  intro: 1.6,
  verse: 0.9,
  lift: 1.1,
  chorus: 1.5,
  break: 1,
  chorusB: 1.5,
  outro: 1.5,
};
const BELLS: Partial<Record<SectionName, string>> = {
  lift: '6.......5.......',
  chorus: '7.....5.....6...',
  chorusB: '7.....5.....6...',
};

/** The song ends on it; what is struck there rings. */
const LAST_STROKE: number = SONG_BEATS - BEATS_PER_BAR;
const LAST_BEATS = 1.5;

/** Every chord, held until the next. */
export const PAD_NOTES: readonly ChordNote[] = HARMONY.flatMap((chord) =>
  voicing(chord, A3).map((pitch) => ({
    startBeat: chord.startBeat,
    beats: chord.startBeat === LAST_STROKE ? LAST_BEATS : chord.beats,
    pitch,
    velocity: 0.8,
    section: sectionAtBar(Math.floor(chord.startBeat / BEATS_PER_BAR)).name,
  })),
);

/** Rhythm in the middle, three or four tones at a time. */
export const STAB_NOTES: readonly ChordNote[] = strokes(
  (name, bar) => STABS[name][bar % STABS[name].length] ?? '',
).flatMap(({ startBeat, velocity, section }) =>
  voicing(chordAt(startBeat), D4).map((pitch) => {
    const beats = startBeat === LAST_STROKE ? LAST_BEATS : STAB_STEPS[section] / STEPS_PER_BEAT;
    return { startBeat, beats, pitch, velocity, section };
  }),
);

/** Glints on top: the chord's tones, upwards. */
export const BELL_NOTES: readonly ChordNote[] = strokes((name) => BELLS[name] ?? '').map((stroke, place) => {
  const tones = voicing(chordAt(stroke.startBeat), A5);
  return { ...stroke, beats: 1, pitch: tones[place % tones.length] };
});

interface Stroke {
  readonly startBeat: number;
  readonly velocity: number;
  readonly section: SectionName;
}

function strokes(patternOf: (name: SectionName, bar: number) => string): Stroke[] {
  return FORM.flatMap(({ name, firstBar, bars }) =>
    Array.from({ length: bars }, (_, bar) =>
      [...patternOf(name, bar).matchAll(/\d/g)].map(({ 0: strength, index }) => ({
        startBeat: ((firstBar + bar) * STEPS_PER_BAR + index) / STEPS_PER_BEAT,
        velocity: Number(strength) / 9,
        section: name,
      })),
    ).flat(),
  );
}
