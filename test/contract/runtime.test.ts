import * as runtime from '@odori/runtime';
import * as motion from '@odori/runtime/motion';
import manifest from '@odori/runtime/package.json' with { type: 'json' };
import { build } from 'esbuild';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';

test('three is a peer, and one that some doors do without', () => {
  expect(manifest.peerDependencies).toEqual({ three: '>=0.187.0' });
  expect(manifest.peerDependenciesMeta.three.optional).toBe(true);
  expect(Object.keys(manifest.dependencies)).toEqual(['@odori/format']);
});

test('the front doors: what the pure one has, the other has too', () => {
  expect(Object.keys(motion).toSorted()).toEqual([
    'FRAMES_PER_SECOND',
    'KeyCursor',
    'Motion',
    'createCameraPose',
    'curveWeight',
    'findTrack',
    'sampleBone',
    'sampleBonePhysics',
    'sampleCamera',
    'sampleLight',
    'sampleMorph',
    'sampleProperty',
    'sampleSelfShadow',
    'secondsToFrame',
    'solveAsMmd',
    'toVmd',
    'withFirstKeys',
  ]);
  const own = [
    'MotionCamera',
    'MotionLight',
    'VMDLoader',
    'VPDLoader',
    'applyCameraPose',
    'createAnimationClip',
  ];
  expect(Object.keys(runtime)).toEqual(expect.arrayContaining([...Object.keys(motion), ...own]));
});

/** A page that reads, merges and samples; what its bundle takes, and from where. */
async function bundle(samplers: string): Promise<{ gzipBytes: number; inputs: string[] }> {
  const contents = `
    import { parseVmd } from '@odori/format';
    import { Motion, ${samplers} } from '@odori/runtime/motion';
    console.log(parseVmd, Motion, ${samplers});`;
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

test('the pure door bundles without three; reading, merging and sampling bones take 10 kB', async () => {
  const { gzipBytes, inputs } = await bundle('sampleBone, secondsToFrame');
  expect(inputs.filter((input) => /node_modules\/three\//.test(input))).toEqual([]);
  expect(gzipBytes).toBeLessThanOrEqual(10 * 1024);
});

test('sampling morphs and the camera too takes no more', async () => {
  const { gzipBytes } = await bundle('sampleBone, sampleMorph, sampleCamera, secondsToFrame');
  expect(gzipBytes).toBeLessThanOrEqual(10 * 1024);
});
