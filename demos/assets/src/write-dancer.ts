import { parsePmx, serializePmx } from '@odori/format';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createDancer } from './dancer/create-dancer.js';
import { createTextures } from './dancer/textures.js';
import { encodePng } from './image/png.js';
import { smallZip } from './small-zip.js';
import { createDancerVrm } from './vrm/create-dancer-vrm.js';

/** Writes dancer.pmx and its textures, dancer.zip, which has them all, and dancer.vrm. */
export function writeDancer(folder: string): void {
  mkdirSync(`${folder}/textures`, { recursive: true });
  const dancer = serializePmx(createDancer());
  const files = new Map<string, Uint8Array>([['dancer.pmx', dancer]]);
  const textures = new Map(Array.from(createTextures(), ([name, picture]) => [name, encodePng(picture)]));
  for (const [name, bytes] of textures) files.set(`textures/${name}.png`, bytes);
  for (const [name, bytes] of files) writeFileSync(`${folder}/${name}`, bytes);
  writeFileSync(`${folder}/dancer.zip`, smallZip(files));
  writeFileSync(`${folder}/dancer.vrm`, createDancerVrm(parsePmx(dancer), textures));
}
