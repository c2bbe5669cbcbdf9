/** How a field is stored: the name of a method of the format's reader and writer. */
export type FieldType = 'count' | 'f32' | 'i32' | 'index' | 'text' | 'u16' | 'u8' | 'vector3' | 'vector4';

/**
 * The fields of a record in file order, by type: one table for the reader and the writer.
 *
 * Some types take an argument: `u8` the greatest usual value, `index` what it points at, `text` the width of
 * its field.
 */
export type RecordLayout<T, Type extends string = FieldType> = readonly (readonly [
  type: Type,
  keys: readonly (keyof T & string)[],
  argument?: number,
])[];

type Reads<Type extends string> = Readonly<Record<Type, (field: string, argument: never) => unknown>>;
type Writes<Type extends string> = Readonly<
  Record<Type, (field: string, value: never, argument: never) => void>
>;

/** Reads fields that are always there into `record`. `path` leads to them, such as `ik.`. */
export function readRecord<T, Type extends string>(
  reader: Reads<Type>,
  layout: RecordLayout<T, Type>,
  path = '',
  record: Partial<Record<string, unknown>> = {}, // spreading several would take three times the memory
): T {
  // callbacks, because loops over tuples are slow in code that runs for the first time
  layout.forEach((fields) =>
    fields[1].forEach((key) => (record[key] = reader[fields[0]](path + key, fields[2] as never))),
  );
  return record as T;
}

/** Writes what {@link readRecord} reads. */
export function writeRecord<T, Type extends string>(
  writer: Writes<Type>,
  layout: RecordLayout<T, Type>,
  record: T,
  path = '',
): void {
  for (const [type, keys, argument] of layout) {
    for (const key of keys) writer[type](path + key, record[key] as never, argument as never);
  }
}

/*
 * What an index points at, in both model formats. Readers and writers know the bytes of each kind of index.
 */
export const VERTEX_INDEX = 0;
export const TEXTURE_INDEX = 1;
export const MATERIAL_INDEX = 2;
export const BONE_INDEX = 3;
export const MORPH_INDEX = 4;
export const BODY_INDEX = 5;

/** How messages name a place, such as `bones[3].ik.links`; `record` is −1 outside of records. */
export function pathOf(section: string, record: number, field: string): string {
  const path = record < 0 ? section : `${section}[${record}]`;
  return field === '' || field.startsWith('[') ? path + field : `${path}.${field}`;
}
