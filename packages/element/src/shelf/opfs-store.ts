import type { FileStore } from './file-store.js';

/** A folder in the origin private file system. */
export class OpfsStore implements FileStore {
  readonly #folder: FileSystemDirectoryHandle;

  private constructor(folder: FileSystemDirectoryHandle) {
    this.#folder = folder;
  }

  /** Rejects where it is missing (some private windows), or where only workers can write to it. */
  static async open(this: void, name: string): Promise<OpfsStore> {
    if (!('createWritable' in FileSystemFileHandle.prototype)) throw new Error('createWritable is missing');
    const root = await navigator.storage.getDirectory();
    return new OpfsStore(await root.getDirectoryHandle(name, { create: true }));
  }

  async names(): Promise<string[]> {
    const names: string[] = [];
    for await (const name of this.#folder.keys()) names.push(name);
    return names;
  }

  /** The browser writes to a file beside it, which takes its place when it is closed. */
  async write(name: string, file: Blob): Promise<void> {
    const handle = await this.#folder.getFileHandle(name, { create: true });
    const writable = await handle.createWritable();
    try {
      await writable.write(file);
      await writable.close();
    } catch (error) {
      await writable.abort().catch(() => undefined); // it may be closed already
      throw error;
    }
  }

  async read(name: string): Promise<Blob | undefined> {
    try {
      return await (await this.#folder.getFileHandle(name)).getFile();
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }

  async remove(name: string): Promise<void> {
    try {
      await this.#folder.removeEntry(name, { recursive: true });
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'NotFoundError';
}
