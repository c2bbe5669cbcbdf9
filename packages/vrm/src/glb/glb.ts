import { jsonMemory } from './json-memory.js';

/**
 * What can be wrong with a GLB file. Stable: switch on it, never on `message`.
 *
 * - `bad-signature`: not a binary glTF file
 * - `bad-version`: a binary glTF of another version than 2
 * - `truncated`: the file ends inside its header, a chunk, or the numbers of an accessor
 * - `bad-json`: the JSON chunk is missing, or it is not an object in JSON
 * - `bad-index`: an index points at nothing
 * - `bad-accessor`: an accessor is not as glTF demands
 * - `bad-extension`: the file lacks the extension that makes it what it should be, or a required part of it
 * - `too-large`: reading the file needs more memory than three times its bytes and 1 MB
 */
export type GlbErrorCode =
  | 'bad-accessor'
  | 'bad-extension'
  | 'bad-index'
  | 'bad-json'
  | 'bad-signature'
  | 'bad-version'
  | 'too-large'
  | 'truncated';

/**
 * The exception for bytes that are not a usable GLB file.
 *
 * @example
 * try {
 *   readHumanoid(bytes);
 * } catch (error) {
 *   if (error instanceof GlbError) error.code; // → 'truncated'
 * }
 */
export class GlbError extends Error {
  override readonly name = 'GlbError';
  declare readonly code: GlbErrorCode;
  /** Bytes from the start of the file. */
  declare readonly offset: number;

  /** The message gets the place appended. */
  constructor(message: string, code: GlbErrorCode, offset: number) {
    super(`${message} (at byte ${offset})`);
    this.code = code;
    this.offset = offset;
  }
}

/** The two chunks of a GLB file. */
export interface Glb {
  /** Untrusted: any object. */
  readonly json: Readonly<Record<string, unknown>>;
  /** The buffer of the file, a view of its bytes. Empty if there is none. */
  readonly bin: Uint8Array;
  /** What is left for reading the rest. */
  readonly memory: GlbMemory;
}

const MEGABYTE = 2 ** 20;

/**
 * What reading a file may take: three times its bytes and 1 MB. Files of a few bytes can declare gigabytes of
 * zeros, and objects in JSON take twenty times their bytes.
 */
export class GlbMemory {
  #left: number;

  constructor(fileBytes: number) {
    this.#left = 3 * fileBytes + MEGABYTE;
  }

  /** Takes bytes from what reading may take. @throws GlbError `too-large` */
  spend(bytes: number, where: string): void {
    this.#left -= bytes;
    if (this.#left < 0)
      throw new GlbError(`${where} needs more memory than 3 × the file + 1 MB`, 'too-large', JSON_OFFSET);
  }

  /** Takes what `JSON.parse` will need for a text. @throws GlbError `too-large` */
  spendJson(text: Uint8Array): void {
    this.spend(jsonMemory(text, this.#left), 'the JSON chunk');
  }
}

const SIGNATURE = 0x46546c67; // "glTF"
const JSON_CHUNK = 0x4e4f534a;
const BIN_CHUNK = 0x004e4942;
const HEADER_BYTES = 12;
const CHUNK_HEADER_BYTES = 8;
/** The first byte of the JSON: errors in it have this offset. */
export const JSON_OFFSET: number = HEADER_BYTES + CHUNK_HEADER_BYTES;

/**
 * The chunks of a binary glTF file (GLB, VRM, VRMA). Copies nothing of the buffer. O(bytes of the JSON).
 *
 * @throws GlbError
 * @see https://registry.khronos.org/glTF/specs/2.0/glTF-2.0.html#binary-gltf-layout
 * @example
 * const { json, bin } = readGlb(bytes);
 * json.asset; // → { version: '2.0' }
 */
export function readGlb(bytes: Uint8Array): Glb {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 4 || view.getUint32(0, true) !== SIGNATURE)
    throw new GlbError('not a GLB file: it does not start with "glTF"', 'bad-signature', 0);
  if (bytes.length < HEADER_BYTES)
    throw new GlbError(`header needs 12 bytes, the file has ${bytes.length}`, 'truncated', bytes.length);
  const version = view.getUint32(4, true);
  if (version !== 2) throw new GlbError(`glTF version must be 2, not ${version}`, 'bad-version', 4);
  const text = chunkAt(bytes, view, HEADER_BYTES);
  if (text?.type !== JSON_CHUNK) throw new GlbError('the first chunk must be JSON', 'bad-json', HEADER_BYTES);
  const rest = chunkAt(bytes, view, JSON_OFFSET + text.data.length);
  const bin = rest?.type === BIN_CHUNK ? rest.data : new Uint8Array();
  const memory = new GlbMemory(bytes.length);
  memory.spendJson(text.data);
  return { json: parseObject(text.data), bin, memory };
}

/** The chunk that starts at an offset, undefined at the end of the file. */
function chunkAt(
  bytes: Uint8Array,
  view: DataView,
  offset: number,
): { type: number; data: Uint8Array } | undefined {
  if (offset + CHUNK_HEADER_BYTES > bytes.length) return undefined;
  const start = offset + CHUNK_HEADER_BYTES;
  const length = view.getUint32(offset, true);
  if (length > bytes.length - start) {
    const problem = `chunk needs ${length} bytes, ${bytes.length - start} left`;
    throw new GlbError(problem, 'truncated', start);
  }
  return { type: view.getUint32(offset + 4, true), data: bytes.subarray(start, start + length) };
}

function parseObject(bytes: Uint8Array): Readonly<Record<string, unknown>> {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8').decode(bytes));
  } catch (cause) {
    throw new GlbError(`the JSON chunk is not JSON: ${(cause as Error).message}`, 'bad-json', JSON_OFFSET);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new GlbError('the JSON chunk must be an object', 'bad-json', JSON_OFFSET);
  return value as Readonly<Record<string, unknown>>;
}
