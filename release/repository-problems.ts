import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pageOf, publicPackages, readManifest } from './public-packages.js';

/** Runs git in a folder. Returns what it prints, or undefined if it fails. */
export function git(root: string, ...args: readonly string[]): string | undefined {
  try {
    return execFileSync('git', args, {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return undefined;
  }
}

/** A release is made from files that are in the history, so that others can make it again. */
export function treeProblems(root: string): string[] {
  const changed = git(root, 'status', '--porcelain');
  if (changed === undefined) return [`${root} is not a git repository.`];
  if (changed === '') return [];
  return [`Some files are not committed. Commit or stash them:\n${changed}`];
}

/** On a computer: `main` is checked out, and it is what `origin` has. */
export function branchProblems(root: string): string[] {
  const branch = git(root, 'rev-parse', '--abbrev-ref', 'HEAD');
  if (branch !== 'main') return [`The branch is ${branch}. Releases are made from main: git switch main`];
  const [theirs] = (git(root, 'ls-remote', 'origin', 'refs/heads/main') ?? '').split(/\s/);
  if (theirs === '')
    return ['origin did not answer, or has no branch main. Check the network, and git push.'];
  if (theirs === git(root, 'rev-parse', 'HEAD')) return [];
  return ['main differs from the main of origin: git pull, then git push.'];
}

/** In the workflow: the tag of the version was pushed, and its commit is on `main`. */
export function tagProblems(root: string, ref: string | undefined): string[] {
  const tag = `v${readManifest(root).version}`;
  if (ref !== `refs/tags/${tag}`)
    return [`The workflow runs for ${ref}, but the version needs the tag ${tag}.`];
  if (git(root, 'merge-base', '--is-ancestor', 'HEAD', 'origin/main') === undefined) {
    return [`The commit of ${tag} is not on main. Delete the tag, merge the commit, and tag it again.`];
  }
  return [];
}

/** npm shows the repository of the manifest as the place of the sources. */
export function originProblems(root: string): string[] {
  const expected = pageOf(readManifest(root).repository.url);
  const origin = git(root, 'remote', 'get-url', 'origin');
  if (origin === undefined) {
    return [`This clone has no remote called origin. Add it: git remote add origin ${expected}.git`];
  }
  if (pageOf(origin) === expected) return [];
  return [
    `origin is ${origin}, but "repository" in package.json is ${expected}. Correct the one that is wrong: ` +
      `git remote set-url origin ${expected}.git, or edit the manifests.`,
  ];
}

/** All packages have the version of the root. */
export function versionProblems(root: string): string[] {
  const { version } = readManifest(root);
  const others = publicPackages(root).filter((manifest) => manifest.version !== version);
  return others.map(
    (other) => `${other.name} has version ${other.version}, but the root has ${version}. Make them equal.`,
  );
}

/** What the CHANGELOG says about the version, or what is wrong with it. */
export function readChanges(root: string): { readonly problems: string[]; readonly notes: string } {
  const { version } = readManifest(root);
  const today = new Date().toISOString().slice(0, 10);
  const [, ...sections] = readFileSync(join(root, 'CHANGELOG.md'), 'utf8').split(/^## /m);
  const find = (title: string): string | undefined =>
    sections.find((section) => section.startsWith(`${title} `) || section.startsWith(`${title}\n`));
  const section = find(version);
  const unreleased = find('Unreleased');
  if (section === undefined) {
    const how =
      unreleased === undefined ? 'Add a section with the heading' : 'Change the heading "Unreleased" to';
    return {
      problems: [`CHANGELOG.md has no section about ${version}. ${how} "${version} (${today})".`],
      notes: '',
    };
  }
  const [heading, ...lines] = section.split('\n');
  const notes = lines.join('\n').trim();
  const problems: string[] = [];
  const [, date] = /^\S+ \((\d{4}-\d\d-\d\d)\)$/.exec(heading) ?? [];
  if (date === undefined || Number.isNaN(Date.parse(date))) {
    problems.push(`The heading of ${version} in CHANGELOG.md has no date. Write "## ${version} (${today})".`);
  }
  if (notes === '') problems.push(`CHANGELOG.md says nothing about ${version}. Write what users notice.`);
  if (unreleased?.includes('\n-')) {
    problems.push(`CHANGELOG.md still has entries under "Unreleased". Move them to ${version}.`);
  }
  return { problems, notes };
}
