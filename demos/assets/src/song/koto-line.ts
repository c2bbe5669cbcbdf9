import {
  BEATS_PER_BAR,
  FORM,
  type Section,
  type SectionName,
  STEPS_PER_BAR,
  STEPS_PER_BEAT,
} from './form.js';
import { chordAt, voicing } from './harmony.js';
import { type LineNote, parseLine } from './line-notation.js';

export interface PluckedNote extends LineNote {
  /** From 0 to 1. */
  readonly velocity: number;
}

const D4 = 62;
const G4 = 67;

/** What it plays when it leads or answers, in the key of D. The hook is heard here first. */
const PHRASES: Partial<Record<SectionName, string>> = {
  intro: `
    D5:3 E5:3 D5:2 B4:2 D5:2 A5:2 E5:6 .2 A4:2 B4:2 D5:1 E5:1 F#5:1 A5:1`,
  verse: `
    .16 | .12 A5:1 B5:1 A5:2 | .16 | .12 D6:1 B5:1 A5:2 |
    .16 | .14 A5:1 B5:1 | .16 | .12 E5:1 F#5:1 A5:1 B5:1`,
  lift: `.16 | .16 | .16 | .8 E5:1 F#5:1 A5:1 B5:1 D6:1 E6:1 F#6:1 A6:1`,
  chorus: `
    .16 | .4 A5:1 B5:1 E6:2 .8 | .16 | .4 D6:1 E6:1 F#6:2 .8 |
    .16 | .4 A5:1 B5:1 E6:2 .8 | .16 | .4 D6:2 B5:2 A5:1 B5:1 D6:2 A5:2 F#5:2`,
  break: `E5:4 A5:4 D6:8 | .4 E5:4 A5:8`,
  chorusB: `
    .16 | .4 A5:1 B5:1 E6:2 .8 | .16 | .4 D6:1 E6:1 F#6:2 .8 |
    .16 | .4 A5:1 B5:1 E6:2 A6:2 .2 A5:1 B5:1 D6:1 E6:1`,
  outro: `.4 D6:1 B5:1 A5:1 F#5:1 .4 A5:2 B5:2 | D6:6 .10`,
};

/**
 * The sixteenths of the broken chords and their velocities. There are no broken chords where a phrase plays.
 */
const FIGURES: Partial<Record<SectionName, string>> = {
  verse: '7..5..6.6..5..6.',
  lift: '7.5.6.5.7.5.6.5.',
  chorus: '..6...6.4.6...6.',
  chorusB: '..6..46.4.6..46.',
};
/** Which of the chord's tones, one after the other: 4 and 5 are the first two an octave higher. */
const FIGURE_TONES: readonly number[] = [0, 2, 1, 3, 2, 4, 3, 5, 1];

/** The koto: phrases, and chords broken up below them. */
export const KOTO_LINE: readonly PluckedNote[] = FORM.flatMap((section) => {
  const phrases = phraseOf(section);
  const free = ({ startBeat }: PluckedNote): boolean =>
    !phrases.some((note) => Math.abs(note.startBeat - startBeat) < 0.5);
  return [...phrases, ...figureOf(section).filter(free)].sort((a, b) => a.startBeat - b.startBeat);
});

function phraseOf({ name, firstBar, tonic }: Section): PluckedNote[] {
  return parseLine(PHRASES[name] ?? '', firstBar * BEATS_PER_BAR, tonic - D4).map((note) => ({
    ...note,
    velocity: 0.85,
  }));
}

function figureOf({ name, firstBar, bars }: Section): PluckedNote[] {
  const figure = FIGURES[name] ?? '';
  return Array.from({ length: bars }, (_, bar) =>
    [...figure.matchAll(/\d/g)].map(({ 0: strength, index }, place) => {
      const startBeat = ((firstBar + bar) * STEPS_PER_BAR + index) / STEPS_PER_BEAT;
      // A note just before a new chord belongs to that chord, because it rings on.
      const tones = voicing(chordAt(startBeat + 0.75), G4);
      const tone = FIGURE_TONES[place];
      const pitch = tones[tone % tones.length] + 12 * Math.floor(tone / tones.length);
      return { startBeat, beats: 1, pitch, velocity: Number(strength) / 9 };
    }),
  ).flat();
}
