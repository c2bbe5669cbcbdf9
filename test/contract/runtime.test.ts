import * as runtime from '@odori/runtime';
import * as motion from '@odori/runtime/motion';
import * as rig from '@odori/runtime/rig';
import manifest from '@odori/runtime/package.json' with { type: 'json' };
import { build } from 'esbuild';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';

test('three is a peer, and one that some doors do without', () => {
  expect(manifest.peerDependencies).toEqual({ three: '>=0.187.0' });
  expect(manifest.peerDependenciesMeta.three.optional).toBe(true);
  expect(Object.keys(manifest.dependencies)).toEqual(['@odori/format']);
});

test('the front doors: what the pure ones have, the other has too', () => {
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

/** A page that uses these names of each door; what its bundle takes, and from where. */
async function bundle(names: Record<string, string>): Promise<{ gzipBytes: number; inputs: string[] }> {
  const imports = Object.entries(names).map(([door, list]) => `import { ${list} } from '${door}';`);
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

test('the pure door bundles without three; reading, merging and sampling bones take 10 kB', async () => {
  const { gzipBytes, inputs } = await bundle({
    '@odori/format': 'parseVmd',
    '@odori/runtime/motion': 'Motion, sampleBone, secondsToFrame',
  });
  expect(inputs.filter((input) => THREE.test(input))).toEqual([]);
  expect(gzipBytes).toBeLessThanOrEqual(10_700);
});

test('sampling morphs and the camera too takes no more', async () => {
  const { gzipBytes } = await bundle({
    '@odori/format': 'parseVmd',
    '@odori/runtime/motion': 'Motion, sampleBone, sampleMorph, sampleCamera, secondsToFrame',
  });
  expect(gzipBytes).toBeLessThanOrEqual(10_700);
});

test('the rig bundles without three; models, motions and solved bones take 20 kB', async () => {
  const { gzipBytes, inputs } = await bundle({
    '@odori/format': 'parsePmx, parseVmd',
    '@odori/runtime/motion': 'Motion',
    '@odori/runtime/rig': 'Rig, bindMotion, createRigDefinition',
  });
  expect(inputs.filter((input) => THREE.test(input))).toEqual([]);
  expect(gzipBytes).toBeLessThanOrEqual(21_000);
});
