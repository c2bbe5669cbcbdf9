import {
  createVmd,
  fromJson,
  parseVmd,
  serializeBvmd,
  type Vmd,
  type VmdJson,
  vmdToBvmd,
} from '@odori/format';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { emptyFolder, odori } from './odori.js';

function folderWith(files: Record<string, Uint8Array>): string {
  const folder = emptyFolder();
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  return folder;
}

function readVmd(...path: string[]): Vmd {
  return parseVmd(readFileSync(join(...path)));
}

describe('a BVMD with a dance and a camera', () => {
  const both = createVmd({ bones: [{ name: '頭', frame: 3 }], cameras: [{ frame: 5 }] });
  const files = { 'both.bvmd': serializeBvmd(vmdToBvmd(both)) };
  const counts = ({ bones, cameras }: Vmd): number[] => [bones.count, cameras.count];

  test.each([
    ['a file', 'dance.vmd', 'dance.vmd', 'dance-camera.vmd'],
    ['a folder', 'out/', 'out/both.vmd', 'out/both-camera.vmd'],
  ])('becomes two VMDs, if the output is %s', async (_, output, dance, camera) => {
    const folder = folderWith(files);
    const args = ['convert', 'both.bvmd', output, '-f', 'vmd'];
    expect(await odori(args, folder)).toMatchObject({ code: 0, messages: [] });
    expect(counts(readVmd(folder, dance))).toEqual([1, 0]);
    expect(counts(readVmd(folder, camera))).toEqual([0, 1]);
    expect(readVmd(folder, camera).modelName.text).toBe('カメラ・照明');
    expect((await odori(args, folder)).code).toBe(1); // both exist
  });

  test('gives only its camera with --model camera, and only its dance with another name', async () => {
    const folder = folderWith(files);
    await odori(['convert', 'both.bvmd', 'a.vmd', '--model', 'camera'], folder);
    await odori(['convert', 'both.bvmd', 'b.vmd', '--model', 'Dancer'], folder);
    expect(counts(readVmd(folder, 'a.vmd'))).toEqual([0, 1]);
    expect(counts(readVmd(folder, 'b.vmd'))).toEqual([1, 0]);
    expect(readVmd(folder, 'b.vmd').modelName.text).toBe('Dancer');
    expect(readdirSync(folder).toSorted()).toEqual(['a.vmd', 'b.vmd', 'both.bvmd']);
  });

  test('cannot go to stdout as two VMDs', async () => {
    const { code, messages } = await odori(['convert', 'both.bvmd', '-', '-f', 'vmd'], folderWith(files));
    expect(code).toBe(1);
    expect(messages[0]).toMatch(/this input gives 2 files/);
  });

  test('stays one motion as JSON', async () => {
    const folder = folderWith(files);
    await odori(['convert', 'both.bvmd', 'both.json'], folder);
    const json = JSON.parse(readFileSync(join(folder, 'both.json'), 'utf8')) as VmdJson;
    expect(counts(fromJson(json))).toEqual([1, 1]);
  });
});
