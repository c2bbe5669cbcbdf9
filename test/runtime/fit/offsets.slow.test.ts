import { parseVmd } from '@odori/format';
import { Motion } from '@odori/runtime/motion';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hearSong } from '#src/runtime/beats/find-beats.js';
import { findOffset } from '#src/runtime/fit/find-offset.js';
import { fitToSong } from '#src/runtime/fit/fit-to-song.js';
import { randomFrom } from '#src/runtime/random.js';
import { beatsAt, RATE, renderAt, TEMPI } from './songs.js';

const DANCE = join(import.meta.dirname, '../../../packages/sample/files/dance.vmd');
const dance = Motion.from(parseVmd(new Uint8Array(readFileSync(DANCE))));

/** Beats a minute. */
const PLAYED = [76, 84, 92, 100, 108, 116, 124, 136, 150, 168];

/** The samples, with silence before them or without their beginning. */
function shifted(samples: Float32Array, by: number): Float32Array {
  const moved = new Float32Array(samples.length + Math.max(by, 0));
  moved.set(samples.subarray(Math.max(-by, 0)), Math.max(by, 0));
  return moved;
}

/** Seconds by which the proposals are wrong. */
const away: number[] = [];
const shifts = randomFrom(59);

const found = (all: readonly number[]): number => all.filter((each) => each < 0.05).length;

test.each(Object.entries(TEMPI))('dances for a song with %s, in ten tempi', async (name, tempo) => {
  const samples = renderAt(tempo);
  const times = Float64Array.from(beatsAt(tempo));
  const usual = (60 * (times.length - 1)) / (times[times.length - 1] - times[0]);
  const song = { beats: times, bars: times.filter((_, i) => i % 4 === 0), seconds: samples.length / RATE };
  const own = /^\d/.test(name) ? dance.retime(120 / usual) : await fitToSong(dance, song);
  for (const beats of PLAYED) {
    const pace = beats / usual; // of a tape
    const shift = 10 * shifts() - 5;
    const heard = await hearSong(shifted(samples, Math.round(shift * RATE * pace)), RATE * pace);
    const { seconds } = await findOffset(heard, own.retime(1 / pace));
    away.push(Math.abs(seconds - shift));
  }
  expect(found(away.slice(-PLAYED.length))).toBeGreaterThan(PLAYED.length / 2);
});

test('of these 60 offsets, four of five are found within 50 ms', () => {
  expect(away.length).toBe(60);
  expect(found(away)).toBeGreaterThanOrEqual(48);
});
