import { describe, expect, test } from 'vitest';
import { COUNTER_MELODY } from '#demos/assets/src/song/counter-melody.js';
import { BEATS_PER_BAR, FORM, sectionAtBar, SONG_BEATS } from '#demos/assets/src/song/form.js';
import { chordAt } from '#demos/assets/src/song/harmony.js';
import { KOTO_LINE } from '#demos/assets/src/song/koto-line.js';
import type { LineNote } from '#demos/assets/src/song/line-notation.js';
import { MELODY, YONANUKI } from '#demos/assets/src/song/melody.js';

const sectionOf = ({ startBeat }: LineNote) => sectionAtBar(Math.floor(startBeat / BEATS_PER_BAR));
const endOf = ({ startBeat, beats }: LineNote): number => startBeat + beats;

function isSemitone(pitch: number, tone: number): boolean {
  const semitones = (pitch - tone + 120) % 12;
  return semitones === 1 || semitones === 11;
}

/** Dissonant notes on the first or third beat, or of at least one beat. */
function harshNotes(notes: readonly LineNote[]): LineNote[] {
  return notes.filter((note) => {
    const dwelling = Array.from({ length: 4 * note.beats }, (_, step) => note.startBeat + step / 4);
    const heard = note.beats >= 1 ? dwelling : dwelling.filter((beat) => beat % 2 === 0);
    return heard.some((beat) => chordAt(beat).tones.some((tone) => isSemitone(note.pitch, tone)));
  });
}

describe('the melody', () => {
  test('each note of the melody lies in its section', () => {
    for (const note of MELODY) {
      const { firstBar, bars } = sectionOf(note);
      expect(endOf(note)).toBeLessThanOrEqual((firstBar + bars) * BEATS_PER_BAR);
    }
  });

  test('the melody uses the yonanuki scale of its section', () => {
    for (const line of [MELODY, COUNTER_MELODY]) {
      for (const note of line) expect(YONANUKI).toContain((note.pitch - sectionOf(note).tonic + 120) % 12);
    }
  });

  test('the melody never has two notes at once', () => {
    MELODY.slice(1).forEach((note, index) => {
      expect(note.startBeat).toBeGreaterThanOrEqual(endOf(MELODY[index]));
    });
  });

  test('each note has a vowel, and the chorus has all five', () => {
    expect(MELODY.every(({ vowel }) => /^[あいうえお]$/.test(vowel))).toBe(true);
    const chorus = MELODY.filter((note) => sectionOf(note).name === 'chorus');
    expect(new Set(chorus.map(({ vowel }) => vowel)).size).toBe(5);
  });

  test('the melody is silent in intro and break, and ends on the tonic', () => {
    const sung = new Set(MELODY.map((note) => sectionOf(note).name));
    expect(FORM.map(({ name }) => name).filter((name) => !sung.has(name))).toEqual(['intro', 'break']);
    expect(MELODY.at(-1)).toMatchObject({ startBeat: SONG_BEATS - BEATS_PER_BAR, pitch: 76 }); // E5
  });

  test('the melody has no long dissonances', () => {
    expect(harshNotes(MELODY)).toEqual([]);
    expect(harshNotes(COUNTER_MELODY)).toEqual([]);
    expect(harshNotes(KOTO_LINE).filter(({ startBeat }) => startBeat % 2 === 0)).toEqual([]);
  });

  test('the hook repeats after four bars, and a tone higher in chorus B', () => {
    const bars = (first: number): LineNote[] =>
      MELODY.filter(({ startBeat }) => startBeat >= 4 * first && startBeat < 4 * first + 4);
    const pitches = (first: number): number[] => bars(first).map(({ pitch }) => pitch);
    expect(pitches(14)).toEqual([74, 76, 74, 71, 74, 81, 76]); // D5 E5 D5 B4 D5 A5 E5
    expect(pitches(18)).toEqual(pitches(14));
    expect(pitches(24)).toEqual(pitches(14).map((pitch) => pitch + 2));
  });
});
