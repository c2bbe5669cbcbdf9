import type { GrowingBytes } from '../binary/growing-bytes.js';

/** Writes the parts of data objects. Text and binary differ in what they put between numbers only. */
export interface XOutput {
  readonly bytes: GrowingBytes;
  /** Begins `Template name {`. */
  open(template: string, name?: Uint8Array): void;
  close(): void;
  /** Writes `{ name }`. */
  reference(name: Uint8Array): void;
  text(text: Uint8Array): void;
  index(value: number): void;
  number(value: number): void;
  /** A list of plain numbers. */
  indices(values: ArrayLike<number>): void;
  matrix(values: ArrayLike<number>): void;
  /** One record of floats, such as a color. */
  record(values: readonly number[]): void;
  /** Records of `size` floats each. */
  records(values: ArrayLike<number>, size: number): void;
  faces(starts: Uint32Array, corners: Uint32Array): void;
  /** Records of an index and `size` floats. */
  indexed(indices: Uint32Array, values: ArrayLike<number>, size: number): void;
}
