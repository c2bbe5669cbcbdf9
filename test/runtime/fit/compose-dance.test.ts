import { createVmd, serializeVmd } from '@odori/format';
import { Motion, sampleBone, toVmd } from '@odori/runtime/motion';
import { describe, expect, test } from 'vitest';
import { composeDance } from '#src/runtime/fit/compose-dance.js';
import { evenSong, stepper } from './stepper.js';

/** Raises センター, so that each dance can be told by its height. */
function raised(dance: Motion, height: number): Motion {
  const bones = [0, 960].map((frame) => ({ name: 'グルーブ', frame, position: [0, height, 0] as const }));
  return Motion.from(dance, Motion.from(createVmd({ bones })));
}

const shelf = [raised(stepper(32), 0), raised(stepper(32, 14), 0.4), raised(stepper(16, 17), 0.8)];
const song = { ...evenSong(96, 0.5), seconds: 48 };

function heightAt(motion: Motion, beat: number): number {
  const position = [0, 0, 0];
  sampleBone(motion.bones.get('グルーブ')!, beat * 15, position, [0, 0, 0, 1]);
  return position[1];
}

describe('a dance of several', () => {
  test('is as long as the song, and shows one dance of the shelf in each phrase', async () => {
    const composed = await composeDance(shelf, song);
    expect(composed.duration).toBe(48);
    for (let beat = 4; beat < 96; beat += 8) {
      const known = [0, 0.4, 0.8].map((height) => Math.abs(heightAt(composed, beat) - height));
      expect(Math.min(...known)).toBeLessThan(1e-3);
    }
  });

  test('is the same for the same seed, and another one for another', async () => {
    const bytes = async (seed: number): Promise<Uint8Array> =>
      serializeVmd(toVmd(await composeDance(shelf, song, { seed })));
    expect(await bytes(3)).toEqual(await bytes(3));
    const others = await Promise.all([4, 5, 6].map(bytes));
    expect(others.some((other) => Buffer.compare(other, others[0]) !== 0)).toBe(true);
  });

  test('dances the liveliest phrases where the song has the most energy', async () => {
    const calm = raised(stepper(32), 0);
    const lively = raised(
      Motion.from(
        stepper(32),
        Motion.from(createVmd({ bones: swings('右腕') })),
        Motion.from(createVmd({ bones: swings('左腕') })),
      ),
      0.4,
    );
    const sections = [
      { start: 0, end: 24, energy: 0, kind: 'quiet' as const },
      { start: 24, end: 48, energy: 1, kind: 'chorus' as const },
    ];
    const composed = await composeDance([calm, lively], song, { sections });
    const isLively = (beat: number): boolean => heightAt(composed, beat) > 0.2;
    expect([4, 12, 20, 28, 36].filter(isLively).length).toBeLessThan(3);
    expect([52, 60, 68, 76, 84].filter(isLively).length).toBeGreaterThan(3);
  });

  test('can be stopped at any time', async () => {
    const counting = { reads: 0, last: Infinity };
    const signal = new AbortController().signal;
    signal.throwIfAborted = () => {
      if (++counting.reads >= counting.last) throw new Error('stopped');
    };
    await composeDance(shelf, song, { signal });
    counting.last = counting.reads; // the last step
    counting.reads = 0;
    await expect(composeDance(shelf, song, { signal })).rejects.toThrow('stopped');
    expect(counting.last).toBeGreaterThan(20); // steps after the dances are watched, too
  });

  test('without a phrase to dance, an error says so', async () => {
    await expect(composeDance([], song)).rejects.toThrow(
      'none of 0 motions has a phrase of 8 beats to dance',
    );
    await expect(composeDance([Motion.from()], song)).rejects.toThrow('none of 1 motions');
  });
});

/** Half a turn of a bone every beat. */
function swings(name: string): { name: string; frame: number; rotation: [number, number, number, number] }[] {
  return Array.from({ length: 33 }, (_, i) => ({
    name,
    frame: 15 * i,
    rotation: i % 2 === 0 ? [0, 0, 0, 1] : [0, 0, Math.SQRT1_2, Math.SQRT1_2],
  }));
}
