import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vite';
import { copyAndGo } from './demos/shared/copy-and-go/plugin.js';
import { FirstScreen } from './demos/shared/first-screen.js';
import { laterCode } from './demos/shared/later-code.js';
import { offline } from './demos/shared/offline/plugin.js';
import { DANCE_FILES, pageHead } from './demos/shared/page-head.js';
import { sampleFiles } from './demos/shared/sample-files.js';

const DEMOS = join(import.meta.dirname, 'demos');

/** The index page, and the page of each folder that has one. */
function pages(): string[] {
  const folders = readdirSync(DEMOS).filter((name) => name !== 'dist');
  const paths = ['.', ...folders].map((folder) => join(DEMOS, folder, 'index.html'));
  return paths.filter((path) => existsSync(path));
}

const firstScreen = new FirstScreen();

/**
 * The site has the folders of `demos`. The development server serves it at `/demos/` and redirects `/` there; a built site
 * works under any path of any host.
 */
export default defineConfig(({ command }) => ({
  root: DEMOS,
  base: command === 'serve' ? '/demos/' : './',
  publicDir: false,
  appType: 'mpa',
  html: { additionalAssetSources: { 'odori-player': { srcAttributes: ['poster'] } } },
  plugins: [
    pageHead(),
    copyAndGo(),
    laterCode(),
    sampleFiles(),
    offline(Object.keys(DANCE_FILES).map((name) => `assets/files/${name}`)),
  ],
  server: { host: '127.0.0.1' },
  optimizeDeps: { entries: pages() }, // not the page of the starter, whose files lie beside it in its zip
  worker: { format: 'es' }, // the texts of a page wait for its catalog, at the top of a module
  build: {
    rolldownOptions: {
      input: pages(),
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [{ minShareCount: 8, name: (id, bundler) => firstScreen.nameOf(id, bundler) }],
        },
      },
    },
    assetsDir: 'code',
    license: { fileName: 'licenses.txt' },
    chunkSizeWarningLimit: 1000,
  },
}));
