import { MmdFormatError } from '@odori/format';
import { serializeX } from '@odori/format/x';
import { loadAccessory, XLoader } from '@odori/model';
import { LoadError } from '@odori/runtime';
import { zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { XBuilder } from '#test/support/x-builder.js';

function xOf(quads: number, texture = ''): Uint8Array<ArrayBuffer> {
  const builder = new XBuilder();
  for (let i = 0; i < quads; i++) builder.quad([i, 0, 0], 1, { texture });
  return serializeX(builder.build(), { encoding: 'compressed-text' });
}

const NEGI = 'Negi\nnegi.x\n2\n1,2,3\n0,0,0\nbone\n';

async function problemOf(loading: Promise<unknown>): Promise<Error> {
  const error: unknown = await loading.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(LoadError);
  return error as Error;
}

describe('loadAccessory', () => {
  test('takes bytes, files, zips and maps of files', async () => {
    const zip = zipSync({ 'negi/negi.x': xOf(1), 'readme.txt': new Uint8Array(3) });
    const map = new Map([['stage/a.x', new Blob([xOf(1)])]]);
    for (const source of [xOf(1), new Blob([xOf(1)]), zip, map]) {
      const { mesh } = await loadAccessory(source);
      expect(mesh.geometry.getAttribute('position').count).toBe(4);
    }
  });

  test('of several, takes the uppermost, then the VAC, then the largest; or the one that `path` names', async () => {
    const files = new Map([
      ['a/b/large.x', new Blob([xOf(9)])],
      ['a/small.x', new Blob([xOf(1)])],
      ['a/middle.X', new Blob([xOf(3)])],
    ]);
    const quads = async (path?: string): Promise<number> =>
      (await loadAccessory(files, { ...(path && { path }) })).mesh.material.length;
    expect(await quads()).toBe(3);
    expect(await quads('a/b/large.x')).toBe(9);
    files.set('a/negi.vac', new Blob([NEGI]));
    files.set('a/negi.x', new Blob([xOf(2)]));
    expect(await quads()).toBe(2);
  });

  test('a VAC opens the .x file beside it, and has its size', async () => {
    const files = new Map([
      ['negi/negi.vac', new Blob([NEGI])],
      ['negi/NEGI.X', new Blob([xOf(1)])],
    ]);
    const accessory = await loadAccessory(files);
    expect(accessory.vac?.bone).toBe('bone');
    expect(accessory.root.scale.x).toBe(2);
    const alone = await problemOf(loadAccessory(new File([NEGI], 'negi.vac')));
    expect(alone.message).toBe('negi.vac: its file negi.x was not found beside it');
  });

  test('a VAC may name a .x file in a folder below it, whose textures are beside that', async () => {
    const opened: string[] = [];
    const at = new Map([['sub\\negi.x', new Blob([xOf(1, 'skin.bmp')])]]);
    const open = async (path: string): Promise<Blob | undefined> => {
      opened.push(path);
      return at.get(path);
    };
    const vac = new File([NEGI.replace('negi.x', 'sub\\negi.x')], 'negi.vac');
    const accessory = await loadAccessory(vac, { files: { open } });
    expect(opened).toEqual(['sub\\negi.x', 'sub\\skin.bmp', 'skin.bmp']);
    expect(accessory.report.notes.map(({ path }) => path)).toEqual(['skin.bmp']);
  });

  test('says what is wrong with a file', async () => {
    const broken = await problemOf(loadAccessory(new File(['xof 0302txt 0032\nMesh {\n3;0;red;'], 'a.x')));
    expect(broken.message).toBe(
      'a.x: the file is broken: the file ends before 3 records (at line 3, column 3)',
    );
    expect(broken.cause).toBeInstanceOf(MmdFormatError);
    expect((await problemOf(loadAccessory(new File(['PMX '], 'b.x')))).message).toBe(
      'b.x: this is a model (PMX), not an accessory',
    );
    expect((await problemOf(loadAccessory(new File(['?'], 'c.x')))).message).toBe(
      'c.x: this is not an accessory (X, VAC): not a DirectX accessory: it begins with "?" (at byte 0)',
    );
    expect((await problemOf(loadAccessory(new Map()))).message).toBe(
      'the files: no accessory (.x, .vac) found',
    );
  });

  test('rejects with the reason of its signal', async () => {
    const reason = new Error('enough');
    await expect(loadAccessory(xOf(1), { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });
});

describe('XLoader', () => {
  test('loads from files at hand, and parses bytes', async () => {
    const files = new Map([['stage/a.x', new Blob([xOf(2)])]]);
    const loader = new XLoader({ shadows: 'three' }).setFiles(files).setPath('stage/');
    const loaded = await loader.loadAsync('a.x');
    expect([loaded.mesh.material.length, loaded.shadows]).toEqual([2, 'three']);
    expect((await new XLoader().parse(xOf(3))).mesh.material.length).toBe(3);
    expect((await problemOf(new XLoader().parse(new Uint8Array(20)))).message).toContain('not an accessory');
  });
});
