import { serializePmx } from '@odori/format';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createDancer } from './dancer/create-dancer.js';
import { createTextures } from './dancer/textures.js';
import { encodePng } from './image/png.js';

/** Writes dancer.pmx and its textures. */
export function writeDancer(folder: string): void {
  mkdirSync(`${folder}/textures`, { recursive: true });
  writeFileSync(`${folder}/dancer.pmx`, serializePmx(createDancer()));
  for (const [name, picture] of createTextures()) {
    writeFileSync(`${folder}/textures/${name}.png`, encodePng(picture));
  }
}
