import type { PmxReader } from './pmx-reader.js';
import type { PmxWriter } from './pmx-writer.js';

/** How a field is written: a method of {@link PmxReader} and of {@link PmxWriter}. */
export type FieldType = 'f32' | 'i32' | 'index' | 'text' | 'u16' | 'u8' | 'vector3' | 'vector4';

/** Fields in the order of the file, by type. With `u8` comes the most that is sane, with `index` what it points at. */
export type RecordLayout<T> = readonly (readonly [
  type: FieldType,
  keys: readonly (keyof T & string)[],
  argument?: number,
])[];

/** Reads fields that are always there. `path` leads to them, such as `ik.`. */
export function readRecord<T>(reader: PmxReader, layout: RecordLayout<T>, path = ''): T {
  const record = {} as Record<string, unknown>;
  for (const [type, keys, argument] of layout) {
    for (const key of keys) record[key] = reader[type](path + key, argument!);
  }
  return record as T;
}

export function writeRecord<T>(writer: PmxWriter, layout: RecordLayout<T>, record: T, path = ''): void {
  for (const [type, keys, argument] of layout) {
    for (const key of keys) writer[type](path + key, record[key] as never, argument!);
  }
}
