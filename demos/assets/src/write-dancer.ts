import { serializePmx } from '@odori/format';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createDancer } from './dancer/create-dancer.js';
import { createTextures } from './dancer/textures.js';
import { encodePng } from './image/png.js';
import { smallZip } from './small-zip.js';

/** Writes dancer.pmx and its textures, and dancer.zip, which has them all. */
export function writeDancer(folder: string): void {
  mkdirSync(`${folder}/textures`, { recursive: true });
  const files = new Map<string, Uint8Array>([['dancer.pmx', serializePmx(createDancer())]]);
  for (const [name, picture] of createTextures()) files.set(`textures/${name}.png`, encodePng(picture));
  for (const [name, bytes] of files) writeFileSync(`${folder}/${name}`, bytes);
  writeFileSync(`${folder}/dancer.zip`, smallZip(files));
}
