import { parsePmx, parseVmd } from '@odori/format';
import { Motion } from '@odori/runtime/motion';
import { bindMotion, createRigDefinition, Rig } from '@odori/runtime/rig';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { hearSong } from '#src/runtime/beats/find-beats.js';
import { findOffset } from '#src/runtime/fit/find-offset.js';
import { fitToSong } from '#src/runtime/fit/fit-to-song.js';
import { dancePulse } from '#src/runtime/fit/pulse.js';
import { steady } from '#demos/assets/src/song/tempo.js';
import { beatsAt, RATE, renderAt, TEMPI } from './songs.js';

const ASSETS = join(import.meta.dirname, '../../../demos/assets/files');
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

describe.each(Object.entries(TEMPI))('a part of the dance on a song with %s', (_, tempo) => {
  const part = dance.slice(0, 900);
  const source = measure(part);

  test('is on its beats, is not much faster, and slides no more', async () => {
    const samples = renderAt(tempo, undefined, undefined, ['kick', 'snare', 'closedHat', 'bass', 'stab']);
    const song = await hearSong(samples, RATE);
    const fitted = await fitToSong(part, song, { mirror: true });
    const { steps, slide } = measure(fitted);
    steps.forEach((step, i) => expect(step).toBeLessThan(1.5 * source.steps[i]));
    expect(slide).toBeLessThan(source.slide + 0.01);
    const { beats } = await dancePulse(fitted);
    const own = beatsAt(tempo);
    const away = Array.from(beats, (time) => Math.min(...own.map((beat) => Math.abs(beat - time))));
    expect(medianOf(away)).toBeLessThan(0.06);
  });
});

test('the offset between our dance and its song is found, wherever the file begins', async () => {
  const samples = renderAt(steady(120));
  for (const shift of [-3.7, 1.3, 4.6]) {
    const moved = new Float64Array(samples.length + Math.round(5 * RATE));
    const at = Math.round(shift * RATE);
    moved.set(samples.subarray(Math.max(-at, 0)), Math.max(at, 0));
    const { seconds, confidence } = await findOffset(await hearSong(Float32Array.from(moved), RATE), dance);
    expect(Math.abs(seconds - shift)).toBeLessThan(0.05);
    expect(confidence).toBeGreaterThan(0.1);
  }
});

function medianOf(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1];
}
