// Checks the pages in other languages: `node check-translations.mjs [repository]`. Each names the commit of
// its original: `original: <commit>` in its frontmatter, or `<!-- original: <commit> -->` in a README. A page
// whose original has changed since is stale: the check lists it. It fails where readers would miss something:
// a heading, a demo, a table from the build, or a block of code of the original, apart from its comments.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = process.argv[2] ?? join(import.meta.dirname, '..');
const LANGUAGES = ['ja', 'zh'];
/** Blocks in these languages have text for people. */
const TEXT = new Set(['text', 'md']);
/** What the build puts into a page. */
const COMPONENTS = /^<(?:!-- versions --|[A-Z]\w+(?: page="\w+")?)/gm;
const COMMENTS = /\/\*.*?\*\/|<!--.*?-->|\{\/\*.*?\*\/\}|(?<=^|\s)(?:\/\/|#)\s.*?$/gms;

const problems = [];
const stale = [];
const unknown = [];
const pages = translatedPages();
const history = git('rev-list', 'HEAD').stdout.split('\n');
/** The translations of a page share its original. */
const oldFiles = new Map();
for (const page of pages) {
  const original = originalOf(page);
  if (!existsSync(join(ROOT, original))) {
    problems.push(`${page}: there is no ${original}`);
    continue;
  }
  const missing = missingIn(page, original).map((what) => `${page}: ${what} of ${original} is missing`);
  problems.push(...missing);
  const text = read(page);
  const [, commit] = /^(?:original: |<!-- original: )([0-9a-f]{7,40})\b/m.exec(text) ?? [];
  if (commit === undefined) problems.push(`${page}: it does not name the commit of ${original}`);
  else if (!hasCommit(commit)) unknown.push(`${page}: the repository has no commit ${commit}`);
  else if (differs(commit, original)) stale.push(`${page}: ${original} has changed since ${commit}`);
}
if (unknown.length > 0 && isShallow()) {
  console.error(`*** ${unknown.length} of ${pages.length} pages were not compared with their originals: `);
  console.error('*** this clone has no history. `git fetch --unshallow` brings it. ***');
} else problems.push(...unknown);
for (const line of stale) console.log(`stale: ${line}`);
for (const problem of problems) console.error(problem);
if (problems.some((problem) => problem.endsWith('is missing')))
  console.error('Translate what is new. If you do not write the language, copy it in English.');
console.log(`${pages.length} translated pages, ${stale.length} stale, ${problems.length} problems`);
process.exitCode = problems.length > 0 ? 1 : 0;

function translatedPages() {
  const readmes = readdirSync(ROOT).filter((name) => /^README\.[\w-]+\.md$/.test(name));
  const folders = LANGUAGES.map((language) => `docs/${language}`).filter((path) =>
    existsSync(join(ROOT, path)),
  );
  const inDocs = folders.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true })
      .map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
      .filter((path) => path.endsWith('.md')),
  );
  return [...readmes, ...inDocs].sort();
}

function originalOf(page) {
  if (page.startsWith('README.')) return 'README.md';
  const path = page.replace(/^docs\/[^/]+\//, '');
  return path.replace(/^packages\/(.+)\.md$/, 'packages/$1/README.md').replace(/^(?!packages\/)/, 'docs/');
}

/** What readers of a page miss. Of the README of a package, only the first screen is translated. */
function missingIn(page, original) {
  const isFirstScreen = original.startsWith('packages/');
  const blocks = blocksOf(read(page));
  const originalBlocks = blocksOf(read(original));
  if (isFirstScreen) {
    const known = new Set(originalBlocks.map(({ code }) => code));
    return blocks.filter(({ code }) => !known.has(code)).map(({ begin }) => `the code “${begin}”`);
  }
  const codes = blocks.map(({ code }) => code);
  const lost = originalBlocks.filter(({ code }, i) => codes[i] !== code).slice(0, 1);
  const headings = missingHeadings(page, original);
  if (headings.length === 0 && lost.length === 0 && blocks.length > originalBlocks.length)
    return [`nothing, but the code “${blocks[originalBlocks.length].begin}”`];
  return [
    ...headings,
    ...missingComponents(page, original),
    ...lost.map(({ begin }) => `the code “${begin}”`),
  ];
}

/** Headings have the anchors of the original. Those of a README, which GitHub makes, are only counted. */
function missingHeadings(page, original) {
  const ids = headingsOf(read(page));
  const wanted = headingsOf(read(original));
  if (!page.startsWith('README.'))
    return wanted.filter((id) => !ids.includes(id)).map((id) => `the heading #${id}`);
  return ids.length < wanted.length ? [`one of ${wanted.length} headings`] : [];
}

function missingComponents(page, original) {
  const components = read(page).match(COMPONENTS) ?? [];
  const wanted = read(original).match(COMPONENTS) ?? [];
  return wanted.filter((begin) => !components.includes(begin)).map((begin) => `the component “${begin}”`);
}

/** The anchors of the headings below the first. */
function headingsOf(text) {
  const headings = text.replace(/^(`{3,}).*?^\1/gms, '').matchAll(/^##+ (.+)$/gm);
  return Array.from(headings, ([, heading]) => /\{#([^}]+)\}\s*$/.exec(heading)?.[1] ?? slugify(heading));
}

/** As in .vitepress/links.ts, which is TypeScript. */
function slugify(heading) {
  const plain = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').trim();
  return plain
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-');
}

/** The blocks of code of a page: the first line of each, and its code without comments. */
function blocksOf(text) {
  return Array.from(text.matchAll(/^( *)(`{3,})(\w*).*?\n(.*?)^\1\2/gms), ([, , , language, code]) => {
    const begin = `${language}: ${code.trim().split('\n')[0]}`;
    return { begin, code: TEXT.has(language) ? language : `${language}\n${withoutComments(code)}` };
  });
}

function withoutComments(code) {
  return code
    .replace(COMMENTS, '')
    .split('\n')
    .map((line) => line.trim().replace(/\s+/g, ' '))
    .filter((line) => line !== '')
    .join('\n');
}

function read(page) {
  return readFileSync(join(ROOT, page), 'utf8');
}

function git(...args) {
  return spawnSync('git', ['-c', 'safe.directory=*', ...args], { cwd: ROOT, encoding: 'utf8' });
}

/** Whether HEAD contains a commit. One of another branch is not in a clone. */
function hasCommit(commit) {
  return history.some((hash) => hash.startsWith(commit));
}

/** Whether what a translation translates of a file is something else than at a commit. */
function differs(commit, original) {
  const before = atCommit(`${commit}:${original}`);
  return before === undefined || translatable(original, before) !== translatable(original, read(original));
}

/** A file of a commit, as `commit:path`; undefined if the commit does not have it. */
function atCommit(object) {
  if (!oldFiles.has(object)) {
    const { status, stdout } = git('show', object);
    oldFiles.set(object, status === 0 ? stdout : undefined);
  }
  return oldFiles.get(object);
}

/**
 * The first screen of the README of a package, that of the repository without its links to translations, and
 * all of other pages.
 */
function translatable(original, text) {
  if (original.startsWith('packages/')) return text.split(/^## /m, 2).join('## ');
  return original === 'README.md' ? text.replace(/^.*\]\(README\.[\w-]+\.md\).*\n\n/m, '') : text;
}

function isShallow() {
  return execFileSync('git', ['-c', 'safe.directory=*', 'rev-parse', '--is-shallow-repository'], {
    cwd: ROOT,
    encoding: 'utf8',
  }).startsWith('true');
}
