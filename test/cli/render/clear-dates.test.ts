import { open, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { clearDates } from '#src/cli/render/clear-dates.js';
import { emptyFolder } from '../odori.js';

function box(type: string, ...parts: Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + content.length);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, content]);
}

/** A large box: its size has 64 bits. */
function largeBox(type: string, content: Uint8Array): Buffer {
  const head = Buffer.alloc(16);
  head.writeUInt32BE(1);
  head.write(type, 4, 'latin1');
  head.writeBigUInt64BE(BigInt(16 + content.length), 8);
  return Buffer.concat([head, content]);
}

/** Version and flags, two dates, and what follows. */
const dated = (version: number, date: Uint8Array): Buffer =>
  Buffer.concat([Uint8Array.of(version, 0, 0, 3), date, date, Uint8Array.of(9, 9)]);

function film(short: Uint8Array, long: Uint8Array): Buffer {
  return Buffer.concat([
    box('ftyp', Buffer.from('isom')),
    largeBox('mdat', Buffer.from('mvhd pictures mdhd')),
    box(
      'moov',
      box('mvhd', dated(0, short)),
      box('trak', box('tkhd', dated(1, long)), box('mdia', box('mdhd', dated(0, short)))),
    ),
  ]);
}

test('an MP4 loses its dates and nothing else', async () => {
  const path = join(emptyFolder(), 'film.mp4');
  await writeFile(path, film(Uint8Array.of(1, 2, 3, 4), Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8)));
  const file = await open(path, 'r+');
  await clearDates(file);
  await file.close();
  expect(await readFile(path)).toEqual(film(new Uint8Array(4), new Uint8Array(8)));
});
