import type { FieldReader } from './field-reader.js';
import type { FieldWriter } from './field-writer.js';

/** How a field is written: a method of {@link FieldReader} and of {@link FieldWriter}. */
type FieldType = 'f32' | 'i16' | 'i32' | 'text' | 'u16' | 'u32' | 'u8' | 'vector3' | 'vector4';

/**
 * Fields in the order of the file, by type. `text` has its width behind it, `u8` the most that is sane, `i16` and `i32`
 * what they point at.
 */
export type RecordLayout<T> = readonly (readonly [
  type: FieldType,
  keys: readonly (keyof T & string)[],
  argument?: number,
])[];

export function readRecord<T>(reader: FieldReader, layout: RecordLayout<T>): T {
  const record: Record<string, unknown> = {};
  for (const [type, keys, argument] of layout) {
    for (const key of keys) record[key] = reader[type](key, argument!);
  }
  return record as T;
}

export function writeRecords<T>(writer: FieldWriter, layout: RecordLayout<T>, records: readonly T[]): void {
  records.forEach((record, i) => {
    for (const [type, keys, argument] of layout) {
      for (const key of keys) {
        writer.part = `[${i}].${key}`;
        writer[type](record[key] as never, argument!);
      }
    }
  });
}
