// Counts what a frame of 1, 5 and 20 dancers uploads to the graphics card in a real browser, one by one and
// as a crowd: bytes by kind, and the uploads that come between two draws.
//
//   node -C built test/bench/uploads.mjs [model.pmx motion.vmd]
//
// Needs a build (pnpm build) and a Chromium, which CHROMIUM_PATH names. Without files, our dancer and her
// dance.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { withPage } from './with-page.mjs';

const FILES = fileURLToPath(new URL('../../packages/sample/files/', import.meta.url));
const PAGE = `
  import { createMmdLight, createModel, ModelCrowd } from '@odori/model';
  import { parsePmx, parseVmd } from '@odori/format';
  import { bindMotion, Motion } from '@odori/runtime';
  import { PerspectiveCamera, Scene, WebGLRenderer } from 'three';

  const FRAMES = 60;
  const renderer = new WebGLRenderer();
  renderer.setSize(64, 64);
  const camera = new PerspectiveCamera(40, 1, 1, 2000);
  camera.position.set(0, 40, 260);
  camera.lookAt(0, 10, 0);
  const bytesOf = (base64) => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));

  const counts = { draws: 0, between: 0, buffers: 0, textures: 0 };
  let waiting = 0;
  const gl = renderer.getContext();
  function wrap(name, count) {
    const original = gl[name];
    gl[name] = (...values) => (count(...values), original.apply(gl, values));
  }
  function drawn() {
    if (counts.draws++ > 0) counts.between += waiting;
    waiting = 0;
  }
  wrap('drawElements', drawn);
  wrap('drawElementsInstanced', drawn);
  wrap('bufferSubData', (target, offset, data, start = 0, length = data.length - start) => {
    waiting++;
    counts.buffers += length * data.BYTES_PER_ELEMENT;
  });
  wrap('texSubImage2D', (...values) => {
    waiting++;
    counts.textures += values.at(-1)?.byteLength ?? 0;
  });

  globalThis.measure = (count, isCrowd, dancer, dance) => {
    const model = createModel(parsePmx(bytesOf(dancer)));
    const motion = Motion.from(parseVmd(bytesOf(dance)));
    const dancers = Array.from({ length: count }, (_, i) => (i === 0 ? model : model.clone()));
    dancers.forEach(({ root }, i) => root.position.set(((i % 20) - 9.5) * 9, 0, 0));
    const bindings = dancers.map(({ rig }) => bindMotion(motion, rig));
    const scene = new Scene();
    scene.add(createMmdLight());
    const crowd = isCrowd ? new ModelCrowd(model) : undefined;
    for (const each of dancers) crowd?.add(each);
    scene.add(...(crowd ? [crowd.root] : dancers.map(({ root }) => root)));
    const sums = { draws: 0, between: 0, buffers: 0, textures: 0 };
    for (let frame = -2; frame < FRAMES; frame++) {
      dancers.forEach((each, i) => (bindings[i].sample(100 + 5 * frame + 3 * i), each.update(1 / 60)));
      crowd?.update(camera);
      Object.assign(counts, { draws: 0, between: 0, buffers: 0, textures: 0 });
      waiting = 0;
      renderer.render(scene, camera);
      if (frame >= 0) for (const name in sums) sums[name] += counts[name] / FRAMES;
    }
    for (const each of dancers) each.dispose();
    crowd?.dispose();
    return sums;
  };`;

const [model = `${FILES}dancer.pmx`, motion = `${FILES}dance.vmd`] = process.argv.slice(2);
const files = [model, motion].map((file) => readFileSync(file).toString('base64'));
await withPage(PAGE, async (page) => {
  console.log('dancers   draws   bytes a dancer: buffers   textures   uploads between draws');
  for (const isCrowd of [false, true]) {
    for (const count of [1, 5, 20]) {
      const sums = await page.evaluate(
        ([number, crowd, dancer, dance]) => globalThis.measure(number, crowd, dancer, dance),
        [count, isCrowd, ...files],
      );
      const columns = [
        `${count}${isCrowd ? ', crowd' : ''}`.padEnd(9),
        sums.draws.toFixed(0).padStart(6),
        (sums.buffers / count).toFixed(0).padStart(26),
        (sums.textures / count).toFixed(0).padStart(11),
        sums.between.toFixed(1).padStart(24),
      ];
      console.log(columns.join(''));
    }
  }
});
