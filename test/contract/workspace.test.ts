import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

test('README shows how to start the demos and run the tests', () => {
  expect(read('README.md')).toContain('npx -y pnpm@10.34.9 start');
  expect(read('README.md')).toContain('npx -y pnpm@10.34.9 test');
  expect(read('.ci/run')).toContain('npx -y pnpm@10.34.9');
});

test('every package has an MIT license, an engine and a description', () => {
  for (const name of readdirSync(join(ROOT, 'packages'))) {
    const manifest = JSON.parse(read(`packages/${name}/package.json`)) as Record<string, unknown>;
    expect(manifest).toMatchObject({ name: `@odori/${name}`, license: 'MIT', engines: { node: '>=20.19' } });
    expect(manifest['description'], name).toBeTruthy();
  }
});

test('every dependency has an exact version or one from the catalog', () => {
  const manifests = ['.', 'packages', 'demos'].flatMap((folder) => manifestsIn(folder));
  for (const path of manifests) {
    const { dependencies, devDependencies } = JSON.parse(read(path)) as Record<
      string,
      Record<string, string>
    >;
    for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies })) {
      expect(version, `${name} in ${path}`).toMatch(
        /^(?:catalog:|workspace:[*^]|(?:npm:[@/a-z]+@)?\d+\.\d+\.\d+)$/,
      );
    }
  }
});

test('the oldest three that the packages accept is the oldest that the tests run on', () => {
  const { devDependencies } = JSON.parse(read('test/package.json')) as {
    devDependencies: Record<string, string>;
  };
  const oldest = devDependencies['three-oldest'].split('@').at(-1);
  for (const path of manifestsIn('packages')) {
    const { peerDependencies } = JSON.parse(read(path)) as { peerDependencies?: Record<string, string> };
    expect(peerDependencies?.['three'] ?? `>=${oldest}`, path).toBe(`>=${oldest}`);
  }
});

/** The manifests of a folder and of the folders in it. */
function manifestsIn(folder: string): string[] {
  const manifests = ['.', ...readdirSync(join(ROOT, folder))].map((name) => `${folder}/${name}/package.json`);
  return manifests.filter((path) => existsSync(join(ROOT, path)));
}
