// Writes the files for pages without a bundler, below dist/:
//   odori-player.js          registers <odori-player>; everything in it, three too
//   odori-player-record.js   what its `record()` loads when it is first called
//   odori-player.module.js   the same element, with `three` and `three/addons/` from the page's import map
//   odori-player.module-*.js what it loads when it is first needed: zips, PMD models, films
import { build } from 'vite';

const RECORD = 'odori-player-record.js';

/** Leaves the recorder in a file of its own. */
const recorderBeside = {
  name: 'odori-recorder-beside',
  enforce: 'pre',
  resolveId: (id) => (id.endsWith('/record/record.js') ? { id: `./${RECORD}`, external: true } : undefined),
};

async function write(file, entry, { external = [], plugins = [], output }) {
  await build({
    root: import.meta.dirname,
    configFile: false,
    logLevel: 'warn',
    plugins,
    build: {
      outDir: 'dist',
      emptyOutDir: false,
      target: 'es2022',
      sourcemap: true,
      lib: { entry, formats: ['es'], fileName: () => file },
      rolldownOptions: { external, output: { minify: true, ...output } },
      chunkSizeWarningLimit: 2000,
    },
  });
}

const ALONE = { codeSplitting: false };

await write('odori-player.js', 'src/define.ts', { plugins: [recorderBeside], output: ALONE });
await write(RECORD, 'src/record/record.ts', { output: ALONE });
await write('odori-player.module.js', 'src/define.ts', {
  external: [/^three(?:\/|$)/],
  output: { chunkFileNames: 'odori-player.module-[name].js' },
});
