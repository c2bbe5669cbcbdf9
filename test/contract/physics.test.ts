import * as physics from '@odori/physics';
import * as debug from '@odori/physics/debug';
import manifest from '@odori/physics/package.json' with { type: 'json' };
import { build } from 'esbuild';
import { expect, test } from 'vitest';

test('three is an optional peer dependency of @odori/physics, because only the debug drawing needs it', () => {
  expect(manifest.peerDependencies).toEqual({ three: '>=0.172.0' });
  expect(manifest.peerDependenciesMeta.three.optional).toBe(true);
  expect(Object.keys(manifest.dependencies)).toEqual(['@odori/format', '@odori/runtime']);
});

test('@odori/physics and @odori/physics/debug export these names', () => {
  expect(Object.keys(physics)).toEqual(expect.arrayContaining(['Physics', 'World', 'createPhysics']));
  expect(Object.keys(debug)).toEqual(['PhysicsHelper']);
});

/** The files in the bundle of a page that uses one name. */
async function inputsOf(name: string, entry: string): Promise<string[]> {
  const { metafile } = await build({
    stdin: {
      contents: `import { ${name} } from '${entry}'; console.log(${name});`,
      resolveDir: import.meta.dirname,
    },
    bundle: true,
    format: 'esm',
    write: false,
    metafile: true,
  });
  return Object.keys(metafile.inputs);
}

const THREE = /node_modules\/three\//;

test('@odori/physics bundles without three and without its debug drawing', async () => {
  const inputs = await inputsOf('createPhysics', '@odori/physics');
  expect(inputs.filter((input) => THREE.test(input) || input.includes('/debug/'))).toEqual([]);
});

test('the debug drawing bundles with three, but without the solver', async () => {
  const inputs = await inputsOf('PhysicsHelper', '@odori/physics/debug');
  expect(inputs.some((input) => THREE.test(input))).toBe(true);
  expect(inputs.filter((input) => input.includes('/solver/'))).toEqual([]);
});
