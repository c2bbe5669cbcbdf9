import {
  createPmx,
  createPmxBone,
  createVmd,
  parseBvmd,
  serializeBvmd,
  serializePmx,
  serializeVmd,
  vmdToBvmd,
} from '@odori/format';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { emptyFolder, odori } from './odori.js';

const convert = async (bytes: Uint8Array, format: string): Promise<readonly string[]> =>
  (await odori(['convert', '-', '-', '-f', format], '/', bytes)).messages;

test('the message about one key that a BVMD cannot store is in the singular, about several in the plural', async () => {
  const camera = { frame: 0, perspective: false };
  const one = createVmd({ lights: [{ frame: 0 }], selfShadows: [{ frame: 0 }], cameras: [camera] });
  expect(await convert(serializeVmd(one), 'bvmd')).toEqual([
    'odori: -: warning: 1 key of light is left out: a BVMD cannot store it',
    'odori: -: warning: 1 key of self shadow is left out: a BVMD cannot store it',
    'odori: -: warning: 1 orthographic camera key becomes perspective: a BVMD cannot store it',
  ]);
  const two = createVmd({ lights: [{ frame: 0 }, { frame: 1 }] });
  expect(await convert(serializeVmd(two), 'bvmd')).toEqual([
    'odori: -: warning: 2 keys of light are left out: a BVMD cannot store them',
  ]);
});

test('the message about one rounded angle of view is in the singular', async () => {
  const bvmd = parseBvmd(serializeBvmd(vmdToBvmd(createVmd({ cameras: [{ frame: 0 }, { frame: 1 }] }))));
  bvmd.cameras.fovs[1] = 30.5;
  expect(await convert(serializeBvmd(bvmd), 'vmd')).toEqual([
    'odori: -: warning: 1 angle of view is rounded to a whole degree',
  ]);
});

test('the message about one key of a model beside a camera is in the singular', async () => {
  const mixed = createVmd({ bones: [{ name: '頭', frame: 0 }], cameras: [{ frame: 0 }] });
  expect((await convert(serializeVmd(mixed), 'vmd'))[0]).toContain('1 key of a model and 1 of camera');
});

test('the message about one missing byte is in the singular', async () => {
  const pmx = serializePmx(createPmx({ bones: [createPmxBone({ name: '頭' })] }));
  const { messages } = await odori(['inspect', '-'], '/', pmx.subarray(0, 8));
  expect(messages).toEqual(['odori: -: header.globals needs 1 byte, 0 left (at byte 8)']);
});

test('the message about one missing bone is in the singular', async () => {
  const folder = emptyFolder();
  writeFileSync(join(folder, 'a.pmx'), serializePmx(createPmx({ bones: [createPmxBone({ name: '頭' })] })));
  const sample = async (...names: string[]): Promise<unknown> => {
    const vmd = serializeVmd(createVmd({ bones: names.map((name) => ({ name, frame: 0 })) }));
    return (await odori(['sample', '-', '--model', 'a.pmx', '--at', '0f'], folder, vmd)).messages[0];
  };
  expect(await sample('腰')).toBe('odori: a.pmx: warning: 1 of 1 bone of the motion is not in the model: 腰');
  expect(await sample('腰', '頭')).toContain('1 of 2 bones of the motion is not in the model: 腰');
  expect(await sample('')).toContain('1 of 1 bone of the motion is not in the model: (no name)');
  expect(await sample('腰', '首')).toContain('2 of 2 bones of the motion are not in the model: 腰, 首');
});
