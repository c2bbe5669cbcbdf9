// `pnpm release`: checks that everything is ready, packs all packages, and then
//   on a computer: creates the tag of the version and pushes it, which starts the workflow `release.yml`
//   in that workflow: leaves them in packed/, from where its next job publishes them
// `--dry-run` tags and publishes nothing, and goes on after a problem. `--skip-checks`, only with it, leaves
// out `.ci/run --all`.
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { describeTarball } from './describe-tarball.js';
import { isOnNpm, tryPublish } from './npm.js';
import { packPackages } from './pack-packages.js';
import { pageOf, publicPackages, readManifest, tarballOf } from './public-packages.js';
import {
  branchProblems,
  git,
  originProblems,
  readChanges,
  tagProblems,
  treeProblems,
  versionProblems,
} from './repository-problems.js';
import { tarballProblems } from './tarball-problems.js';

const ROOT = join(import.meta.dirname, '../..');
const PACKED = join(ROOT, 'packed');
const OPTIONS = process.argv.slice(2);
const isDryRun = OPTIONS.includes('--dry-run');
const isWorkflow = process.env['GITHUB_ACTIONS'] === 'true';
const { version, repository } = readManifest(ROOT);
const tag = `v${version}`;
const packages = publicPackages(ROOT);

/** A step returns its problems, as sentences. */
const STEPS: readonly (readonly [title: string, run: () => string[] | Promise<string[]>])[] = [
  ['Everything is committed', () => treeProblems(ROOT)],
  ['origin is the repository of the manifests', () => originProblems(ROOT)],
  isWorkflow
    ? ['The tag is that of the version, and on main', () => tagProblems(ROOT, process.env['GITHUB_REF'])]
    : ['main is checked out and pushed', () => branchProblems(ROOT)],
  ['All packages have one version', () => versionProblems(ROOT)],
  ['The CHANGELOG describes the version', () => readChanges(ROOT).problems],
  ['The version is new', newVersionProblems],
  ['All checks pass', checkProblems],
  ['All packages are packed', packProblems],
  ['publint, "Are the types wrong?" and we find no problem in the tarballs', allTarballProblems],
  ['npm would take the tarballs', publishProblems],
];

function newVersionProblems(): string[] {
  const problems = packages
    .filter((manifest) => !isWorkflow && isOnNpm(manifest)) // a workflow that failed half-way runs again
    .map(({ name }) => `npm already has ${name} ${version}. Choose a higher version in all manifests.`);
  const isTagged = !isWorkflow && git(ROOT, 'tag', '--list', tag) !== '';
  return isTagged ? [...problems, `The tag ${tag} is there already. Choose a higher version.`] : problems;
}

function checkProblems(): string[] {
  if (OPTIONS.includes('--skip-checks')) {
    console.log('  left out (--skip-checks)');
    return [];
  }
  try {
    execFileSync('bash', [join(ROOT, '.ci/run'), '--all'], { cwd: ROOT, stdio: 'inherit' });
    return [];
  } catch {
    return ['.ci/run --all failed, see its output above.'];
  }
}

function packProblems(): string[] {
  const tarballs = packPackages(ROOT, PACKED);
  writeFileSync(join(PACKED, 'NOTES.md'), `${readChanges(ROOT).notes}\n`);
  const missing = packages.filter((manifest) => !tarballs.includes(tarballOf(manifest, PACKED)));
  return missing.map(({ name }) => `pnpm pack wrote no tarball for ${name}.`);
}

async function allTarballProblems(): Promise<string[]> {
  const problems = packages.map((manifest) => tarballProblems(readFileSync(tarballOf(manifest, PACKED))));
  return (await Promise.all(problems)).flat();
}

function publishProblems(): string[] {
  const contents: string[] = [];
  for (const manifest of packages) {
    const published = tryPublish(tarballOf(manifest, PACKED));
    const title = `${manifest.name} ${version}`;
    console.log(describeTarball(title, published).replace(/^/gm, '  '));
    contents.push(
      title,
      ...published.files.map(({ path, size }) => `${String(size).padStart(9)} ${path}`),
      '',
    );
  }
  writeFileSync(join(PACKED, 'CONTENTS.txt'), contents.join('\n'));
  console.log('  packed/CONTENTS.txt lists every file.');
  return [];
}

/** Runs the steps. Returns all problems in a dry run; otherwise those of the first step that has any. */
async function runSteps(): Promise<string[]> {
  const all: string[] = [];
  for (const [index, [title, run]] of STEPS.entries()) {
    console.log(`[${index + 1}/${STEPS.length}] ${title}`);
    let problems: string[];
    try {
      problems = await run();
    } catch (error) {
      problems = [error instanceof Error ? error.message : String(error)];
    }
    for (const problem of problems) console.log(`  PROBLEM: ${problem}`);
    all.push(...problems);
    if (problems.length > 0 && !isDryRun) break;
  }
  return all;
}

async function pushTag(): Promise<void> {
  const prompt = createInterface({ input: process.stdin, output: process.stdout });
  const question = `Type ${version} to push the tag ${tag}, which publishes the packages: `;
  const noAnswer = once(prompt, 'close').then(() => '');
  const answer = await Promise.race([prompt.question(question), noAnswer]);
  prompt.close();
  if (answer.trim() !== version) {
    console.log('Nothing was tagged or published.');
    process.exitCode = 1;
    return;
  }
  execFileSync('git', ['tag', '--annotate', tag, '--message', `Odori ${version}`], {
    cwd: ROOT,
    stdio: 'inherit',
  });
  execFileSync('git', ['push', 'origin', tag], { cwd: ROOT, stdio: 'inherit' });
  console.log(
    `The workflow publishes ${version} now: ${pageOf(repository.url)}/actions/workflows/release.yml`,
  );
}

async function main(): Promise<void> {
  const unknown = OPTIONS.filter((option) => option !== '--dry-run' && option !== '--skip-checks');
  if (unknown.length > 0 || (OPTIONS.includes('--skip-checks') && !isDryRun)) {
    console.log('Usage: pnpm release [--dry-run [--skip-checks]]');
    process.exitCode = 2;
    return;
  }
  const problems = await runSteps();
  if (problems.length > 0) {
    console.log(
      `\n${version} is not ready: ${problems.length === 1 ? '1 problem' : `${problems.length} problems`}.`,
    );
    for (const problem of problems) console.log(`- ${problem}`);
    process.exitCode = 1;
  } else if (isDryRun) {
    console.log(
      `\n${version} is ready. Without --dry-run, the tag ${tag} would be ${isWorkflow ? 'published' : 'pushed'}.`,
    );
  } else if (isWorkflow) {
    console.log(`\n${version} is ready: the next job publishes packed/.`);
  } else {
    await pushTag();
  }
}

await main();
