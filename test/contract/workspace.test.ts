import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

test('README shows how to start the demos and run the tests', () => {
  expect(read('README.md')).toContain('npx -y pnpm@10.34.9 start');
  expect(read('README.md')).toContain('npx -y pnpm@10.34.9 test');
  expect(read('.ci/run')).toContain('npx -y pnpm@10.34.9');
});

const PACKAGES = readdirSync(join(ROOT, 'packages'));
const manifestOf = (folder: string): Record<string, unknown> =>
  JSON.parse(read(`${folder}/package.json`)) as Record<string, unknown>;

/** Code is MIT, files to copy are CC0. */
const licenseOf = (name: string): string => (name === 'sample' ? 'CC0-1.0' : 'MIT');

test('every package has a license, an engine and a description', () => {
  for (const name of PACKAGES) {
    const license = licenseOf(name);
    const manifest = manifestOf(`packages/${name}`);
    expect(manifest).toMatchObject({ name: `@odori/${name}`, license, engines: { node: '>=20.19' } });
    expect(manifest['description'], name).toBeTruthy();
  }
});

test('every package has the version, author and addresses of the root, and its own folder', () => {
  const { version, author, homepage, repository, bugs } = manifestOf('.');
  expect(version).toMatch(/^\d+\.\d+\.\d+$/);
  expect(repository).toEqual({ type: 'git', url: expect.stringMatching(/^git\+https:\/\/.+\.git$/) });
  for (const name of PACKAGES) {
    const directory = `packages/${name}`;
    const expected = {
      version,
      author,
      homepage,
      bugs,
      repository: { ...(repository as object), directory },
    };
    expect(manifestOf(directory), name).toMatchObject(expected);
  }
});

test('packages depend on each other with the range workspace:^, which becomes ^ and the version', () => {
  const wrong = PACKAGES.flatMap((name) => {
    const dependencies = (manifestOf(`packages/${name}`)['dependencies'] ?? {}) as Record<string, string>;
    const ours = Object.entries(dependencies).filter(([dependency]) => dependency.startsWith('@odori/'));
    return ours.filter(([, range]) => range !== 'workspace:^');
  });
  expect(wrong).toEqual([]);
});

test('every other mention of the repository and the site has the addresses of the root', () => {
  const { homepage, repository } = manifestOf('.') as { homepage: string; repository: { url: string } };
  const address = repository.url.replace(/^git\+|\.git$/g, '');
  const [, owner] = /^https:\/\/github\.com\/([^/]+)\//.exec(address)!;
  expect(homepage).toBe(`https://${owner}.github.io/${address.split('/').at(-1)}/`);
  const texts = committed('*.md', '*.ts', '*.mjs', '*.yml', '*.json', '*.html');
  const wrong = texts.flatMap((path) =>
    [...read(path).matchAll(/https:\/\/(?:github\.com\/[\w-]+\/odori\b|[\w-]+\.github\.io\/odori\/)/g)]
      .filter(([found]) => found !== address && found !== homepage)
      .map(([found]) => `${path}: ${found}`),
  );
  expect(wrong).toEqual([]);
});

test.each(['README.md', ...PACKAGES.map((name) => `packages/${name}/README.md`)])(
  '%s has a command that installs the package, and a link for when npm does not find it',
  (path) => {
    const text = read(path);
    const [, name = 'model'] = /^packages\/(.+)\//.exec(path) ?? [];
    expect(text).toMatch(new RegExp(`^ *npm install .*@odori/${name}( |$)`, 'm'));
    const [, link] = /npm.*? \[Install\]\((.+?)\) says (?:what to do|how to build them)/.exec(text)!;
    expect(join(ROOT, path, '..', link)).toBe(join(ROOT, 'docs/start/install.md'));
  },
);

test('every version of our packages in the documents is the present one', () => {
  const { version } = manifestOf('.');
  const texts = committed('*.md', '*.html', '*.yml').filter((path) => path !== 'CHANGELOG.md');
  const found = texts.flatMap((path) =>
    [...read(path).matchAll(/(?:@odori\/[\w-]+@|odori-[\w-]+-)(\d+\.\d+\.\d+)/g)].map(([, each]) => ({
      path,
      version: each,
    })),
  );
  expect(found.length).toBeGreaterThan(10);
  expect(found.filter((each) => each.version !== version)).toEqual([]);
});

/** Every import of names from our packages in programs that no compiler checks: file, entry, names. */
const IMPORTS = committed('*.mjs').flatMap((path) =>
  [
    ...read(path).matchAll(/import \{([^}]*)\} from '([^']+)'/g),
    ...read(path).matchAll(/const \{([^}]*)\} = await import\('([^']+)'\)/g),
  ].flatMap(([, list, from]) => {
    const entry = sourceOf(from, path);
    const names = list.split(',').map((name) => name.trim().split(/ as |:/)[0]);
    return entry ? [{ path, entry, names: names.filter((name) => name !== '') }] : [];
  }),
);

test('programs import only what our packages export', async () => {
  expect(IMPORTS.length).toBeGreaterThan(30);
  const missing: string[] = [];
  for (const { path, entry, names } of IMPORTS) {
    const exported = (await import(/* @vite-ignore */ entry)) as object;
    missing.push(...names.filter((name) => !(name in exported)).map((name) => `${path}: ${name}`));
  }
  expect(missing).toEqual([]);
});

/** The source of a package's entry, by its name or the path of its built file; undefined: not ours. */
function sourceOf(from: string, path: string): string | undefined {
  if (from.startsWith('@odori/')) return from;
  const built = relative(ROOT, join(ROOT, path, '..', from))
    .split(sep)
    .join('/');
  const [, name, file] = /^packages\/([^/]+)\/dist\/(.+)\.js$/.exec(built) ?? [];
  return name && join(ROOT, `packages/${name}/src/${file}.ts`);
}

test('every dependency has an exact version or one from the catalog', () => {
  const manifests = ['.', 'packages', 'demos'].flatMap((folder) => manifestsIn(folder));
  for (const path of manifests) {
    const { dependencies, devDependencies } = JSON.parse(read(path)) as Record<
      string,
      Record<string, string>
    >;
    for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies })) {
      expect(version, `${name} in ${path}`).toMatch(
        /^(?:catalog:|workspace:[*^]|(?:npm:[@/a-z]+@)?\d+\.\d+\.\d+(?:-[a-z]+(?:\.\d+)+)?)$/,
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

/** The paths of files in the repository, also new ones, that match one of the patterns. */
function committed(...patterns: readonly string[]): string[] {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', ...patterns];
  const paths = execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).split('\0');
  return paths.filter((path) => path !== '' && existsSync(join(ROOT, path)));
}
