import { createVmd, parseVmd, serializeVmd } from '@odori/format';
import { decodeCp932, encodeCp932 } from '@odori/format/internal';
import { expect, inject, test } from 'vitest';
import { cp932Table } from '#test/support/cp932-table.js';

const bytes = serializeVmd(createVmd({ modelName: '初音ミク', bones: [{ name: '頭', frame: 30 }] }));

test('the browser reads the files that it has written', () => {
  expect(parseVmd(bytes).modelName.text).toBe('初音ミク');
});

test('decodeCp932 gives all 9,795 characters of CP932, and the same text for bytes that browsers and Node decode differently', () => {
  const table = cp932Table();
  expect(table.length).toBe(9795);
  expect(table.filter((code) => decodeCp932(code.bytes) !== code.text)).toEqual([]);
  expect(decodeCp932(Uint8Array.of(0x80, 0x1a, 0x1c, 0x7f, 0xa0, 0xff))).toBe(
    '\ufffd\x1a\x1c\x7f\ufffd\ufffd',
  );
  expect([...encodeCp932('髙').bytes]).toEqual([0xfb, 0xfc]);
});

test('a page can parse files with the packed tarball', async () => {
  const packed = (await import(/* @vite-ignore */ packedEntry())) as typeof import('@odori/format');
  expect(packed.parseVmd).not.toBe(parseVmd);
  expect(packed.parseVmd(bytes).bones.names[0].text).toBe('頭');
});

test('a worker can parse files with the packed tarball and transfer the document', async () => {
  const code = `
    import { parseVmd, transferables } from '${new URL(packedEntry(), location.href).href}';
    onmessage = ({ data }) => { const vmd = parseVmd(data); postMessage(vmd, transferables(vmd)); };`;
  const url = URL.createObjectURL(new Blob([code], { type: 'text/javascript' }));
  const worker = new Worker(url, { type: 'module' });
  const answer = new Promise<MessageEvent>((resolve, reject) => {
    worker.addEventListener('message', resolve);
    worker.addEventListener('error', (event) => reject(new Error(event.message)));
  });
  worker.postMessage(bytes);
  expect((await answer).data).toEqual(parseVmd(bytes));
  worker.terminate();
});

function packedEntry(): string {
  return `/@fs${inject('packedFolder')}/node_modules/@odori/format/dist/index.js`;
}
