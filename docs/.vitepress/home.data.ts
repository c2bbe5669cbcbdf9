import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** A card on the home page. */
interface Card {
  readonly link: string;
  readonly title: string;
  readonly text: string;
}

const ACTIONS: readonly (readonly [link: string, text: string])[] = [
  ['/start/tag', 'One HTML tag'],
  ['/start/three', 'three.js'],
  ['/start/react', 'React'],
];

const CARDS: readonly Card[] = [
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
];

/** Links of the home page to pages that exist. */
export interface HomeData {
  readonly actions: typeof ACTIONS;
  readonly cards: typeof CARDS;
}

declare const data: HomeData;
export { data };

export default {
  load: (): HomeData => ({
    actions: ACTIONS.filter(([link]) => exists(link)),
    cards: CARDS.filter(({ link }) => exists(link)),
  }),
};

const exists = (link: string): boolean =>
  existsSync(join(import.meta.dirname, `..${link.replace(/\/$/, '/index')}.md`));
