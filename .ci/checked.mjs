// `node .ci/checked.mjs CHECK` ends with 0 if the files that a check depends on are those with which it
// passed last. `node .ci/checked.mjs CHECK --passed` writes down that it has passed with the files as they
// are, in checked.json, which is committed.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const RECORD = join(import.meta.dirname, 'checked.json');
/** What users install: manifests, versions of dependencies, and entry points. */
const PACKAGES = [
  'pnpm-lock.yaml',
  'packages/*/package.json',
  ...['index', 'define', 'webgpu', 'ammo'].map((name) => `:(glob)packages/*/src/**/${name}.ts`),
];
/** What draws, and its tests. */
const DRAWING = [
  'pnpm-lock.yaml',
  'vitest.config.ts',
  ...['element', 'format', 'model', 'physics', 'runtime', 'vrm'].map((name) => `packages/${name}/src`),
  'packages/sample/files',
  'demos/shared/stages',
  'test/browser',
  ':!test/browser/demos',
  'test/golden',
  'test/support',
];
/** The files of each check, as git's pathspecs. */
const FILES = {
  assets: ['demos/assets', 'packages/sample/files', 'test/assets'],
  pictures: DRAWING,
  'oldest-three': [...DRAWING, 'packages/mmd-loader/src', 'test/mmd-loader', 'test/model', 'test/runtime'],
  examples: ['docs/examples', ':(glob)docs/**/start/*.md', 'test/examples', ...PACKAGES],
  site: ['docs', ':!docs/examples', 'CHANGELOG.md', 'packages/*/README.md', ...PACKAGES],
};

/** A hash of the paths and contents of all files that git knows or would add. */
function hashOf(pathspecs) {
  const listing = 'ls-files -z --cached --others --exclude-standard --'.split(' ');
  const args = ['-c', 'safe.directory=*', ...listing, ...pathspecs]; // whoever owns the folder
  const paths = execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).split('\0').filter(Boolean);
  const hash = createHash('sha256');
  for (const path of paths.sort()) {
    if (!existsSync(join(ROOT, path))) continue; // deleted
    const content = readFileSync(join(ROOT, path));
    hash.update(`${path}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

const [check, passed] = process.argv.slice(2);
if (!(check in FILES)) throw new Error(`there is no check ${check}`);
const record = existsSync(RECORD) ? JSON.parse(readFileSync(RECORD, 'utf8')) : {};
const hash = hashOf(FILES[check]);
if (passed !== '--passed') {
  process.exitCode = record[check] === hash ? 0 : 1;
} else if (record[check] !== hash) {
  writeFileSync(RECORD, `${JSON.stringify({ ...record, [check]: hash }, null, 2)}\n`);
  console.log(
    `*** Commit .ci/checked.json: it says that the check "${check}" has passed. Without it, CI runs it again. ***`,
  );
}
