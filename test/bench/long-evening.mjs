// A long evening in a real browser: hours of dance by a simulated clock, with many changes of the model and
// the motion. Prints what is left after each tenth: memory, event listeners, and objects of WebGL.
//
//   node -C built test/bench/long-evening.mjs [--hours=8] [--changes=200] [--physics] [model.pmx, model.pmd, motion.vmd…]
//
// Needs a build (pnpm build) and a Chromium, which CHROMIUM_PATH names. Without files, our dancer dances our
// dance. Each change makes the model and its motion anew from their files. The clock makes 30 steps a second,
// and one picture is drawn for each 10 seconds of dance.
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright';
import { bundlePage } from './bundle-page.mjs';

const STEPS_PER_SECOND = 30;
const SECONDS_PER_PICTURE = 10;
const MB = 1024 * 1024;
const ASSETS = ['dancer.pmx', 'dance.vmd'].map((name) =>
  fileURLToPath(new URL(`../../packages/sample/files/${name}`, import.meta.url)),
);

const PAGE = `
  import { createMmdLight, createModel } from '@odori/model';
  import { detectFormat, parsePmd, parsePmx, parseVmd, pmdToPmx } from '@odori/format';
  import { Motion, MotionPlayer } from '@odori/runtime';
  import { PerspectiveCamera, Scene, WebGLRenderer } from 'three';

  const KINDS = ['Buffer', 'Texture', 'Program', 'Shader', 'VertexArray', 'Framebuffer', 'Renderbuffer'];
  let objects = 0;
  for (const kind of KINDS) {
    const { prototype } = WebGL2RenderingContext;
    const [create, remove] = [prototype['create' + kind], prototype['delete' + kind]];
    prototype['create' + kind] = function (...parameters) {
      objects++;
      return create.apply(this, parameters);
    };
    prototype['delete' + kind] = function (object) {
      if (object) objects--;
      return remove.call(this, object);
    };
  }

  const renderer = new WebGLRenderer();
  renderer.setSize(64, 64);
  const camera = new PerspectiveCamera(40, 1, 1, 1000);
  camera.position.set(0, 12, 60);
  const scene = new Scene();
  scene.add(createMmdLight());
  const player = new MotionPlayer({ loop: true });
  const files = { models: [], motions: [] };
  let model;

  globalThis.addFile = (base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    (detectFormat(bytes) === 'vmd' ? files.motions : files.models).push(bytes);
  };

  /** Another model with another motion, each in its turn, for some seconds. */
  globalThis.dance = async (turn, seconds, withPhysics) => {
    if (model) {
      player.remove(model);
      model.dispose();
      model.root.removeFromParent();
    }
    const bytes = files.models[turn % files.models.length];
    const motion = files.motions[turn % files.motions.length];
    model = createModel(detectFormat(bytes) === 'pmd' ? pmdToPmx(parsePmd(bytes)) : parsePmx(bytes));
    if (withPhysics) await model.loadPhysics();
    scene.add(model.root);
    player.add(model, Motion.from(parseVmd(motion)));
    player.currentTime = 0;
    await player.play();
    for (let step = 0; step < seconds * ${STEPS_PER_SECOND}; step++) {
      player.update(1 / ${STEPS_PER_SECOND});
      if (step % ${STEPS_PER_SECOND * SECONDS_PER_PICTURE} === 0) renderer.render(scene, camera);
    }
  };

  globalThis.countObjects = () => ({ objects, programs: renderer.info.programs.length, ...renderer.info.memory });`;

const numberOf = (name, usual) => {
  const found = process.argv.find((argument) => argument.startsWith(`--${name}=`));
  return found ? Number(found.slice(name.length + 3)) : usual;
};
const hours = numberOf('hours', 8);
const changes = numberOf('changes', 200);
const withPhysics = process.argv.includes('--physics');
const given = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
});
const page = await browser.newPage();
page.on('pageerror', (error) => console.error(error));
await page.addScriptTag({ type: 'module', content: await bundlePage({ text: PAGE }) });
const tools = await page.context().newCDPSession(page);
const files = given.length > 0 ? given : ASSETS;
for (const file of files)
  await page.evaluate((text) => globalThis.addFile(text), readFileSync(file).toString('base64'));

console.log(
  `${hours} hours, ${changes} changes, ${withPhysics ? 'with' : 'without'} physics: ${files.map((file) => basename(file)).join(', ')}`,
);
console.log(
  'changes   JS heap, MB   arrays, MB   listeners   DOM nodes   WebGL objects   programs   geometries   textures',
);
const rows = [];
for (let turn = 0; turn < changes; turn++) {
  const seconds = (hours * 3600) / changes;
  await page.evaluate(([n, s, physics]) => globalThis.dance(n, s, physics), [turn, seconds, withPhysics]);
  if ((turn + 1) % Math.ceil(changes / 10) === 0) await report(turn + 1);
}
await browser.close();
const [first, last] = [rows[0], rows.at(-1)];
const growth = last.heap + last.arrays - first.heap - first.arrays;
console.log(
  `From the first tenth to the last: ${growth.toFixed(2)} MB more memory, ${last.listeners - first.listeners} more listeners, ${last.objects - first.objects} more WebGL objects.`,
);

/** After a collection: the models of the last change are still in use. */
async function report(turn) {
  for (let i = 0; i < 3; i++) await tools.send('HeapProfiler.collectGarbage');
  const { usedSize, backingStorageSize } = await tools.send('Runtime.getHeapUsage');
  const { jsEventListeners, nodes } = await tools.send('Memory.getDOMCounters');
  const { objects, programs, geometries, textures } = await page.evaluate(() => globalThis.countObjects());
  rows.push({ heap: usedSize / MB, arrays: backingStorageSize / MB, listeners: jsEventListeners, objects });
  const columns = [
    turn,
    (usedSize / MB).toFixed(2),
    (backingStorageSize / MB).toFixed(2),
    jsEventListeners,
    nodes,
    objects,
    programs,
    geometries,
    textures,
  ];
  const widths = [7, 14, 13, 12, 12, 16, 11, 13, 11];
  console.log(columns.map((value, i) => String(value).padStart(widths[i])).join(''));
}
