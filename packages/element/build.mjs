// Writes the files for pages without a bundler to dist/:
//   odori-player.js          registers <odori-player>; contains everything, three too
//   odori-player-record.js   what the first call of `record()` loads
//   odori-player-physics.js  what the first model with rigid bodies loads
//   odori-player.module.js   the same element; imports `three` and `three/addons/` by the page's import map
//   odori-player.module-*.js what it loads when it needs it: zips, PMD models, physics, recording
//   odori-player.notices.txt the licenses of the other projects' code in these files
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';

/** What `odori-player.js` loads later, by the end of the import's path. */
const RECORD = 'odori-player-record.js';
const PHYSICS = 'odori-player-physics.js';
const LATER = { '/record-player.js': RECORD, '/model-physics.js': PHYSICS };
const NOTICES = 'odori-player.notices.txt';
const BANNER = `/*! Odori, MIT; licenses of included code: ${NOTICES} */`;
/** Projects whose code is included, each with the package of ours that depends on it. */
const INCLUDED = { three: 'element', 'media-chrome': 'element', mediabunny: 'element', fflate: 'model' };

/** Keeps the recorder and physics in files of their own. */
const laterBeside = {
  name: 'odori-later-beside',
  enforce: 'pre',
  resolveId(id) {
    const end = Object.keys(LATER).find((path) => id.endsWith(path));
    return end && { id: `./${LATER[end]}`, external: true };
  },
};

/** Takes the indentation out of style sheets, HTML and GLSL in template strings, which the minifier leaves as they are. */
const noIndentation = {
  name: 'odori-no-indentation',
  transform: (code, id) =>
    /\/(?:style\.ts|webgl\/[^/]+|media-chrome\/dist\/.+)$/.test(id)
      ? { code: code.replace(/\n\s+/g, '\n'), map: null }
      : undefined,
};

/** The element simulates on the main thread. A worker would be one more file, whose address no page could know. */
const noWorker = {
  name: 'odori-no-worker',
  enforce: 'pre',
  load: (id) =>
    id.endsWith('/physics/src/worker/open-worker.ts')
      ? 'export const openSimulation = () => Promise.reject(new Error("<odori-player> has no physics in a worker"));'
      : undefined,
};

async function write(file, entry, { external = [], plugins = [], output }) {
  await build({
    root: import.meta.dirname,
    configFile: false,
    logLevel: 'warn',
    plugins: [noIndentation, noWorker, ...plugins],
    build: {
      outDir: 'dist',
      emptyOutDir: false,
      target: 'es2022',
      sourcemap: true,
      lib: { entry, formats: ['es'], fileName: () => file },
      rolldownOptions: { external, output: { minify: true, postBanner: BANNER, ...output } },
      chunkSizeWarningLimit: 2000,
    },
  });
}

const ALONE = { codeSplitting: false };

await write('odori-player.js', 'src/define.ts', { plugins: [laterBeside], output: ALONE });
await write(RECORD, 'src/record/record-player.ts', { output: ALONE });
await write(PHYSICS, '../model/src/mmd-model/model-physics.ts', { output: ALONE });
await write('odori-player.module.js', 'src/define.ts', {
  external: [/^three(?:\/|$)/],
  // named for what the chunk is to the page, not for its first module
  output: { chunkFileNames: ({ name }) => `odori-player.module-${name.replace(/-player|^model-/, '')}.js` },
});

const notices = Object.entries(INCLUDED).map(([name, dependent]) => {
  const folder = join(import.meta.dirname, '..', dependent, 'node_modules', name);
  const { version, license, repository } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const text = ['LICENSE', 'LICENSE.md', 'license'].map((file) => join(folder, file)).find(existsSync);
  const home = (repository.url ?? repository).replace(/^git\+|\.git$/g, '');
  return `${name} ${version} (${license}), ${home}\n\n${readFileSync(text, 'utf8').trim()}\n`;
});
writeFileSync(join(import.meta.dirname, 'dist', NOTICES), notices.join('\n----\n\n'));
