import { describe, expect, test } from 'vitest';
import { BASS_LINE } from '#demos/assets/src/song/bass-line.js';
import { PAD_NOTES, STAB_NOTES } from '#demos/assets/src/song/chord-parts.js';
import { DRUM_STROKES } from '#demos/assets/src/song/drum-pattern.js';
import { FORM, type SectionName, SONG_BEATS } from '#demos/assets/src/song/form.js';
import { chordAt, HARMONY, parseChord, voicing } from '#demos/assets/src/song/harmony.js';
import { parseLine } from '#demos/assets/src/song/line-notation.js';

describe('a line', () => {
  test('a line is read with rests, vowels and a transposition', () => {
    expect(parseLine('.4 A4あ6 | F#5:2', 8, 2)).toEqual([
      { startBeat: 9, beats: 1.5, pitch: 71, vowel: 'あ' },
      { startBeat: 10.5, beats: 0.5, pitch: 80 },
    ]);
  });

  test('an invalid word in a line is an error', () => {
    expect(() => parseLine('A4あ6 H4あ6', 0)).toThrow('H4あ6');
  });
});

describe('chords', () => {
  test('chords are read from their names', () => {
    expect(parseChord('G')).toEqual({ tones: [7, 11, 2], bass: 7 });
    expect(parseChord('A/C#')).toEqual({ tones: [9, 1, 4], bass: 1 });
    expect(parseChord('F#m7')).toEqual({ tones: [6, 9, 1, 4], bass: 6 });
    expect(() => parseChord('Hm')).toThrow(SyntaxError);
  });

  test('voicings lie within one octave above the floor', () => {
    expect(voicing(parseChord('G'), 57)).toEqual([59, 62, 67]); // B3 D4 G4
  });

  test('chords follow each other without gaps', () => {
    let beat = 0;
    for (const chord of HARMONY) {
      expect(chord.startBeat).toBe(beat);
      beat += chord.beats;
    }
    expect(beat).toBe(SONG_BEATS);
  });

  test('pad and stabs play only notes of the chords', () => {
    for (const { startBeat, pitch } of [...PAD_NOTES, ...STAB_NOTES]) {
      expect(chordAt(startBeat).tones).toContain(pitch % 12);
    }
  });
});

describe('bass and drums', () => {
  const inSection = (name: SectionName) => {
    const { firstBar, bars } = FORM.find((section) => section.name === name)!;
    return (beat: number): boolean => beat >= 4 * firstBar && beat < 4 * (firstBar + bars);
  };

  test('the bass plays a chord note on every strong beat, one note at a time, none too low', () => {
    BASS_LINE.forEach(({ startBeat, beats, pitch }, index) => {
      if (startBeat % 2 === 0) expect(pitch % 12).toBe(chordAt(startBeat).bass);
      expect(startBeat + beats).toBeLessThanOrEqual(BASS_LINE[index + 1]?.startBeat ?? SONG_BEATS);
      expect(pitch).toBeGreaterThanOrEqual(28); // E1, 41 Hz
    });
  });

  test('drum strokes lie on the grid of sixteenths', () => {
    for (const { beat, velocity } of DRUM_STROKES) {
      expect(4 * beat).toBe(Math.round(4 * beat));
      expect(velocity).toBeGreaterThan(0);
      expect(velocity).toBeLessThanOrEqual(1);
    }
  });

  test('the kick plays on every beat of the choruses, and never in the break', () => {
    const kicks = new Set(DRUM_STROKES.filter(({ drum }) => drum === 'kick').map(({ beat }) => beat));
    const beats = Array.from({ length: SONG_BEATS }, (_, beat) => beat);
    expect(beats.filter(inSection('chorus')).every((beat) => kicks.has(beat))).toBe(true);
    expect(beats.filter(inSection('chorusB')).every((beat) => kicks.has(beat))).toBe(true);
    expect([...kicks].some(inSection('break'))).toBe(false);
  });

  test('no drum plays after the last chord', () => {
    expect(Math.max(...DRUM_STROKES.map(({ beat }) => beat))).toBe(SONG_BEATS - 4);
  });
});
