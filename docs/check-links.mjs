// Checks the built site: `node check-links.mjs [folder]`. Every link, picture and script of each page must
// lead to a file, every anchor to an element, and every address of the repository to a file in it. VitePress
// checks neither anchors nor demos.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';

const SITE = process.argv[2] ?? join(import.meta.dirname, 'dist');
const ROOT = join(import.meta.dirname, '..');
/** The path of the site on its host; `vitepress build` reads the same variable. */
const BASE = process.env.DOCS_BASE ?? '/';
const HOST = 'https://site.invalid';
const { repository, homepage } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
const REPOSITORY = repository.url.replace(/^git\+|\.git$/g, '');

const pages = readdirSync(SITE, { recursive: true })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => path.endsWith('.html'));
const texts = new Map(pages.map((page) => [page, readFileSync(join(SITE, page), 'utf8')]));
const anchors = new Map([...texts].map(([page, text]) => [page, anchorsOf(text)]));

const problems = new Set();
let count = 0;
for (const [page, text] of texts) {
  for (const link of linksOf(text)) {
    count++;
    const problem = findProblem(page, link);
    if (problem) problems.add(`${page}: ${link}: ${problem}`);
  }
}
if (count === 0) problems.add('the site has no links');
for (const problem of problems) console.error(problem);
console.log(`${count} links on ${pages.length} pages, ${problems.size} broken`);
process.exitCode = problems.size > 0 ? 1 : 0;

function linksOf(text) {
  const html = text.replace(/<script\b[^>]*>[\s\S]*?<\/script>/g, (script) =>
    script.slice(0, script.indexOf('>') + 1),
  );
  return [...html.matchAll(/<[a-z][^>]*?\s(?:href|src)="([^"]*)"/g)].map(([, link]) => decodeEntities(link));
}

function anchorsOf(text) {
  return new Set([...text.matchAll(/\s(?:id|name)="([^"]*)"/g)].map(([, id]) => decodeEntities(id)));
}

function decodeEntities(text) {
  return text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&amp;', '&');
}

/** The path of a file or folder that a web address of the repository shows; undefined for other addresses. */
function fileInRepository(link) {
  if (!link.startsWith(`${REPOSITORY}/`)) return undefined;
  return /^\/(?:blob|tree)\/[^/]+\/([^#?]*)/.exec(link.slice(REPOSITORY.length))?.[1];
}

/** The address of a page in other languages is that of the published site. */
function onThisHost(link) {
  return link.startsWith(homepage) ? `${HOST}${BASE}${link.slice(homepage.length)}` : link;
}

/** Says what is wrong with a link of a page; undefined if it leads somewhere, or to another host. */
function findProblem(page, link) {
  const file = fileInRepository(link);
  if (file !== undefined)
    return existsSync(join(ROOT, decodeURI(file))) ? undefined : 'the repository has no such file';
  const url = new URL(onThisHost(link), `${HOST}${BASE}${page}`);
  if (url.origin !== HOST) return undefined;
  if (!url.pathname.startsWith(BASE)) return `it is outside of ${BASE}`;
  const target = fileFor(decodeURI(url.pathname).slice(BASE.length));
  if (target === undefined) return 'there is no such page';
  const anchor = decodeURIComponent(url.hash.slice(1));
  if (anchor === '' || !target.endsWith('.html') || target.startsWith('demos/')) return undefined;
  return anchors.get(target).has(anchor) ? undefined : `${target} has no such anchor`;
}

/** The file that a static host sends for a path. */
function fileFor(path) {
  const candidates = [path, `${path}.html`, posix.join(path, 'index.html')];
  return candidates.find((name) => existsSync(join(SITE, name)) && statSync(join(SITE, name)).isFile());
}
