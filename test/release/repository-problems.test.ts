import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  branchProblems,
  originProblems,
  readChanges,
  tagProblems,
  treeProblems,
  versionProblems,
} from '../../release/repository-problems.js';

let folder: string;
let root: string;

/** Runs git with settings of its own, as on a computer without any. */
function git(...args: readonly string[]): void {
  const env = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' };
  const user = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com'];
  execFileSync('git', [...user, ...args], { cwd: root, env, stdio: 'pipe' });
}

function write(path: string, content: object | string): void {
  writeFileSync(join(root, path), typeof content === 'string' ? content : JSON.stringify(content));
}

/** A repository whose `origin` is a folder beside it. Everything is committed and pushed. */
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'odori-release-'));
  [root] = [join(folder, 'clone')];
  const origin = join(folder, 'origin');
  execFileSync('git', ['init', '--quiet', '--bare', '--initial-branch=main', origin]);
  execFileSync('git', ['init', '--quiet', '--initial-branch=main', root]);
  for (const name of ['one', 'two']) {
    mkdirSync(join(root, 'packages', name), { recursive: true });
    write(`packages/${name}/package.json`, { name: `@odori/${name}`, version: '1.2.0' });
  }
  write('package.json', { name: 'odori', version: '1.2.0', repository: { url: origin } });
  git('remote', 'add', 'origin', origin);
  git('add', '.');
  git('commit', '--quiet', '--message', 'First');
  git('push', '--quiet', '--set-upstream', 'origin', 'main');
});
afterEach(() => rmSync(folder, { recursive: true }));

test('a clone that is committed and pushed has no problems', () => {
  expect([treeProblems(root), branchProblems(root), originProblems(root), versionProblems(root)]).toEqual([
    [],
    [],
    [],
    [],
  ]);
});

test('a file that is not committed is a problem', () => {
  write('new.txt', '');
  expect(treeProblems(root)).toEqual(['Some files are not committed. Commit or stash them:\n?? new.txt']);
});

test('a folder without git is a problem', () => {
  expect(treeProblems(folder)).toEqual([`${folder} is not a git repository.`]);
});

test('another branch, an unpushed commit and an origin that does not answer are problems', () => {
  git('commit', '--quiet', '--allow-empty', '--message', 'Second');
  expect(branchProblems(root)).toEqual(['main differs from the main of origin: git pull, then git push.']);
  git('switch', '--quiet', '--create', 'other');
  expect(branchProblems(root)).toEqual(['The branch is other. Releases are made from main: git switch main']);
  git('switch', '--quiet', 'main');
  rmSync(join(folder, 'origin'), { recursive: true });
  expect(branchProblems(root)).toEqual([
    'origin did not answer, or has no branch main. Check the network, and git push.',
  ]);
});

test('a missing origin, and one that is not the repository of the manifest, are problems', () => {
  const url = 'git+https://github.com/odori-mmd/odori.git';
  write('package.json', { name: 'odori', version: '1.2.0', repository: { url } });
  for (const same of ['git@github.com:odori-mmd/odori.git', 'https://github.com/odori-mmd/odori']) {
    git('remote', 'set-url', 'origin', same);
    expect(originProblems(root)).toEqual([]);
  }
  git('remote', 'set-url', 'origin', 'https://github.com/someone/fork.git');
  expect(originProblems(root)[0]).toContain(
    'origin is https://github.com/someone/fork.git, but "repository" in package.json is https://github.com/odori-mmd/odori.',
  );
  git('remote', 'remove', 'origin');
  expect(originProblems(root)).toEqual([
    'This clone has no remote called origin. Add it: git remote add origin https://github.com/odori-mmd/odori.git',
  ]);
});

test('a package with another version is a problem', () => {
  write('packages/two/package.json', { name: '@odori/two', version: '1.1.0' });
  expect(versionProblems(root)).toEqual([
    '@odori/two has version 1.1.0, but the root has 1.2.0. Make them equal.',
  ]);
});

test('in the workflow, the tag must be that of the version, on a commit of main', () => {
  expect(tagProblems(root, 'refs/tags/v1.2.0')).toEqual([]);
  expect(tagProblems(root, 'refs/tags/v1.3.0')).toEqual([
    'The workflow runs for refs/tags/v1.3.0, but the version needs the tag v1.2.0.',
  ]);
  git('commit', '--quiet', '--allow-empty', '--message', 'Not on main');
  expect(tagProblems(root, 'refs/tags/v1.2.0')).toEqual([
    'The commit of v1.2.0 is not on main. Delete the tag, merge the commit, and tag it again.',
  ]);
});

const changes = (text: string): ReturnType<typeof readChanges> => {
  write('CHANGELOG.md', text);
  return readChanges(root);
};

test('the notes of a version are what the CHANGELOG has under its heading', () => {
  const text =
    '# Changelog\n\n## 1.2.0 (2026-11-22)\n\n### New\n\n- Dances.\n\n## 1.1.0 (2026-01-01)\n\n- Stands.\n';
  expect(changes(text)).toEqual({ problems: [], notes: '### New\n\n- Dances.' });
});

test('a CHANGELOG without the version, its date or its changes is a problem', () => {
  expect(changes('# Changelog\n\n## Unreleased\n\n- Dances.\n').problems).toEqual([
    expect.stringMatching(
      /^CHANGELOG\.md has no section about 1\.2\.0\. Change the heading "Unreleased" to "1\.2\.0 \(\d{4}-\d\d-\d\d\)"\.$/,
    ),
  ]);
  expect(changes('# Changelog\n\n## 1.2.01 (2026-11-22)\n\n- Dances.\n').problems[0]).toContain(
    'has no section about 1.2.0. Add a section',
  );
  for (const heading of ['1.2.0', '1.2.0 (soon)', '1.2.0 (2026-13-40)']) {
    expect(changes(`# Changelog\n\n## ${heading}\n\n- Dances.\n`).problems, heading).toEqual([
      expect.stringContaining('The heading of 1.2.0 in CHANGELOG.md has no date. Write "## 1.2.0 ('),
    ]);
  }
  expect(changes('# Changelog\n\n## 1.2.0 (2026-11-22)\n\n## 1.1.0 (2026-01-01)\n').problems).toEqual([
    'CHANGELOG.md says nothing about 1.2.0. Write what users notice.',
  ]);
  expect(
    changes('# Changelog\n\n## Unreleased\n\n- Sings.\n\n## 1.2.0 (2026-11-22)\n\n- Dances.\n').problems,
  ).toEqual(['CHANGELOG.md still has entries under "Unreleased". Move them to 1.2.0.']);
});
