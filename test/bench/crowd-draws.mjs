// What a frame of 20 and of 200 dancers costs in a real browser, one by one and as a crowd: draw calls, and
// the time of the page's own thread, without the graphics card. Medians of frames that take turns, so that
// only their ratio counts. Then the rigs that are solved in a frame.
//
//   node -C built test/bench/crowd-draws.mjs
//
// Needs a build (pnpm build) and a Chromium, which CHROMIUM_PATH names.
import { readFileSync } from 'node:fs';
import { withPage } from './with-page.mjs';

const FILES = new URL('../../packages/sample/files/', import.meta.url);
const PAGE = `
  import { createModel, ModelCrowd } from '@odori/model';
  import { parsePmx, parseVmd } from '@odori/format';
  import { bindMotion, Motion, Rig } from '@odori/runtime';
  import { Object3D, PerspectiveCamera, Scene, WebGLRenderer } from 'three';

  const FRAMES = 15;
  const renderer = new WebGLRenderer();
  renderer.setSize(64, 64);
  const camera = new PerspectiveCamera(40, 1, 1, 2000);
  camera.position.set(0, 40, 260);
  camera.lookAt(0, 10, 0);
  camera.updateMatrixWorld();
  const bytesOf = (base64) => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  const median = (numbers) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1];
  let solved = 0;
  const { solve } = Rig.prototype;
  Rig.prototype.solve = function () { solved++; return solve.call(this); };

  function time(frame) {
    const start = performance.now();
    frame();
    const milliseconds = performance.now() - start;
    renderer.getContext().finish();
    return milliseconds;
  }

  globalThis.measure = (count, dancer, dance) => {
    const model = createModel(parsePmx(bytesOf(dancer)));
    const motion = Motion.from(parseVmd(bytesOf(dance)));
    const dancers = Array.from({ length: count }, (_, i) => (i === 0 ? model : model.clone()));
    dancers.forEach(({ root }, i) => root.position.set(((i % 20) - 9.5) * 9, 0, -7 * Math.floor(i / 20)));
    const bindings = dancers.map(({ rig }) => bindMotion(motion, rig));
    const [single, together] = [new Scene(), new Scene()];
    single.add(...dancers.map(({ root }) => root));
    const crowd = new ModelCrowd(model);
    together.add(crowd.root);
    for (const each of dancers) crowd.add(each);
    let frame = 100;
    const pose = () => {
      frame += 0.5;
      dancers.forEach((each, i) => (bindings[i].sample(frame + 3 * i), each.update(1 / 60)));
    };
    const drawSingle = () => renderer.render(single, camera);
    const drawTogether = () => (crowd.update(camera), renderer.render(together, camera));
    const calls = [drawSingle, drawTogether].map((draw) => (pose(), draw(), draw(), renderer.info.render.calls));
    const rounds = Array.from({ length: FRAMES }, () => [pose, drawSingle, drawTogether].map(time));
    const [posing, alone, all] = [0, 1, 2].map((i) => median(rounds.map((round) => round[i])));
    const rigs = () => {
      solved = 0;
      for (let i = 0; i < 60; i++) (pose(), crowd.update(camera));
      return solved / 60;
    };
    const each = rigs();
    crowd.rate = (distance) => (distance < 280 ? 60 : 20);
    crowd.update(camera);
    const byDistance = rigs();
    for (const dancer of dancers) dancer.dispose();
    crowd.dispose();
    return { calls, ratio: alone / all, posing: posing / all, each, byDistance };
  };`;

const files = ['dancer.pmx', 'dance.vmd'].map((name) =>
  readFileSync(new URL(name, FILES)).toString('base64'),
);
await withPage(PAGE, async (page) => {
  for (const count of [20, 200]) {
    const { calls, ratio, posing, each, byDistance } = await page.evaluate(
      ([number, dancer, dance]) => globalThis.measure(number, dancer, dance),
      [count, ...files],
    );
    console.log(
      `${count} dancers: ${calls.join(' → ')} draw calls; drawing one by one takes ${ratio.toFixed(1)} times as long as the crowd,`,
      `posing ${posing.toFixed(1)} times; rigs per frame ${each}, with a rate by distance ${byDistance.toFixed(1)}`,
    );
  }
});
