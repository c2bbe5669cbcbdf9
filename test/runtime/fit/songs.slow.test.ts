import { parsePmx, parseVmd } from '@odori/format';
import { Motion } from '@odori/runtime/motion';
import { bindMotion, createRigDefinition, Rig } from '@odori/runtime/rig';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { hearSong } from '#src/runtime/beats/find-beats.js';
import { findAccents } from '#src/runtime/fit/find-accents.js';
import { fitToSong } from '#src/runtime/fit/fit-to-song.js';
import { dancePulse } from '#src/runtime/fit/pulse.js';
import { watchMotion } from '#src/runtime/fit/watch-motion.js';
import { beatsAt, RATE, renderAt, TEMPI } from './songs.js';

const ASSETS = join(import.meta.dirname, '../../../packages/sample/files');
const read = (name: string): Uint8Array => new Uint8Array(readFileSync(join(ASSETS, name)));
const dance = Motion.from(parseVmd(read('dance.vmd'))); // 120 beats a minute, the first at 0
const rig = new Rig(createRigDefinition(parsePmx(read('dancer.pmx'))));

test.each([76, 84, 92, 100, 108, 116, 124, 136, 150, 168])(
  'our dance at %i beats a minute: the tempo within 1 %, or half or double, and the phase within 60 ms',
  async (tempo) => {
    const pulse = await dancePulse(dance.retime(120 / tempo));
    const ratio = [0.5, 1, 2].find((each) => Math.abs(pulse.tempo / tempo / each - 1) < 0.01);
    expect(ratio).toBeDefined();
    const beat = 60 / tempo / Math.max(ratio!, 1);
    const away = Array.from(pulse.beats, (time) => Math.abs(time - beat * Math.round(time / beat)));
    expect(medianOf(away)).toBeLessThan(0.06);
  },
);

const LIMBS = ['左手首', '右手首', '左足首', '右足首', '頭', '下半身'].map((name) => rig.boneIndex(name));
/** An ankle that is not higher belongs to a foot that stands. */
const STANDING = 1.37;

/** The largest steps of limbs from frame to frame, and the mean slide of standing feet. */
function measure(motion: Motion): { readonly steps: number[]; readonly slide: number } {
  const binding = bindMotion(motion, rig);
  const steps = LIMBS.map(() => 0);
  const slides: number[] = [];
  let before: number[][] | undefined;
  for (let frame = 0; frame <= motion.lastFrame; frame++) {
    binding.sample(frame);
    rig.solve();
    rig.solveAfterPhysics();
    const places = LIMBS.map((bone) => [...rig.worldPositions.subarray(3 * bone, 3 * bone + 3)]);
    places.forEach(([x, y, z], i) => {
      if (!before) return;
      const [x0, y0, z0] = before[i];
      steps[i] = Math.max(steps[i], Math.hypot(x - x0, y - y0, z - z0));
      if ((i === 2 || i === 3) && Math.max(y, y0) < STANDING) slides.push(Math.hypot(x - x0, z - z0));
    });
    before = places;
  }
  return { steps, slide: slides.reduce((sum, slide) => sum + slide, 0) / slides.length };
}

/** How far strong accents are from the nearest of some times, in seconds. */
async function distances(motion: Motion, times: readonly number[]): Promise<number[]> {
  const accents = findAccents(await watchMotion(motion)).filter(({ strength }) => strength > 0.8);
  return accents.map(({ frame }) => distanceTo(times, frame / 30));
}

function distanceTo(times: ArrayLike<number>, time: number): number {
  return Math.min(...Array.from(times, (each) => Math.abs(each - time)));
}

const TRACKS = ['kick', 'snare', 'closedHat', 'bass', 'stab', 'lead'];

describe.each(Object.entries(TEMPI))('a part of the dance on a song with %s', (_, tempo) => {
  const part = dance.slice(0, 900);
  const source = measure(part);
  const beats = beatsAt(tempo);
  const middles = beats.slice(1).map((beat, i) => (beat + beats[i]) / 2);

  test('is on its beats, is not much faster, and slides no more', async () => {
    const song = await hearSong(renderAt(tempo, undefined, undefined, TRACKS), RATE);
    const found = Array.from(song.beats, (beat) => distanceTo(beats, beat));
    expect(found.filter((away) => away < 0.05).length).toBeGreaterThan(0.9 * found.length);
    const fitted = await fitToSong(part, song, { mirror: true });
    const { steps, slide } = measure(fitted);
    steps.forEach((step, i) => expect(step).toBeLessThan(1.5 * source.steps[i]));
    expect(slide).toBeLessThan(source.slide + 0.01);
    // her arms arrive on beats and between them, more often on beats
    expect(medianOf(await distances(fitted, [...beats, ...middles]))).toBeLessThan(0.04);
    const near = (all: readonly number[]): number => all.filter((away) => away < 0.06).length;
    const [on, off] = [await distances(fitted, beats), await distances(fitted, middles)];
    expect(near(on)).toBeGreaterThan(1.5 * near(off));
  });
});

function medianOf(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1];
}
