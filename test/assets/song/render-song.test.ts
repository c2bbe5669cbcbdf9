import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { loudness } from '#demos/assets/src/song/effects/loudness.js';
import { truePeak } from '#demos/assets/src/song/effects/true-peak.js';
import { renderSong } from '#demos/assets/src/song/render-song.js';
import type { Stereo } from '#demos/assets/src/song/signal/stereo.js';
import { writeWav } from '#demos/assets/src/song/write-wav.js';

const BAR_SAMPLES = 88_200;

const hashOf = ({ left, right }: Stereo): string =>
  createHash('sha256').update(new Uint8Array(left.buffer)).update(new Uint8Array(right.buffer)).digest('hex');
const meanOf = (channel: Float32Array): number =>
  channel.reduce((sum, value) => sum + value, 0) / channel.length;

describe('some bars of the song', () => {
  const verse = renderSong({ firstBar: 4, bars: 1 });
  const chorus = renderSong({ firstBar: 14, bars: 2 });
  const ending = renderSong({ firstBar: 30 });

  test('an excerpt has the right length', () => {
    expect([verse.left.length, chorus.left.length, ending.right.length]).toEqual([
      BAR_SAMPLES,
      2 * BAR_SAMPLES,
      2 * BAR_SAMPLES,
    ]);
    expect(chorus.sampleRate).toBe(44_100);
  });

  test('rendering twice gives the same samples', () => {
    expect(hashOf(renderSong({ firstBar: 14, bars: 2 }))).toBe(hashOf(chorus));
  });

  test('the true peak is below -1 dB, all samples are finite, and there is no offset', () => {
    for (const sound of [verse, chorus, ending]) {
      expect(truePeak(sound)).toBeLessThan(-2);
      expect(Math.abs(meanOf(sound.left))).toBeLessThan(0.001); // also says that none is NaN
      expect(Math.abs(meanOf(sound.right))).toBeLessThan(0.001);
    }
  });

  test('the chorus is louder than the verse', () => {
    expect(loudness(chorus) - loudness(verse)).toBeGreaterThan(2);
  });

  test('the song ends in silence', () => {
    const tail = (from: number): number =>
      Math.max(...ending.left.subarray(from), ...ending.right.subarray(from));
    expect(tail(2 * BAR_SAMPLES - 44_100)).toBeLessThan(0.06); // the last second
    expect(tail(2 * BAR_SAMPLES - 2205)).toBeLessThan(0.001);
    expect(ending.left.at(-1)).toBeCloseTo(0, 6);
  });

  test('the rendered kick is on its beats', () => {
    const { left } = renderSong({ firstBar: 14, bars: 1, tracks: ['kick'] });
    for (const beat of [0, 1, 2, 3]) {
      const start = beat * 22_050;
      expect(Math.abs(left[start - 1] ?? 0)).toBeLessThan(0.001);
      expect(left.subarray(start, start + 441).some((value) => value > 0.05)).toBe(true);
    }
  });
});

describe('the file', () => {
  const sound: Stereo = { left: Float32Array.of(0, 1, -1), right: Float32Array.of(0.5, -0.5, 0) };
  const bytes = writeWav(sound, 44_100);
  const view = new DataView(bytes.buffer);
  const sample = (index: number): number =>
    view.getUint16(44 + 3 * index, true) + 0x1_0000 * view.getInt8(46 + 3 * index);

  test('the header of the WAV file has the right values', () => {
    const text = (from: number, to: number): string => String.fromCodePoint(...bytes.subarray(from, to));
    expect([text(0, 4), text(8, 16), text(36, 40)]).toEqual(['RIFF', 'WAVEfmt ', 'data']);
    expect(bytes.length).toBe(44 + 18);
    expect([view.getUint32(4, true), view.getUint32(40, true)]).toEqual([36 + 18, 18]);
    expect([view.getUint16(22, true), view.getUint32(24, true), view.getUint16(34, true)]).toEqual([
      2, 44_100, 24,
    ]);
    expect([view.getUint32(28, true), view.getUint16(32, true)]).toEqual([264_600, 6]); // 44100 * 2 * 3
  });

  test('the WAV file has the samples within the dither, without overflow', () => {
    [0, 0x40_0000, 0x7f_ffff, -0x40_0000, -0x80_0000, 0].forEach((value, index) => {
      expect(Math.abs(sample(index) - value)).toBeLessThanOrEqual(2);
    });
    expect(writeWav(sound, 44_100)).toEqual(bytes);
  });
});
