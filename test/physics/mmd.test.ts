import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { parsePmx, parseVmd } from '@odori/format';
import { createPhysics } from '@odori/physics';
import { Motion } from '@odori/runtime/motion';
import { bindMotion, createRigDefinition, Rig } from '@odori/runtime/rig';
import { beforeAll, describe, expect, test } from 'vitest';
import { CORPUS, hasCorpus } from '#test/support/corpus.js';

/* MMD 9.31 itself, read bone by bone at every frame that it drew. */

const ORACLE = join(CORPUS, '../oracle/mmd-physics');

/** What MMD showed. */
interface Recording {
  bones: string[];
  boneIndices: number[];
  /** In frames of 1/30 s, per picture. Play begins with the first one above 0. */
  time: number[];
  substeps: number[];
  /** Per picture and bone: x y z and a quaternion, in MMD's space. */
  rows: number[][][];
}

/** How far each bone was from MMD's at its worst, and all distances in ascending order. */
interface Distances {
  readonly largest: ReadonlyMap<string, number>;
  readonly sorted: readonly number[];
}

/** Replays a recording with its own times and numbers of substeps. */
async function replay(name: string, files: Files): Promise<Distances> {
  const { bones, boneIndices, time, substeps, rows } = readRecording(name);
  const pmx = parsePmx(readFileSync(files.model));
  const rig = new Rig(createRigDefinition(pmx));
  const binding = bindMotion(Motion.from(parseVmd(readFileSync(files.motion))), rig);
  const physics = await createPhysics(pmx, rig);
  const show = (frame: number): void => {
    binding.sample(frame);
    rig.solve();
  };
  const largest = new Map(bones.map((bone) => [bone, 0]));
  const sorted: number[] = [];
  rows.forEach((row, i) => {
    if (i === 0) {
      show(0);
      physics.reset();
    } else {
      const to = timeOf(name, time, i);
      physics.step(
        substeps[i],
        (k) => show(Math.min(time[i - 1] + 0.5 * k, to)),
        () => show(to),
      );
    }
    rig.solveAfterPhysics();
    bones.forEach((bone, j) => {
      const distance = distanceTo(rig, boneIndices[j], row[j]);
      largest.set(bone, Math.max(largest.get(bone)!, distance));
      sorted.push(distance);
    });
  });
  return { largest, sorted: sorted.sort((a, b) => a - b) };
}

/**
 * While MMD stands at frame 0, `s4` simulates all bodies; it plays from picture 4 on. That picture is still
 * at frame 0, but keyframes already lead the bodies, so that it is replayed a moment later.
 */
function timeOf(name: string, time: readonly number[], picture: number): number {
  return name === 's4' && picture >= 4 ? Math.max(time[picture], 1e-9) : time[picture];
}

function distanceTo({ worldPositions }: Rig, bone: number, [x, y, z]: readonly number[]): number {
  const i = 3 * bone;
  return Math.hypot(worldPositions[i] - x, worldPositions[i + 1] - y, -worldPositions[i + 2] - z);
}

function readRecording(name: string): Recording {
  const { rows, ...rest } = JSON.parse(
    gunzipSync(readFileSync(join(ORACLE, `${name}.json.gz`))).toString(),
  ) as Omit<Recording, 'rows'> & { rows: number[][] | number[][][] };
  const perBone = rows.map((row) =>
    typeof row[0] === 'number'
      ? rest.bones.map((_, bone) => (row as number[]).slice(7 * bone, 7 * bone + 7))
      : (row as number[][]),
  );
  return { ...rest, rows: perBone };
}

interface Files {
  readonly model: string;
  readonly motion: string;
}

function synthetic(name: string): Files {
  return { model: join(ORACLE, `${name}.pmx`), motion: join(ORACLE, `${name}.vmd`) };
}

const MIKU: Files = {
  model: join(CORPUS, 'pmx/mmd_tools_miku/miku.pmx'),
  motion: join(CORPUS, 'vmd/wavefile_v2.vmd'),
};

/** The bones of a scene that are farther from MMD than a limit. */
function beyond({ largest }: Distances, limit: number): string[] {
  return [...largest].filter(([, distance]) => distance > limit).map(([bone]) => bone);
}

describe.skipIf(!hasCorpus)('against MMD 9.31, over 4.3 s', () => {
  test('falls, bounces, slopes and masks are within 2e-4 units, apart from piles and boxes that graze', async () => {
    const scene = await replay('s1', synthetic('s1'));
    const piles = /^(gc|sl[01345]|st\d)$/;
    // A box that rocks on an edge leaves after 3.5 s; boxes on boxes are 4.5e-4 off from their first contact
    // on.
    const others = beyond(scene, 2e-4).filter((bone) => !piles.test(bone));
    expect(others).toEqual(['gld', 'sl2', 'rest']);
    expect(scene.largest.get('sl2')).toBeLessThan(3e-4);
    expect(scene.largest.get('rest')).toBeLessThan(5e-4);
    expect(scene.largest.get('gld')).toBeLessThan(4e-3);
  });

  test('31 joints, shaken by keyframes, are within 5e-3 units, apart from hard limits without damping', async () => {
    const scene = await replay('s2', synthetic('s2'));
    const chaotic = /^D(coll0|rb10|rj10|as00|as5000|angx0|stillc\d|chain\d|swap0)$/;
    const others = [
      'Dheavy0',
      'Dlin10',
      'Dangall0',
      'Dls1000',
      'Dls10000',
      'Dasneg0',
      'Dmode2f1',
      'Dmode2f2',
    ];
    const found = beyond(scene, 5e-3).filter((bone) => !chaotic.test(bone));
    expect(found.filter((bone) => !others.includes(bone))).toEqual([]);
    for (const bone of others) expect(scene.largest.get(bone), bone).toBeLessThan(0.1);
  });

  test('modes, appends, bones below physics and the joint guard are within 1e-4 units', async () => {
    const scene = await replay('s3', synthetic('s3'));
    // MMD makes all substeps of a picture in one go while it stands still, which the first pictures feel
    // below Kkc.
    expect(beyond(scene, 1e-4)).toEqual(['Ekc']);
  });

  test('keyframes that switch physics off and on are within 7e-4 units', async () => {
    const scene = await replay('s4', synthetic('s4'));
    // A chain whose middle alone follows keyframes is within 1e-3 for 0.8 s, then the smallest difference
    // grows.
    expect(beyond(scene, 7e-4)).toEqual(['Dc10', 'Dc11', 'Dc12']);
    expect(beyond(scene, 1e-4)).toEqual(['Dc10', 'Dc11', 'Dc12', 'Dc00', 'Dc01', 'Dc02']);
  });

  test.each(['kk_10000', 'kk_16667', 'kk_33333', 'kk_50000'])(
    'bodies on moving bones are within 1e-4 units at pictures of %s µs',
    async (name) => {
      expect(beyond(await replay(name, synthetic('kk')), 1e-4)).toEqual([]);
    },
  );
});

describe.skipIf(!hasCorpus)(
  'a real model over 20 s, where MMD differs from itself by 0.0022 and 0.177 units',
  () => {
    let scene: Distances;
    beforeAll(async () => {
      scene = await replay('miku_pmx__wavefile', MIKU);
    });

    test('half of all places are within 0.01 units of MMD', () => {
      expect(scene.sorted[scene.sorted.length >> 1]).toBeLessThan(0.01);
    });

    test('95 of 100 places are within 0.25 units of MMD', () => {
      expect(scene.sorted[Math.floor(0.95 * scene.sorted.length)]).toBeLessThan(0.25);
    });
  },
);
