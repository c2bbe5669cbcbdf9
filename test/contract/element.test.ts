import { build } from 'esbuild';
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build as buildWithVite } from 'vite';
import { expect, inject, test } from 'vitest';

/** The folder with the packages as npm unpacks them. */
const STAGE = inject('packedFolder');
const ELEMENT = join(STAGE, 'node_modules/@odori/element');
const manifest = JSON.parse(readFileSync(join(ELEMENT, 'package.json'), 'utf8')) as {
  version: string;
  dependencies: Record<string, string>;
  peerDependencies: Record<string, string>;
  peerDependenciesMeta: Record<string, unknown>;
  exports: Record<string, unknown>;
  sideEffects: string[];
};

/** Runs a program in that folder, with three.js from the repository. */
function run(file: string, program: string): string {
  const hook = `
    import { register } from 'node:module';
    const hook = "export const resolve = (name, context, next) => next(name.startsWith('three/addons/')" +
      " ? '${THREE_FOLDER}examples/jsm/' + name.slice(13) : name === 'three' ? '${THREE}' : name, context);";
    register('data:text/javascript,' + encodeURIComponent(hook));`;
  writeFileSync(join(STAGE, file), hook + program);
  return execFileSync(process.execPath, [file], { cwd: STAGE, encoding: 'utf8' });
}

const THREE = import.meta.resolve('three');
const THREE_FOLDER = THREE.replace(/build\/[^/]*$/, '');

test('three.js is a peer dependency; media-chrome, mediabunny and three-vrm are the only other dependencies', () => {
  expect(Object.keys(manifest.dependencies).toSorted()).toEqual([
    '@odori/format',
    '@odori/model',
    '@odori/runtime',
    '@odori/vrm',
    '@pixiv/three-vrm',
    'media-chrome',
    'mediabunny',
  ]);
  expect(manifest.peerDependencies).toEqual({ svelte: '>=5', three: '>=0.172.0', vue: '>=3.3' });
  const optional = { optional: true }; // types alone
  expect(manifest.peerDependenciesMeta).toEqual({ svelte: optional, vue: optional });
});

test('the tarball has every file that its manifest names, and the files for pages without a bundler', () => {
  for (const file of ['./odori-player.js', './odori-player.module.js']) {
    expect(manifest.exports[file]).toEqual({
      types: './dist/define.d.ts',
      default: `./dist/${file.slice(2)}`,
    });
  }
  const leaves = (value: unknown): string[] =>
    typeof value === 'string' ? [value] : Object.values(value as object).flatMap(leaves);
  const named = [...leaves(manifest.exports), ...manifest.sideEffects];
  expect(named.filter((path) => !existsSync(join(ELEMENT, path)))).toEqual([]);
  expect(readdirSync(ELEMENT)).toEqual(expect.arrayContaining(['LICENSE', 'dist', 'package.json', 'src']));
  const files = readdirSync(join(ELEMENT, 'dist')).filter((file) => /^odori-player.*\.js$/.test(file));
  expect(files).toEqual(
    expect.arrayContaining([
      'odori-player-auto.js',
      'odori-player-camera.js',
      'odori-player-companion.js',
      'odori-player-effects.js',
      'odori-player-fit.js',
      'odori-player-ktx2.js',
      'odori-player-labels-ja.js',
      'odori-player-physics.js',
      'odori-player-pose-worker.js',
      'odori-player-poses.js',
      'odori-player-project.js',
      'odori-player-props.js',
      'odori-player-record.js',
      'odori-player-song-worker.js',
      'odori-player-vrm.js',
      'odori-player-webgpu.js',
      'odori-player-xr.js',
      'odori-player.js',
      'odori-player.module-webgpu.js',
      'odori-player.module.js',
    ]),
  );
});

test('a file beside the files for pages without a bundler has the license of every package whose code they contain', () => {
  // The maps stay in the repository; the bundler writes them without help of the build script.
  const built = join(import.meta.dirname, '../../packages/element/dist');
  const maps = readdirSync(built).filter((file) => /^odori-player\b(?!-element).*\.js\.map$/.test(file));
  expect(maps.length).toBeGreaterThan(5);
  const folders = maps.flatMap((file) => {
    const { sources } = JSON.parse(readFileSync(join(built, file), 'utf8')) as { sources: string[] };
    return sources.flatMap((path) => /.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path) ?? []);
  });
  const included = [...new Set(folders)].map((folder) => join(built, folder));
  const notices = readFileSync(join(ELEMENT, 'dist/odori-player.notices.txt'), 'utf8');
  const names = included.map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
      [key in 'name' | 'version' | 'license']: string;
    };
    expect(notices).toContain(`\n${name} ${version}, license ${license}\n`);
    const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each))!;
    expect(notices).toContain(readFileSync(join(folder, file), 'utf8').trim());
    return name;
  });
  expect(names.toSorted()).toEqual(['@pixiv/three-vrm', 'fflate', 'media-chrome', 'mediabunny', 'three']);
});

test('the files for pages without a bundler begin with a version, a license and whose code they contain', () => {
  const firstLine = (file: string): string =>
    readFileSync(join(ELEMENT, 'dist', file), 'utf8').split('\n', 1)[0];
  expect(firstLine('odori-player.js')).toBe(
    `/*! Odori ${manifest.version}, MIT license. Includes fflate, media-chrome, three; licenses: odori-player.notices.txt */`,
  );
  expect(firstLine('odori-player-record.js')).toContain('Includes mediabunny; licenses: ');
  expect(firstLine('odori-player-physics.js')).toBe(`/*! Odori ${manifest.version}, MIT license. */`);
});

test('the files of which a page calls nearly all functions ask the browser to compile them while it loads them', () => {
  const asks = (file: string): boolean =>
    readFileSync(join(ELEMENT, 'dist', file), 'utf8').split('\n', 2)[1] === '//# allFunctionsCalledOnLoad';
  const files = readdirSync(join(ELEMENT, 'dist')).filter((file) =>
    /^odori-player(?!-element).*\.js$/.test(file),
  );
  const ofWebGPU = /^odori-player(?:\.module)?-webgpu\b/;
  const languages = ['ja', 'ko', 'zh-CN', 'zh-TW'];
  const catalogs = ['labels', 'problems'].flatMap((kind) =>
    languages.map((language) => `${kind}-${language}`),
  );
  expect(files.filter((file) => ofWebGPU.test(file) && asks(file))).toEqual([]);
  expect(files.filter((file) => !ofWebGPU.test(file) && !asks(file))).toEqual([
    'odori-player-effects.js',
    'odori-player-ktx2.js',
    ...catalogs.map((name) => `odori-player-${name}.js`),
    'odori-player-project.js',
    'odori-player-props.js',
    'odori-player-record.js',
    'odori-player-vrm.js',
    'odori-player.module-decode-ktx2.js',
    'odori-player.module-effects.js',
    ...catalogs.map((name) => `odori-player.module-${name}.js`),
    'odori-player.module-project.js',
    'odori-player.module-props.js',
    'odori-player.module-record.js',
    'odori-player.module-vrm.js',
  ]);
});

test('importing the entry points in Node gives these names and has no side effects', () => {
  const output = run(
    'element.mjs',
    `
    await import('three');
    let names = Reflect.ownKeys(globalThis);
    for (const entry of ['@odori/element', '@odori/element/define', '@odori/element/webgpu', '@odori/element/record', '@odori/element/shelf']) {
      console.log(Object.keys(await import(entry)).join());
      const added = Reflect.ownKeys(globalThis).filter((name) => !names.includes(name));
      console.log(added.map(String).join());
      names = Reflect.ownKeys(globalThis);
    }
    const { OdoriPlayerElement } = await import('@odori/element');
    console.log(OdoriPlayerElement.observedAttributes.join());`,
  ); // Node exits, although media-chrome tests ten times, 10 ms apart, whether the volume can be set
  expect(output.split('\n')).toEqual([
    'OdoriDancerElement,OdoriPlayerElement,OdoriStageElement',
    '',
    'OdoriDancerElement,OdoriPlayerElement,OdoriStageElement',
    '',
    '',
    '',
    'record,recordPlayer',
    'Symbol(mediabunny loaded)', // mediabunny uses it to warn if it is loaded twice
    'Playlist,Shelf,ShelfError,fadeFrom,momentOf',
    '',
    'model,motion,camera,pose,audio,project,files,offset,fit,controls,loop,muted,autoplay,preload,poster,camera-fit,stage,look,glow,effects,quality,physics,sharing,ik,names,companion,renderer,offscreen,xr,alt',
    '',
  ]);
});

test('importing the files for pages without a bundler in Node has no side effects', () => {
  const names = ['odori-player.js', 'odori-player.module.js'];
  const imports = names.map(
    (name) => `console.log(Object.keys(await import('@odori/element/${name}')).join());`,
  );
  expect(run('page.mjs', imports.join(''))).toBe(
    'OdoriDancerElement,OdoriPlayerElement,OdoriStageElement\n'.repeat(2),
  );
});

const REGISTERS = /customElements\.define\([^)]*odori-player|["'`]odori-player["'`]/;
const USES = `import '@odori/element/define';`;

test('a bundle of @odori/element/define by esbuild registers the element and its controls', async () => {
  const result = await build({
    stdin: { contents: USES, resolveDir: STAGE },
    bundle: true,
    minify: true,
    treeShaking: true,
    format: 'esm',
    write: false,
    external: ['three', 'three/addons/*'],
  });
  expectDefined(result.outputFiles[0].text);
});

test('a bundle of @odori/element/define by Vite registers the element and its controls', async () => {
  writeFileSync(join(STAGE, 'page-entry.js'), USES);
  const result = await buildWithVite({
    root: STAGE,
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      target: 'es2022',
      rolldownOptions: { input: join(STAGE, 'page-entry.js'), external: [/^three(?:\/|$)/] },
    },
    worker: { rolldownOptions: { external: [/^three(?:\/|$)/] } },
  });
  const { output } = [result].flat()[0] as { output: { type: string; code?: string }[] };
  expectDefined(output.map(({ code = '' }) => code).join('\n'));
});

function expectDefined(code: string): void {
  expect(code).toMatch(REGISTERS);
  for (const tag of [
    'media-controller',
    'media-time-range',
    'media-play-button',
    'media-fullscreen-button',
  ]) {
    expect(code).toMatch(new RegExp(`\\.define\\(["'\`]${tag}["'\`]`));
  }
}

test('a bundle that imports the class and does not use it is empty', async () => {
  const result = await build({
    stdin: { contents: `import '@odori/element';`, resolveDir: STAGE },
    logLevel: 'error', // esbuild warns that the import is unused
    bundle: true,
    minify: true,
    format: 'esm',
    write: false,
    external: ['three', 'three/addons/*'],
  });
  expect(result.outputFiles[0].text.trim()).toBe('');
});

/** The files that odori-player.module.js loads at once, and the files that it loads later. */
function moduleFiles(): { atOnce: string[]; later: string[] } {
  const folder = join(ELEMENT, 'dist');
  const namesIn = (file: string, pattern: RegExp): string[] =>
    [...readFileSync(join(folder, file), 'utf8').matchAll(pattern)].map(([, name]) => name);
  const atOnce = new Set(['odori-player.module.js']);
  const later = new Set<string>();
  for (const file of atOnce) {
    for (const next of namesIn(file, /\bfrom\s*["'`]\.\/([^"'`]+)["'`]/g)) atOnce.add(next);
    for (const next of namesIn(file, /\bimport\s*["'`]\.\/([^"'`]+)["'`]/g)) atOnce.add(next);
    for (const next of namesIn(file, /\bimport\(\s*["'`]\.\/([^"'`]+)["'`]/g)) later.add(next);
  }
  return { atOnce: [...atOnce], later: [...later].filter((file) => !atOnce.has(file)) };
}

test('odori-player.module.js with its static chunks is at most 148.5 kB, gzipped; recorder, physics and three-vrm are loaded later', () => {
  const { atOnce, later } = moduleFiles();
  const codes = atOnce.map((file) => readFileSync(join(ELEMENT, 'dist', file)));
  const gzipBytes = codes.reduce((sum, code) => sum + gzipSync(code).length, 0);
  expect(gzipBytes).toBeLessThanOrEqual(148.5 * 1024); // kB of 1024 bytes, as in bundle-size.test.ts
  expect(codes.join('')).toMatch(/from\s*["']three["']/);
  expect(codes.join('')).not.toContain('mvhd'); // mediabunny writes it into MP4
  const laterWith = (text: string): string[] =>
    later.filter((file) => readFileSync(join(ELEMENT, 'dist', file), 'utf8').includes(text));
  expect(laterWith('mvhd')).toEqual(['odori-player.module-record.js']);
  expect(codes.join('')).not.toContain('settleSeconds'); // a property of physics
  expect(laterWith('settleSeconds')).toEqual([
    'odori-player.module-pose-pool.js',
    'odori-player.module-physics.js',
  ]);
  expect(codes.join('')).not.toContain('VRMC_vrm');
  expect(laterWith('VRMC_vrm')).toEqual(['odori-player.module-vrm.js']);
});

test.each(['odori-player.js', 'odori-player.module.js'])(
  '%s starts the workers that lie beside it',
  (file) => {
    const code = readFileSync(join(ELEMENT, 'dist', file), 'utf8');
    expect(code).not.toMatch(/\w-worker[\w-]*\.js/); // the address of a worker that the bundler has written
  },
);

test('odori-player.js imports nothing but the automatic camera, idle life, effects, fits to songs, KTX2 textures, languages, physics, poses, projects, props, the recorder, VRM avatars, WebGPU and WebXR; of them, only projects and WebGPU import physics', () => {
  const later = [
    'auto',
    'camera',
    'companion',
    'effects',
    'fit',
    'ktx2',
    'labels-ja',
    'labels-ko',
    'labels-zh-CN',
    'labels-zh-TW',
    'physics',
    'poses',
    'problems-ja',
    'problems-ko',
    'problems-zh-CN',
    'problems-zh-TW',
    'project',
    'props',
    'record',
    'vrm',
    'webgpu',
    'xr',
  ].map((name) => `./odori-player-${name}.js`);
  expect(importsOf('odori-player.js').toSorted()).toEqual(later);
  for (const file of later) {
    const others = importsOf(file).filter((name) => !/\/odori-player-(?:webgpu-.*|ktx2)\.js$/.test(name));
    expect(others).toEqual(file.endsWith('-project.js') ? ['./odori-player-physics.js'] : []);
  }
  expect(importsOf('odori-player-webgpu-base.js')).toContain('./odori-player-physics.js');

  const code = readFileSync(join(ELEMENT, 'dist/odori-player.js'), 'utf8');
  expect(code).not.toContain('mvhd');
  expect(code).not.toContain('settleSeconds');
  expect(code).not.toContain('OfflineAudioContext');
  expect(code).not.toContain('VRMC_vrm');
});

test('the VRM avatars of odori-player.js take at most 160 kB, gzipped, with three once more; beside the module 46 kB', () => {
  const sizeOf = (file: string): number => gzipSync(readFileSync(join(ELEMENT, 'dist', file))).length;
  expect(sizeOf('odori-player-vrm.js')).toBeLessThanOrEqual(160 * 1024);
  expect(sizeOf('odori-player.module-vrm.js')).toBeLessThanOrEqual(46 * 1024);
});

test('what draws with WebGPU takes at most 305 kB, gzipped, with three once more; beside the module 83 kB; none of it has GLSL', () => {
  const folder = join(ELEMENT, 'dist');
  for (const [file, most] of [
    ['odori-player-webgpu.js', 305],
    ['odori-player.module-webgpu.js', 83],
  ] as const) {
    const start = file.replace('.js', '-');
    const names = readdirSync(folder).filter((name) => name.startsWith(start) && name.endsWith('.js'));
    const codes = [file, ...names].map((name) => readFileSync(join(folder, name), 'utf8'));
    for (const code of codes) expect(code).not.toContain('gl_FragColor');
    const atOnce = [file, file.replace('.js', '-base.js')].map((name) => readFileSync(join(folder, name)));
    expect(atOnce.reduce((sum, code) => sum + gzipSync(code).length, 0)).toBeLessThanOrEqual(most * 1024);
    expect(names).toEqual(expect.arrayContaining([`${start}project.js`, `${start}props.js`]));
  }
  expect(importsOf('odori-player.module.js')).toContain('./odori-player.module-webgpu.js');
});

test('projects take at most 217 kB, gzipped, with three once more; beside the module 21.1 kB; with WebGPU 30.1 kB', () => {
  const sizeOf = (file: string): number => gzipSync(readFileSync(join(ELEMENT, 'dist', file))).length;
  expect(sizeOf('odori-player-project.js')).toBeLessThanOrEqual(217 * 1024);
  expect(sizeOf('odori-player.module-project.js')).toBeLessThanOrEqual(21.1 * 1024);
  expect(sizeOf('odori-player-webgpu-project.js')).toBeLessThanOrEqual(30.1 * 1024);
  expect(sizeOf('odori-player.module-webgpu-project.js')).toBeLessThanOrEqual(30.1 * 1024);
});

test('accessories and GLB files as stages take at most 142 kB, gzipped, with three once more; beside the module 1 kB', () => {
  const sizeOf = (file: string): number => gzipSync(readFileSync(join(ELEMENT, 'dist', file))).length;
  expect(sizeOf('odori-player-props.js')).toBeLessThanOrEqual(142 * 1024);
  expect(sizeOf('odori-player.module-props.js')).toBeLessThanOrEqual(1024);
});

test('the effects of odori-player.js take at most 46 kB, gzipped, with three once more; beside the module 2 kB', () => {
  const sizeOf = (file: string): number => gzipSync(readFileSync(join(ELEMENT, 'dist', file))).length;
  expect(sizeOf('odori-player-effects.js')).toBeLessThanOrEqual(46 * 1024);
  expect(sizeOf('odori-player.module-effects.js')).toBeLessThanOrEqual(2 * 1024);
});

test('WebXR takes at most 45 kB, gzipped, with parts of three once more; beside the module 4.5 kB', () => {
  const read = (file: string): Buffer => readFileSync(join(ELEMENT, 'dist', file));
  expect(gzipSync(read('odori-player-xr.js')).length).toBeLessThanOrEqual(45 * 1024);
  expect(gzipSync(read('odori-player.module-xr-sessions.js')).length).toBeLessThanOrEqual(4.5 * 1024);
  expect(read('odori-player.js').toString()).not.toContain('requestSession');
});

test('the automatic camera of odori-player.js takes at most 11.5 kB, gzipped, in two files without three', () => {
  const codes = ['auto', 'camera'].map((name) => readFileSync(join(ELEMENT, `dist/odori-player-${name}.js`)));
  expect(codes.reduce((sum, code) => sum + gzipSync(code).length, 0)).toBeLessThanOrEqual(11.5 * 1024);
  expect(codes.join('')).not.toContain('isObject3D');
});

test('the physics of odori-player.js takes at most 28 kB, gzipped, without the code for a worker', () => {
  const code = readFileSync(join(ELEMENT, 'dist/odori-player-physics.js'));
  expect(gzipSync(code).length).toBeLessThanOrEqual(28 * 1024);
  expect(code.toString()).not.toContain('new Worker');
});

/** All that a file of the element imports, at once or later. */
function importsOf(file: string): string[] {
  const code = readFileSync(join(ELEMENT, 'dist', file), 'utf8');
  const imported = [...code.matchAll(/(?:\bfrom|\bimport\(?)\s*["'`]([^"'`\s]+)["'`]/g)];
  const names = new Set(imported.map(([, name]) => name));
  names.delete('srgb-linear'); // a warning of three's, which is about colors
  return [...names];
}
