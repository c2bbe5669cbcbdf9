import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DefaultTheme } from 'vitepress';
import { addressIn, ENGLISH, isPage, type Language, titleOf } from './languages.js';
import type { Texts } from './texts/texts.js';

const DOCS = join(import.meta.dirname, '..');

/** The pages of the site in the order of the sidebar: path and English title. */
const SECTIONS: readonly (readonly [
  section: keyof Texts['sections'],
  pages: readonly (readonly [path: string, title: string])[],
])[] = [
  [
    'start',
    [
      ['start/install', 'Install'],
      ['start/tag', 'One HTML tag'],
      ['start/three', 'three.js'],
      ['start/react', 'React'],
    ],
  ],
  [
    'guides',
    [
      ['guide/recipes', 'How do I make …?'],
      ['guide/files', 'Load files'],
      ['guide/music', 'Music and sync'],
      ['guide/any-song', 'Dance to any song'],
      ['guide/blending', 'Blend, layer, switch'],
      ['guide/companions', 'Companions'],
      ['guide/dancers', 'Several dancers'],
      ['guide/stages', 'Stages'],
      ['guide/camera', 'Camera and cuts'],
      ['guide/physics', 'Physics'],
      ['guide/looks', 'Looks'],
      ['guide/light', 'Light and tone mapping'],
      ['guide/effects', 'Effects'],
      ['guide/projects', 'Whole projects'],
      ['guide/xr', 'VR and AR'],
      ['guide/vrm', 'Dance on a VRM'],
      ['guide/skeletons', 'Other skeletons'],
      ['guide/sampling', 'Sampling in Node and workers'],
      ['guide/films', 'Films and stills'],
      ['guide/shelf', 'A shelf of dances'],
      ['guide/command-line', 'Command line'],
      ['guide/thousands-of-files', 'Thousands of files'],
      ['guide/performance', 'Performance'],
      ['guide/browsers', 'Browsers'],
      ['guide/terms', 'Terms of use of models'],
      ['guide/troubleshooting', 'Troubleshooting'],
    ],
  ],
  [
    'background',
    [
      ['concepts', 'Concepts'],
      ['how-near', 'How near to MMD'],
      ['coming-from-mmd-loader', 'Coming from MMDLoader'],
      ['coming-from-three-stdlib', 'Coming from three-stdlib'],
      ['coming-from-three-mmd', 'Coming from @moeru/three-mmd'],
      ['coming-from-three-mmd-loader', 'Coming from three-mmd-loader'],
      ['coming-from-babylon-mmd', 'Coming from babylon-mmd'],
      ['code-map', 'Where the code is'],
      ['glossary', 'Words in other languages'],
      ['changelog', 'Changelog'],
    ],
  ],
];

/** The packages, from the one that most pages use first to the one that they use last. */
export const PACKAGES: readonly string[] = [
  'element',
  'react',
  'model',
  'runtime',
  'physics',
  'vrm',
  'format',
  'cli',
  'mmd-loader',
  'sample',
];

/** The sidebar of a language. A page that nobody has translated yet is there in English. */
export function sidebar(language: Language): DefaultTheme.Sidebar {
  return { [`/${language.folder}`]: sections(language), ...(language === ENGLISH && reference()) };
}

/** The guides and the packages. */
export function sections(language: Language): DefaultTheme.SidebarItem[] {
  return [...guides(language), { text: language.texts.sections.packages, items: packages(language) }];
}

/** The pages that exist. */
function guides({ folder, texts }: Language): DefaultTheme.SidebarItem[] {
  return SECTIONS.map(([section, pages]) => ({
    text: texts.sections[section],
    items: pages
      .filter(([path]) => isPage(path))
      .map(([path, title]) =>
        folder !== '' && isPage(`${folder}${path}`)
          ? { text: titleOf(`${folder}${path}`), link: `/${folder}${path}` }
          : { text: title, link: `/${path}` },
      ),
  })).filter(({ items }) => items.length > 0);
}

/** The READMEs, each with a link to the reference of its package. */
function packages(language: Language): DefaultTheme.SidebarItem[] {
  return PACKAGES.map((name) => {
    const item = { text: `@odori/${name}`, link: addressIn(language, `/packages/${name}`) };
    if (!existsSync(join(DOCS, `reference/${name}/index.md`))) return item;
    const text = language.texts.nav.reference;
    return { ...item, collapsed: true, items: [{ text, link: `/reference/${name}/` }] };
  });
}

/** An entry of the navigation that TypeDoc writes. */
interface Entry {
  readonly title: string;
  readonly path?: string | null;
  readonly children?: readonly Entry[];
}

/** A sidebar for each package: all together would be longer than most pages. */
function reference(): DefaultTheme.SidebarMulti {
  const file = join(DOCS, 'reference/navigation.json');
  if (!existsSync(file)) return {};
  const entries = JSON.parse(readFileSync(file, 'utf8')) as Entry[];
  const all = { text: 'All packages', link: '/reference/' };
  const sidebars = PACKAGES.map((name) => {
    const own = entries.filter(({ title }) => title.split('/')[1] === name);
    const guide = { text: `Guide to @odori/${name}`, link: `/packages/${name}` };
    const modules = own.map((entry, i) => ({ ...toItem(entry), collapsed: i > 0 }));
    return [`/reference/${name}/`, [all, guide, ...modules]] as const;
  });
  const modules = entries.map((entry) => ({ text: entry.title, link: linkTo(entry) }));
  return { ...Object.fromEntries(sidebars), '/reference/': [{ text: 'Reference', items: modules }] };
}

function toItem(entry: Entry): DefaultTheme.SidebarItem {
  const { title, path, children = [] } = entry;
  return {
    text: title,
    ...(path && { link: linkTo(entry) }),
    ...(children.length > 0 && { collapsed: true, items: children.map((child) => toItem(child)) }),
  };
}

const linkTo = ({ path }: Entry): string => `/reference/${path!.replace(/(?:index)?\.md$/, '')}`;
