import { GrowingBytes } from '../binary/growing-bytes.js';
import type { XOutput } from './write-objects.js';
import { X_TOKEN } from './x-binary-tokens.js';

/** Writes the tokens of a binary file. Each part is a list of its own. */
export class XBinaryOutput implements XOutput {
  readonly bytes: GrowingBytes = new GrowingBytes();
  readonly #is64: boolean;

  constructor(floatBits: 32 | 64) {
    this.#is64 = floatBits === 64;
  }

  open(template: string, name: Uint8Array = new Uint8Array(0)): void {
    this.#name(new TextEncoder().encode(template));
    if (name.length > 0) this.#name(name);
    this.bytes.u16(X_TOKEN.open);
  }

  close(): void {
    this.bytes.u16(X_TOKEN.close);
  }

  reference(name: Uint8Array): void {
    this.bytes.u16(X_TOKEN.open);
    this.#name(name);
    this.close();
  }

  text(text: Uint8Array): void {
    this.bytes.u16(X_TOKEN.string);
    this.bytes.u32(text.length);
    this.bytes.raw(text);
    this.bytes.u16(X_TOKEN.semicolon);
  }

  index(value: number): void {
    this.indices([value]);
  }

  number(value: number): void {
    this.#floats([value]);
  }

  indices(values: ArrayLike<number>): void {
    this.bytes.u16(X_TOKEN.integerList);
    this.bytes.u32(values.length);
    for (let i = 0; i < values.length; i++) this.bytes.u32(values[i]);
  }

  matrix(values: ArrayLike<number>): void {
    this.#floats(values);
  }

  record(values: readonly number[]): void {
    this.#floats(values);
  }

  records(values: ArrayLike<number>): void {
    this.#floats(values);
  }

  faces(starts: Uint32Array, corners: Uint32Array): void {
    this.bytes.u16(X_TOKEN.integerList);
    this.bytes.u32(starts.length - 1 + corners.length);
    for (let face = 0; face < starts.length - 1; face++) {
      this.bytes.u32(starts[face + 1] - starts[face]);
      for (let i = starts[face]; i < starts[face + 1]; i++) this.bytes.u32(corners[i]);
    }
  }

  indexed(indices: Uint32Array, values: ArrayLike<number>, size: number): void {
    indices.forEach((index, i) => {
      this.index(index);
      this.#floats(Array.from({ length: size }, (_, j) => values[i * size + j]));
    });
  }

  #name(name: Uint8Array): void {
    this.bytes.u16(X_TOKEN.name);
    this.bytes.u32(name.length);
    this.bytes.raw(name);
  }

  #floats(values: ArrayLike<number>): void {
    this.bytes.u16(X_TOKEN.floatList);
    this.bytes.u32(values.length);
    for (let i = 0; i < values.length; i++) {
      if (this.#is64) this.bytes.f64(values[i]);
      else this.bytes.f32(values[i]);
    }
  }
}
