/**
 * The bytes of a file, without a copy if they are in memory.
 *
 * The file may belong to another window, where `instanceof` would not find its class. A view of any kind
 * gives the bytes that it covers. Shared memory is copied, because text decoders of browsers refuse it.
 *
 * @example
 * const motion = Motion.from(parseVmd(await fileBytes(input.files[0])));
 */
export async function fileBytes(
  file: Blob | ArrayBufferLike | ArrayBufferView,
): Promise<Uint8Array<ArrayBuffer>> {
  if ('arrayBuffer' in file) return new Uint8Array(await file.arrayBuffer());
  const bytes = ArrayBuffer.isView(file)
    ? new Uint8Array(file.buffer, file.byteOffset, file.byteLength)
    : new Uint8Array(file);
  return isShared(bytes) ? bytes.slice() : (bytes as Uint8Array<ArrayBuffer>);
}

function isShared({ buffer }: Uint8Array): boolean {
  return buffer[Symbol.toStringTag] === 'SharedArrayBuffer';
}

/** Is a source a URL? It may belong to another window. */
export function isUrl(source: string | object): source is string | URL {
  return typeof source === 'string' || 'href' in source;
}

/** The name of a file; `the file` for bytes and blobs without a name. */
export function fileNameOf(file: object): string {
  return 'name' in file && typeof file.name === 'string' ? file.name : 'the file';
}
