import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { languageOf } from './languages.js';
import { PACKAGES } from './pages.js';
import { ROOT } from './repository.js';
import { gzipBytes } from './sizes.js';

/** Where a page shows the table; no reader of the repository sees it. */
const PLACE = '<!-- versions -->';

/** The entry points whose sizes count, where they are not the main ones; programs and files have none. */
const ENTRIES: Readonly<Record<string, string | undefined>> = {
  element: './src/define.js',
  cli: undefined,
  sample: undefined,
};

/** A page of Start with three.js. */
const DANCE = `import { createMmdLight, loadModel } from '@odori/model';
import { loadMotion, MotionPlayer } from '@odori/runtime';
console.log(createMmdLight, loadModel, loadMotion, MotionPlayer);`;

interface Manifest {
  readonly version: string;
  readonly engines: { readonly node: string };
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
}

let rows: readonly string[] | undefined;

/** Puts the table of versions and sizes into the text of a page that has a place for it, in its language. */
export function withVersions(page: string, text: string): string {
  if (!text.includes(PLACE)) return text;
  const { introduction, columns } = languageOf(page).language.texts.versions;
  const head = [`| ${columns.join(' | ')} |`, `|${' --- |'.repeat(columns.length)}`];
  return text.replace(PLACE, [introduction, '', ...head, ...(rows ??= versionRows())].join('\n'));
}

/** A picture that says how much a page with a dance loads, as SVG. */
export function sizeBadge(): string {
  const label = 'gzipped, besides three';
  const value = kilobytes(gzipBytes(DANCE, 'mmd-loader'));
  return `<svg xmlns="http://www.w3.org/2000/svg" width="190" height="20" role="img" aria-label="${value} ${label}">
<title>${value} ${label}</title>
<rect width="50" height="20" rx="4" fill="#0b6e74"/><rect x="44" width="146" height="20" rx="4" fill="#40484c"/><rect x="44" width="8" height="20" fill="#40484c"/>
<g fill="#fff" font-family="system-ui,sans-serif" font-size="11"><text x="6" y="14">${value}</text><text x="52" y="14">${label}</text></g>
</svg>
`;
}

function versionRows(): string[] {
  return PACKAGES.map((name) => {
    const entry = name in ENTRIES ? ENTRIES[name] : './src/index.js';
    const { version, engines, peerDependencies = {}, peerDependenciesMeta = {} } = manifestOf(name);
    const peers = Object.entries(peerDependencies).filter(([peer]) => !peerDependenciesMeta[peer]?.optional);
    const needs = peers.map(([peer, range]) => `${peer} ${range}`);
    const size = entry === undefined ? '–' : kilobytes(gzipBytes(`export * from '${entry}'`, name));
    return `| \`@odori/${name}\` | ${version} | ${size} | ${[...needs, `Node ${engines.node}`].join(', ')} |`;
  });
}

function kilobytes(bytes: number): string {
  return `${Math.round(bytes / 1000)}\u00A0kB`;
}

function manifestOf(name: string): Manifest {
  return JSON.parse(readFileSync(join(ROOT, `packages/${name}/package.json`), 'utf8')) as Manifest;
}
