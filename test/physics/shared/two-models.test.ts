import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { parsePmx, parseVmd } from '@odori/format';
import { createPhysics, createPhysicsWorld, type Physics } from '@odori/physics';
import { Motion } from '@odori/runtime/motion';
import { bindMotion, createRigDefinition, type MotionBinding, Rig } from '@odori/runtime/rig';
import { describe, expect, test } from 'vitest';
import { CORPUS, hasCorpus } from '#test/support/corpus.js';

/* Two models in one scene of MMD 9.31, read bone by bone at every picture. */

const ORACLE = join(CORPUS, '../oracle/mmd-scene/two-models');

interface Recording {
  readonly time: readonly number[];
  readonly substeps: readonly number[];
  /** Per picture: x y z of four bones, in MMD's space. */
  readonly rows: readonly (readonly number[])[][];
}

interface Dancer {
  readonly rig: Rig;
  readonly binding: MotionBinding;
  readonly physics: Physics;
}

/** The bones of the recording: model, name. */
const BONES = [
  [0, 'kin'],
  [0, 'dynA'],
  [1, 'fall'],
  [1, 'onto'],
] as const;

/** Per picture, how far each bone is from MMD's. */
async function replay(isShared: boolean): Promise<number[][]> {
  const { time, substeps, rows } = JSON.parse(
    gunzipSync(readFileSync(join(ORACLE, 'two.json.gz'))).toString(),
  ) as Recording;
  const world = isShared ? await createPhysicsWorld() : undefined;
  const dancers: Dancer[] = [];
  for (const name of ['tA', 'tB']) {
    const pmx = parsePmx(readFileSync(join(ORACLE, `${name}.pmx`)));
    const rig = new Rig(createRigDefinition(pmx));
    const binding = bindMotion(Motion.from(parseVmd(readFileSync(join(ORACLE, `${name}.vmd`)))), rig);
    dancers.push({ rig, binding, physics: await createPhysics(pmx, rig, { world }) });
  }
  return rows.map((row, i) => {
    for (const { rig, binding, physics } of dancers) {
      const show = (frame: number): void => {
        binding.sample(frame);
        rig.solve();
      };
      if (i === 0) {
        show(0);
        physics.reset();
      } else {
        physics.step(
          substeps[i],
          (k) => show(Math.min(time[i - 1] + 0.5 * k, time[i])),
          () => show(time[i]),
        );
      }
    }
    for (const { rig } of dancers) rig.solveAfterPhysics();
    return BONES.map(([model, name], j) => {
      const { rig } = dancers[model];
      const { worldPositions: p } = rig;
      const o = 3 * rig.boneIndex(name);
      const [x, y, z] = row[j];
      return Math.hypot(p[o] - x, p[o + 1] - y, -p[o + 2] - z);
    });
  });
}

/** The first picture in which a bone is farther from MMD than a limit; −1: none. */
function firstBeyond(distances: readonly number[][], bone: number, limit: number): number {
  return distances.findIndex((row) => row[bone] > limit);
}

describe.skipIf(!hasCorpus)('two models of one scene of MMD, over 3.9 s', () => {
  test('touch as in MMD: within 1e-3 units until a ball leaves the ball that it rolls on', async () => {
    const distances = await replay(true);
    const [KIN, DYN_A, FALL, ONTO] = [0, 1, 2, 3];
    for (const bone of [KIN, ONTO]) expect(firstBeyond(distances, bone, 1e-3)).toBe(-1);
    // B's ball hits A's in picture 20, rolls off in picture 38, and hits A's other one in picture 73.
    expect(firstBeyond(distances, FALL, 1e-3)).toBeGreaterThanOrEqual(38);
    expect(firstBeyond(distances, DYN_A, 1e-3)).toBeGreaterThanOrEqual(73);
    expect(Math.max(...distances.flat())).toBeLessThan(0.2);
  });

  test('pass through each other without a shared world', async () => {
    const distances = await replay(false);
    expect(distances[30][2]).toBeGreaterThan(5);
  });
});
