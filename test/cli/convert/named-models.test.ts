import {
  createPmm,
  createPmmModel,
  createVmd,
  parsePmd,
  parseVmd,
  pmdToPmx,
  serializePmd,
  serializePmm,
  serializePmx,
  serializeVmd,
} from '@odori/format';
import { encodeName } from '@odori/format/internal';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CORPUS, hasCorpus, readCorpus } from '#test/support/corpus.js';
import { emptyFolder, odori, type Outcome } from '../odori.js';

test('--pmd is refused for an input that is no project, and the message explains the globs of shells', async () => {
  const folder = emptyFolder();
  writeFileSync(join(folder, 'a.vmd'), serializeVmd(createVmd({ bones: [{ name: '頭', frame: 0 }] })));
  writeFileSync(join(folder, 'a.pmx'), serializePmx(pmdToPmx(parsePmd(emptyPmd()))));
  expect(await odori(['convert', 'a.vmd', 'b.vmd', '--pmd', 'a.pmx'], folder)).toMatchObject({
    code: 1,
    messages: [
      'odori: a.vmd: --pmd is only for a PMM of version 1; for several models, repeat --pmd or put a glob in quotes',
    ],
  });
  expect((await odori(['convert', 'a.vmd', 'b.vmd', '--pmd', 'a.vmd'], folder)).messages).toEqual([
    'odori: a.vmd: this is a motion (VMD), not a model',
  ]);
});

test('--pmd is idle for a project of version 2, which gives a warning', async () => {
  const folder = emptyFolder();
  const models = [createPmmModel({ name: encodeName('ミク'), boneNames: [encodeName('頭')] })];
  writeFileSync(join(folder, 'a.pmm'), serializePmm(createPmm({ models })));
  writeFileSync(join(folder, 'a.pmd'), emptyPmd());
  const { code, messages } = await odori(['convert', 'a.pmm', 'out/', '--pmd', 'a.pmd'], folder);
  expect([code, messages]).toEqual([
    0,
    [
      'odori: a.pmm: warning: --pmd has no effect: only a PMM of version 1 lacks the names of bones and morphs',
    ],
  ]);
});

/** A PMD without anything in it: header, and counts of zero. */
function emptyPmd(): Uint8Array {
  const bytes = new Uint8Array(283 + 4 + 4 + 4 + 2 + 2 + 2 + 1 + 1 + 4);
  bytes.set(Buffer.from('Pmd'));
  new DataView(bytes.buffer).setFloat32(3, 1, true);
  return bytes;
}

describe.skipIf(!hasCorpus)('a project of version 1', () => {
  const file = join(CORPUS, 'pmm/kishimen_v1.pmm');
  const kaito = join(CORPUS, 'pmd/KAITO.pmd');
  const extract = (folder: string, ...pmds: string[]): Promise<Outcome> =>
    odori(
      [
        'convert',
        file,
        'out.vmd',
        '--force',
        '--model',
        'ＫＡＩＴＯ',
        ...pmds.flatMap((pmd) => ['--pmd', pmd]),
      ],
      folder,
    );

  test('a PMX made from the PMD gives the same motion as the PMD', async () => {
    const folder = emptyFolder();
    writeFileSync(join(folder, 'kaito.pmx'), serializePmx(pmdToPmx(parsePmd(readCorpus('pmd/KAITO.pmd')))));
    expect(await extract(folder, kaito)).toMatchObject({ code: 0, messages: [] });
    const ofPmd = readFileSync(join(folder, 'out.vmd'));
    expect(parseVmd(ofPmd).bones.count).toBe(2663);
    expect(await extract(folder, 'kaito.pmx')).toMatchObject({ code: 0, messages: [] });
    expect(Buffer.compare(readFileSync(join(folder, 'out.vmd')), ofPmd)).toBe(0);
  });

  test('a model that the project does not have gives a warning, unless it is one of a glob', async () => {
    const folder = emptyFolder();
    const pmd = parsePmd(readCorpus('pmd/KAITO.pmd'));
    writeFileSync(join(folder, 'other.pmd'), serializePmd({ ...pmd, name: encodeName('other') }));
    expect((await extract(folder, kaito, 'other.pmd')).messages).toEqual([
      `odori: ${file}: warning: --pmd other.pmd has no effect: the project has no model called other`,
    ]);
    expect((await extract(folder, kaito, '*.pmd')).messages).toEqual([]);
  });

  test('two models of one name with different bone names are refused; two equal ones are not', async () => {
    const folder = emptyFolder();
    const pmd = parsePmd(readCorpus('pmd/KAITO.pmd'));
    writeFileSync(join(folder, 'same.pmd'), serializePmd(pmd));
    expect(await extract(folder, kaito, 'same.pmd')).toMatchObject({ code: 0, messages: [] });
    pmd.bones[1] = { ...pmd.bones[1], name: encodeName('胴') };
    writeFileSync(join(folder, 'other.pmd'), serializePmd(pmd));
    expect(await extract(folder, kaito, 'other.pmd')).toMatchObject({
      code: 1,
      messages: [
        `odori: ${file}: ${kaito} and other.pmd both fit the model ＫＡＩＴＯ, but name its bones or morphs differently: ` +
          'give only one of them with --pmd',
      ],
    });
  });
});
