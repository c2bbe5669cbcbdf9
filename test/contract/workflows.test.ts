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

test.each(workflows)('%s names every action with its full version', (_name, text) => {
  const actions = Array.from(text.matchAll(/\buses: *(\S+)/g), ([, action]) => action);
  expect(actions.length).toBeGreaterThan(0);
  expect(actions.filter((action) => !/^[\w-]+\/[\w-]+@v\d+\.\d+\.\d+$/.test(action))).toEqual([]);
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

test('packages are published with provenance: the job may ask GitHub for an identity', () => {
  const [, text] = workflows.find(([name]) => name === 'release.yml')!;
  expect(text).toMatch(/^ {6}id-token: write/m);
});
