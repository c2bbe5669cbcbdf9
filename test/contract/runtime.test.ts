import * as runtime from '@odori/runtime';
import * as bake from '@odori/runtime/bake';
import * as motion from '@odori/runtime/motion';
import * as rig from '@odori/runtime/rig';
import manifest from '@odori/runtime/package.json' with { type: 'json' };
import { build } from 'esbuild';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';

test('three is an optional peer dependency, because some entry points do not need it', () => {
  expect(manifest.peerDependencies).toEqual({ three: '>=0.172.0' });
  expect(manifest.peerDependenciesMeta.three.optional).toBe(true);
  expect(Object.keys(manifest.dependencies)).toEqual(['@odori/format']);
});

test('the entry points export these names, and the main one exports those of the pure ones too', () => {
  expect(Object.keys(motion).toSorted()).toEqual([
    'FRAMES_PER_SECOND',
    'KeyCursor',
    'Motion',
    'createCameraPose',
    'curveWeight',
    'matchTracks',
    'sampleBone',
    'sampleCamera',
    'sampleLight',
    'sampleMorph',
    'sampleProperty',
    'sampleSelfShadow',
    'secondsToFrame',
    'toVmd',
    'withFirstKeys',
  ]);
  expect(Object.keys(rig).toSorted()).toEqual([
    'Rig',
    'bindMotion',
    'createRigDefinition',
    'multiplyRotations',
    'noticeableMissing',
    'rotateVector',
  ]);
  expect(Object.keys(bake)).toEqual(['bakeMotion']);
  const own = [
    'LoadError',
    'MotionCamera',
    'MotionLight',
    'MotionHandOver',
    'MotionPlayer',
    'OrbitHandOver',
    'VMDLoader',
    'VPDLoader',
    'applyCameraPose',
    'bindObject',
    'createAnimationClip',
    'createBones',
    'createCameraClip',
    'createPoseTarget',
    'eyeHeight',
    'fetchBytes',
    'filmedEyeHeight',
    'focusOn',
    'loadMotion',
    'readSkeletonDefinition',
  ];
  const pure = [...Object.keys(motion), ...Object.keys(rig), ...Object.keys(bake)];
  expect(Object.keys(runtime)).toEqual(expect.arrayContaining([...pure, ...own]));
});

/** The size and the inputs of the bundle of a page that uses these names of each entry point. */
async function bundle(names: Record<string, string>): Promise<{ gzipBytes: number; inputs: string[] }> {
  const imports = Object.entries(names).map(([entry, list]) => `import { ${list} } from '${entry}';`);
  const contents = `${imports.join('\n')}\nconsole.log(${Object.values(names).join()});`;
  const result = await build({
    stdin: { contents, resolveDir: import.meta.dirname },
    bundle: true,
    minify: true,
    format: 'esm',
    write: false,
    metafile: true,
  });
  return {
    gzipBytes: gzipSync(result.outputFiles[0].contents).length,
    inputs: Object.keys(result.metafile.inputs),
  };
}

const THREE = /node_modules\/three\//;

test('@odori/runtime/motion bundles without three; reading, merging and sampling bones take at most 16.4 kB', async () => {
  const { gzipBytes, inputs } = await bundle({
    '@odori/format': 'parseVmd',
    '@odori/runtime/motion': 'Motion, sampleBone, secondsToFrame',
  });
  expect(inputs.filter((input) => THREE.test(input))).toEqual([]);
  expect(gzipBytes).toBeLessThanOrEqual(16_400);
});

test('sampling morphs and the camera as well fits into the same 16.4 kB', async () => {
  const { gzipBytes } = await bundle({
    '@odori/format': 'parseVmd',
    '@odori/runtime/motion': 'Motion, sampleBone, sampleMorph, sampleCamera, secondsToFrame',
  });
  expect(gzipBytes).toBeLessThanOrEqual(16_400);
});

test('@odori/runtime/rig bundles without three; models, motions and solved bones take at most 31.7 kB', async () => {
  const { gzipBytes, inputs } = await bundle({
    '@odori/format': 'parsePmx, parseVmd',
    '@odori/runtime/motion': 'Motion',
    '@odori/runtime/rig': 'Rig, bindMotion, createRigDefinition',
  });
  expect(inputs.filter((input) => THREE.test(input))).toEqual([]);
  expect(gzipBytes).toBeLessThanOrEqual(31_700);
});

test('baking, and what our packages without three share, bundle without three', async () => {
  const { inputs } = await bundle({
    '@odori/runtime/bake': 'bakeMotion',
    '@odori/runtime/joints': 'sampleMotion',
    '@odori/runtime/fit': 'fitToSong, composeDance, findOffset',
    '@odori/runtime/internal': 'flipPositions',
    '@odori/runtime/internal/catalog': 'fillText',
    '@odori/runtime/internal/worker': 'answerRequests',
  });
  expect(inputs.filter((input) => THREE.test(input))).toEqual([]);
});

test('the script of the worker bundles without three, and takes at most 24.5 kB', async () => {
  const { outputFiles, metafile } = await build({
    stdin: { contents: `import '@odori/runtime/motion-worker';`, resolveDir: import.meta.dirname },
    bundle: true,
    minify: true,
    format: 'esm',
    write: false,
    metafile: true,
  });
  expect(Object.keys(metafile.inputs).filter((input) => THREE.test(input))).toEqual([]);
  expect(gzipSync(outputFiles[0].contents).length).toBeGreaterThan(10_000);
  expect(gzipSync(outputFiles[0].contents).length).toBeLessThanOrEqual(24.5 * 1024);
});
