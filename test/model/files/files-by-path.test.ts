import { expect, test } from 'vitest';
import { FilesError } from '#src/format/files/files-error.js';
import { filesByPath, readDroppedFiles } from '#src/model/files/files-by-path.js';

/** A folder in a test: names to files or folders. */
interface Tree {
  readonly [name: string]: string | Tree;
}

/** A reader like those of browsers: batches, then an empty one. */
function entry(name: string, content: string | Tree, batch = 2): FileSystemEntry {
  if (typeof content === 'string') {
    const file = (resolve: (file: File) => void): void => resolve(new File([content], name));
    return { name, isFile: true, isDirectory: false, file } as unknown as FileSystemEntry;
  }
  const createReader = (): Pick<FileSystemDirectoryReader, 'readEntries'> => {
    const children = Object.entries(content).map(([child, inside]) => entry(child, inside, batch));
    return {
      readEntries: (resolve) => {
        queueMicrotask(() => resolve(children.splice(0, batch)));
      },
    };
  };
  return { name, isFile: false, isDirectory: true, createReader } as unknown as FileSystemEntry;
}

function itemOf(dropped: FileSystemEntry): Partial<DataTransferItem> {
  return { kind: 'file', webkitGetAsEntry: () => dropped };
}

function transfer(items: Partial<DataTransferItem>[] | undefined, files: File[] = []): DataTransfer {
  return { items, files } as unknown as DataTransfer;
}

async function textsOf(files: Map<string, File>): Promise<Record<string, string>> {
  const texts = [...files].map(async ([path, file]) => [path, await file.text()] as const);
  return Object.fromEntries(await Promise.all(texts));
}

test('files and folders are read, in several batches', async () => {
  const tex = { 'a.png': 'A', 'b.png': 'B', 'c.png': 'C', 'd.png': 'D', 'e.png': 'E' };
  const miku = entry('miku', { 'miku.pmx': 'model', tex, empty: {} });
  const files = await readDroppedFiles(transfer([itemOf(miku), itemOf(entry('dance.vmd', 'motion'))]));
  expect(await textsOf(files)).toEqual({
    'dance.vmd': 'motion',
    'miku/miku.pmx': 'model',
    'miku/tex/a.png': 'A',
    'miku/tex/b.png': 'B',
    'miku/tex/c.png': 'C',
    'miku/tex/d.png': 'D',
    'miku/tex/e.png': 'E',
  });
});

test('all items are taken before the browser discards them', async () => {
  const dropped = transfer([itemOf(entry('a.pmx', 'A')), itemOf(entry('b.pmx', 'B'))]);
  const pending = readDroppedFiles(dropped);
  Object.assign(dropped, { items: [], files: [] });
  expect([...(await pending).keys()]).toEqual(['a.pmx', 'b.pmx']);
});

test('dropped text is ignored', async () => {
  const files = await readDroppedFiles(transfer([{ kind: 'string' }, itemOf(entry('a.pmx', 'A'))]));
  expect([...files.keys()]).toEqual(['a.pmx']);
});

test('files are read without entries, too', async () => {
  const [a, b] = [new File(['A'], 'a.pmx'), new File(['B'], 'b.pmx')];
  const plain = { kind: 'file', getAsFile: () => a };
  const noEntry = { kind: 'file', webkitGetAsEntry: () => null, getAsFile: () => b };
  expect([...(await readDroppedFiles(transfer([plain, noEntry])))]).toEqual([
    ['a.pmx', a],
    ['b.pmx', b],
  ]);
  expect([...(await readDroppedFiles(transfer(undefined, [a])))]).toEqual([['a.pmx', a]]);
  expect([...(await readDroppedFiles(transfer([], [b])))]).toEqual([['b.pmx', b]]);
  expect(await readDroppedFiles(transfer([]))).toEqual(new Map());
});

test('a file may be named __proto__', async () => {
  const files = await readDroppedFiles(transfer([itemOf(entry('__proto__', 'A'))]));
  expect(await files.get('__proto__')?.text()).toBe('A');
});

test('10,000 files are allowed, not one more', async () => {
  const names = Array.from({ length: 9_999 }, (_, i) => [`${i}.png`, ''] as const);
  const folder = Object.fromEntries(names);
  // the folder counts, too
  const most = await readDroppedFiles(transfer([itemOf(entry('miku', folder, 100))]));
  expect(most.size).toBe(9_999);
  const many = readDroppedFiles(transfer([itemOf(entry('miku', { ...folder, more: '' }, 100))]));
  await expect(many).rejects.toThrow(FilesError);
  await expect(many).rejects.toMatchObject({ code: 'too-large' });
});

test('an endless folder is refused', async () => {
  const endless = { name: 'x', isDirectory: true, createReader: () => reader } as unknown as FileSystemEntry;
  const reader = {
    readEntries: (resolve: (batch: FileSystemEntry[]) => void) =>
      resolve(Array.from({ length: 100 }, () => endless)),
  };
  await expect(readDroppedFiles(transfer([itemOf(endless)]))).rejects.toMatchObject({ code: 'too-large' });
});

test('32 levels of folders are allowed, not one more', async () => {
  const nested = (depth: number): Tree => (depth === 0 ? { 'a.png': '' } : { d: nested(depth - 1) });
  const deep = await readDroppedFiles(transfer([itemOf(entry('d', nested(31)))]));
  expect([...deep.keys()]).toEqual([`${'d/'.repeat(32)}a.png`]);
  const deeper = readDroppedFiles(transfer([itemOf(entry('d', nested(32)))]));
  await expect(deeper).rejects.toThrow('32 folders deep');
});

test("a file that the browser cannot read is the browser's error", async () => {
  const gone = new DOMException('gone', 'NotFoundError');
  const file = (_: unknown, reject: (error: DOMException) => void): void => reject(gone);
  const broken = { name: 'a', isFile: true, isDirectory: false, file } as unknown as FileSystemEntry;
  await expect(readDroppedFiles(transfer([itemOf(broken)]))).rejects.toBe(gone);
  const readEntries = file;
  const folder = {
    name: 'a',
    isDirectory: true,
    createReader: () => ({ readEntries }),
  } as unknown as FileSystemEntry;
  await expect(readDroppedFiles(transfer([itemOf(folder)]))).rejects.toBe(gone);
});

test('the files of an input have their path or their name as key', () => {
  const inFolder = Object.assign(new File([], 'a.png'), { webkitRelativePath: 'miku/tex/a.png' });
  const alone = Object.assign(new File([], 'b.png'), { webkitRelativePath: '' });
  expect([...filesByPath([inFolder, alone])]).toEqual([
    ['miku/tex/a.png', inFolder],
    ['b.png', alone],
  ]);
  const many = Array.from({ length: 10_001 }, (_, i) => new File([], `${i}`));
  expect(() => filesByPath(many)).toThrow(FilesError);
});
