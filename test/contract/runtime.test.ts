import * as runtime from '@odori/runtime';
import * as motion from '@odori/runtime/motion';
import * as rig from '@odori/runtime/rig';
import manifest from '@odori/runtime/package.json' with { type: 'json' };
import { build } from 'esbuild';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';

test('three is an optional peer dependency: some entry points do not need it', () => {
  expect(manifest.peerDependencies).toEqual({ three: '>=0.187.0' });
  expect(manifest.peerDependenciesMeta.three.optional).toBe(true);
  expect(Object.keys(manifest.dependencies)).toEqual(['@odori/format']);
});

test('@odori/runtime exports these names, those of its pure entry points included', () => {
  expect(Object.keys(motion).toSorted()).toEqual([
    'FRAMES_PER_SECOND',
    'KeyCursor',
    'Motion',
    'createCameraPose',
    'curveWeight',
    'findKey',
    'findTrack',
    'flipCameraAngles',
    'flipPositions',
    'flipRotations',
    'sampleBone',
    'sampleBonePhysics',
    'sampleCamera',
    'sampleLight',
    'sampleMorph',
    'sampleProperty',
    'sampleSelfShadow',
    'secondsToFrame',
    'segmentFraction',
    'solveAsMmd',
    'toVmd',
    'withFirstKeys',
  ]);
  expect(Object.keys(rig).toSorted()).toEqual([
    'Rig',
    'RigPose',
    'bakeMotion',
    'bindMotion',
    'createRigDefinition',
    'createSkeletonDefinition',
    'readLocalPose',
  ]);
  const own = [
    'MotionCamera',
    'MotionJumpEvent',
    'MotionLight',
    'MotionPlayer',
    'VMDLoader',
    'VPDLoader',
    'applyCameraPose',
    'bindObject',
    'createAnimationClip',
    'createBones',
    'createPoseTarget',
    'readSkeletonDefinition',
  ];
  const pure = [...Object.keys(motion), ...Object.keys(rig)];
  expect(Object.keys(runtime)).toEqual(expect.arrayContaining([...pure, ...own]));
});

/** Bundles a page that uses names of several entry points: its size and its modules. */
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

test('@odori/runtime/motion bundles without three; parsing, merging and sampling bones take at most 10.7 kB', async () => {
  const { gzipBytes, inputs } = await bundle({
    '@odori/format': 'parseVmd',
    '@odori/runtime/motion': 'Motion, sampleBone, secondsToFrame',
  });
  expect(inputs.filter((input) => THREE.test(input))).toEqual([]);
  expect(gzipBytes).toBeLessThanOrEqual(10_700);
});

test('parsing, merging and sampling bones, morphs and camera take at most 10.7 kB', async () => {
  const { gzipBytes } = await bundle({
    '@odori/format': 'parseVmd',
    '@odori/runtime/motion': 'Motion, sampleBone, sampleMorph, sampleCamera, secondsToFrame',
  });
  expect(gzipBytes).toBeLessThanOrEqual(10_700);
});

test('@odori/runtime/rig bundles without three; models, motions and solved bones take at most 21 kB', async () => {
  const { gzipBytes, inputs } = await bundle({
    '@odori/format': 'parsePmx, parseVmd',
    '@odori/runtime/motion': 'Motion',
    '@odori/runtime/rig': 'Rig, bindMotion, createRigDefinition',
  });
  expect(inputs.filter((input) => THREE.test(input))).toEqual([]);
  expect(gzipBytes).toBeLessThanOrEqual(21_000);
});
