// Counts the draw calls of models in a real browser: for one, for twenty copies, and with three's shadow map
// on.
//
//   node -C built test/bench/draw-calls.mjs [model.pmx or .pmd…]
//
// Needs a build (pnpm build) and a Chromium, which CHROMIUM_PATH names. Without a file, it counts those of
// our dancer.
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withPage } from './with-page.mjs';

const DANCER = fileURLToPath(new URL('../../packages/sample/files/dancer.pmx', import.meta.url));
const PAGE = `
  import { createMmdLight, createModel } from '@odori/model';
  import { detectFormat, parsePmd, parsePmx, pmdToPmx } from '@odori/format';
  import { BasicShadowMap, PerspectiveCamera, Scene, WebGLRenderer } from 'three';

  const renderer = new WebGLRenderer();
  renderer.setSize(64, 64);
  renderer.shadowMap.type = BasicShadowMap;
  const camera = new PerspectiveCamera(40, 1, 1, 1000);
  camera.position.set(0, 30, 150); // everything is in the picture
  camera.lookAt(0, 10, 0);

  function callsOf(models) {
    const scene = new Scene();
    scene.add(createMmdLight(), ...models.map(({ root }) => root));
    renderer.render(scene, camera); // compiles
    renderer.render(scene, camera);
    return renderer.info.render.calls;
  }

  globalThis.countCalls = (base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const pmx = detectFormat(bytes) === 'pmd' ? pmdToPmx(parsePmd(bytes)) : parsePmx(bytes);
    const model = createModel(pmx);
    const one = callsOf([model]);
    const copies = Array.from({ length: 20 }, (_, i) => (i === 0 ? model : model.clone()));
    const twenty = callsOf(copies);
    renderer.shadowMap.enabled = true;
    const shadowed = callsOf([model]);
    renderer.shadowMap.enabled = false;
    for (const copy of copies) copy.dispose();
    return { materials: pmx.materials.length, one, twenty, shadowed };
  };`;

await withPage(PAGE, async (page) => {
  console.log('model                          materials   one model   twenty   with self-shadow');
  for (const file of process.argv.length > 2 ? process.argv.slice(2) : [DANCER]) {
    const base64 = readFileSync(file).toString('base64');
    const { materials, one, twenty, shadowed } = await page.evaluate(
      (text) => globalThis.countCalls(text),
      base64,
    );
    const columns = [
      basename(file).padEnd(28),
      String(materials).padStart(11),
      String(one).padStart(11),
      String(twenty).padStart(8),
      String(shadowed).padStart(18),
    ];
    console.log(columns.join(' '));
  }
});
