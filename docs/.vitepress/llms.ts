import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { DefaultTheme } from 'vitepress';
import { IS_ON_NPM } from '../../demos/shared/copy-and-go/published.js';
import { markdownAddress, plainMarkdown } from './plain-markdown.js';
import { REPOSITORY, ROOT, sourceOf } from './repository.js';
import { summaryOf } from './summaries.js';
import { withVersions } from './versions.js';

type Sections = readonly DefaultTheme.SidebarItem[];

/** Pages that few readers need: assistants may leave them out. */
const OPTIONAL = new Set(['code-map', 'changelog']);

const NOT_ON_NPM = `- npm does not have the packages yet. [Install](${markdownAddress('/start/install#if-npm-does-not-find-the-packages')}) says how to build them.
`;

const HEAD = `# Odori

> Odori plays MikuMikuDance (MMD) models and motions on three.js, in TypeScript: a ready-made HTML tag, models in a scene of your own, components for React, or only the numbers in Node.

- three.js has no \`MMDLoader\` and no \`MMDAnimationHelper\` since r172. Do not import them from \`three/addons\`.
- three is a peer dependency, 0.172 or newer. The packages are ES modules with types.
- Times are in seconds, and a second has 30 frames. A unit is MMD's, about 8 cm. Models face +z in three.js's space.
- A player begins paused. Browsers start sound only after a click.
${IS_ON_NPM ? '' : NOT_ON_NPM}`;

/**
 * The text of `llms.txt`: every page with a line on what it answers. `sections` is the sidebar of the English
 * pages.
 */
export function llmsText(sections: Sections): string {
  const lists = sections.map(({ text, items = [] }) => {
    const lines = items.filter((item) => !OPTIONAL.has(pathOf(item))).map((item) => pageLine(item));
    return `## ${text}\n\n${lines.join('\n')}\n`;
  });
  const references = sections.flatMap(({ items = [] }) => items.flatMap((item) => referenceLines(item)));
  const optional = pagesOf(sections).filter((item) => OPTIONAL.has(pathOf(item)));
  return [
    HEAD,
    ...lists,
    ...(references.length > 0 ? [`## Reference\n\n${references.join('\n')}\n`] : []),
    `## Examples\n\n${exampleLines().join('\n')}\n`,
    `## Optional\n\n${optional.map((item) => pageLine(item)).join('\n')}\n`,
  ].join('\n');
}

/** The text of `llms-full.txt`: all guides and the READMEs of all packages. */
export function llmsFullText(sections: Sections): string {
  const pages = pagesOf(sections).filter((item) => !OPTIONAL.has(pathOf(item)));
  const texts = pages.map((item) => {
    const page = `${pathOf(item)}.md`;
    return `Source: ${markdownAddress(item.link!)}\n\n${plainMarkdown(page, readSource(page))}`;
  });
  return [HEAD, ...texts].join('\n---\n\n');
}

/** Writes `llms.txt`, `llms-full.txt` and the Markdown of each page into the built site. */
export function writeForAssistants(site: string, pages: readonly string[], sections: Sections): void {
  for (const page of pages) {
    const file = join(site, page);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, plainMarkdown(page, readSource(page)));
  }
  writeFileSync(join(site, 'llms.txt'), llmsText(sections));
  writeFileSync(join(site, 'llms-full.txt'), llmsFullText(sections));
}

function pagesOf(sections: Sections): DefaultTheme.SidebarItem[] {
  return sections.flatMap(({ items = [] }) => items);
}

function pathOf({ link }: DefaultTheme.SidebarItem): string {
  return link!.slice(1);
}

function pageLine(item: DefaultTheme.SidebarItem): string {
  return `- [${item.text}](${markdownAddress(item.link!)}): ${summaryOf(pathOf(item))}`;
}

function referenceLines({ text, items = [] }: DefaultTheme.SidebarItem): string[] {
  return items.map(
    ({ link }) => `- [${text}](${markdownAddress(link!)}): every exported name, with units, cost and errors`,
  );
}

/** The rows of the table of example projects. */
function exampleLines(): string[] {
  const text = readFileSync(join(ROOT, 'docs/examples/README.md'), 'utf8');
  return [...text.matchAll(/^\| \[(\w+)\]\((\S+)\) *\| (.+?) *\|$/gm)].map(
    ([, name, path, summary]) => `- [${name}](${REPOSITORY}/blob/main/docs/examples/${path}): ${summary}`,
  );
}

function readSource(page: string): string {
  return withVersions(page, readFileSync(join(ROOT, sourceOf(page)), 'utf8'));
}
