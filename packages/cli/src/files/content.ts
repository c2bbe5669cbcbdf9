import { open, readFile, realpath, stat } from 'node:fs/promises';
import { sep } from 'node:path';
import { Readable } from 'node:stream';

/**
 * The bytes of a file that a view shows. They are read anew each time, so that a reload of the page shows
 * changes.
 */
export interface Content {
  /** All bytes. */
  read(): Promise<Uint8Array>;
  /** Opens the file to send it, or a part of it. */
  open(): Promise<OpenContent>;
}

/** An open file. Either `stream` or `close` must be called. */
export interface OpenContent {
  readonly bytes: number;
  /** The bytes from `start` up to but not including `end`, at least one. Closes the file when it ends. */
  stream(start: number, end: number): Readable;
  close(): Promise<void>;
}

/** Bytes at hand, for example of a file in a zip. */
export function bytesContent(bytes: Uint8Array): Content {
  return {
    read: async () => bytes,
    open: async () => ({
      bytes: bytes.length,
      stream: (start, end) => Readable.from([bytes.subarray(start, end)], { objectMode: false }),
      close: async () => undefined,
    }),
  };
}

/**
 * A file on the disk, by its absolute path. With `folder`, it is read only while it is a file inside this
 * folder, also after symbolic links were followed.
 */
export function diskContent(path: string, folder?: string): Content {
  const locate = async (): Promise<string> => (folder === undefined ? path : placeInside(path, folder));
  return {
    read: async () => readFile(await locate()),
    open: async () => openFile(await locate()),
  };
}

async function openFile(path: string): Promise<OpenContent> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    return {
      bytes: size,
      stream: (start, end) => file.createReadStream({ start, end: end - 1 }),
      close: () => file.close(),
    };
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** The first bytes of a file, at most `length`. */
export async function readHead(content: Content, length: number): Promise<Buffer> {
  const file = await content.open();
  const end = Math.min(file.bytes, length);
  if (end > 0) return Buffer.concat((await file.stream(0, end).toArray()) as Buffer[]);
  await file.close();
  return Buffer.alloc(0);
}

/**
 * The real path of a file inside a folder. @throws as a missing file if it is no file, or leads out of the
 * folder.
 */
async function placeInside(path: string, folder: string): Promise<string> {
  const [target, root] = [await realpath(path), await realpath(folder)];
  const isInside = target.startsWith(root.endsWith(sep) ? root : root + sep);
  if (isInside && (await stat(target)).isFile()) return target;
  throw Object.assign(new Error(`${path} is not a file in ${folder}`), { code: 'ENOENT' });
}

/** Whether a path is a file inside a folder, also after symbolic links were followed. */
export async function isFileInside(path: string, folder: string): Promise<boolean> {
  return placeInside(path, folder).then(
    () => true,
    () => false,
  );
}
