import { parsePmx, serializePmx } from '@odori/format';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { unzipSync } from 'fflate';
import { inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createDancer } from '#demos/assets/src/dancer/create-dancer.js';
import { createTextures } from '#demos/assets/src/dancer/textures.js';
import { encodePng } from '#demos/assets/src/image/png.js';
import { smallZip } from '#demos/assets/src/small-zip.js';
import { dancerBytes, FILES, readDancer } from './read-dancer.js';

const KIB = 1024;

/** The uncompressed rows of a PNG, because other versions of zlib may compress differently. */
function pngRows(bytes: Uint8Array): Buffer {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // Signature, IHDR (length, name, 13 bytes, checksum), IDAT's length.
  const start = 8 + (4 + 4 + 13 + 4);
  expect(Buffer.from(bytes.subarray(start + 4, start + 8)).toString('latin1')).toBe('IDAT');
  return inflateSync(bytes.subarray(start + 8, start + 8 + view.getUint32(start)));
}

describe('dancer.pmx', () => {
  it('the generator writes exactly the committed model', () => {
    expect(Buffer.compare(serializePmx(createDancer()), dancerBytes())).toBe(0);
  });

  it('parsing and serializing it gives the same bytes without warnings', () => {
    const dancer = parsePmx(dancerBytes());
    expect(dancer.warnings).toEqual([]);
    expect(Buffer.compare(serializePmx(dancer), dancerBytes())).toBe(0);
  });

  it('the folder has exactly the textures that the model names', () => {
    const named = readDancer().textures.map((path) => path.replace('textures\\', ''));
    expect(readdirSync(`${FILES}/textures`).sort()).toEqual(named.sort());
  });

  it('the generator writes exactly the committed textures', () => {
    for (const [name, picture] of createTextures()) {
      const committed = readFileSync(`${FILES}/textures/${name}.png`);
      expect(Buffer.compare(pngRows(committed), pngRows(encodePng(picture))), name).toBe(0);
    }
  });

  it('dancer.zip has exactly the model and its textures', () => {
    const zipped = unzipSync(readFileSync(`${FILES}/dancer.zip`));
    const names = ['dancer.pmx', ...readdirSync(`${FILES}/textures`).map((name) => `textures/${name}`)];
    expect(Object.keys(zipped).sort()).toEqual(names.sort());
    for (const name of names)
      expect(Buffer.compare(zipped[name], readFileSync(`${FILES}/${name}`)), name).toBe(0);
  });

  it('zipping the same files twice gives the same bytes', () => {
    const files = new Map([['dancer.pmx', dancerBytes()]]);
    expect(Buffer.compare(smallZip(files), smallZip(files))).toBe(0);
  });

  it('dancer.zip takes less than two seconds over 1.6 Mbit/s', () => {
    expect(statSync(`${FILES}/dancer.zip`).size).toBeLessThan(2 * 200_000);
  });

  it('the model and its textures are small', () => {
    const sizes = readdirSync(`${FILES}/textures`).map((file) => statSync(`${FILES}/textures/${file}`).size);
    const textures = sizes.reduce((sum, size) => sum + size, 0);
    expect(textures).toBeLessThanOrEqual(1228 * KIB);
    expect(textures + dancerBytes().length).toBeLessThanOrEqual(1536 * KIB);
  });
});
