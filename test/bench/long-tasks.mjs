// Loads a model and a motion in a page whose processor is slowed down 4 times, and prints the longest tasks
// of its main thread: their duration, and the time that the processor worked on them. The rest of it, the
// thread waited: for the graphics card, or because other processes and workers took the processor. The task
// that first draws the model, and so uploads it, is marked and does not count.
//
//   node -C built test/bench/long-tasks.mjs [model motion] [--worker=auto|off] [--element] [--compile-ahead] [--runs=3]
//
// Needs a build (pnpm build) and a Chromium, which CHROMIUM_PATH names. Without files, it loads our dancer
// and her dance. `--compile-ahead`: the page's script asks the browser to compile its functions while it
// loads, as our files for pages without a bundler do.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { basename, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright';
import { bundlePage } from './bundle-page.mjs';

const THROTTLING = 4;
/** Milliseconds of a task that browsers call long. */
const LONG = 50;
/** Who draws that many indices at once draws the model. */
const INDICES_OF_A_MODEL = 3000;
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    worker: { type: 'string', default: 'auto' },
    element: { type: 'boolean', default: false },
    'compile-ahead': { type: 'boolean', default: false },
    runs: { type: 'string', default: '3' },
  },
});
const [model, motion] =
  positionals.length === 2
    ? positionals
    : ['dancer.pmx', 'dance.vmd'].map((name) => join(ROOT, 'packages/sample/files', name));

/** A page that marks its steps, and shows frames for a second. */
const VIEWER = `
  import { createMmdLight, loadModel } from '@odori/model';
  import { loadMotion, MotionPlayer } from '@odori/runtime';
  import { PerspectiveCamera, Scene, WebGLRenderer } from 'three';

  const renderer = new WebGLRenderer();
  renderer.setSize(64, 64);
  document.body.append(renderer.domElement);
  const scene = new Scene();
  scene.add(createMmdLight());
  const camera = new PerspectiveCamera(40, 1, 1, 1000);
  camera.position.set(0, 10, 45);
  globalThis.startLoading = async (options) => {
    const [model, motion] = await Promise.all([loadModel('model', options), loadMotion('motion', options)]);
    const player = new MotionPlayer();
    player.add(model, motion);
    scene.add(model.root);
    await renderer.compileAsync(scene, camera);
    performance.mark('first frame');
    performance.mark('ready');
    for (let frame = 0; frame < 60; frame++) {
      player.currentTime = frame / 30;
      player.update();
      renderer.render(scene, camera);
      await new Promise(requestAnimationFrame);
    }
  };`;

const ELEMENT = `
  import { OdoriPlayerElement } from '@odori/element/define';
  globalThis.startLoading = async ({ worker }) => {
    const player = new OdoriPlayerElement();
    Object.assign(player, { model: 'model', motion: 'motion', controls: true, muted: true, worker });
    player.style.cssText = 'display: block; width: 64px; height: 64px';
    document.body.append(player);
    player.addEventListener('error', () => console.log(player.error.message));
    while (player.readyState < 2) await new Promise(requestAnimationFrame);
    performance.mark('first frame');
    while (player.readyState < 4) await new Promise(requestAnimationFrame);
    performance.mark('ready');
    void player.play();
    await new Promise((resolve) => setTimeout(resolve, 1000));
  };`;

const CALL = `
  globalThis.call = () => new Promise((resolve) => setTimeout(() => resolve()));`;

const files = await pageFiles();
const server = createServer(({ url }, response) => {
  const name = url.slice(1).replace('favicon.ico', '');
  response.setHeader('content-type', extname(name) === '.js' ? 'text/javascript' : 'text/html');
  if (name === 'model' || name === 'motion') response.setHeader('content-type', 'application/octet-stream');
  const content = files.get(name);
  response.statusCode = content === undefined ? 404 : 200;
  response.end(content);
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const address = `http://127.0.0.1:${server.address().port}/`;

console.log(
  `${basename(model)} and ${basename(motion)}, the processor ${THROTTLING} times slower, worker: ${values.worker}`,
);
const runs = [];
for (let run = 0; run < Number(values.runs); run++) {
  runs.push(await measure());
  print(runs.at(-1));
}
summarize(runs);
server.close();

async function measure() {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
  });
  const page = await browser.newPage();
  page.on('pageerror', (error) => console.error(error));
  page.on('console', (message) => console.error(message.text()));
  await page.addInitScript(markFirstModel, INDICES_OF_A_MODEL);
  await page.goto(address);
  await page.waitForFunction(() => 'startLoading' in globalThis);
  await page.waitForTimeout(1500); // the browser ends its first, empty page one second later, in a long task
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: THROTTLING });
  await browser.startTracing(page, {
    categories: ['disabled-by-default-devtools.timeline', 'devtools.timeline', 'blink.user_timing'],
  });
  // the trace says where: for that, the browser counts the lines of a script once
  await page.evaluate(() => globalThis.call());
  const worker = values.worker === 'auto' ? 'auto' : values.worker === 'on';
  const start = await page.evaluate(
    async (options) => {
      const before = performance.now();
      await globalThis.startLoading(options);
      return before;
    },
    { worker },
  );
  const [first, ready] = await page.evaluate(() =>
    ['first frame', 'ready'].map((name) => performance.getEntriesByName(name)[0].startTime),
  );
  const trace = JSON.parse(String(await browser.stopTracing()));
  await browser.close();
  return { first: first - start, ready: ready - start, tasks: tasksOf(trace.traceEvents) };
}

/** Runs in the page. */
function markFirstModel(indices) {
  const { prototype } = WebGL2RenderingContext;
  const draw = Object.getOwnPropertyDescriptor(prototype, 'drawElements').value;
  prototype.drawElements = function (mode, count, ...rest) {
    if (count >= indices && performance.getEntriesByName('model').length === 0) performance.mark('model');
    draw.call(this, mode, count, ...rest);
  };
}

/** The tasks of the page's main thread, each with the longest things that it did. */
function tasksOf(events) {
  const [mark, ready, upload] = ['first frame', 'ready', 'model'].map((name) =>
    events.find((event) => event.name === name && event.cat.includes('user_timing')),
  );
  const own = events.filter(({ pid, tid, dur }) => pid === mark.pid && tid === mark.tid && dur > 0);
  const tasks = own.filter(({ name }) => name === 'RunTask');
  return tasks.map(({ ts, dur, tdur }) => ({
    milliseconds: dur / 1000,
    work: tdur / 1000,
    after: (ts - mark.ts) / 1000,
    isLoading: ts < ready.ts,
    isUpload: upload !== undefined && ts <= upload.ts && upload.ts <= ts + dur, // small models are not marked
    parts: own.filter(
      (event) => event.name !== 'RunTask' && event.ts >= ts && event.ts + event.dur <= ts + dur,
    ),
  }));
}

function print({ first, ready, tasks }) {
  const longest = tasks.toSorted((a, b) => b.milliseconds - a.milliseconds).slice(0, 5);
  console.log(
    `first frame after ${first.toFixed(0)} ms, all of it after ${ready.toFixed(0)}; the longest tasks (ms, of these work, and when, relative to the first frame):`,
  );
  for (const task of longest) {
    const what = task.parts.toSorted((a, b) => b.dur - a.dur).slice(0, 4);
    const names = what.map(({ name, dur, args }) => {
      const place = args?.data?.functionName ?? '';
      return `${name} ${place} ${(dur / 1000).toFixed(0)}`.replace('  ', ' ');
    });
    const [duration, work, after] = [task.milliseconds, task.work, task.after].map((value) =>
      value.toFixed(0),
    );
    const upload = task.isUpload ? 'the first picture with the model: ' : '';
    console.log(
      `  ${duration.padStart(5)} (${work.padStart(3)}) at ${after.padStart(6)}: ${upload}${names.join(', ')}`,
    );
  }
}

/** How many of the runs had no long task. */
function summarize(all) {
  const loading = all.map(({ tasks }) => tasks.filter((task) => task.isLoading && !task.isUpload));
  const later = all.map(({ tasks }) => tasks.filter((task) => !task.isLoading && !task.isUpload));
  console.log(`while loading: ${longestOf(loading)}`);
  console.log(`in the second afterwards: ${longestOf(later)}`);
}

function longestOf(all) {
  const durations = all.map((tasks) => Math.max(...tasks.map(({ milliseconds }) => milliseconds)));
  const works = all.map((tasks) => Math.max(...tasks.map(({ work }) => work)));
  return [
    `no task above ${LONG} ms in ${countShort(durations)} of ${all.length} runs`,
    `none with more than ${LONG} ms of work in ${countShort(works)}`,
    `the longest, median ${median(durations)} ms`,
    `of work ${median(works)} ms`,
  ].join('; ');
}

function countShort(longest) {
  return longest.filter((milliseconds) => milliseconds <= LONG).length;
}

function median(numbers) {
  return numbers.toSorted((a, b) => a - b)[numbers.length >> 1].toFixed(0);
}

async function pageFiles() {
  const found = new Map([
    ['', '<!doctype html><title>page</title><body><script type="module" src="page.js"></script>'],
    ['model', readFileSync(model)],
    ['motion', readFileSync(motion)],
  ]);
  const script = await bundlePage({ text: `${values.element ? ELEMENT : VIEWER}${CALL}` });
  found.set('page.js', values['compile-ahead'] ? `//# allFunctionsCalledOnLoad\n${script}` : script);
  found.set('model-worker.js', await bundlePage({ entry: '@odori/model/model-worker' }));
  found.set('motion-worker.js', await bundlePage({ entry: '@odori/runtime/motion-worker' }));
  return found;
}
