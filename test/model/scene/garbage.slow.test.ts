import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { serializePmx } from '@odori/format';
import { expect, inject, test } from 'vitest';
import { fallingPmx } from '#test/model/small-bodies.js';
import { pmmFile } from './pmm-file.js';
import { smallPmm } from './small-pmm.js';

const STAGE = inject('packedFolder');
const THREE = import.meta.resolve('three');

/**
 * Counts collections of the bundled code, in a process of its own with one megabyte for young objects: five
 * thousand frames of 200 bytes would fill it. With physics there are more fractions, and four megabytes. The
 * code stays below that. A fraction that is passed to or from a function is 16 bytes of garbage if the engine
 * does not inline the function, which differs from run to run.
 */
const PROGRAM = `
import { register } from 'node:module';
import { readFileSync } from 'node:fs';
import { PerformanceObserver } from 'node:perf_hooks';
import { parsePmm, parsePmx } from '@odori/format';
const hook = "export const resolve = (name, context, next) => next(name === 'three' ? '${THREE}' : name, context);";
register('data:text/javascript,' + encodeURIComponent(hook));
const { Mesh } = await import('three');
const { createModel, createScene } = await import('@odori/model');

const model = createModel(parsePmx(readFileSync('scene.pmx')));
const pmm = parsePmm(readFileSync('scene.pmm'));
// External parents that change are no jumps here: bodies that start again would be most of the work.
const physics = process.argv[2] === 'physics' && { jumpDistance: Infinity };
const scene = await createScene(pmm, { resolve: () => model, accessory: () => new Mesh(), physics });
// Existing numbers: a number computed here would be allocated by the caller for every call.
const frames = [null];
for (let i = 1; i < 5000; i++) frames.push(i * 0.2137);
const run = () => {
  for (let i = 1; i < 5000; i++) scene.sample(frames[i], physics ? 0.007 : 0); // two substeps in five frames
};
const settle = () => new Promise((resolve) => setTimeout(resolve, 50));
for (let i = 0; i < 8; i++) {
  run();
  await settle(); // the engine compiles in the meantime
}
let collections = 0;
const observer = new PerformanceObserver((list) => (collections += list.getEntries().length));
gc();
await settle();
observer.observe({ entryTypes: ['gc'] });
run();
await settle();
console.log(collections);
`;

/**
 * Models with physics attached to each other, in a chain and in a circle; accessories, camera, light and
 * gravity that always change.
 */
function livelyProject(): Uint8Array {
  const keys = Array.from({ length: 100 }, (_, i) => i);
  const wave = keys.map((i) => ({ frame: 10 * i, position: [i % 3, i % 2, (i % 7) / 3] as const }));
  const bones = { センター: wave, 頭: wave, 左腕: wave };
  const parents = (a: number, b: number) =>
    keys.map((i) => ({ frame: 10 * i, parents: [[i % 2 === 0 ? a : b, 1]] as const }));
  const { keys: light, current } = smallPmm().light;
  const frames = Uint32Array.from(keys, (i) => 10 * i);
  const track = {
    ...light,
    count: 100,
    starts: Uint32Array.of(0, 100),
    frames,
    selected: new Uint8Array(100),
  };
  return pmmFile(
    smallPmm({
      models: [
        { bones, externalParentBones: [-1], properties: parents(1, -1) },
        { bones, externalParentBones: [2], properties: parents(0, 2) },
        { bones },
      ],
      accessories: [
        {
          keys: keys.map((i) => ({
            frame: 10 * i,
            position: [i % 3, 0, i % 5],
            rotation: [i % 3, i % 4, 0],
            scale: 1 + (i % 2),
            transparency: (i * 7) % 100,
            parent: [i % 2, 1],
          })),
        },
      ],
      camera: keys.map((i) => ({
        frame: 10 * i,
        target: [i % 3, i % 5, 0],
        rotation: [0, i / 10, 0],
        distance: (i % 7) - 45,
        follow: [i % 2, 1],
      })),
      gravity: keys.map((i) => ({ frame: 10 * i, noise: 10, noiseOn: i % 2 })),
      rest: {
        light: {
          keys: {
            ...track,
            colors: Float32Array.from({ length: 300 }, (_, i) => (i % 10) / 10),
            directions: Float32Array.from({ length: 300 }, (_, i) => -0.1 - (i % 7) / 7),
          },
          current,
        },
      },
    }),
  );
}

/** The minimum of several runs: on a busy machine the engine may compile for longer than the warm-up. */
function leastCollections(megabytes: number, ...args: readonly string[]): number {
  writeFileSync(join(STAGE, 'scene.pmm'), livelyProject());
  writeFileSync(join(STAGE, 'scene.pmx'), serializePmx(fallingPmx()));
  writeFileSync(join(STAGE, 'scene-garbage.mjs'), PROGRAM);
  const flags = ['--expose-gc', `--max-semi-space-size=${megabytes}`, 'scene-garbage.mjs', ...args];
  let least = Infinity;
  for (let run = 0; run < 4 && least > 0; run++) {
    least = Math.min(least, Number(execFileSync(process.execPath, flags, { cwd: STAGE, encoding: 'utf8' })));
  }
  return least;
}

test('five thousand frames of a scene cause no garbage collection', () => {
  expect(leastCollections(1)).toBe(0);
});

test('five thousand frames of a scene with physics cause no garbage collection', () => {
  expect(leastCollections(4, 'physics')).toBe(0);
});
