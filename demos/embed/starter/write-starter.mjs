// Writes odori-start.zip: a page with the built <odori-player>, our dancer, her dance and her song, which
// works on any web server without npm and without a CDN.
//
//   node -C built write-starter.mjs [folder]
//
// The folder is that of the built demos. Build @odori/element before.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packZip } from '@odori/format/internal';

const DEMOS = join(import.meta.dirname, '../..');
const PLAYER = join(DEMOS, '../packages/element/dist');
const SAMPLE = join(DEMOS, '../packages/sample/files');
const [folder = join(DEMOS, 'dist')] = process.argv.slice(2);

/** The player with three in one file, what it loads later without `odori render`, and the licenses. */
const PLAYER_FILE = /^odori-player(?!\.module|-render)[\w-]*\.(?:js|notices\.txt)$/;
const SAMPLE_FILE = /^(?:dancer\.pmx|(?:dance|camera)\.vmd|song\.(?:m4a|ogg))$/;

const built = readdirSync(PLAYER);
/** tsc, not the build, makes files with declarations. */
const playerFiles = built.filter(
  (name) => PLAYER_FILE.test(name) && !built.includes(`${name.slice(0, -3)}.d.ts`),
);
for (const name of ['odori-player.js', 'odori-player.notices.txt'])
  if (!playerFiles.includes(name)) throw new Error(`${join(PLAYER, name)} is missing: run pnpm build first`);
const textures = readdirSync(join(SAMPLE, 'textures')).map((name) => `textures/${name}`);
const sampleFiles = [...readdirSync(SAMPLE).filter((name) => SAMPLE_FILE.test(name)), ...textures];

const read = (from) => (name) => [name, new Uint8Array(readFileSync(join(from, name)))];
const files = new Map([
  read(import.meta.dirname)('index.html'),
  ...playerFiles.map(read(PLAYER)),
  ...sampleFiles.map(read(SAMPLE)),
  ['dancer.webp', new Uint8Array(readFileSync(join(DEMOS, 'home/pictures/embed-poster.webp')))],
  ['odori-player.license.txt', new Uint8Array(readFileSync(join(DEMOS, '../LICENSE')))],
  ['dancer.license.txt', new Uint8Array(readFileSync(join(DEMOS, '../packages/sample/LICENSE')))],
]);
const path = join(folder, 'odori-start.zip');
const zip = packZip(files);
writeFileSync(path, zip);
console.log(`${path}: ${files.size} files, ${(zip.length / 1e6).toFixed(1)} MB`);
