import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig, type DefaultTheme, type HeadConfig, type UserConfig } from 'vitepress';
import { repositoryLinks, slugify } from './links.js';
import { sidebar } from './pages.js';
import { HOMEPAGE, REPOSITORY, ROOT } from './repository.js';
import { search } from './search.js';
import { searchProblems } from './check-search.js';
import { SEARCHES } from './searches.js';

/** The path of the site on its host, for example `/odori/` on GitHub Pages. */
const BASE = process.env['DOCS_BASE'] ?? '/';
const DESCRIPTION =
  'Odori plays MikuMikuDance motion on three.js: models, motions, cameras, physics and whole projects, as MMD does.';

const config: UserConfig<DefaultTheme.Config> = defineConfig({
  title: 'Odori',
  titleTemplate: ':title · Odori',
  description: DESCRIPTION,
  lang: 'en',
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
      // `{{ … }}` in the text is code of a page here, not an expression of Vue, as in blocks of code
      md.core.ruler.push('plain-code', ({ tokens }) => {
        for (const { children } of tokens)
          for (const token of children ?? []) if (token.type === 'code_inline') token.attrSet('v-pre', '');
      });
    },
  },
  vite: {
    server: {
      fs: { allow: [ROOT] },
      proxy: process.env['DEMOS_SERVER']
        ? { '/demos/': { target: process.env['DEMOS_SERVER'], ws: true } }
        : {},
    },
    build: { chunkSizeWarningLimit: 4000 },
  },
  transformHead: ({ title, description, assets }) => linkPreview(title, description, assets),
  async buildEnd({ outDir }) {
    const problems = await searchProblems(outDir, BASE, search, SEARCHES);
    if (problems.length > 0) throw new Error(`The search of the site:\n${problems.join('\n')}`);
  },
  transformPageData({ relativePath, frontmatter }) {
    if (relativePath.startsWith('reference/')) frontmatter['pageClass'] = 'reference'; // for the style sheet
  },
  themeConfig: {
    logo: '/favicon.svg',
    siteTitle: 'Odori 踊り',
    nav: nav(),
    sidebar: sidebar(),
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

function nav(): DefaultTheme.NavItem[] {
  const first = ['start/tag', 'start/three'].find((page) => existsSync(join(ROOT, `docs/${page}.md`)));
  return [
    { text: 'Start', link: `/${first ?? 'concepts'}`, activeMatch: '^/start/' },
    { text: 'Concepts', link: '/concepts' },
    { text: 'Reference', link: '/reference/', activeMatch: '^/(?:reference|packages)/' },
    { text: 'Demos', link: '/demos/', target: '_self' },
  ];
}
