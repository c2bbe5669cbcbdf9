import * as vrm from '@odori/vrm';
import * as humanoid from '@odori/vrm/humanoid';
import * as vrma from '@odori/vrm/vrma';
import manifest from '@odori/vrm/package.json' with { type: 'json' };
import { build } from 'esbuild';
import { expect, test } from 'vitest';

test('three is an optional peer dependency of @odori/vrm, because @odori/vrm/humanoid needs none', () => {
  expect(manifest.peerDependencies).toMatchObject({ three: '>=0.172.0' });
  expect(manifest.peerDependenciesMeta.three.optional).toBe(true);
  expect(Object.keys(manifest.dependencies)).toEqual(['@odori/format', '@odori/runtime']);
});

test('@odori/vrm exports all names of @odori/vrm/humanoid and @odori/vrm/vrma', () => {
  const pure = [...Object.keys(humanoid), ...Object.keys(vrma)];
  expect(Object.keys(vrm)).toEqual(expect.arrayContaining(pure));
});

test('@odori/vrm/humanoid bundles without three', async () => {
  const { metafile } = await build({
    stdin: {
      contents: `import * as humanoid from '@odori/vrm/humanoid';
import * as vrma from '@odori/vrm/vrma'; console.log(humanoid);`,
      resolveDir: import.meta.dirname,
    },
    bundle: true,
    format: 'esm',
    write: false,
    metafile: true,
  });
  expect(Object.keys(metafile.inputs).filter((input) => /node_modules\/three\//.test(input))).toEqual([]);
});
