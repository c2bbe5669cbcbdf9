import type { Texts } from './texts.js';

export const en: Texts = {
  description:
    'Odori plays MikuMikuDance motion on three.js: models, motions, cameras, physics and whole projects, as MMD does.',
  nav: { start: 'Start', concepts: 'Concepts', reference: 'Reference', demos: 'Demos' },
  sections: { start: 'Start', guides: 'Guides', background: 'Background', packages: 'Packages' },
  home: {
    tagline: 'MikuMikuDance motion on three.js',
    demo: 'Our dancer with her dance, camera and song',
    actions: [
      ['/start/tag', 'One HTML tag'],
      ['/start/three', 'three.js'],
      ['/start/react', 'React'],
    ],
    cards: [
      {
        link: '/how-near',
        title: 'As MMD does it',
        text: 'Bones, IK, camera, colors, edges, shadows and physics were compared with MikuMikuDance 9.31 itself, number by number and pixel by pixel.',
      },
      {
        link: '/guide/music',
        title: 'In time with the song',
        text: 'The song leads; dance, face and camera follow it, also after a jump. Loops, crossfades and playback rates work.',
      },
      {
        link: '/guide/files',
        title: 'Files as they come',
        text: 'URLs, zips with Japanese file names, folders and dropped files. Wrong texture paths are found; what is missing is listed.',
      },
      {
        link: '/guide/physics',
        title: 'Hair and clothes',
        text: "Rigid bodies by MMD's rules, in TypeScript: no Ammo.js and no WebAssembly.",
      },
      {
        link: '/guide/projects',
        title: 'Whole projects',
        text: 'A PMM with its models, accessories, camera, light and background, as one scene.',
      },
      {
        link: '/guide/command-line',
        title: 'Also without a browser',
        text: 'Sample, convert and bake motions in Node, in workers and on the command line.',
      },
      {
        link: '/coming-from-mmd-loader',
        title: 'In place of MMDLoader',
        text: 'Old pages run with changed imports. A table says what replaces each call.',
      },
      {
        link: '/reference/',
        title: 'Reference',
        text: 'Every class, function and type, with units, cost, errors and an example.',
      },
    ],
  },
  versions: {
    introduction:
      'The size is that of everything the main entry point of a package exports, minified and gzipped: with the Odori packages that it brings, without what it needs besides, and without what a page loads only when it is needed.',
    columns: ['package', 'version', 'size', 'needs'],
  },
  liveDemo: { start: 'Start', alone: 'Open on a page of its own' },
  footer:
    'Odori has the MIT license. Our dancer, her dance and her song are CC0. MikuMikuDance is by Yu Higuchi; this project is not affiliated with it. Models and motions by other authors have their own terms of use.',
  copyCode: 'Copy Code',
  permalink: (heading) => `Permalink to "${heading}"`,
  theme: {},
  search: {},
};
