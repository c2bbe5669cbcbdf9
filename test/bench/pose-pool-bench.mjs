// How much of the main thread dancers with physics take: `player.update` on this thread, and with a PosePool
// whose buffers are sent, or shared. The three take turns, frame by frame, in one page.
//
//   node -C built test/bench/pose-pool-bench.mjs [--dancers=20] [--frames=200]
//
// Needs a build (pnpm build) and a Chromium, which CHROMIUM_PATH names. Nothing is drawn.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { bundlePage } from './bundle-page.mjs';
import { servePage } from './serve-page.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const { values } = parseArgs({
  options: { dancers: { type: 'string', default: '20' }, frames: { type: 'string', default: '200' } },
});

const PAGE = `
  import { loadModel } from '@odori/model';
  import { PosePool } from '@odori/model/pose-pool';
  import { loadMotion, MotionPlayer } from '@odori/runtime';

  const createWorker = () => new Worker('/worker.js', { type: 'module' });
  const nextFrame = () => new Promise((resolve) => setTimeout(resolve, 16));

  async function createShow(original, dance, count, poses) {
    const player = new MotionPlayer({ poses });
    for (let i = 0; i < count; i++) player.add(original.clone(), dance, { offset: i / 50 });
    await player.play();
    player.currentTime = 1;
    return { player, poses, milliseconds: [], late: 0 };
  }

  globalThis.measure = async (count, frames) => {
    const original = await loadModel('/model', { physics: true, worker: false });
    const dance = await loadMotion('/motion', { worker: false });
    const shows = {};
    shows.here = await createShow(original, dance, count, undefined);
    shows.shared = await createShow(original, dance, count, new PosePool({ createWorker }));
    const isolated = Object.getOwnPropertyDescriptor(globalThis, 'crossOriginIsolated');
    Object.defineProperty(globalThis, 'crossOriginIsolated', { value: false, configurable: true });
    shows.sent = await createShow(original, dance, count, new PosePool({ createWorker }));
    Object.defineProperty(globalThis, 'crossOriginIsolated', isolated);
    for (let frame = -60; frame < frames; frame++) {
      for (const show of Object.values(shows)) {
        await nextFrame(); // the messages of the others have come
        const start = performance.now();
        show.player.update(1 / 60);
        if (frame < 0) continue;
        show.milliseconds.push(performance.now() - start);
        show.late += show.poses?.latency > 0 ? 1 : 0;
      }
    }
    return Object.entries(shows).map(([name, { milliseconds, late }]) => {
      milliseconds.sort((a, b) => a - b);
      const sum = milliseconds.reduce((a, b) => a + b, 0);
      return { name, mean: sum / frames, median: milliseconds[frames >> 1], late };
    });
  };`;

const files = new Map([
  ['/page.js', await bundlePage({ text: PAGE })],
  ['/worker.js', await bundlePage({ text: "import '@odori/model/pose-worker';" })],
  ['/model', readFileSync(join(ROOT, 'packages/sample/files/dancer.pmx'))],
  ['/motion', readFileSync(join(ROOT, 'packages/sample/files/dance.vmd'))],
]);
await servePage(files, async (page) => {
  console.log(
    `${values.dancers} dancers with physics, isolated: ${await page.evaluate(() => crossOriginIsolated)}`,
  );
  const [here, ...pools] = await page.evaluate(
    ([count, frames]) => globalThis.measure(count, frames),
    [Number(values.dancers), Number(values.frames)],
  );
  for (const { name, mean, median, late } of [here, ...pools])
    console.log(
      `${name.padEnd(7)} ${mean.toFixed(2)} ms a frame, median ${median.toFixed(2)}; ${((100 * mean) / here.mean).toFixed(1)} % of here, of the median ${((100 * median) / here.median).toFixed(1)} %; ${late} frames late`,
    );
});
