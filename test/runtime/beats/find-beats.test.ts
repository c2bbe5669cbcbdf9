import { BEATS_PER_BAR, SECONDS_PER_BEAT } from '#demos/assets/src/song/form.js';
import { renderSong } from '#demos/assets/src/song/render-song.js';
import { findBeats } from '#src/runtime/beats/find-beats.js';
import { expect, test } from 'vitest';

const RATE = 11025;

const EXCERPT_BARS = 6;

/**
 * The lift of the sample dancer's song and the beginning of the chorus, as a page decodes them: one channel,
 * a quarter of the samples.
 */
function sampleSong(): Float32Array {
  const { left, right } = renderSong({ firstBar: 10, bars: EXCERPT_BARS });
  const samples = new Float32Array(Math.floor(left.length / 4));
  for (let i = 0; i < samples.length; i++) {
    let sum = 0;
    for (let k = 4 * i; k < 4 * i + 4; k++) sum += left[k] + right[k];
    samples[i] = sum / 8;
  }
  return samples;
}

const song = sampleSong();

test('the beats of a part of the sample song are found within 40 ms, each once, and the bars begin with its bars', async () => {
  const { beats, bars } = await findBeats(song, RATE);
  const barSeconds = BEATS_PER_BAR * SECONDS_PER_BEAT;
  expect(beats.length).toBe(EXCERPT_BARS * BEATS_PER_BAR);
  for (const [i, beat] of beats.entries()) expect(Math.abs(beat - i * SECONDS_PER_BEAT)).toBeLessThan(0.04);
  expect(bars.length).toBe(EXCERPT_BARS);
  for (const [i, bar] of bars.entries()) expect(Math.abs(bar - i * barSeconds)).toBeLessThan(0.04);
});

/** Clicks of 20 ms, each fading, at these times. */
function clicksAt(times: readonly number[], seconds: number, rate = RATE): Float32Array {
  const samples = new Float32Array(seconds * rate);
  for (const time of times) {
    for (let i = 0; i < 0.02 * rate; i++) {
      const at = Math.round(time * rate) + i;
      if (at < samples.length) samples[at] = Math.sin(i * i) * (1 - i / (0.02 * rate));
    }
  }
  return samples;
}

test.each([
  ['92.5 a minute', 60 / 92.5, RATE],
  ['174 a minute', 60 / 174, RATE],
  ['140 a minute, at 22050 samples a second', 60 / 140, 22050],
])('clicks at %s are found within 20 ms, or every second of them', async (_, beat, rate) => {
  const clicks = Array.from({ length: Math.floor(29 / beat) }, (__, i) => 0.3 + i * beat);
  const { beats } = await findBeats(clicksAt(clicks, 30, rate), rate);
  expect(beats.length).toBeGreaterThanOrEqual(Math.floor(clicks.length / 2));
  for (const found of beats) {
    if (found > 0.2 && found < clicks.at(-1)! + 0.1)
      expect(Math.min(...clicks.map((click) => Math.abs(click - found)))).toBeLessThanOrEqual(0.02);
  }
});

test('clicks that become slower are followed', async () => {
  const clicks = [0.3];
  while (clicks.at(-1)! < 38) clicks.push(clicks.at(-1)! + 0.45 + 0.003 * clicks.length);
  const { beats } = await findBeats(clicksAt(clicks, 40), RATE);
  const errors = Array.from(beats, (beat) => Math.min(...clicks.map((click) => Math.abs(click - beat))));
  const near = errors.filter((error) => error <= 0.04);
  expect(near.length).toBeGreaterThan(0.9 * clicks.length);
});

test('silence, noise that never changes and broken samples have no beats', async () => {
  const seconds = 10 * RATE;
  for (const samples of [
    new Float32Array(0),
    new Float32Array(seconds),
    new Float32Array(seconds).fill(NaN),
    Float32Array.from({ length: seconds }, (_, i) => Math.sin(i)),
  ]) {
    const { beats, bars } = await findBeats(samples, RATE);
    expect([beats.length, bars.length]).toEqual([0, 0]);
  }
});

test('one absurd sample does not make a song silent', async () => {
  const clicks = Array.from({ length: 39 }, (_, i) => 0.5 + i / 2);
  const samples = clicksAt(clicks, 20);
  for (const absurd of [1e30, -Infinity]) {
    samples[50] = absurd;
    expect((await findBeats(samples, RATE)).beats.length).toBeGreaterThan(37);
  }
});

test('a song of more than twenty minutes is not listened to', async () => {
  const { beats } = await findBeats(new Float32Array(1201 * 100), 100);
  expect(beats.length).toBe(0);
});

test('a search that is aborted rejects with the reason', async () => {
  const abort = new AbortController();
  const search = findBeats(song, RATE, abort.signal);
  abort.abort(new Error('another song'));
  await expect(search).rejects.toThrow('another song');
});
