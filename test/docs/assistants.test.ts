import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ENGLISH } from '../../docs/.vitepress/languages.js';
import { llmsFullText, llmsText } from '../../docs/.vitepress/llms.js';
import { sections } from '../../docs/.vitepress/pages.js';
import { plainMarkdown } from '../../docs/.vitepress/plain-markdown.js';
import { HOMEPAGE, REPOSITORY, sourceOf } from '../../docs/.vitepress/repository.js';
import { SUMMARIES } from '../../docs/.vitepress/summaries.js';
import { readPage, ROOT } from './doc-pages.js';

const SECTIONS = sections(ENGLISH);
const llms = llmsText(SECTIONS);

/** What people ask an assistant for, the page that answers it, and what that page must contain. */
const TASKS: readonly (readonly [task: string, page: string, api: string])[] = [
  ['play a dance with its song from one HTML tag', 'start/tag', '<odori-player'],
  ['play a zip with its song', 'guide/files', 'readZip('],
  ['put a dancer into my three.js scene', 'start/three', 'new MotionPlayer('],
  ['React component for a dance', 'start/react', '<MmdModel'],
  ['server rendering with Next.js', 'docs/examples/next/README', '<odori-player>'],
  ['crossfade', 'guide/blending', 'player.crossfade('],
  ['VRM', 'guide/vrm', 'bindVrm('],
  ['still on a server', 'guide/films', 'odori render'],
  ['group dance', 'guide/recipes', '<odori-dancer'],
  ['lip sync', 'guide/companions', 'companion.say('],
  ['wind in her hair', 'guide/physics', 'wind'],
  ['AR on a phone', 'guide/xr', '.setSession('],
  ['bloom', 'guide/effects', 'bloom'],
  ['bone positions in Node', 'guide/sampling', 'bindMotion('],
  ['GLB for Blender', 'guide/recipes', 'convert dancer.pmx'],
  ['open a PMM project', 'guide/projects', 'new PMMLoader('],
  ['replace MMDLoader', 'coming-from-mmd-loader', 'new MMDLoader()'],
  ['move from babylon-mmd', 'coming-from-babylon-mmd', 'createMmdModel('],
  ['camera that films by itself', 'guide/camera', 'new AutoCamera('],
  ['the song begins later than the dance: offset', 'guide/music', 'offset'],
  ['model is white, textures missing', 'guide/troubleshooting', 'textures'],
  ['write a VMD file', 'packages/format', 'serializeVmd('],
  ['a crowd of hundreds', 'packages/model', 'new ModelCrowd('],
  ['make a model dance to a song of the user in React', 'packages/react', 'URL.createObjectURL('],
  ['fit a dance to a song', 'guide/any-song', 'fitToSong('],
  ['keep dropped files after a reload', 'guide/shelf', 'shelf.keep('],
  ['VRM avatar waves hello', 'guide/companions', "perform('wave')"],
  ['film to MP4 on a server', 'guide/films', 'odori render'],
  ["put a dancer behind a site's hero", 'guide/recipes', 'z-index: -1'],
  ["switch the player's language at run time", 'packages/element', 'player.lang ='],
  ['own labels for the player', 'packages/element', 'player.labels ='],
  ['play inside Vue', 'packages/element', 'isCustomElement'],
  ['MMD zip with Shift-JIS names', 'guide/files', 'Shift_JIS'],
];

test('there are at least twenty tasks', () => {
  expect(TASKS.length).toBeGreaterThanOrEqual(20);
});

test.each(TASKS)('llms.txt leads from "%s" to %s, which has %s', (task, page, api) => {
  const isOfSite = !page.startsWith('docs/');
  const address = `${isOfSite ? HOMEPAGE : `${REPOSITORY}/blob/main/`}${page}.md`;
  expect(matchingPages(task).slice(0, 3)).toContain(address);
  expect(isOfSite ? pageText(page) : readPage(`${page}.md`)).toContain(api);
});

/** The pages whose lines in `llms.txt` have words of a task, those with the rarest words first. */
function matchingPages(task: string): string[] {
  const lines = llms.split('\n').filter((line) => line.startsWith('- ['));
  const sets = lines.map((line) => wordsOf(line.replace(/\(.*?\)/, '')));
  const scores = sets.map((words) => {
    const found = [...wordsOf(task)].filter((word) => words.has(word));
    return found.reduce((sum, word) => sum + 1 / sets.filter((each) => each.has(word)).length, 0);
  });
  return lines
    .map((line, i) => ({ address: /\((.*?)\)/.exec(line)![1], score: scores[i] }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .map(({ address }) => address);
}

/** Words in small letters, without the plural's s. */
function wordsOf(text: string): Set<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}.]+/gu) ?? [];
  return new Set(words.map((word) => word.replace(/\.$/, '').replace(/s$/, '')));
}

function pageText(page: string): string {
  return plainMarkdown(`${page}.md`, readFileSync(join(ROOT, sourceOf(`${page}.md`)), 'utf8'));
}

test('llms.txt names each page of the site once', () => {
  const addresses = [...llms.matchAll(/^- \[.*?\]\((.*?)\)/gm)].map(([, address]) => address);
  expect(new Set(addresses).size).toBe(addresses.length);
  expect(addresses).toContain(`${HOMEPAGE}guide/music.md`);
  expect(addresses).toContain(`${HOMEPAGE}packages/element.md`);
});

test('every summary belongs to a page, and names in it stand on the page', () => {
  for (const [page, summary] of Object.entries(SUMMARIES)) {
    expect(existsSync(join(ROOT, sourceOf(`${page}.md`))), page).toBe(true);
    const text = pageText(page);
    const names = [...summary.matchAll(/`([^`]+)`/g)].map(([, name]) => name.replace(/[<>'()]/g, ''));
    expect(
      names.filter((name) => !text.includes(name)),
      page,
    ).toEqual([]);
  }
});

test('llms-full.txt has the text of guides and packages, with the address of each', () => {
  const full = llmsFullText(SECTIONS);
  for (const page of ['guide/music', 'concepts', 'packages/vrm']) {
    expect(full).toContain(`Source: ${HOMEPAGE}${page}.md\n\n# `);
    expect(full).toContain(pageText(page));
  }
});

test('a page as plain Markdown has whole addresses and no components', () => {
  const page = `---
layout: home
---

<HomeTop>Models dance.</HomeTop>

See [Music](guide/music.md#seek), [all](/reference/), [\`x\`](../packages/model/README.md) and [the license](../LICENSE).

<LiveDemo page="dance" title="A dance" />

::: code-group

\`\`\`md [A]
[kept](guide/music.md) <HomeTop>
\`\`\`

:::
`;
  expect(plainMarkdown('index.md', page)).toBe(`# Odori

Models dance.

See [Music](${HOMEPAGE}guide/music.md#seek), [all](${HOMEPAGE}reference/index.md), [\`x\`](${HOMEPAGE}packages/model.md) and [the license](${REPOSITORY}/blob/main/LICENSE).

Live demo: [A dance](${HOMEPAGE}demos/dance/)

\`\`\`md [A]
[kept](guide/music.md) <HomeTop>
\`\`\`
`);
});

test('a page of the reference has whole addresses, too', () => {
  expect(plainMarkdown('reference/model/index.md', '# Model\n\n[A](classes/A.md#b)\n')).toBe(
    `# Model\n\n[A](${HOMEPAGE}reference/model/classes/A.md#b)\n`,
  );
});

test('a component or container that Markdown cannot show is an error', () => {
  expect(() => plainMarkdown('guide/x.md', '<Fireworks />\n')).toThrow('guide/x.md');
  expect(() => plainMarkdown('guide/x.md', '::: tip\nx\n:::\n')).toThrow('::: tip');
});
