import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { ImagePixels } from '@odori/format/internal';

/** A module of a package whose code is WebAssembly. */
interface WasmModule {
  /** Takes the compiled code; without it, the module would fetch it, which Node cannot do for files. */
  readonly init: (code: WebAssembly.Module) => unknown;
}

/**
 * Loads a module and its code. Its types are of browsers, so that the caller says what it is.
 *
 * `code`: the file with the code, as an import names it.
 */
export async function loadCodec<M extends WasmModule>(module: Promise<unknown>, code: string): Promise<M> {
  if (!('ImageData' in globalThis)) Object.assign(globalThis, { ImageData: PlainImageData });
  const loaded = (await module) as M;
  await loaded.init(await WebAssembly.compile(await readFile(fileURLToPath(import.meta.resolve(code)))));
  return loaded;
}

/** What codecs for browsers return, and look for among the globals. Node has no such class. */
class PlainImageData implements ImagePixels {
  readonly data: Uint8Array<ArrayBuffer>;
  readonly width: number;
  readonly height: number;

  constructor(data: Uint8ClampedArray<ArrayBuffer>, width: number, height: number) {
    this.data = new Uint8Array(data.buffer, data.byteOffset, data.length);
    this.width = width;
    this.height = height;
  }
}

/** Calls a function the first time only; later calls give its first result. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
