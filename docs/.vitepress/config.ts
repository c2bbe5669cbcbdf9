import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  defineConfigWithTheme,
  type DefaultTheme,
  type HeadConfig,
  type LocaleSpecificConfig,
  type UserConfig,
} from 'vitepress';
import { addressIn, ENGLISH, isPage, type Language, LANGUAGES, languageOf } from './languages.js';
import { repositoryLinks, slugify } from './links.js';
import { writeForAssistants } from './llms.js';
import { sections, sidebar } from './pages.js';
import { markdownAddress } from './plain-markdown.js';
import { HOMEPAGE, REPOSITORY, ROOT } from './repository.js';
import { search } from './search.js';
import { searchProblems } from './check-search.js';
import { namesInLanguage } from './names-in-language.js';
import { SEARCHES } from './searches.js';
import { SUMMARIES } from './summaries.js';
import { sizeBadge, withVersions } from './versions.js';

/** The path of the site on its host, for example `/odori/` on GitHub Pages. */
const BASE = process.env['DOCS_BASE'] ?? '/';

/** What our own components of the theme read besides the configuration of VitePress. */
export type ThemeConfig = DefaultTheme.Config & Pick<Language['texts'], 'liveDemo' | 'footer'>;

const config: UserConfig<ThemeConfig> = defineConfigWithTheme<ThemeConfig>({
  title: 'Odori',
  titleTemplate: ':title · Odori',
  description: ENGLISH.texts.description,
  lang: ENGLISH.lang,
  locales: Object.fromEntries(LANGUAGES.map((language) => [language.key, locale(language)])),
  base: BASE,
  outDir: 'dist',
  srcExclude: ['examples/**', 'node_modules/**'],
  cleanUrls: true,
  metaChunk: true,
  sitemap: { hostname: HOMEPAGE },
  ignoreDeadLinks: [/^\/demos\//], // check-links.mjs checks these in the built site
  head: [
    ['link', { rel: 'icon', type: 'image/svg+xml', href: `${BASE}favicon.svg` }],
    ['meta', { name: 'theme-color', content: '#fbfcfc', media: '(prefers-color-scheme: light)' }],
    ['meta', { name: 'theme-color', content: '#0e1518', media: '(prefers-color-scheme: dark)' }],
  ],
  markdown: {
    theme: { light: 'github-light-default', dark: 'github-dark-default' },
    anchor: { slugify },
    toc: { slugify },
    config(md) {
      repositoryLinks(md, BASE);
      namesInLanguage(md);
      md.core.ruler.before('normalize', 'versions', (state) => {
        const { relativePath } = state.env as { relativePath: string };
        state.src = withVersions(relativePath, state.src);
      });
      // `{{ … }}` in the text is code of a page here, not an expression of Vue, as in blocks of code
      md.core.ruler.push('plain-code', ({ tokens }) => {
        for (const { children } of tokens)
          for (const token of children ?? []) if (token.type === 'code_inline') token.attrSet('v-pre', '');
      });
    },
  },
  vite: {
    // Links of the language menu lead to pages that exist.
    resolve: {
      alias: [
        { find: /^.*\/composables\/langs$/, replacement: join(import.meta.dirname, 'theme/use-langs.ts') },
      ],
    },
    server: {
      fs: { allow: [ROOT] },
      proxy: process.env['DEMOS_SERVER']
        ? { '/demos/': { target: process.env['DEMOS_SERVER'], ws: true } }
        : {},
    },
    build: { chunkSizeWarningLimit: 4000 },
  },
  transformHead: ({ title, description, assets, pageData }) => [
    ...linkPreview(title, description, assets),
    ...alternates(pageData.relativePath),
    ...(pageData.isNotFound ? [] : [plainPage(pageData.relativePath)]),
  ],
  async buildEnd({ outDir, pages }) {
    writeForAssistants(outDir, pages, sections(ENGLISH));
    writeFileSync(join(outDir, 'size.svg'), sizeBadge()); // for the README
    const problems = await searchProblems(outDir, BASE, search, SEARCHES);
    if (problems.length > 0) throw new Error(`The search of the site:\n${problems.join('\n')}`);
  },
  transformPageData(page) {
    const { relativePath, frontmatter } = page;
    const summary = SUMMARIES[relativePath.replace(/\.md$/, '')];
    if (summary !== undefined) page.description = sentence(summary);
    if (relativePath.startsWith('reference/')) frontmatter['pageClass'] = 'reference'; // for the style sheet
    frontmatter['languages'] = languagesOf(relativePath).map(({ key }) => key); // for the language menu
  },
  themeConfig: {
    logo: '/favicon.svg',
    siteTitle: 'Odori 踊り',
    ...inLanguage(ENGLISH),
    outline: { level: [2, 3] },
    search: { provider: 'local', options: search },
    socialLinks: [{ icon: 'github', link: REPOSITORY }],
    externalLinkIcon: true,
  },
});

export default config;

/** What chats and social networks show for a link to a page: title, description and the dancer at night. */
function linkPreview(title: string, description: string, assets: readonly string[]): HeadConfig[] {
  const picture = assets.find((path) => /\/dance-night\.[^/]*\.webp$/.test(path));
  if (picture === undefined) throw new Error('the built site lacks the picture of its link previews');
  const properties = {
    'og:type': 'website',
    'og:site_name': 'Odori',
    'og:title': title,
    'og:description': description,
    // only a whole address counts
    'og:image': new URL(picture.slice(BASE.length), HOMEPAGE).href,
  };
  return [
    ...Object.entries(properties).map(([property, content]): HeadConfig => ['meta', { property, content }]),
    ['meta', { name: 'twitter:card', content: 'summary_large_image' }],
  ];
}

/** Tells programs where the Markdown of a page is. */
function plainPage(relativePath: string): HeadConfig {
  const href = markdownAddress(`/${relativePath}`);
  return ['link', { rel: 'alternate', type: 'text/markdown', href }];
}

function sentence(summary: string): string {
  const plain = summary.replaceAll('`', '');
  return `${plain[0].toUpperCase()}${plain.slice(1)}.`;
}

function locale(language: Language): LocaleSpecificConfig<ThemeConfig> & { label: string } {
  const { lang, label, texts } = language;
  return { lang, label, description: texts.description, themeConfig: inLanguage(language) };
}

function inLanguage(language: Language): ThemeConfig {
  const { liveDemo, footer, theme } = language.texts;
  return { ...theme, liveDemo, footer, nav: nav(language), sidebar: sidebar(language) };
}

function nav(language: Language): DefaultTheme.NavItem[] {
  const { start, concepts, reference, demos } = language.texts.nav;
  return [
    { text: start, link: addressIn(language, '/start/tag'), activeMatch: `^/${language.folder}start/` },
    { text: concepts, link: addressIn(language, '/concepts') },
    { text: reference, link: '/reference/', activeMatch: '^/(?:reference|packages)/' },
    { text: demos, link: '/demos/', target: '_self' },
  ];
}

/** The languages that have a page. */
function languagesOf(relativePath: string): Language[] {
  const { page } = languageOf(relativePath);
  return LANGUAGES.filter(({ folder }) => isPage(`${folder}${page.replace(/(?:(^|\/)index)?\.md$/, '$1')}`));
}

/** Tells search engines the addresses of a page in all languages that have it. */
function alternates(relativePath: string): HeadConfig[] {
  const languages = languagesOf(relativePath);
  if (languages.length < 2) return [];
  const { page } = languageOf(relativePath);
  const address = page.replace(/(?:(^|\/)index)?\.md$/, '$1');
  const href = ({ folder }: Language): string => new URL(`${folder}${address}`, HOMEPAGE).href;
  return [
    ...languages.map((language) => ({ hreflang: language.lang, href: href(language) })),
    { hreflang: 'x-default', href: href(ENGLISH) },
  ].map((attributes): HeadConfig => ['link', { rel: 'alternate', ...attributes }]);
}
