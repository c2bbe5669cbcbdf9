import { describe, expect, test } from 'vitest';
import { APPEND_TOLERANCE, loadAppends, measureAppends } from '#test/fidelity/measure-appends.mjs';
import { CORPUS, hasCorpus, readOracle } from '#test/support/corpus.js';

describe.skipIf(!hasCorpus)('appends from sources anywhere in the order match MMD', () => {
  const isFar = ({ degrees, units }: { degrees: number; units: number }): boolean =>
    degrees > APPEND_TOLERANCE.degrees.max! || units > APPEND_TOLERANCE.units.max!;

  test.each([
    ['append', 532, 22],
    ['late', 157, 0],
    ['axis', 13, 0],
  ])('%s: of %d bones, %d differ, all of which depend on earlier poses in MMD', (name, bones, differing) => {
    const measured = measureAppends(CORPUS, name);
    expect(new Set(measured.map(({ bone }) => bone)).size).toBe(bones);
    const far = measured.filter(isFar);
    expect(new Set(far.map(({ bone }) => bone)).size).toBe(differing);
    expect(far.filter(({ hasHistory }) => !hasHistory)).toEqual([]);
  });

  test('bones in circles of appends are in MMD’s places, and stay there', () => {
    const { bones, frames } = readOracle('mmd-append/cycle.json') as {
      bones: string[];
      frames: { frame: number; rows: number[][] }[];
    };
    const { rig, pose } = loadAppends(CORPUS, 'cycle');
    const turned = ['iSC', 'iK_E']; // hang on a bone whose rotation grows in MMD with every evaluation
    for (const { frame, rows } of frames) {
      pose(frame);
      expect(rig.worldMatrices.every(Number.isFinite)).toBe(true);
      bones.forEach((bone, i) => {
        if (turned.includes(bone)) return;
        const [x, y, z] = rig.worldPositions.subarray(3 * i, 3 * i + 3);
        const off = Math.hypot(x - rows[i][0], y - rows[i][1], -z - rows[i][2]);
        expect(off, bone).toBeLessThanOrEqual(1e-4);
      });
    }
  });
});
