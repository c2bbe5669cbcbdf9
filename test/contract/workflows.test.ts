import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const FOLDER = join(ROOT, '.github/workflows');
const workflows = readdirSync(FOLDER).map(
  (name) => [name, readFileSync(join(FOLDER, name), 'utf8')] as const,
);
const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  engines: { node: string };
  homepage: string;
  scripts: Record<string, string>;
};

test.each(workflows)(
  '%s names every action by its commit, and says of which version that is',
  (_name, text) => {
    const actions = Array.from(text.matchAll(/\buses: *(.+)/g), ([, action]) => action);
    expect(actions.length).toBeGreaterThan(0);
    const pinned = /^[\w-]+\/[\w-]+@[\da-f]{40} # v\d+\.\d+\.\d+$/;
    expect(actions.filter((action) => !pinned.test(action))).toEqual([]);
  },
);

test('one version of an action has one commit', () => {
  const actions = workflows.flatMap(([, text]) =>
    Array.from(text.matchAll(/\buses: *(\S+)@/g), ([, name]) => name),
  );
  const pinned = workflows.flatMap(([, text]) =>
    Array.from(text.matchAll(/\buses: *(.+)/g), ([, each]) => each),
  );
  expect(new Set(pinned).size).toBe(new Set(actions).size);
});

test.each(workflows)('%s leaves no token in its checkout', (_name, text) => {
  const checkouts = text.match(/actions\/checkout@/g) ?? [];
  expect(text.match(/persist-credentials: false/g) ?? []).toHaveLength(checkouts.length);
});

test.each(workflows)('%s has no more permissions than reading, except in single jobs', (_name, text) => {
  expect(text).toMatch(/^permissions:\n {2}contents: read\n\n/m);
});

test.each(workflows)('%s runs scripts that exist, with the pnpm of the README', (_name, text) => {
  const commands = Array.from(text.matchAll(/\bpnpm@(\S+) (?:run )?([\w:-]+)/g));
  expect(commands.map(([, version]) => version)).toEqual(commands.map(() => '10.34.9'));
  const scripts = commands
    .map(([, , script]) => script)
    .filter((script) => !['install', 'exec'].includes(script));
  expect(scripts.filter((script) => !(script in manifest.scripts))).toEqual([]);
});

test.each([
  ['ci.yml', 'run: .ci/run\n'],
  ['nightly.yml', 'run: npx -y pnpm@10.34.9 check:all\n'],
])('%s runs its checks on the oldest Node that the packages support and on the current LTS', (file, run) => {
  const [, text] = workflows.find(([name]) => name === file)!;
  expect(text).toContain(`node: ['${manifest.engines.node.replace('>=', '')}', 'lts/*']`);
  expect(text).toContain(run);
});

test('the site is built for the path of its address', () => {
  const [, text] = workflows.find(([name]) => name === 'docs.yml')!;
  expect(text).toContain(`DOCS_BASE: ${new URL(manifest.homepage).pathname}\n`);
});

test('packages are published with provenance, by a job that runs no code of a dependency', () => {
  const [, text] = workflows.find(([name]) => name === 'release.yml')!;
  const [check, publish] = text.split(/^ {2}publish:\n/m);
  expect(publish).toMatch(/^ {6}id-token: write/m);
  expect(publish).toContain('npm publish "./$tarball" --access public --provenance\n');
  expect(publish).not.toMatch(/actions\/checkout|pnpm|npx|npm (?:ci|install)/);
  expect(check).not.toMatch(/: write|secrets\.|github\.token|environment:/);
});
