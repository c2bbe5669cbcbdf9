// The memory of a page that loads three large models at once, made here: of 20, 40 and 60 MB with their
// textures. The heap, buffers included, of the page and its workers, at its highest and at rest; the process
// of the page, in which decoded pictures lie, too; and the pixels of the textures.
//
//   node -C built test/bench/page-memory.mjs
//
// Needs a build (pnpm build), a Chromium, which CHROMIUM_PATH names, and Linux, whose /proc has the highest
// memory of a process.
import { readFileSync, writeFileSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import { createPmx, createPmxBone, serializePmx } from '@odori/format';
import { bundlePage } from './bundle-page.mjs';
import { servePage } from './serve-page.mjs';

const PAGE = `
  import { createMmdLight, loadModel, Quality } from '@odori/model';
  import { PerspectiveCamera, Scene, WebGLRenderer } from 'three';

  globalThis.measure = async (names, level) => {
    const renderer = new WebGLRenderer();
    renderer.setSize(390, 844);
    document.body.append(renderer.domElement);
    const scene = new Scene();
    const camera = new PerspectiveCamera(40, 390 / 844, 1, 1000);
    camera.position.set(0, 10, 60);
    const options = { maxTextureSize: new Quality(level).settings.textureSize };
    const models = await Promise.all(names.map((name) => loadModel('/' + name + '/model.pmx', options)));
    scene.add(createMmdLight(), ...models.map(({ root }) => root));
    for (let frame = 0; frame < 3; frame++) {
      for (const model of models) model.update();
      renderer.render(scene, camera);
      await new Promise(requestAnimationFrame);
    }
    globalThis.kept = [renderer, scene];
    return models.map(({ mesh }) => {
      const maps = new Set([mesh.material].flat().map(({ uniforms }) => uniforms.colorMap.value));
      return [...maps].reduce((sum, { image }) => sum + 4 * image.width * image.height, 0);
    });
  };`;

const MB = 1e6;
const SETS = {
  small: { vertices: 60_000, morphs: 30, textures: { png: [2048, 2048, 2048] } },
  middle: { vertices: 120_000, morphs: 60, textures: { png: [2048, 2048], tga: [2048] } },
  large: { vertices: 150_000, morphs: 50, textures: { png: [4096, 2048, 2048], tga: [2048] } },
};
const WRITERS = { png, tga };

/** Looks at the heaps of the page and its workers again and again. */
class HeapWatch {
  most = 0;
  #isWatching = true;
  /** By session. */
  #workers = new Map();

  constructor(session) {
    session.on('Target.attachedToTarget', ({ sessionId }) => this.#workers.set(sessionId, 0));
    session.on('Target.detachedFromTarget', ({ sessionId }) => this.#workers.delete(sessionId));
    session.on('Target.receivedMessageFromTarget', ({ sessionId, message }) => {
      const { result } = JSON.parse(message);
      if (result && this.#workers.has(sessionId)) this.#workers.set(sessionId, total(result));
    });
    this.session = session;
  }

  async watch() {
    const { session } = this;
    const settings = { autoAttach: true, waitForDebuggerOnStart: false, flatten: false };
    await session.send('Target.setAutoAttach', settings);
    const message = JSON.stringify({ id: 1, method: 'Runtime.getHeapUsage' });
    while (this.#isWatching) {
      for (const sessionId of this.#workers.keys())
        session.send('Target.sendMessageToTarget', { sessionId, message }).catch(() => {}); // it has ended
      const page = total(await session.send('Runtime.getHeapUsage'));
      this.most = Math.max(
        this.most,
        [...this.#workers.values()].reduce((sum, bytes) => sum + bytes, page),
      );
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }

  stop() {
    this.#isWatching = false;
  }
}

const files = new Map([
  ['/page.js', await bundlePage({ text: PAGE })],
  ['/model-worker.js', await bundlePage({ entry: '@odori/model/model-worker' })],
  ['/texture-worker.js', await bundlePage({ entry: '@odori/model/texture-worker' })],
]);
for (const [name, set] of Object.entries(SETS)) {
  const made = Object.entries(filesOf(set));
  for (const [file, bytes] of made) files.set(`/${name}/${file}`, bytes);
  const size = made.reduce((sum, [, bytes]) => sum + bytes.length, 0);
  console.log(`${name}: ${inMB(size)} in ${made.length} files, the model ${inMB(made[0][1].length)}`);
}

const COLUMNS = ['heap: most', 'at rest', 'buffers', 'process: most', 'at rest'];
COLUMNS.push(...Object.keys(SETS).map((name) => `pixels ${name}`));
console.log(`\nMB      ${COLUMNS.map((name) => name.padStart(15)).join('')}`);
for (const level of ['high', 'medium']) {
  const use = (page) => show(page, level);
  await servePage(files, use, ['--use-angle=swiftshader', '--enable-unsafe-swiftshader']);
}

async function show(page, level) {
  const session = await page.context().newCDPSession(page);
  const renderer = await processOf(page);
  const before = renderer.reset();
  const heap = new HeapWatch(session);
  const watching = heap.watch();
  const textures = await page.evaluate(
    ([names, quality]) => globalThis.measure(names, quality),
    [Object.keys(SETS), level],
  );
  heap.stop();
  await watching;
  const processMost = renderer.most() - before;
  await session.send('HeapProfiler.collectGarbage');
  const rest = await session.send('Runtime.getHeapUsage');
  const columns = [
    heap.most,
    total(rest),
    rest.backingStorageSize,
    processMost,
    renderer.now() - before,
    ...textures,
  ];
  console.log(level.padEnd(8) + columns.map((bytes) => (bytes / MB).toFixed(0).padStart(15)).join(''));
}

function total({ usedSize, embedderHeapUsedSize, backingStorageSize }) {
  return usedSize + embedderHeapUsedSize + backingStorageSize;
}

/** The memory of the page's process, as Linux counts it. */
async function processOf(page) {
  const browser = await page.context().browser().newBrowserCDPSession();
  const { processInfo } = await browser.send('SystemInfo.getProcessInfo');
  const renderers = processInfo.filter(({ type }) => type === 'renderer');
  const { id } = renderers.toSorted((a, b) => b.cpuTime - a.cpuTime)[0];
  const read = (name) => {
    const status = readFileSync(`/proc/${id}/status`, 'utf8');
    return 1024 * Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)[1]);
  };
  return {
    now: () => read('VmRSS'),
    most: () => read('VmHWM'),
    /** Forgets the highest memory so far. */
    reset() {
      writeFileSync(`/proc/${id}/clear_refs`, '5');
      return read('VmRSS');
    },
  };
}

/** The files of a model, by name: a grid of quads in as many materials as textures, with vertex morphs. */
function filesOf({ vertices: count, morphs, textures }) {
  const pictures = Object.entries(textures).flatMap(([kind, sizes]) =>
    sizes.map((size, i) => [`${kind}${i}.${kind}`, WRITERS[kind](size)]),
  );
  const columns = Math.floor(Math.sqrt(count));
  const at = (i) => [(i % columns) / columns, Math.floor(i / columns) / columns];
  const indices = [];
  for (let i = 0; i + columns + 1 < count; i++) {
    if (i % columns === columns - 1) continue;
    indices.push(i, i + 1, i + columns, i + 1, i + columns + 1, i + columns);
  }
  const share = 3 * Math.floor(indices.length / 3 / pictures.length);
  const moved = Math.floor(count / 20);
  const pmx = createPmx({
    bones: [createPmxBone({ name: 'センター' })],
    textures: pictures.map(([name]) => name),
    materials: pictures.map((_, texture) => material(texture, share)),
    indices: Uint32Array.from(indices).subarray(0, share * pictures.length),
    morphs: Array.from({ length: morphs }, (_, m) => ({
      name: `m${m}`,
      nameEn: '',
      panel: 4,
      type: 'vertex',
      vertices: Uint32Array.from({ length: moved }, (__, k) => (20 * k + m) % count),
      offsets: new Float32Array(3 * moved).fill(0.1),
    })),
    vertices: {
      count,
      positions: Float32Array.from({ length: 3 * count }, (_, k) => 20 * (at(Math.floor(k / 3))[k % 3] ?? 0)),
      normals: Float32Array.from({ length: 3 * count }, (_, k) => (k % 3 === 2 ? -1 : 0)),
      uvs: Float32Array.from({ length: 2 * count }, (_, k) => at(k >> 1)[k % 2]),
      additionalUvCount: 0,
      additionalUvs: new Float32Array(),
      weightTypes: new Uint8Array(count).fill(2), // BDEF4
      boneIndices: new Int32Array(4 * count),
      boneWeights: Float32Array.from({ length: 4 * count }, (_, k) => (k % 4 === 0 ? 1 : 0)),
      sdefVertices: new Uint32Array(),
      sdefVectors: new Float32Array(),
      edgeScales: new Float32Array(count).fill(1),
    },
  });
  return { 'model.pmx': serializePmx(pmx), ...Object.fromEntries(pictures) };
}

function material(texture, indexCount) {
  return {
    name: `material ${texture}`,
    nameEn: '',
    diffuse: [1, 1, 1, 1],
    specular: [0, 0, 0],
    specularPower: 0,
    ambient: [0.5, 0.5, 0.5],
    flags: 31,
    edgeColor: [0, 0, 0, 1],
    edgeSize: 1,
    texture,
    sphereTexture: -1,
    sphereMode: 0,
    sharedToon: 1,
    toon: texture % 10,
    memo: '',
    indexCount,
  };
}

/** Rows of pixels, 3 bytes each, with noise, so that they do not become a small file. */
function* noisyRows(size) {
  const row = Buffer.alloc(3 * size);
  let state = 1;
  for (let y = 0; y < size; y++) {
    for (let i = 0; i < row.length; i++) {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      row[i] = ((y + i) & 0xf0) + (state >>> 30);
    }
    yield Buffer.from(row);
  }
}

function png(size) {
  const raw = Buffer.concat([...noisyRows(size)].map((row) => Buffer.concat([Buffer.of(0), row])));
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  header.set([8, 2], 8); // bits, RGB
  const chunks = [
    ['IHDR', header],
    ['IDAT', deflateSync(raw, { level: 1 })],
    ['IEND', Buffer.alloc(0)],
  ];
  return Buffer.concat([
    Buffer.of(137, 80, 78, 71, 13, 10, 26, 10),
    ...chunks.map(([name, data]) => chunk(name, data)),
  ]);
}

function chunk(name, data) {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

function crc32(bytes) {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

function tga(size) {
  const header = Buffer.alloc(18);
  header[2] = 2; // true color
  header.writeUInt16LE(size, 12);
  header.writeUInt16LE(size, 14);
  header[16] = 24;
  return Buffer.concat([header, ...noisyRows(size)]);
}

function inMB(bytes) {
  return `${(bytes / MB).toFixed(0)} MB`;
}
