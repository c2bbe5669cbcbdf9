import * as react from '@odori/react';
import * as element from '@odori/react/element';
import * as vrm from '@odori/react/vrm';
import manifest from '@odori/react/package.json' with { type: 'json' };
import { build } from 'esbuild';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build as buildWithVite, type Rolldown } from 'vite';
import { expect, inject, test } from 'vitest';

/** The folder with the packages as npm unpacks them. */
const STAGE = inject('packedFolder');
const FOLDER = join(STAGE, 'node_modules/@odori/react');
const TSC = join(import.meta.dirname, '../../node_modules/typescript/bin/tsc');

test('React 19, three and @react-three/fiber 9 are peers; a page with the element alone needs no @react-three/fiber', async () => {
  const { '@types/react': types, '@pixiv/three-vrm': threeVrm, ...peers } = manifest.peerDependencies;
  expect(peers).toEqual({ '@react-three/fiber': '^9.0.0', react: '^19.0.0', three: '>=0.172.0' });
  expect([types, threeVrm]).toEqual(['^19.0.0', '>=3.0.0']);
  const { imports } = await bundle(
    `import { OdoriPlayer } from '@odori/react/element'; console.log(OdoriPlayer);`,
  );
  expect(imports).toEqual(['@odori/element/define', 'react']);
});

test('@odori/react, @odori/react/element and @odori/react/vrm export these names', () => {
  expect(Object.keys(react).toSorted()).toEqual([
    'Companion',
    'Dancer',
    'MmdLight',
    'MmdModel',
    'MotionCamera',
    'MotionPlayer',
    'OdoriPlayer',
    'Stage',
    'useMmdModel',
    'useMotion',
    'usePlayer',
  ]);
  expect(Object.keys(element).toSorted()).toEqual(['Dancer', 'OdoriPlayer', 'Stage']);
  expect(Object.keys(vrm)).toEqual(['VrmModel']);
});

/** Bundles the script of a page from the tarballs, without other packages. */
async function bundle(source: string): Promise<{ code: string; imports: string[] }> {
  const { outputFiles, metafile } = await build({
    stdin: { contents: source, resolveDir: STAGE },
    logLevel: 'error',
    bundle: true,
    minify: true,
    format: 'esm',
    write: false,
    metafile: true,
    external: ['react', 'three', '@react-three/fiber', '@odori/element*', '@odori/model', '@odori/runtime'],
  });
  const [{ imports }] = Object.values(metafile.outputs);
  const [{ text }] = outputFiles;
  return {
    code: text,
    imports: [...new Set(imports.map(({ path }) => path))].toSorted(),
  };
}

test('everything of @odori/react takes at most 5.75 kB beside the other packages', async () => {
  // Bundled as in a page of Vite: esbuild repeats the imports of packages that are not bundled, once for each
  // file.
  const entry = join(STAGE, 'node_modules/@odori/react/dist/index.js');
  const external = [/^react$/, /^three$/, /^@react-three\/fiber$/, /^@odori\//];
  const built = await buildWithVite({
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      lib: { entry, formats: ['es'] },
      rolldownOptions: { external, output: { minify: true } },
    },
  });
  const [{ output }] = built as Rolldown.RolldownOutput[];
  const sizes = output.map((file) => (file.type === 'chunk' ? gzipSync(file.code).length : 0));
  expect(sizes).toHaveLength(1);
  expect(sizes[0]).toBeGreaterThan(3 * 1024);
  expect(sizes[0]).toBeLessThanOrEqual(5.75 * 1024);
});

test('a page without the element does not load it, and unused imports leave nothing', async () => {
  const { imports } = await bundle(`import { MmdModel } from '@odori/react'; console.log(MmdModel);`);
  expect(imports).toEqual(['@odori/model', '@odori/runtime', '@react-three/fiber', 'react', 'three']);
  expect((await bundle(`import { MmdModel } from '@odori/react';`)).code.trim()).toBe('');
});

test('on a server, importing has no effect, and rendering gives the tag with its attributes and its fallback', () => {
  const three = import.meta.resolve('three');
  const program = `
    import { register } from 'node:module';
    const hook = "export const resolve = (name, context, next) => next(name.startsWith('three/addons/')" +
      " ? '${three.replace(/build\/[^/]*$/, '')}examples/jsm/' + name.slice(13) : name === 'three' ? '${three}' : name, context);";
    register('data:text/javascript,' + encodeURIComponent(hook));
    for (const name of ['three', 'react', '@react-three/fiber']) await import(name);
    const { createElement } = await import('react');
    const { renderToString } = await import('react-dom/server');
    const before = Reflect.ownKeys(globalThis).length;
    const { OdoriPlayer } = await import('@odori/react');
    console.log(Reflect.ownKeys(globalThis).length - before, typeof document);
    const props = { model: 'a.pmx', motion: [new Blob()], controls: true, autoPlay: true, currentTime: 3, onEnded() {} };
    console.log(renderToString(createElement(OdoriPlayer, props, 'Loading')));`;
  writeFileSync(join(STAGE, 'react.mjs'), program);
  const output = execFileSync(process.execPath, ['react.mjs'], { cwd: STAGE, encoding: 'utf8' });
  expect(output).toBe(
    '0 undefined\n<odori-player model="a.pmx" controls="" autoplay="">Loading</odori-player>\n',
  );
});

test('frameworks that render on servers learn that all entry points run in the browser', () => {
  for (const file of ['dist/index.js', 'dist/element/index.js', 'dist/vrm/index.js'])
    expect(readFileSync(join(FOLDER, file), 'utf8')).toMatch(/^(?:\/\*\*[^]*?\*\/\s*)?'use client';/);
});

/** A user's program with the hooks, the components and the tag. */
const TYPED = `
import { MmdModel, MotionPlayer, OdoriPlayer, useMmdModel, useMotion } from '@odori/react';
export function Scene() {
  const model = useMmdModel(new Map([['a.pmx', new Blob()]]), { physics: { wind: [1, 0, 0] } });
  const motion = useMotion('a.vmd', new URL('b.vmd', location.href));
  return (
    <MotionPlayer playing loopRange={{ start: 1, end: 2 }} onJump={({ reason }) => console.log(reason)} onTimeUpdate={(event) => event.currentTarget.duration} idle={null}>
      <MmdModel model={model} motion={motion} surface={{ look: "plain" }} position={[1, 2, 3]} onClick={(event) => event.stopPropagation()} />
    </MotionPlayer>
  );
}
export const page = <OdoriPlayer model="a.pmx" stage="grid" onTimeUpdate={(event) => event.currentTarget.currentTime}>Loading</OdoriPlayer>;
export const tag = <odori-player model="a.pmx" onended={(event) => event.currentTarget.loadedModel} stage="grid" />;
`;

test('a program is valid under strict TypeScript, and mistakes are found', () => {
  const wrong = TYPED.replace('"plain"', '"plian"')
    .replace('"grid" onTime', '"gird" onTime')
    .replace('reason', 'raeson')
    .replace('stage="grid" />;\n', 'stage="gird" />;\n');
  const programs = { 'typed.tsx': TYPED, 'wrong.tsx': wrong };
  for (const [name, code] of Object.entries(programs)) writeFileSync(join(STAGE, name), code);
  const types = join(import.meta.dirname, '../node_modules/@types/three');
  const compilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true, // of @react-three/fiber
    target: 'ES2022',
    module: 'ESNext',
    moduleResolution: 'Bundler',
    jsx: 'react-jsx',
    types: [],
    paths: { three: [`${types}/index.d.ts`], 'three/*': [`${types}/*`] },
    lib: ['ES2022', 'DOM', 'DOM.Iterable'],
  };
  const config = { compilerOptions, files: Object.keys(programs) };
  writeFileSync(join(STAGE, 'tsconfig.react.json'), JSON.stringify(config));
  let errors: string[] = [];
  try {
    execFileSync(TSC, ['-p', 'tsconfig.react.json', '--pretty', 'false'], { cwd: STAGE, encoding: 'utf8' });
  } catch (error) {
    errors = (error as { stdout: string }).stdout.split('\n').filter((line) => /: error /.test(line));
  }
  expect(errors.filter((line) => !line.startsWith('wrong'))).toEqual([]);
  for (const mistake of ['plian', 'gird', 'raeson']) {
    expect(errors.filter((line) => line.includes(mistake)).length, mistake).toBeGreaterThan(0);
  }
});
