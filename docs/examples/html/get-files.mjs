// Puts the dancer, her dance and her song (CC0) into a folder, unless they are there: node get-files.mjs
// <folder> They come from the clone of Odori around this folder or, where there is none, from the web. A
// second argument names another place: a folder, or an address that ends with a slash.
import { existsSync } from 'node:fs';
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const CLONE = join(import.meta.dirname, '../../../packages/sample/files');
const WEB = 'https://raw.githubusercontent.com/odori-mmd/odori/main/packages/sample/files/';
const TEXTURES =
  'bib blush boot collar eye face fade hair halo iris jacket lantern shine skirt swatches ' +
  'toon-cloth toon-face toon-flat toon-hair toon-skin';
const NAMES = [
  ...TEXTURES.split(' ').map((name) => `textures/${name}.png`),
  ...'bow laugh nod point wave'.split(' ').map((name) => `gesture-${name}.vmd`),
  ...'calm look shift'.split(' ').map((name) => `idle-${name}.vmd`),
  'dance.vmd',
  'camera.vmd',
  'song.ogg',
  'song.m4a',
  'dancer.pmx', // the last one: when it is there, all are
];

const [folder = 'files', from = existsSync(CLONE) ? CLONE : WEB] = process.argv.slice(2);
if (!existsSync(join(folder, 'dancer.pmx'))) {
  console.log(`Getting the dancer from ${from}`);
  try {
    for (const name of NAMES) await get(name);
  } catch (error) {
    console.error(`${error.message} (from ${from})`);
    console.error('With a clone of Odori: npm run files -- ../odori/packages/sample/files');
    process.exitCode = 1;
  }
}

async function get(name) {
  const path = join(folder, name);
  await mkdir(dirname(path), { recursive: true });
  if (!/^https?:/.test(from)) return copyFile(join(from, name), path);
  const response = await fetch(from + name);
  if (!response.ok) throw new Error(`${name}: the server answered ${response.status}`);
  return writeFile(path, Buffer.from(await response.arrayBuffer()));
}
