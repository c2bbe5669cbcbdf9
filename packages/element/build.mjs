// Writes the files for pages without a bundler to dist/:
//   odori-player.js          registers <odori-player>; contains everything, three too
//   odori-player-record.js   what the first call of `record()` loads
//   odori-player-render.js   what the page of `odori render` loads; the package `cli` has it, this one does not
//   odori-player-physics.js  what the first model with rigid bodies loads
//   odori-player-poses.js    what such a model loads besides on devices of 4 cores and more
//   odori-player-auto.js, odori-player-camera.js  what the first automatic camera loads
//   odori-player-ktx2.js     what the first KTX2 texture loads; contains parts of three once more
//   odori-player-fit.js      what the first attribute `fit` loads
//   odori-player-companion.js  what the first attribute `companion` loads
//   odori-player-effects.js  what the first attribute `effects` loads; contains three once more; the effects of
//                            WebGPU are in its file
//   odori-player-project.js  what the first attribute `project` loads; contains three and what draws models once more
//   odori-player-props.js    what the first stage loads that is an accessory or a GLB; contains three once more
//   odori-player-xr.js       what the first attribute `xr` loads; contains parts of three once more
//   odori-player-vrm.js      what the first VRM avatar loads; contains three once more
//   odori-player-webgpu.js   what the first element with renderer="webgpu" loads, with
//                            odori-player-webgpu-base.js, which contains three once more, and WebGPURenderer
//   odori-player-webgpu-*.js what these two load when they need it
//   odori-player-model-worker.js, odori-player-motion-worker.js, odori-player-texture-worker.js  the workers that read large files,
//                            also those of the next; odori-player-pose-worker.js those that pose dancers;
//                            odori-player-song-worker.js those that listen to songs and fit dances to them
//   odori-player-labels-*.js, odori-player-problems-*.js  the words of each language but English
//   odori-player.module.js   the same element; imports `three` and `three/addons/` by the page's import map
//   odori-player.module-*.js what it loads when it needs it: zips, PMD models, VRM avatars, physics, recording, the automatic camera, WebXR
//   odori-player.notices.txt the licenses of the other projects' code in these files
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';

/** What `odori-player.js` loads later, by the end of the import's path. */
const RECORD = 'odori-player-record.js';
const PHYSICS = 'odori-player-physics.js';
const POSES = 'odori-player-poses.js';
const CAMERA = 'odori-player-camera.js';
const AUTO = 'odori-player-auto.js';
const FIT = 'odori-player-fit.js';
const COMPANION = 'odori-player-companion.js';
const KTX2 = 'odori-player-ktx2.js';
const EFFECTS = 'odori-player-effects.js';
const PROJECT = 'odori-player-project.js';
const PROPS = 'odori-player-props.js';
const XR = 'odori-player-xr.js';
const VRM = 'odori-player-vrm.js';
const WEBGPU = 'odori-player-webgpu.js';
/** The languages whose words are in files of their own: labels, and sentences on problems. */
const LANGUAGES = ['ja', 'ko', 'zh-CN', 'zh-TW'];
const CATALOGS = LANGUAGES.flatMap((language) => [`labels-${language}`, `problems-${language}`]);
const MODULE_WEBGPU = 'odori-player.module-webgpu.js';
/** The scripts of the workers, by kind. */
const WORKERS = {
  model: '../model/src/loaders/model-worker.ts',
  motion: '../runtime/src/loaders/worker/motion-worker.ts',
  texture: '../model/src/textures/texture-worker.ts',
  pose: '../model/src/pose-pool/pose-worker.ts',
  song: 'src/fit/song-worker.ts',
};
const workerFile = (kind) => `odori-player-${kind}-worker.js`;
const LATER = {
  '/record-player.js': RECORD,
  '/model-physics.js': PHYSICS,
  '/pose-pool': POSES,
  '/direct-dance.js': CAMERA,
  '/director.js': AUTO,
  '/song-fit.js': FIT,
  '/idle-life.js': COMPANION,
  '/decode-ktx2.js': KTX2,
  '/webgl-effects.js': EFFECTS,
  '/webgl-project.js': PROJECT,
  '/webgl-props.js': PROPS,
  '/xr-sessions.js': XR,
  '/vrm-model.js': VRM,
  '/webgpu-graphics.js': WEBGPU,
  ...Object.fromEntries(CATALOGS.map((name) => [`/${name}.js`, `odori-player-${name}.js`])),
};
// Not called licenses: for pnpm, a package with such a file has a license, and does not get that of the
// repository.
const NOTICES = 'odori-player.notices.txt';
/** Vite writes what it knows about licenses to this file of each build, which is removed in the end. */
const FOUND = 'licenses.json';
const DIST = join(import.meta.dirname, 'dist');
const { version, license } = JSON.parse(readFileSync(join(import.meta.dirname, 'package.json'), 'utf8'));

/**
 * With this comment at the start of a file, Chrome compiles all its functions while it loads the file, beside
 * the page. Otherwise it compiles each when it is called first, and the page waits.
 */
const COMPILE_ALL = '//# allFunctionsCalledOnLoad';
/** A page calls only a part of these. */
const PARTLY_USED = /labels|problems|record|render|ktx2|effects|vrm|webgpu|project|props/;

/** The comments at the start of a file: whose code it has, and where the licenses are. */
function banner({ fileName, moduleIds }) {
  const packages = moduleIds.flatMap((id) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1] ?? []);
  const others = [...new Set(packages)].sort((a, b) => a.localeCompare(b)).join(', ');
  const included = others === '' ? '' : ` Includes ${others}; licenses: ${NOTICES}`;
  const notice = `/*! Odori ${version}, ${license} license.${included} */`;
  return PARTLY_USED.test(fileName) ? notice : `${notice}\n${COMPILE_ALL}`;
}

/**
 * An import of one of our files, beside this one. For the address of the package alone, such as
 * `…/npm/@odori/element@0.1.0`, jsDelivr sends `odori-player.js` without redirecting to its folder. Then the
 * other files are not beside that address.
 */
const importBeside = (
  found,
  end,
) => `(/\\/@odori\\/element(@[^/]*)?\\/?$/.test(new URL(import.meta.url).pathname)
  ? import(/* @vite-ignore */ import.meta.url.replace(/\\/?([?#].*)?$/, '/dist/${LATER[end]}'))
  : ${found})`;

/** Keeps what few pages need in separate files. */
const laterBeside = {
  name: 'odori-later-beside',
  enforce: 'pre',
  resolveId(id) {
    const end = Object.keys(LATER).find((path) => id.endsWith(path));
    return end && { id: `./${LATER[end]}`, external: true };
  },
  transform: (code, id) =>
    /\/(?:recording|content|dancer-poses|fit-switch|language|decode-image|load-physics|auto-camera|motion-input|webgl-graphics|webgpu|xr-switch)\.ts$/.test(
      id,
    )
      ? {
          code: code.replace(/(?<!typeof )import\('[^']*(\/[\w-]+(?:\.js)?)'\)/g, (found, end) =>
            LATER[end] ? importBeside(found, end) : found,
          ),
          map: null,
        }
      : undefined,
};

/**
 * Keeps what draws with WebGPU in a separate file: code that it shares with `odori-player.module.js` would
 * leave that file.
 */
const webgpuBeside = {
  name: 'odori-webgpu-beside',
  enforce: 'pre',
  resolveId: (id) =>
    id.endsWith('/webgpu-graphics.js') ? { id: `./${MODULE_WEBGPU}`, external: true } : undefined,
};

/**
 * Takes the indentation out of style sheets, HTML and GLSL in template strings, which the minifier leaves as
 * they are.
 */
const noIndentation = {
  name: 'odori-no-indentation',
  transform: (code, id) =>
    /\/(?:style\.ts|webgl\/[^/]+|media-chrome\/dist\/.+)$/.test(id)
      ? { code: code.replace(/\n\s+/g, '\n'), map: null }
      : undefined,
};

/** Keeps the workers in separate files, beside the file that starts them. */
const workersBeside = {
  name: 'odori-workers-beside',
  enforce: 'pre',
  transform(code, id) {
    const start =
      /new Worker\(new URL\('\.\/(model|motion|texture|pose|song)-worker\.js', import\.meta\.url\), \{[^}]*\}\)/;
    if (id.includes('node_modules') || !start.test(code)) return undefined;
    const helper = join(import.meta.dirname, 'src/worker-beside.ts');
    const beside = code.replace(start, "workerBeside('$1', import.meta.url)");
    return { code: `import { workerBeside } from ${JSON.stringify(helper)};\n${beside}`, map: null };
  },
};

/**
 * The element simulates on the main thread. A worker would be one more file, whose address no page could
 * know.
 */
const noWorker = {
  name: 'odori-no-worker',
  enforce: 'pre',
  load: (id) =>
    id.endsWith('/physics/src/worker/open-worker.ts')
      ? 'export const openSimulation = () => Promise.reject(new Error("<odori-player> has no physics in a worker"));'
      : undefined,
};

/**
 * The copy of three in the file for VRM avatars does not warn that it is a second one: it is there by intent.
 * Sharing the first one would keep what only glTF needs in the file that all pages load. A page's own three,
 * beside ours, still warns.
 */
const silentCopy = {
  name: 'odori-silent-copy',
  transform: (code, id) => {
    if (!id.endsWith('/three/build/three.core.js')) return undefined;
    const silent = code.replace(
      /if \( window\.__THREE__ \) \{\s+warn\([^\n]+\);\s+\} else \{/,
      'if ( ! window.__THREE__ ) {',
    );
    if (silent === code) throw new Error('three warns of a second copy in another way than before');
    return { code: silent, map: null };
  },
};

/** All packages whose code was bundled, by name and version. */
const included = new Map();

async function write(file, entry, { external = [], plugins = [], output }) {
  await build({
    root: import.meta.dirname,
    configFile: false,
    logLevel: 'warn',
    plugins: [noIndentation, noWorker, workersBeside, ...plugins],
    build: {
      outDir: 'dist',
      emptyOutDir: false,
      target: 'es2022',
      // for us: the tarball has no maps of these files, because they are larger than all the rest
      sourcemap: 'hidden',
      license: { fileName: FOUND },
      lib: { entry, formats: ['es'], fileName: () => file },
      rolldownOptions: {
        external,
        output: { minify: true, postBanner: banner, ...output },
      },
      chunkSizeWarningLimit: 2000,
    },
  });
  for (const found of JSON.parse(readFileSync(join(DIST, FOUND), 'utf8'))) {
    included.set(`${found.name} ${found.version}`, found);
  }
}

const EXTERNAL_THREE = [/^three(?:\/|$)/];
const ALONE = { codeSplitting: false };
/** What only projects, accessories, GLB, zips, songs and other languages need: in files of their own. */
const SELDOM =
  /\/beats\/|\/joints\/|\/face-slots\.ts$|\/hear-song\.ts$|\/fflate\/|\/unzip\.ts$|\/vrm\/src\/|\/accessory\/|\/load-accessory\.ts$|object-shadow|tell-problem/;
/** The names of the files that a file loads, such as `odori-player-webgpu-base.js`. */
const partsOf =
  (file) =>
  ({ name }) =>
    file.replace('.js', `-${name.replace(/^webgpu-|^model-/, '')}.js`);
/** One file for what several of a build's files need. */
const WITH_BASE = { groups: [{ name: 'base', minShareCount: 2, test: (id) => !SELDOM.test(id) }] };

await write('odori-player.js', 'src/page.ts', { plugins: [laterBeside], output: ALONE });
await write(RECORD, 'src/record/record-player.ts', { output: ALONE });
await write('odori-player-render.js', 'src/render/render-page.ts', { output: ALONE });
await write(PHYSICS, '../model/src/mmd-model/model-physics.ts', { output: ALONE });
await write(POSES, '../model/src/pose-pool/index.ts', { output: ALONE });
await write(CAMERA, '../model/src/auto-camera/direct-dance.ts', { output: ALONE });
await write(AUTO, 'src/viewport/director.ts', { output: ALONE });
await write(FIT, 'src/fit/song-fit.ts', { output: ALONE });
await write(COMPANION, 'src/idle-life.ts', { output: ALONE });
await write(EFFECTS, 'src/graphics/webgl/webgl-effects.ts', { plugins: [silentCopy], output: ALONE });
await write(KTX2, '../model/src/textures/decode-ktx2.ts', { plugins: [silentCopy], output: ALONE });
await write(PROJECT, 'src/graphics/webgl/webgl-project.ts', {
  plugins: [silentCopy, laterBeside],
  output: ALONE,
});
await write(PROPS, 'src/graphics/webgl/webgl-props.ts', {
  plugins: [silentCopy, laterBeside],
  output: ALONE,
});
await write(XR, 'src/xr/xr-sessions.ts', { plugins: [silentCopy], output: ALONE });
await write(VRM, 'src/vrm/vrm-model.ts', { plugins: [silentCopy], output: ALONE });
await write(WEBGPU, 'src/graphics/webgpu/webgpu-graphics.ts', {
  plugins: [silentCopy, laterBeside],
  output: { chunkFileNames: partsOf(WEBGPU), codeSplitting: WITH_BASE },
});
for (const name of CATALOGS)
  await write(`odori-player-${name}.js`, `src/language/catalogs/${name}.ts`, { output: ALONE });
for (const [kind, script] of Object.entries(WORKERS))
  await write(workerFile(kind), script, { output: ALONE });
await write('odori-player.module.js', 'src/page.ts', {
  external: EXTERNAL_THREE,
  plugins: [webgpuBeside],
  // named for what the chunk is to the page, not for its first module
  output: {
    chunkFileNames: ({ name }) =>
      `odori-player.module-${name.replace(/-player|^model-|^webgl-|(?<=^vrm)-model/, '')}.js`,
    codeSplitting: WITH_BASE,
  },
});
await write(MODULE_WEBGPU, 'src/graphics/webgpu/webgpu-graphics.ts', {
  external: EXTERNAL_THREE,
  output: { chunkFileNames: partsOf(MODULE_WEBGPU), codeSplitting: WITH_BASE },
});

rmSync(join(DIST, FOUND));
const byTitle = [...included].sort(([a], [b]) => a.localeCompare(b));
const sections = byTitle.map(([title, { name, version: of, identifier, text }]) => {
  if (!identifier || !text) throw new Error(`${title} is bundled, but has no license`);
  return `${title}, license ${identifier}\nSource: https://cdn.jsdelivr.net/npm/${name}@${of}/\n\n${text}\n`;
});
const head = `The files odori-player*.js contain code of these packages, minified.\n`;
writeFileSync(join(DIST, NOTICES), [head, ...sections].join('\n----\n\n'));
