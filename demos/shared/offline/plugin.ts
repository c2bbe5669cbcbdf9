import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Plugin } from 'vite';
import { hashOf, precachedFiles } from './precached-files.js';

const HERE = import.meta.dirname;
/** Beside the built index page. The manifest names the icons. */
const INSTALLED = ['manifest.webmanifest', 'icon-192.png', 'icon-512.png', 'icon-maskable.png'];

/**
 * Lets a built site be installed, and play without a network: adds the manifest with its icons, and the
 * service worker, to the folder of the pages. `files` are fetched by pages that play our dance.
 */
export function offline(files: readonly string[]): Plugin {
  return {
    name: 'odori-offline',
    apply: 'build',
    generateBundle() {
      for (const fileName of INSTALLED)
        this.emitFile({ type: 'asset', fileName, source: readFileSync(join(HERE, fileName)) });
    },
    writeBundle: {
      sequential: true,
      order: 'post', // when all files are there
      handler: ({ dir }, bundle) => buildWorker(dir!, Object.keys(bundle), files),
    },
  };
}

async function buildWorker(dir: string, paths: readonly string[], files: readonly string[]): Promise<void> {
  const precached = JSON.stringify(precachedFiles(dir, paths, files));
  await build({
    configFile: false,
    root: HERE,
    publicDir: false,
    logLevel: 'warn',
    define: { PRECACHED: precached, VERSION: JSON.stringify(hashOf(precached)) },
    build: {
      outDir: dir,
      emptyOutDir: false,
      license: { fileName: 'service-worker-licenses.txt' },
      rolldownOptions: {
        input: join(HERE, 'service-worker.ts'),
        output: { format: 'iife', entryFileNames: 'service-worker.js' },
      },
    },
  });
}
