import { expect, test } from 'vitest';
import { SECONDS_PER_BEAT } from '#demos/assets/src/song/form.js';
import { MELODY } from '#demos/assets/src/song/melody.js';
import { renderSong } from '#demos/assets/src/song/render-song.js';
import { rateLips, type Rightness, watchLips } from './heard-vowels.js';

const VOWELS = 'あいうえお';
/** Singers let go of a note before its end. */
const HELD = 0.95;

/** The vowel of the score at a time, 0 to 4; −1 in rests. The mouth of the singer follows within 35 ms. */
function sungAt(seconds: number): number {
  const beat = seconds / SECONDS_PER_BEAT;
  const note = MELODY.find(({ startBeat, beats }) => beat >= startBeat && beat < startBeat + HELD * beats);
  return note ? VOWELS.indexOf(note.vowel) : -1;
}

/** The lips while some tracks of the song are heard, or all. */
function rateSong(tracks?: readonly string[]): Rightness {
  const { left, right, sampleRate } = renderSong(tracks && { tracks });
  const samples = left.map((sample, i) => (sample + right[i]) / 2);
  return rateLips(watchLips(samples, { sampleRate }), sungAt);
}

test('on the voice of our song, the right vowel wins in 85 % of the frames, at most 80 ms after the score', () => {
  const { part, lag } = rateSong(['voice']);
  expect(part).toBeGreaterThanOrEqual(0.85); // 0.897
  expect(lag).toBeLessThanOrEqual(0.08); // 0.06
});

test('in the whole band, the right vowel wins in more than a third of the frames', () => {
  expect(rateSong().part).toBeGreaterThan(0.35); // 0.383; by chance 0.2
});
