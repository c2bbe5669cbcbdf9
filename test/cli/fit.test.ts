import { createVmd, parseVmd, serializeVmd } from '@odori/format';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { wavBytes } from '#test/support/wav-bytes.js';
import { emptyFolder, odori } from './odori.js';

/** A dance that steps twice a second for 16 seconds, and a song of 24 seconds with 100 clicks a minute. */
function folderWithDance(): string {
  const folder = emptyFolder();
  const ease = [64, 0, 64, 127] as const;
  const curves = { x: ease, y: ease, z: ease, rotation: ease };
  const bones = Array.from({ length: 33 }, (_, i) => ({
    name: 'センター',
    frame: 15 * i,
    position: [i % 2, 0, 0] as const,
    curves,
  }));
  writeFileSync(join(folder, 'dance.vmd'), serializeVmd(createVmd({ bones, modelName: 'Dancer' })));
  const song = wavBytes(24); // 8000 samples a second
  for (let click = 0; click < 40; click++)
    for (let i = 0; i < 160; i++) song[44 + Math.round(click * 0.6 * 8000) + i] = 128 + (i % 2 ? 100 : -100);
  writeFileSync(join(folder, 'song.wav'), song);
  writeFileSync(join(folder, 'silence.wav'), wavBytes(4));
  return folder;
}

test('a dance is fitted to the clicks of a WAV file, and stderr says both tempos', async () => {
  const folder = folderWithDance();
  const { code, messages } = await odori(['fit', 'dance.vmd', 'song.wav', '-o', 'fitted.vmd'], folder);
  expect(messages.at(-1)).toMatch(
    /^odori: fitted\.vmd: the song has (100|99|50)\.\d beats a minute, the dance (120|119|60)\.\d, with the confidence [01]\.\d\d$/,
  );
  expect(code).toBe(0);
  const fitted = parseVmd(readFileSync(join(folder, 'fitted.vmd')));
  expect(fitted.modelName.text).toBe('Dancer');
  expect(Math.max(...fitted.bones.frames)).toBeGreaterThan(700); // 24 seconds are 720 frames
});

test('--offset prints seconds on stdout and writes nothing', async () => {
  const { code, text } = await odori(['fit', 'dance.vmd', 'song.wav', '--offset'], folderWithDance());
  expect(code).toBe(0);
  expect(text).toMatch(/^-?\d+\.\d\d\n$/);
});

test('a song without beats is an error with its name, and so is a file that is no song without a browser', async () => {
  const folder = folderWithDance();
  const silence = await odori(['fit', 'dance.vmd', 'silence.wav', '-o', 'fitted.vmd'], folder);
  expect(silence).toMatchObject({ code: 1 });
  expect(silence.messages.at(-1)).toMatch(/^odori: silence\.wav: a dance cannot follow a song with 0 beats/);
  writeFileSync(join(folder, 'long.wav'), wavBytes(1201));
  expect(await odori(['fit', 'dance.vmd', 'long.wav', '--offset'], folder)).toMatchObject({
    code: 1,
    messages: ['odori: long.wav: the song is longer than 20 minutes; cut it first'],
  });
  const args = ['fit', 'dance.vmd', 'dance.vmd', '-o', 'fitted.vmd', '--browser', '/nowhere'];
  expect(await odori(args, folder)).toMatchObject({
    code: 3,
    messages: ['odori: --browser /nowhere: there is no such program'],
  });
});

test.each([
  [['song.wav', '-o', 'a.vmd'], 'missing motion or song: odori fit MOTION… SONG -o OUT.vmd'],
  [['dance.vmd', 'song.wav'], 'missing --output, for example -o fitted.vmd'],
  [
    ['dance.vmd', 'song.wav', '--offset', '-o', 'a.vmd'],
    '--offset writes no file: leave out --output, or --offset to fit the dance',
  ],
  [['dance.vmd', 'song.wav', '--offset', '--mirror'], '--mirror has no effect with --offset'],
  [['dance.vmd', 'song.wav', '-o', 'a.vmd', '--once', '--mirror'], '--mirror has no effect with --once'],
  [
    ['dance.vmd', 'song.wav', '-o', 'a.vmd', '--speed', '2,1'],
    '--speed "2,1" is not LEAST,GREATEST, for example 0.7,1.42',
  ],
  [
    ['dance.vmd', 'song.wav', '-o', 'a.vmd', '--speed', '1'],
    '--speed "1" is not LEAST,GREATEST, for example 0.7,1.42',
  ],
])('fit refuses %j', async (args, message) => {
  const outcome = await odori(['fit', ...args], folderWithDance());
  expect(outcome).toMatchObject({ code: 2, messages: [`odori: ${message}; see odori fit --help`] });
});
