import { buildSync, type Metafile } from 'esbuild';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { ROOT } from './repository.js';

/** What users install beside our packages: it counts for nothing. */
const PEERS = ['three', 'react', 'react-dom', '@react-three/fiber', '@pixiv/three-vrm'];

/**
 * The bytes that a page loads at once for a program, minified and gzipped: with all of our packages that it
 * needs, without three and other peer dependencies, and without what comes later when it is needed. `source`
 * is the program, whose imports are resolved as in the package `name`. Bundles the program: some 100 ms.
 */
export function gzipBytes(source: string, name: string): number {
  const { metafile, outputFiles } = buildSync({
    stdin: { contents: source, resolveDir: join(ROOT, 'packages', name), loader: 'ts' },
    bundle: true,
    minify: true,
    format: 'esm',
    splitting: true,
    outdir: join(ROOT, 'docs/dist'),
    write: false,
    metafile: true,
    external: PEERS.flatMap((peer) => [peer, `${peer}/*`]),
    logLevel: 'silent',
  });
  const sizes = new Map(outputFiles.map(({ path, contents }) => [basename(path), gzipSync(contents).length]));
  return loadedAtOnce(metafile).reduce((sum, path) => sum + sizes.get(basename(path))!, 0);
}

/** The file of the program and those that it imports, directly or indirectly. */
function loadedAtOnce({ outputs }: Metafile): string[] {
  const found = new Set(Object.keys(outputs).filter((path) => outputs[path].entryPoint === '<stdin>'));
  for (const path of found)
    for (const { path: next, kind, external } of outputs[path].imports)
      if (external !== true && kind === 'import-statement') found.add(next);
  return [...found];
}
