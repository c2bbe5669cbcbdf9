import { describe, expect, test } from 'vitest';
import type { Tone } from '#demos/assets/src/song/instruments/event.js';
import { playBass } from '#demos/assets/src/song/instruments/bass.js';
import { playKick } from '#demos/assets/src/song/instruments/kick.js';
import { playKoto } from '#demos/assets/src/song/instruments/koto.js';
import { playLead } from '#demos/assets/src/song/instruments/lead.js';
import { playStab } from '#demos/assets/src/song/instruments/stab.js';
import { playVoice } from '#demos/assets/src/song/instruments/voice.js';
import { Random } from '#demos/assets/src/song/random.js';
import { createStereo, hertzOf, SAMPLE_RATE, type Stereo } from '#demos/assets/src/song/signal/stereo.js';

const LEAD = { saws: 1, square: 0.5, cutoffHertz: 6000 };

function tone(pitch: number, seconds = 0.5): Tone {
  return { start: 100, seconds, pitch, velocity: 0.8, random: new Random(1) };
}

function heard(play: (out: Stereo) => void): Stereo {
  const out = createStereo(SAMPLE_RATE);
  play(out);
  return out;
}

/** The level of a frequency in the half second after the onset. */
function strength({ left }: Stereo, hertz: number): number {
  let [real, imaginary] = [0, 0];
  for (let index = 0; index < SAMPLE_RATE / 2; index++) {
    const window = Math.sin((2 * Math.PI * index) / SAMPLE_RATE) ** 2;
    const angle = (2 * Math.PI * hertz * index) / SAMPLE_RATE;
    real += window * left[100 + index] * Math.cos(angle);
    imaginary += window * left[100 + index] * Math.sin(angle);
  }
  return Math.hypot(real, imaginary);
}

const PLAYERS: readonly (readonly [string, (out: Stereo) => void])[] = [
  ['bass', (out) => playBass(tone(40), out)],
  ['kick', (out) => playKick(tone(0), out)],
  ['koto', (out) => playKoto(tone(74), out)],
  ['lead', (out) => playLead(tone(74), LEAD, out)],
  ['stab', (out) => playStab(tone(69), out)],
  ['voice', (out) => playVoice({ ...tone(64), vowel: 'あ' }, out)],
];

test.each(PLAYERS)('%s starts on time, ends without a click and is not too loud', (_name, play) => {
  const { left, right } = heard(play);
  expect(left.slice(0, 100)).toEqual(new Float32Array(100));
  expect(left.subarray(100, 100 + 441).some((value) => Math.abs(value) > 0.001)).toBe(true); // within 10 ms
  const last = left.findLastIndex((value) => value !== 0);
  expect(last).toBeLessThan(SAMPLE_RATE - 1);
  expect(Math.abs(left[last])).toBeLessThan(0.002);
  for (const value of [...left, ...right]) if (!(Math.abs(value) < 1.8)) expect(value).toBeLessThan(1.8);
});

describe('pitch', () => {
  test.each([57, 69, 81, 88])('the koto is in tune at %i', (pitch) => {
    const sound = heard((out) => playKoto(tone(pitch), out));
    const cents = (amount: number): number => strength(sound, hertzOf(pitch + amount / 100));
    expect(cents(0)).toBeGreaterThan(cents(-12));
    expect(cents(0)).toBeGreaterThan(cents(12));
  });

  test('the lead slides from the note before', () => {
    const sound = heard((out) => playLead({ ...tone(76), from: 69 }, LEAD, out));
    expect(strength(sound, hertzOf(76))).toBeGreaterThan(10 * strength(sound, hertzOf(70)));
  });
});

test('vowels have the same loudness but different spectra', () => {
  const power = (vowel: 'あ' | 'い' | 'う' | 'え' | 'お'): number =>
    heard((out) => playVoice({ ...tone(64), vowel }, out)).left.reduce((sum, value) => sum + value ** 2, 0);
  const powers = [power('あ'), power('い'), power('う'), power('え'), power('お')];
  expect(Math.max(...powers) / Math.min(...powers)).toBeLessThan(2.5); // 4 dB
  const [open, closed] = (['あ', 'い'] as const).map((vowel) =>
    heard((out) => playVoice({ ...tone(64), vowel, fromVowel: vowel }, out)),
  );
  const third = 3 * hertzOf(64); // 989 Hz: near the resonances of あ, far from those of い
  expect(strength(open, third)).toBeGreaterThan(2 * strength(closed, third));
});

test('the bass is mono', () => {
  const { left, right } = heard((out) => playBass(tone(33), out));
  expect(left).toEqual(right);
});
