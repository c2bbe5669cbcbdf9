import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/** Bundles a script for a page with the built packages, given as text or as the name of an entry point. */
export async function bundlePage({ text, entry }) {
  const folder = fileURLToPath(new URL('..', import.meta.url));
  const { outputFiles } = await build({
    ...(entry ? { entryPoints: [entry] } : { stdin: { contents: text, resolveDir: folder } }),
    absWorkingDir: folder,
    bundle: true,
    conditions: ['built'],
    format: 'esm',
    minify: true,
    target: 'es2022',
    write: false,
  });
  return outputFiles[0].text;
}
