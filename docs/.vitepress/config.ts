import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig, type DefaultTheme, type UserConfig } from 'vitepress';
import { repositoryLinks, slugify } from './links.js';
import { sidebar } from './pages.js';
import { HOMEPAGE, REPOSITORY, ROOT } from './repository.js';

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
    config: (md) => repositoryLinks(md, BASE),
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
  transformPageData({ relativePath, frontmatter }) {
    if (relativePath.startsWith('reference/')) frontmatter['pageClass'] = 'reference'; // for the style sheet
  },
  themeConfig: {
    logo: '/favicon.svg',
    siteTitle: 'Odori 踊り',
    nav: nav(),
    sidebar: sidebar(),
    outline: { level: [2, 3] },
    search: { provider: 'local' },
    socialLinks: [{ icon: 'github', link: REPOSITORY }],
    externalLinkIcon: true,
  },
});

export default config;

function nav(): DefaultTheme.NavItem[] {
  const first = ['start/install', 'start/three'].find((page) => existsSync(join(ROOT, `docs/${page}.md`)));
  return [
    { text: 'Start', link: `/${first ?? 'concepts'}`, activeMatch: '^/start/' },
    { text: 'Concepts', link: '/concepts' },
    { text: 'Reference', link: '/reference/', activeMatch: '^/(?:reference|packages)/' },
    { text: 'Demos', link: '/demos/', target: '_self' },
  ];
}
