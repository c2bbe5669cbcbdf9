import { encodeCp932 } from '@odori/format/internal';
import { deflateRawSync } from 'node:zlib';

/** The bytes of a text file, in CP932. `body` follows the header. */
export function xText(body: string, header = 'xof 0302txt 0032'): Uint8Array<ArrayBuffer> {
  return encodeCp932(`${header}\n${body}`).bytes;
}

/** Writes the tokens of a binary file, by the numbers in Microsoft's documentation of them. */
export class XTokenBytes {
  readonly #parts: Uint8Array[] = [];
  readonly #is64: boolean;

  constructor(bits: 32 | 64 = 32) {
    this.#is64 = bits === 64;
    this.raw(new TextEncoder().encode(`xof 0302bin 00${bits}`));
  }

  raw(bytes: Uint8Array): this {
    this.#parts.push(bytes);
    return this;
  }

  name(text: string): this {
    return this.token(1).#bytes(text);
  }

  /** With the terminator `;` that follows a text in the documentation. */
  text(text: string, terminator = 20): this {
    return this.token(2).#bytes(text).token(terminator);
  }

  integer(value: number): this {
    return this.token(3).#u32(value);
  }

  guid(): this {
    return this.token(5).raw(new Uint8Array(16).fill(7));
  }

  integers(...values: number[]): this {
    return this.token(6).#u32(values.length, ...values);
  }

  floats(...values: number[]): this {
    const column = this.#is64 ? Float64Array.from(values) : Float32Array.from(values);
    return this.token(7).#u32(values.length).raw(new Uint8Array(column.buffer));
  }

  open(): this {
    return this.token(10);
  }

  close(): this {
    return this.token(11);
  }

  token(number: number): this {
    return this.raw(new Uint8Array(Uint16Array.of(number).buffer));
  }

  build(): Uint8Array<ArrayBuffer> {
    return Uint8Array.from(Buffer.concat(this.#parts));
  }

  #bytes(text: string): this {
    const { bytes } = encodeCp932(text);
    return this.#u32(bytes.length).raw(bytes);
  }

  #u32(...values: number[]): this {
    return this.raw(new Uint8Array(Uint32Array.from(values).buffer));
  }
}

/** Compresses a file by MSZIP, with zlib. Each block looks back into the one before it. */
export function packX(file: Uint8Array, blockBytes = 0x8000): Uint8Array<ArrayBuffer> {
  const header = Buffer.from(file.subarray(0, 16));
  header.write(header.toString('latin1', 8, 12) === 'txt ' ? 'tzip' : 'bzip', 8, 'latin1');
  const size = Buffer.alloc(4);
  size.writeUInt32LE(file.length);
  const parts: Uint8Array[] = [header, size];
  for (let at = 16; at < file.length; at += blockBytes) {
    const block = file.subarray(at, at + blockBytes);
    const dictionary = file.subarray(Math.max(at - blockBytes, 16), at);
    const packed = deflateRawSync(block, dictionary.length > 0 ? { dictionary } : {});
    const sizes = Buffer.alloc(4);
    sizes.writeUInt16LE(block.length);
    sizes.writeUInt16LE(packed.length + 2, 2);
    parts.push(sizes, Buffer.from('CK'), packed);
  }
  return Uint8Array.from(Buffer.concat(parts));
}
