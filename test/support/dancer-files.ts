import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { zipBytes } from './zip-bytes.js';

const FOLDER = join(import.meta.dirname, '../../packages/sample/files');

/** The bytes of a file of our dancer, such as `dance.vmd`. */
export function readAsset(name: string): Buffer {
  return readFileSync(join(FOLDER, name));
}

/** A zip with our dancer and her textures. */
export function dancerZip(): Buffer {
  const textures = readdirSync(join(FOLDER, 'textures')).map((name) => `textures/${name}`);
  const files = ['dancer.pmx', ...textures].map((name) => ({ name, content: readAsset(name) }));
  return Buffer.from(zipBytes(files));
}
