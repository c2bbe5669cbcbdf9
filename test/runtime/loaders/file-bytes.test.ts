import { createVmd, serializeVmd } from '@odori/format';
import { loadMotion, type MotionSource } from '@odori/runtime';
import { fileBytes } from '@odori/runtime/internal/three';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';

/** Evaluates an expression among the classes of another window. */
function foreign(expression: string, names: object = {}): never {
  return runInNewContext(expression, { ...names }) as never; // of whatever type the test needs
}

test('fileBytes gives the bytes of a file and of memory, which it does not copy', async () => {
  const bytes = Uint8Array.of(1, 2, 3, 4, 5, 6);
  expect([...(await fileBytes(new Blob([bytes])))]).toEqual([1, 2, 3, 4, 5, 6]);
  expect((await fileBytes(bytes.buffer)).buffer).toBe(bytes.buffer);
  const view = await fileBytes(new Uint16Array(bytes.buffer, 2, 2));
  expect([[...view], view.buffer === bytes.buffer]).toEqual([[3, 4, 5, 6], true]);
  expect([...(await fileBytes(new DataView(bytes.buffer, 1, 2)))]).toEqual([2, 3]);
});

test('shared memory is copied', async () => {
  const shared = new Uint8Array(new SharedArrayBuffer(3));
  shared.set([7, 8, 9]);
  for (const source of [shared.buffer, shared]) {
    const bytes = await fileBytes(source);
    expect([[...bytes], bytes.buffer instanceof ArrayBuffer]).toEqual([[7, 8, 9], true]);
  }
});

test('loadMotion takes URLs, files, maps and memory of another window', async () => {
  const vmd = serializeVmd(createVmd({ bones: [{ name: '頭', frame: 45 }] }));
  const numbers = [...vmd];
  const blob: Blob = foreign(
    'class File { name = "dance.vmd"; arrayBuffer = async () => Uint8Array.from(numbers).buffer }; new File()',
    { numbers },
  );
  const href = `data:application/octet-stream;base64,${Buffer.from(vmd).toString('base64')}`;
  const sources: MotionSource[] = [
    blob,
    foreign('Uint8Array.from(numbers).buffer', { numbers }),
    foreign('Uint8Array.from(numbers)', { numbers }),
    foreign('new Map([["a.vmd", blob]])', { blob }),
    foreign('class URL { href = text; toString() { return this.href; } }; new URL()', { text: href }),
  ];
  for (const source of sources) expect((await loadMotion(source)).duration).toBe(1.5);
  const broken: Blob = foreign(
    'class File { name = "no.vmd"; arrayBuffer = async () => new ArrayBuffer(3) }; new File()',
  );
  await expect(loadMotion(broken)).rejects.toThrow('no.vmd: this is not a motion');
});
