import type { PmxReader } from './pmx-reader.js';

/** How a field is written: a method of {@link PmxReader} and of its writer. */
export type FieldType = 'f32' | 'i32' | 'index' | 'text' | 'u16' | 'u8' | 'vector3' | 'vector4';

/** Fields in the order of the file, by type. With `u8` comes the most that is sane, with `index` what it points at. */
export type RecordLayout<T> = readonly (readonly [
  type: FieldType,
  keys: readonly (keyof T & string)[],
  argument?: number,
])[];

/** Reads fields that are always there. */
export function readRecord<T>(reader: PmxReader, layout: RecordLayout<T>): T {
  const record = {} as Record<string, unknown>;
  for (const [type, keys, argument] of layout) {
    for (const key of keys) record[key] = reader[type](key, argument!);
  }
  return record as T;
}
