import * as companion from '@odori/runtime/companion';
import { build, type Metafile } from 'esbuild';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';

/** Bundles and minifies the script of a page. */
async function bundle(source: string): Promise<{ code: string; gzipBytes: number; inputs: string[] }> {
  const result = await build({
    stdin: { contents: source, resolveDir: import.meta.dirname },
    bundle: true,
    minify: true,
    format: 'esm',
    write: false,
    metafile: true,
  });
  const { contents, text } = result.outputFiles[0];
  const [output] = Object.values(result.metafile.outputs);
  return { code: text, gzipBytes: gzipSync(contents).length, inputs: Object.keys(output.inputs) };
}

test('a page that only reads VMD motions takes at most 8 kB, without an encoding table', async () => {
  const { gzipBytes, inputs } = await bundle(
    `import { parseVmd } from '@odori/format'; console.log(parseVmd);`,
  );
  expect(gzipBytes).toBeLessThanOrEqual(8 * 1024);
  expect(inputs.filter((input) => input.includes('encode-cp932'))).toEqual([]);
});

test('a page that only reads VPD poses takes at most 7 kB, without an encoding table', async () => {
  const { gzipBytes, inputs } = await bundle(
    `import { parseVpd } from '@odori/format'; console.log(parseVpd);`,
  );
  expect(gzipBytes).toBeLessThanOrEqual(7 * 1024);
  expect(inputs.filter((input) => input.includes('encode-cp932'))).toEqual([]);
});

test('a page that reads PMD models and converts them to PMX takes at most 9.5 kB, without an encoding table', async () => {
  const { gzipBytes, inputs } = await bundle(
    `import { parsePmd, pmdToPmx } from '@odori/format'; console.log(parsePmd, pmdToPmx);`,
  );
  expect(gzipBytes).toBeLessThanOrEqual(9.5 * 1024);
  expect(inputs.filter((input) => input.includes('encode-cp932'))).toEqual([]);
});

test('a shelf takes at most 4 kB until it reads or writes a zip', async () => {
  const { outputFiles } = await build({
    stdin: { contents: `export * from '@odori/element/shelf';`, resolveDir: import.meta.dirname },
    bundle: true,
    minify: true,
    splitting: true,
    format: 'esm',
    write: false,
    outdir: '/',
  });
  expect(outputFiles.length).toBeGreaterThan(1);
  expect(gzipSync(outputFiles[0].contents).length).toBeLessThanOrEqual(4 * 1024);
});

test('a page that only reads PMX models takes at most 7.5 kB, without an encoding table', async () => {
  const { gzipBytes, inputs } = await bundle(
    `import { parsePmx } from '@odori/format'; console.log(parsePmx);`,
  );
  expect(gzipBytes).toBeLessThanOrEqual(7.5 * 1024);
  expect(inputs.filter((input) => input.includes('encode-cp932'))).toEqual([]);
});

test('the rigid-body solver takes at most 14.5 kB, without other packages', async () => {
  const { gzipBytes, inputs } = await bundle(`import { World } from '@odori/physics'; console.log(World);`);
  expect(gzipBytes).toBeLessThanOrEqual(14.5 * 1024);
  expect(inputs.filter((input) => !/packages\/physics|stdin/.test(input))).toEqual([]);
});

test('physics with the solver takes at most 23.5 kB, without three', async () => {
  const { gzipBytes, inputs } = await bundle(
    `import { createPhysics } from '@odori/physics'; console.log(createPhysics);`,
  );
  expect(gzipBytes).toBeLessThanOrEqual(23.5 * 1024);
  expect(inputs.filter((input) => /node_modules\/three/.test(input))).toEqual([]);
});

const RIG = `import { bindMotion, createRigDefinition, Rig } from '@odori/runtime/rig';
import { PMX_BONE } from '@odori/format'; console.log(bindMotion, createRigDefinition, Rig, PMX_BONE);`;
const rig = bundle(RIG);

/** What the names of an entry point add to a page that solves bones. */
async function besideRig(names: string, entry: string): Promise<number> {
  const page = await bundle(`${RIG} import { ${names} } from '${entry}'; console.log(${names});`);
  expect(page.inputs.filter((input) => /node_modules\/three/.test(input))).toEqual([]);
  return page.gzipBytes - (await rig).gzipBytes;
}

test('an avatar that follows a rig takes at most 7.5 kB beside the rig, reading its file at most 6.2 kB more', async () => {
  const following = 'HumanoidPose, standardSource, bindExpressions';
  const bytes = await besideRig(following, '@odori/vrm/humanoid');
  expect(bytes).toBeLessThanOrEqual(7.5 * 1024);
  const withReader = await besideRig(`${following}, readHumanoid`, '@odori/vrm/humanoid');
  expect(withReader - bytes).toBeLessThanOrEqual(6.2 * 1024); // with the ranges of its eyes
});

test('what makes a character live takes at most 12 kB beside the rig, and each part at most 2 kB', async () => {
  const names = Object.keys(companion);
  expect(await besideRig(names.join(', '), '@odori/runtime/companion')).toBeLessThanOrEqual(12 * 1024);
  const sizes = await Promise.all(
    names.map(async (name) => [name, await besideRig(name, '@odori/runtime/companion')] as const),
  );
  // lips hear, read and speak; a companion is nearly all of it
  const mostOf: Readonly<Record<string, number>> = { lips: 3.25, emotion: 2.1, createCompanion: 12 };
  expect(sizes.filter(([name, bytes]) => bytes > (mostOf[name] ?? 2) * 1024)).toEqual([]);
});

test('the code for physics in a worker, at most 2.2 kB, is loaded only with the option', async () => {
  const { gzipBytes, inputs, later, laterGzipBytes } = await splitBundle(
    `import { createPhysics } from '@odori/physics'; console.log(createPhysics);`,
  );
  expect(gzipBytes).toBeLessThanOrEqual(22.2 * 1024);
  expect(inputs.filter((input) => input.includes('/worker/'))).toEqual([]);
  expect(later.map((input) => basename(input)).toSorted()).toEqual([
    'frame-records.ts',
    'open-worker.ts',
    'remote-simulation.ts',
  ]);
  expect(laterGzipBytes).toBeLessThanOrEqual(2.2 * 1024);
});

test('a page that writes motions takes at most 11 kB, without an encoding table', async () => {
  const { gzipBytes, inputs } = await bundle(
    `import { serializeVmd } from '@odori/format'; console.log(serializeVmd);`,
  );
  expect(gzipBytes).toBeLessThanOrEqual(11 * 1024);
  expect(inputs.filter((input) => !/packages\/format|stdin/.test(input))).toEqual([]);
});

/** A program that shows a dancing model, with a camera and a light. */
const VIEWER = `
import { PMXLoader } from '@odori/model';
import { bindMotion, MotionCamera, MotionLight, secondsToFrame, VMDLoader } from '@odori/runtime';
console.log(PMXLoader, VMDLoader, MotionCamera, bindMotion, secondsToFrame, MotionLight);`;

/** The modules that a viewer loads with the first model that has physics. */
const PHYSICS = /packages\/physics\/|\/(?:model-physics|root-place|frame-place)\.ts$/;

/** What a viewer loads with the first KTX2 texture, besides three's own code for it. */
const KTX2 = /\/decode-ktx2\.ts$/;

test('a viewer of dancing models takes at most 82 kB besides three, without zip code and physics', async () => {
  const { gzipBytes, inputs, later, laterGzipBytes } = await splitBundle(VIEWER);
  expect(gzipBytes).toBeLessThanOrEqual(82 * 1024);
  expect(inputs.filter((input) => input.includes('fflate') || PHYSICS.test(input))).toEqual([]);
  expect(later.filter((input) => !PHYSICS.test(input) && !KTX2.test(input))).toEqual([]);
  expect(later.filter((input) => PHYSICS.test(input)).length).toBeGreaterThan(10);
  // with the worker's code, which comes with its option only, and 1 kB for KTX2 textures
  expect(laterGzipBytes).toBeLessThanOrEqual(31 * 1024);
});

test('crowds take at most 6.3 kB more, and only where they are used', async () => {
  const viewer = await splitBundle(VIEWER);
  const page = await splitBundle(
    `${VIEWER} import { ModelCrowd } from '@odori/model'; console.log(ModelCrowd);`,
  );
  expect(page.gzipBytes - viewer.gzipBytes).toBeLessThanOrEqual(6.3 * 1024);
  expect(viewer.inputs.filter((input) => input.includes('/crowd/'))).toEqual([]);
});

test('models for WebGPURenderer take at most 1.3 kB more than those for WebGLRenderer, without their GLSL', async () => {
  const webgl = await splitBundle(VIEWER);
  const { gzipBytes, inputs, later } = await splitBundle(
    VIEWER.replace('@odori/model', '@odori/model/webgpu'),
  );
  expect(gzipBytes).toBeLessThanOrEqual(webgl.gzipBytes + 1.3 * 1024);
  expect([...inputs, ...later].filter((input) => input.includes('/webgl/'))).toEqual([]);
  expect(webgl.inputs.filter((input) => input.includes('/webgpu/'))).toEqual([]);
});

test('a page that shows models with WebGPURenderer takes at most 63.1 kB besides three', async () => {
  const { gzipBytes } = await splitBundle(
    `import { PMXLoader } from '@odori/model/webgpu'; console.log(PMXLoader);`,
  );
  expect(gzipBytes).toBeLessThanOrEqual(63.1 * 1024);
});

/** The modules that a page loads with its first accessory. */
const ACCESSORIES = /packages\/format\/src\/x\/|\/src\/accessory\/|\/accessory-material\.ts$|\/fflate\//;

test('the code of accessories, at most 28 kB, is loaded with the first accessory', async () => {
  const { inputs, later, laterGzipBytes } = await splitBundle(
    `import { loadAccessory, XLoader } from '@odori/model'; console.log(loadAccessory, XLoader);`,
  );
  const parts = inputs.filter((input) => ACCESSORIES.test(input));
  // to detect the format
  expect(parts.map((input) => basename(input)).toSorted()).toEqual(['vac.ts', 'x.ts']);
  expect(later.filter((input) => ACCESSORIES.test(input)).length).toBeGreaterThan(10);
  expect(laterGzipBytes).toBeLessThanOrEqual(28 * 1024);
});

test('a page that reads accessories without showing them takes at most 10.5 kB', async () => {
  const { gzipBytes, inputs } = await bundle(
    `import { parseX } from '@odori/format/x'; console.log(parseX);`,
  );
  expect(gzipBytes).toBeLessThanOrEqual(10.5 * 1024);
  expect(inputs.filter((input) => input.includes('encode-cp932'))).toEqual([]);
});

test('a viewer that reads zips takes at most 84.5 kB besides three, and loads fflate with the first zip', async () => {
  const { gzipBytes, inputs, later } = await splitBundle(
    `${VIEWER} import { readZip } from '@odori/model'; console.log(readZip);`,
  );
  expect(gzipBytes).toBeLessThanOrEqual(84.5 * 1024);
  expect(inputs.filter((input) => input.includes('fflate'))).toEqual([]);
  expect(later.some((input) => input.includes('fflate'))).toBe(true);
  expect(
    later.filter((input) => !/fflate|\/(?:unzip|decode-ktx2)\.ts$/.test(input) && !PHYSICS.test(input)),
  ).toEqual([]);
});

/** The modules that a page loads at once, and those that it loads when they are needed. */
interface SplitBundle {
  readonly gzipBytes: number;
  readonly inputs: string[];
  readonly later: string[];
  readonly laterGzipBytes: number;
}

/** Bundles the script of a page. Three is external. */
async function splitBundle(source: string): Promise<SplitBundle> {
  const { metafile, outputFiles } = await build({
    stdin: { contents: source, resolveDir: import.meta.dirname },
    bundle: true,
    minify: true,
    format: 'esm',
    splitting: true,
    outdir: join(import.meta.dirname, 'bundle'),
    write: false,
    metafile: true,
    external: ['three', 'three/addons/*'],
  });
  const { outputs } = metafile;
  const entry = Object.keys(outputs).find((path) => outputs[path].entryPoint === '<stdin>')!;
  const [atOnce, all] = [reached(outputs, entry, ['import-statement']), reached(outputs, entry)];
  const sizes = new Map(outputFiles.map(({ path, contents }) => [basename(path), gzipSync(contents).length]));
  const sizeOf = (paths: readonly string[]): number =>
    paths.reduce((sum, path) => sum + sizes.get(basename(path))!, 0);
  const later = all.filter((path) => !atOnce.includes(path));
  return {
    gzipBytes: sizeOf(atOnce),
    inputs: inputsOf(outputs, atOnce),
    later: inputsOf(outputs, later),
    laterGzipBytes: sizeOf(later),
  };
}

/**
 * The files that a file imports, directly or indirectly, by the given kinds of imports; the file itself comes
 * first.
 */
function reached(
  outputs: Metafile['outputs'],
  entry: string,
  kinds: readonly string[] = ['import-statement', 'dynamic-import'],
): string[] {
  const found = new Set([entry]);
  for (const path of found) {
    for (const { path: next, kind, external } of outputs[path].imports) {
      if (!external && kinds.includes(kind)) found.add(next);
    }
  }
  return [...found];
}

function inputsOf(outputs: Metafile['outputs'], paths: readonly string[]): string[] {
  return paths.flatMap((path) => Object.keys(outputs[path].inputs));
}

test('a bundle of unused imports is empty', async () => {
  const { code } = await bundle(`import { parseVmd, serializeVmd } from '@odori/format';`);
  expect(code.trim()).toBe('');
});

test('a page that writes VRM animations takes at most 2.8 kB, without the reader', async () => {
  const { gzipBytes, inputs } = await bundle(
    `import { serializeVrma } from '@odori/vrm/humanoid'; console.log(serializeVrma);`,
  );
  expect(gzipBytes).toBeLessThanOrEqual(2.8 * 1024);
  expect(inputs.filter((input) => /parse-vrma|read-accessor|node_modules/.test(input))).toEqual([]);
});

test('a page that writes GLB files of dances takes at most 22.5 kB, without three', async () => {
  const { gzipBytes, inputs } = await bundle(
    `import { createDanceGlb } from '@odori/vrm/glb'; console.log(createDanceGlb);`,
  );
  expect(gzipBytes).toBeLessThanOrEqual(22.5 * 1024);
  expect(inputs.filter((input) => /node_modules/.test(input))).toEqual([]);
});
