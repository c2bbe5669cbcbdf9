import { type NewShelfItem, Shelf, type ShelfItem } from '@odori/element/shelf';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { expectCleanConsole } from '#test/support/clean-console.js';

expectCleanConsole();

/** Each test has a shelf of its own, whose files are removed at its end. */
let count = 0;
const opened: { shelf: Shelf; name: string }[] = [];

async function open(name = `test-shelf-${++count}`): Promise<Shelf> {
  const shelf = await Shelf.open({ name });
  opened.push({ shelf, name });
  return shelf;
}

/** The name of the shelf that was opened last. */
const lastName = (): string => opened.at(-1)!.name;

afterEach(async () => {
  vi.restoreAllMocks();
  const root = await navigator.storage.getDirectory();
  for (const { shelf, name } of opened.splice(0)) {
    shelf.close();
    await root.removeEntry(name, { recursive: true }).catch(() => undefined); // it may be in the Cache API
    await caches.delete(name);
  }
});

const DANCE: NewShelfItem = {
  kind: 'dance',
  name: '../../夜',
  terms: '再配布禁止',
  files: new Map([
    ['夜/night.vmd', new Blob(['motion'])],
    ['夜/../../song.wav', new Blob(['song!'], { type: 'audio/wav' })],
  ]),
  thumbnail: new Blob(['picture'], { type: 'image/webp' }),
};

const named = (name: string): NewShelfItem => ({ ...DANCE, name });
const names = ({ items }: Shelf): string[] => items.map(({ name }) => name);

async function textsOf(shelf: Shelf, { id }: ShelfItem): Promise<string[][]> {
  const files = [...(await shelf.files(id))];
  return Promise.all(files.map(async ([path, file]) => [path, await file.text(), file.type]));
}

const TEXTS = [
  ['夜/night.vmd', 'motion', ''],
  ['夜/../../song.wav', 'song!', 'audio/wav'],
];

/** The folder of the shelf that was opened last. */
async function folder(): Promise<FileSystemDirectoryHandle> {
  return (await navigator.storage.getDirectory()).getDirectoryHandle(lastName());
}

async function filesIn(directory: FileSystemDirectoryHandle): Promise<string[]> {
  const found: string[] = [];
  for await (const name of directory.keys()) found.push(name);
  return found.sort();
}

async function writeText(name: string, text: string): Promise<void> {
  const file = await (await folder()).getFileHandle(name, { create: true });
  const writable = await file.createWritable();
  await writable.write(text);
  await writable.close();
}

/** The list of items cannot be written, once: its name is asked for, and nothing else is. */
function failAtList(error: DOMException): void {
  const handles = FileSystemDirectoryHandle.prototype;
  const getFileHandle = Reflect.get<typeof handles, 'getFileHandle'>(handles, 'getFileHandle');
  let isOver = false;
  vi.spyOn(handles, 'getFileHandle').mockImplementation(function (this: FileSystemDirectoryHandle, ...given) {
    const isList = given[0] === 'index' && given[1]?.create === true;
    if (!isList || isOver) return Reflect.apply(getFileHandle, this, given);
    isOver = true;
    return Promise.reject(error);
  });
}

/** As in a private window of some browsers. */
function withoutFileSystem(): void {
  vi.spyOn(navigator.storage, 'getDirectory').mockRejectedValue(new DOMException('', 'SecurityError'));
}

describe.each(['the file system', 'the Cache API'])('a shelf in %s', (place) => {
  test('keeps, renames and removes, and everything is there after a reload', async () => {
    if (place === 'the Cache API') withoutFileSystem();
    const shelf = await open();
    const before = Date.now();
    const item = await shelf.keep(DANCE);
    expect(item).toMatchObject({ kind: 'dance', name: '../../夜', terms: '再配布禁止', bytes: 11 });
    expect(item.added).toBeGreaterThanOrEqual(before);
    await shelf.keep(named('other'));
    const later = await open(lastName());
    expect(later.items).toEqual(shelf.items);
    expect(await textsOf(later, item)).toEqual(TEXTS);
    const picture = (await later.thumbnail(item.id))!;
    expect([await picture.text(), picture.type]).toEqual(['picture', 'image/webp']);
    await later.rename(item.id, 'Night');
    await later.remove(later.items[1].id);
    const last = await open(lastName());
    expect([names(last), (await last.space()).used]).toEqual([['Night'], 11]);
    await last.removeAll();
    expect((await open(lastName())).items).toEqual([]);
  });
});

test('a shelf that began in the Cache API stays there', async () => {
  withoutFileSystem();
  await (await open()).keep(DANCE);
  vi.restoreAllMocks();
  expect(names(await open(lastName()))).toEqual(['../../夜']);
});

test('a browser that refuses all storage is an error', async () => {
  withoutFileSystem();
  vi.spyOn(caches, 'open').mockRejectedValue(new DOMException('', 'SecurityError'));
  const error = { name: 'ShelfError', code: 'no-storage', cause: { name: 'SecurityError' } };
  await expect(Shelf.open({ name: 'test-refused' })).rejects.toMatchObject(error);
});

test('names of shelves are never paths', async () => {
  for (const name of ['', '..', 'a/b', 'x'.repeat(41)])
    await expect(Shelf.open({ name })).rejects.toThrow(RangeError);
});

test('what a zip would lose is not kept', async () => {
  const shelf = await open();
  await expect(shelf.keep({ ...DANCE, files: new Map() })).rejects.toThrow(TypeError);
  const thumbnail = new Blob(['picture'], { type: 'image/svg+xml' });
  await expect(shelf.keep({ ...DANCE, thumbnail })).rejects.toThrow('not image/svg+xml');
  expect(shelf.items).toEqual([]);
});

test('paths of any length come back', async () => {
  const shelf = await open();
  const long = 'x'.repeat(2 ** 20);
  const files = new Map(Array.from({ length: 17 }, (_, i) => [`${long}${i}`, new Blob(['x'])]));
  const item = await shelf.keep({ ...DANCE, files });
  expect((await shelf.files(item.id)).size).toBe(17);
});

describe('without room', () => {
  test('it is said before anything is written', async () => {
    const shelf = await open();
    await shelf.keep(named('first'));
    vi.spyOn(navigator.storage, 'estimate').mockResolvedValue({ quota: 1e9, usage: 1e9 - 2 ** 20 - 10 });
    expect(await shelf.space()).toMatchObject({ used: 11, free: 2 ** 20 + 10, isTight: true });
    const write = vi.spyOn(FileSystemWritableFileStream.prototype, 'write');
    await expect(shelf.keep(DANCE)).rejects.toMatchObject({ name: 'ShelfError', code: 'full' });
    expect(write).not.toHaveBeenCalled();
    expect(names(await open(lastName()))).toEqual(['first']);
  });

  // first the item cannot be written, then the list
  test.each([1, 2])('an error at write %s leaves nothing behind, and all that was kept', async (which) => {
    const shelf = await open();
    const item = await shelf.keep(named('first'));
    const full = new DOMException('', 'QuotaExceededError');
    if (which === 1) vi.spyOn(FileSystemWritableFileStream.prototype, 'write').mockRejectedValueOnce(full);
    else failAtList(full);
    await expect(shelf.keep(DANCE)).rejects.toMatchObject({ name: 'ShelfError', code: 'full' });
    expect(names(shelf)).toEqual(['first']);
    expect(await filesIn(await folder())).toEqual([item.id, 'index']);
    await shelf.keep(named('second'));
    expect(names(await open(lastName()))).toEqual(['first', 'second']);
  });

  test('removing frees room before it writes the list', async () => {
    const shelf = await open();
    await shelf.keep(named('first'));
    const item = await shelf.keep(named('second'));
    const full = new DOMException('', 'QuotaExceededError');
    vi.spyOn(FileSystemWritableFileStream.prototype, 'write').mockRejectedValue(full);
    await expect(shelf.remove(item.id)).rejects.toMatchObject({ code: 'full' }); // the list is as it was
    vi.restoreAllMocks();
    expect(names(await open(lastName()))).toEqual(['first']);
  });
});

test('a removal that fails half-way dispatches `change`, and the rest stays', async () => {
  const shelf = await open();
  for (const name of ['first', 'second', 'third']) await shelf.keep(named(name));
  const other = await open(lastName());
  const handles = FileSystemDirectoryHandle.prototype;
  const removeEntry = Reflect.get<typeof handles, 'removeEntry'>(handles, 'removeEntry');
  const [, locked] = shelf.items;
  vi.spyOn(handles, 'removeEntry').mockImplementation(function (this: FileSystemDirectoryHandle, ...given) {
    if (given[0] !== locked.id) return Reflect.apply(removeEntry, this, given);
    return Promise.reject(new DOMException('', 'NoModificationAllowedError'));
  });
  let changes = 0;
  shelf.addEventListener('change', () => changes++);
  await expect(shelf.removeAll()).rejects.toMatchObject({ name: 'NoModificationAllowedError' });
  expect([names(shelf), changes]).toEqual([['second', 'third'], 1]);
  await expect.poll(() => names(other)).toEqual(['second', 'third']);
});

test('a browser that fails to say how much room there is keeps files', async () => {
  const shelf = await open();
  vi.spyOn(navigator.storage, 'estimate').mockRejectedValue(new TypeError('no'));
  vi.spyOn(navigator.storage, 'persisted').mockRejectedValue(new TypeError('no'));
  await shelf.keep(DANCE);
  expect(await shelf.space()).toEqual({ used: 11, free: undefined, isTight: false, isPersistent: false });
});

describe('after a crash', () => {
  test('a file whose writing was cut off is removed, and all that was kept is there', async () => {
    const item = await (await open()).keep(DANCE);
    await writeText('00000000-0000-4000-8000-000000000001', 'ODSHELF1half');
    await (await folder()).getFileHandle('00000000-0000-4000-8000-000000000002', { create: true });
    const shelf = await open(lastName());
    expect(await textsOf(shelf, item)).toEqual(TEXTS);
    expect(await filesIn(await folder())).toEqual([item.id, 'index']);
  });

  test('a page that is gone in the middle of a write loses nothing and leaves nothing', async () => {
    const item = await (await open()).keep(DANCE);
    const frame = document.createElement('iframe');
    document.body.append(frame);
    // it begins to write a file, as `keep` does, and never ends
    const other = await (
      await frame.contentWindow!.navigator.storage.getDirectory()
    ).getDirectoryHandle(lastName());
    const file = await other.getFileHandle('00000000-0000-4000-8000-000000000003', { create: true });
    await (await file.createWritable()).write('ODSHELF1half');
    frame.remove();
    const shelf = await open(lastName());
    expect(names(shelf)).toEqual(['../../夜']);
    expect((await filesIn(await folder())).filter((name) => !name.endsWith('.crswap'))).toEqual([
      item.id,
      'index',
    ]);
  });

  test.each(['', '{"version":1,"items":[{"id":"../x"}]}', '[]', 'null'])(
    'a broken list of items (%s) is made anew of what is there',
    async (text) => {
      const before = await open();
      await before.keep(named('first'));
      const item = await before.keep(DANCE);
      await writeText('index', text);
      await writeText('00000000-0000-4000-8000-000000000001', 'ODSHELF1half');
      const shelf = await open(lastName());
      expect(shelf.items).toEqual(before.items);
      expect(await textsOf(shelf, item)).toEqual(TEXTS);
      expect(await filesIn(await folder())).toHaveLength(3);
    },
  );

  test('a list that a newer version wrote is left alone', async () => {
    const { id } = await (await open()).keep(DANCE);
    await writeText('index', '{"version":2}');
    await expect(Shelf.open({ name: lastName() })).rejects.toMatchObject({ code: 'newer' });
    expect(await filesIn(await folder())).toEqual([id, 'index']);
  });
});

describe('two tabs', () => {
  test('have the same items, and hear of changes', async () => {
    const [one, two] = [await open(), await open(lastName())];
    const changed = new Promise((resolve) => two.addEventListener('change', resolve, { once: true }));
    const item = await one.keep(DANCE);
    await changed;
    expect(two.items).toEqual([item]);
    expect(await textsOf(two, item)).toEqual(TEXTS);
    await two.remove(item.id);
    await expect.poll(() => one.items).toEqual([]);
    await expect(one.files(item.id)).rejects.toMatchObject({ code: 'not-found' });
    await expect(one.rename(item.id, 'x')).rejects.toMatchObject({ code: 'not-found' });
  });

  test('lose nothing when they keep at the same time', async () => {
    const [one, two] = [await open(), await open(lastName())];
    const kept = ['a', 'b', 'c', 'd'].map((name, i) => (i % 2 ? one : two).keep(named(name)));
    await Promise.all(kept);
    expect(names(await open(lastName())).toSorted()).toEqual(['a', 'b', 'c', 'd']);
  });
});

test('a zip brings everything to another device, once', async () => {
  const shelf = await open();
  const item = await shelf.keep(DANCE);
  await shelf.keep({ ...DANCE, kind: 'model', name: 'Doll', files: new Map([['a.pmx', new Blob(['x'])]]) });
  const zip = await shelf.exportZip();
  const other = await open();
  expect((await other.importZip(zip)).map(({ name }) => name)).toEqual(['../../夜', 'Doll']);
  // a path that led out of the zip stays in it
  expect(await textsOf(other, item)).toEqual([
    ['夜/night.vmd', 'motion', ''],
    ['夜/song.wav', 'song!', ''],
  ]);
  expect(await other.importZip(zip)).toEqual([]);
  expect(other.items).toHaveLength(2);
  expect((await other.importZip(await shelf.exportZip([]))).length).toBe(0);
});

test('a place is never read while it is written', async () => {
  const shelf = await open();
  const { id } = await shelf.keep(DANCE);
  const writables = FileSystemWritableFileStream.prototype;
  const close = Reflect.get<typeof writables, 'close'>(writables, 'close');
  let goOn!: () => void;
  const mayGoOn = new Promise<void>((resolve) => (goOn = resolve));
  const closes = vi.spyOn(writables, 'close').mockImplementation(async function (this: typeof writables) {
    await mayGoOn;
    return Reflect.apply(close, this, []);
  });
  const writing = shelf.setPlace({ id, seconds: 1 });
  await expect.poll(() => closes.mock.calls.length).toBe(1);
  const reading = shelf.place();
  goOn();
  expect(await reading).toEqual({ id, seconds: 1, beside: [] });
  await writing;
});

test('remembers where somebody was, until it is removed', async () => {
  const shelf = await open();
  expect(await shelf.place()).toBeUndefined();
  const { id } = await shelf.keep(DANCE);
  const dancer = await shelf.keep({ ...DANCE, kind: 'model' });
  await shelf.setPlace({ id, seconds: 12.5, beside: [dancer.id] });
  const again = await open(lastName());
  expect(await again.place()).toEqual({ id, seconds: 12.5, beside: [dancer.id] });
  await shelf.remove(dancer.id);
  expect(await shelf.place()).toEqual({ id, seconds: 12.5, beside: [] });
  await writeText('place', '{"id":"../index","seconds":1}');
  expect(await shelf.place()).toBeUndefined();
  await shelf.setPlace({ id, seconds: 1 });
  await shelf.remove(id);
  expect(await shelf.place()).toBeUndefined();
});
