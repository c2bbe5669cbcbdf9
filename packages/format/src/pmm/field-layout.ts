import type { PmmReader } from './pmm-reader.js';
import type { PmmWriter } from './pmm-writer.js';

/** A method of {@link PmmReader} and of {@link PmmWriter}. */
type FieldType = 'f32' | 'f32s' | 'flag' | 'i32' | 'i32s' | 'text' | 'u8' | 'u8s';

/** Fields in the order of the file, by type; of several numbers how many, of a text its width. */
export type FieldLayout<T> = readonly (readonly [
  type: FieldType,
  keys: readonly (keyof T & string)[],
  size?: number,
])[];

/** Reads fields; the caller names what they make. */
export function readFields<T>(reader: PmmReader, layout: FieldLayout<T>): T {
  const fields: Record<string, unknown> = {};
  for (const [type, keys, size] of layout) {
    for (const key of keys) fields[key] = reader[type](key, size!);
  }
  return fields as T;
}

export function writeFields<T>(writer: PmmWriter, layout: FieldLayout<T>, fields: T): void {
  for (const [type, keys, size] of layout) {
    for (const key of keys) writer[type](key, fields[key] as never, size!);
  }
}
