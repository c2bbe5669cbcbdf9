import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What a manifest says that matters for a release. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly private?: boolean;
  readonly repository: { readonly url: string };
  readonly dependencies?: Readonly<Record<string, string>>;
}

/** The manifest of a folder. */
export function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
}

/**
 * The manifests of all public packages, each after those that it depends on: the order in which npm can take
 * them.
 */
export function publicPackages(root: string): Manifest[] {
  const folders = readdirSync(join(root, 'packages')).map((name) => join(root, 'packages', name));
  const waiting = folders.map((folder) => readManifest(folder)).filter((manifest) => !manifest.private);
  const ordered: Manifest[] = [];
  while (waiting.length > 0) {
    const needs = (manifest: Manifest): boolean =>
      waiting.some(({ name }) => name in (manifest.dependencies ?? {}));
    const index = waiting.findIndex((manifest) => !needs(manifest));
    if (index < 0)
      throw new Error(`packages depend on each other: ${waiting.map(({ name }) => name).join(', ')}`);
    ordered.push(...waiting.splice(index, 1));
  }
  return ordered;
}

/** The tarball of a package in a folder, as pnpm names it. */
export function tarballOf({ name, version }: Manifest, folder: string): string {
  return join(folder, `${name.replace('@', '').replace('/', '-')}-${version}.tgz`);
}

/**
 * The page of the repository, such as `https://github.com/odori-mmd/odori`, from any address that git
 * understands.
 */
export function pageOf(address: string): string {
  return address
    .trim()
    .replace(/^git\+/, '')
    .replace(/^(?:ssh:\/\/)?git@([^:/]+)[:/]/, 'https://$1/')
    .replace(/^https:\/\/[^@/]+@/, 'https://')
    .replace(/\.git$|\/$/, '');
}
