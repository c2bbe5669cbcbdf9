import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { runPnpm } from '../../release/run-pnpm.js';

const ROOT = join(import.meta.dirname, '../..');
/**
 * The name of a folder that several runs share: the first one fills it, and it stays. Without a name, each
 * run has its own.
 */
const SHARED = process.env['ODORI_PACKED'];
/** Inside the repository, so that Vite serves it and imports resolve as in a user's project. */
const STAGE = join(ROOT, 'node_modules/.cache', SHARED ?? `packed-${process.pid}`);

declare module 'vitest' {
  interface ProvidedContext {
    /** A folder with the packages as npm would unpack them under `node_modules/@odori`. */
    packedFolder: string;
  }
}

/** Packs every package as for publishing and unpacks it, once per run, for the tests of the tarballs. */
export default function setup(project: TestProject): () => void {
  if (SHARED === undefined || !existsSync(STAGE)) pack();
  project.provide('packedFolder', STAGE);
  return () => {
    if (SHARED === undefined) rmSync(STAGE, { recursive: true, force: true });
  };
}

function pack(): void {
  rmSync(STAGE, { recursive: true, force: true });
  const scope = join(STAGE, 'node_modules/@odori');
  mkdirSync(scope, { recursive: true });
  for (const name of readdirSync(join(ROOT, 'packages'))) removeStale(join(ROOT, 'packages', name));
  build();
  // One command for all: starting pnpm takes longer than packing. Its scripts would start the compiler for
  // each package.
  const args = ['-r', '--filter', './packages/*', '--config.ignore-scripts=true', 'pack'];
  runPnpm([...args, '--pack-destination', STAGE], ROOT, ['ignore', 'ignore', 'inherit']);
  for (const name of readdirSync(join(ROOT, 'packages'))) unpack(name, scope);
  link('fflate', 'model');
  link('media-chrome', 'element');
  link('mediabunny', 'element');
  link('@pixiv/three-vrm', 'element');
  for (const name of ['react', 'react-dom', '@react-three/fiber', '@types/react']) link(name, 'react');
}

/** What the scripts `prepack` of the packages do. */
function build(): void {
  const run = (folder: string, ...args: string[]): void => {
    execFileSync(process.execPath, args, { cwd: join(ROOT, folder), stdio: ['ignore', 'ignore', 'inherit'] });
  };
  const projects = readdirSync(join(ROOT, 'packages')).map((name) => `packages/${name}`);
  run('.', 'node_modules/typescript/bin/tsc', '-b', ...projects);
  run('packages/element', 'build.mjs');
  run('packages/cli', 'copy-player.mjs');
}

/**
 * Removes what tsc made of sources that are gone: it keeps such files, and a build from nothing takes too
 * long here.
 */
function removeStale(folder: string): void {
  const dist = join(folder, 'dist');
  if (!existsSync(dist)) return;
  for (const file of readdirSync(dist, { recursive: true, encoding: 'utf8' })) {
    const stem = /^(.+?)(?:\.js|\.d\.ts)\.map$/.exec(file)?.[1];
    if (stem === undefined || ['.ts', '.tsx'].some((end) => existsSync(join(folder, 'src', stem + end))))
      continue;
    for (const end of ['.js', '.js.map', '.d.ts', '.d.ts.map'])
      rmSync(join(dist, stem + end), { force: true });
  }
}

/** Links a dependency of a package, as npm would install it. */
function link(dependency: string, of: string): void {
  const installed = join(ROOT, 'packages', of, 'node_modules', dependency);
  const place = join(STAGE, 'node_modules', dependency);
  mkdirSync(dirname(place), { recursive: true });
  symlinkSync(installed, place, 'junction');
}

function unpack(name: string, scope: string): void {
  const tarball = readdirSync(STAGE).find(
    (file) => file.startsWith(`odori-${name}-`) && file.endsWith('.tgz'),
  );
  if (tarball === undefined) throw new Error(`pnpm pack wrote no tarball for ${name}`);
  const folder = join(scope, name);
  mkdirSync(folder, { recursive: true });
  execFileSync('tar', ['-xzf', join(STAGE, tarball), '-C', folder, '--strip-components=1']);
}
