import * as model from '@odori/model';
import * as crowd from '@odori/model/crowd';
import * as webgpu from '@odori/model/webgpu';
import manifest from '@odori/model/package.json' with { type: 'json' };
import { build } from 'esbuild';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

test('three is a peer dependency; only zips need a package that is not ours', () => {
  expect(manifest.peerDependencies).toEqual({ three: '>=0.172.0' });
  expect(Object.keys(manifest.dependencies)).toEqual([
    '@odori/format',
    '@odori/physics',
    '@odori/runtime',
    'fflate',
  ]);
  expect(manifest.sideEffects).toEqual([
    './dist/loaders/model-worker.js',
    './src/loaders/model-worker.ts',
    './dist/textures/texture-worker.js',
    './src/textures/texture-worker.ts',
    './dist/pose-pool/pose-worker.js',
    './src/pose-pool/pose-worker.ts',
  ]);
});

test('@odori/model exports these names', () => {
  expect(Object.keys(model).toSorted()).toEqual([
    'AutoCamera',
    'FilesError',
    'GroundShadow',
    'MmdModel',
    'MmdOutputPass',
    'MmdScene',
    'ModelCrowd',
    'PMDLoader',
    'PMMLoader',
    'PMXLoader',
    'Quality',
    'XLoader',
    'createAccessory',
    'createMapResolver',
    'createMapSource',
    'createMmdLight',
    'createModel',
    'createScene',
    'createUrlResolver',
    'createUrlSource',
    'filesByPath',
    'findModels',
    'loadAccessory',
    'loadModel',
    'loadPhysicsWorld',
    'readDroppedFiles',
    'readZip',
  ]);
});

test('@odori/model/crowd exports its class; a bundle that imports and does not use it is empty', async () => {
  expect(Object.keys(crowd)).toEqual(['ModelCrowd']);
  expect(await bundle(`import { ModelCrowd } from '@odori/model/crowd';`)).toBe('');
});

test('@odori/model/webgpu exports the same names but the pass for WebGL and crowds, and takes no name from three that three.webgpu.js lacks', async () => {
  const own = ['MmdOutputPass', 'ModelCrowd']; // crowds have an entry of their own
  const drawnByBoth = Object.keys(model).filter((name) => !own.includes(name));
  expect(Object.keys(webgpu).toSorted()).toEqual(drawnByBoth.toSorted());
  const code = await bundle(`import * as model from '@odori/model/webgpu'; console.log(model);`);
  const [...lists] = code.matchAll(/import\s*\{([^}]*)\}\s*from\s*["']three["']/g);
  const names = lists.flatMap(([, list]) => list.split(',').map((each) => each.trim().split(' ')[0]));
  expect(names.length).toBeGreaterThan(20);
  const exported = new Set(Object.keys(await import('three/webgpu')));
  expect(names.filter((name) => !exported.has(name))).toEqual([]);
});

/** The bundled code of a page, without three and without the code for zips. */
async function bundle(source: string): Promise<string> {
  const result = await build({
    stdin: { contents: source, resolveDir: import.meta.dirname },
    bundle: true,
    minify: true,
    format: 'esm',
    write: false,
    external: ['three', 'three/*', 'fflate'],
  });
  return result.outputFiles[0].text.trim();
}

test('a bundle of unused imports is empty', async () => {
  expect(await bundle(`import { createModel, PMXLoader, readZip } from '@odori/model';`)).toBe('');
  expect(await bundle(`import { createModel, PMXLoader } from '@odori/model/webgpu';`)).toBe('');
});

test('a page that only reads dropped files gets no model code and no three', async () => {
  const code = await bundle(
    `import { createMapSource, filesByPath, findModels, readDroppedFiles } from '@odori/model';
    console.log(createMapSource, filesByPath, findModels, readDroppedFiles);`,
  );
  expect(code).not.toMatch(/from\s*["']three/);
  expect(code.length).toBeLessThan(4 * 1024);
});

/** The modules that each module of the package imports, by the paths below `src`. Types count, too. */
function importsByModule(): Map<string, string[]> {
  const folder = join(import.meta.dirname, '../../packages/model/src');
  const modules = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('.ts'),
  );
  return new Map(
    modules.map((path) => {
      const source = readFileSync(join(folder, path), 'utf8');
      const imported = [...source.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)];
      return [path, imported.map(([, to]) => join(path, '..', to))];
    }),
  );
}

test('only index.ts and the folder webgl import from the folder webgl', () => {
  const users = [...importsByModule()].filter(([, imported]) =>
    imported.some((to) => to.startsWith('webgl/')),
  );
  expect(new Set(users.map(([path]) => path.split('/')[0]))).toEqual(new Set(['index.ts', 'webgl']));
});
