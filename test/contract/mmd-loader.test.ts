import * as bridge from '@odori/mmd-loader';
import manifest from '@odori/mmd-loader/package.json' with { type: 'json' };
import { build } from 'esbuild';
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, inject, test } from 'vitest';

const STAGE = inject('packedFolder');
const PACKED = join(STAGE, 'node_modules/@odori/mmd-loader');
const OURS = ['@odori/format', '@odori/model', '@odori/physics', '@odori/runtime'];

test('@odori/mmd-loader depends on Odori’s packages only, and three is a peer', () => {
  expect(Object.keys(manifest.dependencies)).toEqual(OURS);
  expect(manifest.peerDependencies).toEqual({ three: '>=0.172.0' });
  expect(manifest.sideEffects).toEqual(['./dist/ammo.js', './src/ammo.ts']);
});

test('the main entry point exports these names', () => {
  expect(Object.keys(bridge).toSorted()).toEqual([
    'Ammo',
    'CCDIKSolver',
    'MMDAnimationHelper',
    'MMDLoader',
    'MMDPhysics',
    'MMDPhysicsHelper',
    'modelOf',
  ]);
});

test('the classes have the methods of r171', () => {
  const names = (Class: { prototype: object }): string[] => Object.getOwnPropertyNames(Class.prototype);
  expect(names(bridge.MMDLoader)).toEqual(
    expect.arrayContaining([
      'loadAnimation',
      'loadPMD',
      'loadPMX',
      'loadVMD',
      'loadVPD',
      'loadWithAnimation',
      'setAnimationPath',
    ]),
  );
  expect(names(bridge.MMDAnimationHelper)).toEqual(
    expect.arrayContaining(['add', 'createGrantSolver', 'enable', 'pose', 'remove', 'update']),
  );
  expect(names(bridge.CCDIKSolver)).toEqual(expect.arrayContaining(['createHelper', 'update', 'updateOne']));
  expect(names(bridge.MMDPhysics)).toEqual(
    expect.arrayContaining(['createHelper', 'reset', 'setGravity', 'update', 'warmup']),
  );
});

test('the bridge takes at most 14 kB besides three and our other packages; what poses and files as data need is loaded later', async () => {
  const names = Object.keys(bridge).join(', ');
  const { outputFiles, metafile } = await build({
    stdin: {
      contents: `import { ${names} } from '@odori/mmd-loader'; console.log(${names});`,
      resolveDir: import.meta.dirname,
    },
    bundle: true,
    minify: true,
    splitting: true,
    format: 'esm',
    outdir: join(import.meta.dirname, 'bundle'),
    write: false,
    metafile: true,
    external: ['three', 'three/addons/*', ...OURS, '@odori/physics/debug'],
  });
  const later = Object.values(metafile.outputs).flatMap(({ entryPoint }) =>
    entryPoint === undefined || entryPoint === '<stdin>' ? [] : [basename(entryPoint)],
  );
  expect(later.toSorted()).toEqual(['parsed-motion.ts', 'parsed-pmd.ts', 'parsed-pmx.ts']);
  const atOnce = outputFiles.filter(({ path }) => !/parsed-/.test(basename(path)));
  const bytes = atOnce.reduce((sum, { contents }) => sum + gzipSync(contents).length, 0);
  expect(bytes).toBeLessThanOrEqual(14 * 1024);
});

test('no other package imports the bridge', () => {
  const packages = join(import.meta.dirname, '../../packages');
  const users = readdirSync(packages).filter((name) =>
    readFileSync(join(packages, name, 'package.json'), 'utf8').includes('"@odori/mmd-loader":'),
  );
  expect(users).toEqual([]);
});

test('the tarball contains code and types', () => {
  expect(readdirSync(PACKED).toSorted()).toEqual(['LICENSE', 'README.md', 'dist', 'package.json', 'src']);
  expect(existsSync(join(PACKED, 'dist/index.d.ts')) && existsSync(join(PACKED, 'dist/ammo.d.ts'))).toBe(
    true,
  );
  const { exports } = JSON.parse(readFileSync(join(PACKED, 'package.json'), 'utf8')) as { exports: object };
  expect(exports).toMatchObject({
    '.': { types: './dist/index.d.ts', default: './dist/index.js' },
    './ammo': { types: './dist/ammo.d.ts', default: './dist/ammo.js' },
  });
});

test('importing the packed bridge in Node has no effect, and its entry point ammo sets only a global Ammo', () => {
  const three = import.meta.resolve('three');
  const folder = three.replace(/build\/[^/]*$/, '');
  const program = `
    import { register } from 'node:module';
    const hook = "export const resolve = (name, context, next) => next(name.startsWith('three/addons/')" +
      " ? '${folder}examples/jsm/' + name.slice(13) : name === 'three' ? '${three}' : name, context);";
    register('data:text/javascript,' + encodeURIComponent(hook));
    await import('three');
    const names = () => Reflect.ownKeys(globalThis);
    const before = names();
    const { MMDAnimationHelper } = await import('@odori/mmd-loader');
    console.log(names().length - before.length, new MMDAnimationHelper().update(1).meshes.length);
    await import('@odori/mmd-loader/ammo');
    console.log(names().filter((name) => !before.includes(name)).join());`;
  writeFileSync(join(STAGE, 'bridge.mjs'), program);
  const output = execFileSync(process.execPath, ['bridge.mjs'], { cwd: STAGE, encoding: 'utf8' });
  expect(output).toBe('0 0\nAmmo\n');
});
