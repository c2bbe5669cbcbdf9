import { BufferTarget, StreamTarget, type StreamTargetChunk, type Target } from 'mediabunny';

/** Where a film is written to. */
export interface FilmTarget {
  readonly target: Target;
  /** The film, when all is written. */
  finish(mimeType: string): Promise<Blob>;
  /** Forgets what has been written. */
  discard(): Promise<void>;
}

/** The bytes of a write. At most three such pieces are in memory. */
const PIECE_BYTES = 2 ** 20;

/** A target in memory, or the file. */
export async function openFilmTarget(file: FileSystemFileHandle | undefined): Promise<FilmTarget> {
  return file ? new FileTarget(file, await file.createWritable()) : new MemoryTarget();
}

class MemoryTarget implements FilmTarget {
  readonly target: BufferTarget = new BufferTarget();

  async finish(mimeType: string): Promise<Blob> {
    return new Blob([this.target.buffer!], { type: mimeType });
  }

  async discard(): Promise<void> {}
}

class FileTarget implements FilmTarget {
  readonly target: StreamTarget;
  readonly #file: FileSystemFileHandle;
  readonly #stream: FileSystemWritableFileStream;

  constructor(file: FileSystemFileHandle, stream: FileSystemWritableFileStream) {
    this.#file = file;
    this.#stream = stream;
    // Between them, because mediabunny closes its stream also when it is canceled, which replaces the file.
    const writable = new WritableStream<StreamTargetChunk>({ write: (chunk) => stream.write(chunk) });
    this.target = new StreamTarget(writable, { chunked: true, chunkSize: PIECE_BYTES });
  }

  async finish(mimeType: string): Promise<Blob> {
    await this.#stream.close();
    const file = await this.#file.getFile();
    return file.slice(0, file.size, mimeType); // the browser's own type follows from the name
  }

  async discard(): Promise<void> {
    await this.#stream.abort();
  }
}
