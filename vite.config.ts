import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig, type Plugin } from 'vite';

const DEMOS = join(import.meta.dirname, 'demos');
/** The dancer and what goes with her. Pages fetch these by path, relative to themselves; no bundler sees that. */
const FILES = 'assets/files';

/** The index, and every folder with a page. */
function pages(): string[] {
  const folders = readdirSync(DEMOS).filter((name) => name !== 'dist');
  const paths = ['.', ...folders].map((folder) => join(DEMOS, folder, 'index.html'));
  return paths.filter((path) => existsSync(path));
}

function copyFiles(): Plugin {
  return {
    name: 'odori-copy-files',
    apply: 'build',
    writeBundle({ dir }) {
      cpSync(join(DEMOS, FILES), join(dir!, FILES), { recursive: true });
    },
  };
}

/** Where the repository is on the web; undefined as long as its manifest does not say so. */
function repository(): string | undefined {
  const manifest = JSON.parse(readFileSync(join(import.meta.dirname, 'package.json'), 'utf8')) as {
    repository?: string | { url: string };
  };
  return typeof manifest.repository === 'string' ? manifest.repository : manifest.repository?.url;
}

/** The site has the tree of `demos`: on the server, whose `/` leads there, and built, under any path of any host. */
export default defineConfig(({ command }) => ({
  root: DEMOS,
  base: command === 'serve' ? '/demos/' : './',
  publicDir: false,
  appType: 'mpa',
  define: { 'import.meta.env.REPOSITORY': JSON.stringify(repository()) ?? 'undefined' },
  plugins: [copyFiles()],
  server: { host: '127.0.0.1' },
  build: { rolldownOptions: { input: pages() }, assetsDir: 'code', chunkSizeWarningLimit: 1000 },
}));
