import { createPmx, createVmd, serializePmx, serializeVmd } from '@odori/format';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { UNREADABLE } from '#src/cli/inspect/find-problems.js';
import { emptyFolder, odori } from './odori.js';

const DANCE = serializeVmd(createVmd({ bones: [{ name: '頭', frame: 6 }] }));

test('each problem is a line with file, code and place, and the exit code is 1', async () => {
  const folder = emptyFolder();
  mkdirSync(join(folder, 'models/tex'), { recursive: true });
  writeFileSync(join(folder, 'models/tex/Face.png'), '');
  const textures = ['tex/face.png', 'tex/none.png', 'C:\\tex\\Face.png', 'tex/Face.png ', '../../up.png'];
  writeFileSync(join(folder, 'models/a.pmx'), serializePmx(createPmx({ textures })));
  writeFileSync(join(folder, 'models/b.vmd'), Uint8Array.from([...DANCE, 1]));
  writeFileSync(join(folder, 'models/c.vmd'), DANCE.subarray(0, 100));
  writeFileSync(join(folder, 'models/d.vmd'), DANCE);
  writeFileSync(join(folder, 'models/e.vpd'), 'no pose');
  for (const name of ['f.txt', 'g.zip']) writeFileSync(join(folder, 'models', name), 'nothing of these');
  const { code, text, messages } = await odori(['lint', 'models', 'h.vmd'], folder);
  expect(code).toBe(1);
  const lines = text.trim().split('\n');
  expect(lines.map((line) => line.split(': ').slice(0, 2).join(': ').replace('\\', '/'))).toEqual([
    'models/a.pmx: misspelled-texture',
    'models/a.pmx: missing-texture',
    'models/a.pmx: absolute-texture',
    'models/a.pmx: padded-texture',
    'models/a.pmx: unopened-texture',
    'models/b.vmd: trailing-bytes',
    'models/c.vmd: truncated',
    'models/e.vpd: unreadable',
    'h.vmd: unreadable',
  ]);
  expect(lines[0]).toMatch(/: tex\/face\.png is spelled tex\/Face\.png on the disk: /);
  // 50 bytes of header, 111 of a keyframe, 6 counts of 4
  expect(lines[5]).toMatch(/: 1 unexpected byte after the last section \(at byte 185\)$/);
  expect(messages).toEqual(['odori: 6 files, 9 problems']);
});

test('a file without problems prints nothing, and --allow takes codes of warnings and textures', async () => {
  const folder = emptyFolder();
  writeFileSync(join(folder, 'a.pmx'), serializePmx(createPmx({ textures: ['none.png'] })));
  writeFileSync(join(folder, 'b.vmd'), DANCE);
  expect(await odori(['lint', 'b.vmd'], folder)).toMatchObject({
    code: 0,
    text: '',
    messages: ['odori: 1 file, no problems'],
  });
  writeFileSync(join(folder, 'b.vmd'), Uint8Array.from([...DANCE, 1]));
  const allow = async (codes: string): Promise<number> =>
    (await odori(['lint', 'a.pmx', 'b.vmd', '--allow', codes], folder)).code;
  expect(await allow('missing-texture')).toBe(1);
  expect(await allow('missing-texture,trailing-bytes')).toBe(0);
  expect(await allow('missing')).toBe(2);
});

test('keyframes out of order, which MMD writes, are no problem', async () => {
  const bones = [6, 3].map((frame) => ({ name: '頭', frame }));
  expect((await odori(['lint', '-'], '/', serializeVmd(createVmd({ bones })))).code).toBe(0);
});

test('a name from a file cannot begin a line of its own', async () => {
  const folder = emptyFolder();
  writeFileSync(join(folder, 'a.pmx'), serializePmx(createPmx({ textures: ['a\n::stop::.png'] })));
  const { text } = await odori(['lint', 'a.pmx'], folder);
  expect(text).toMatch(/^a\.pmx: missing-texture: a\ufffd::stop::\.png is missing, [^\n]*\n$/);
});

test('the page about troubleshooting explains the code of files that cannot be read', () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/guide/troubleshooting.md'), 'utf8');
  const [section] = page.split('## Codes of textures')[1].split('\n## ');
  expect(section).toContain(`\`${UNREADABLE}\``);
});
