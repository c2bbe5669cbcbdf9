import { type MmdName, OLD_PADDING } from '../text/name.js';
import { emptyKeys } from './empty-keys.js';
import { type Field, NAME_BYTES } from './layout.js';
import { readNames } from './read-names.js';
import { readColumns, type RecordRange, type RecordTarget, reportKeys } from './record-fields.js';
import type { RecordSpelling } from './vmd-source.js';
import type { VmdBones, VmdMorphs } from './vmd.js';

/** Reads keys with 15 bytes of a name at the head of each record; `fits` tells how each name is padded. */
export function readNamedKeys<K extends VmdBones | VmdMorphs>(
  range: RecordRange<K>,
): { keys: K; fits: Uint8Array } {
  const { reader, layout, at, count } = range;
  const keys = emptyKeys(layout, count);
  const { nameIndex } = keys;
  const fits = new Uint8Array(count);
  keys.names = readNames(reader, at, layout.recordBytes, nameIndex, fits);
  reportBadText(range, layout.fields.nameIndex, keys.names, (key) => [nameIndex[key]]);
  return { keys: readColumns(range, keys), fits };
}

/** Writes the 15 bytes at the head of each record. */
export function writeNames(
  target: RecordTarget,
  keys: VmdBones | VmdMorphs,
  padding: RecordSpelling['padding'],
): void {
  const fields = keys.names.map((name) => nameField(name.bytes, NAME_BYTES, padding));
  target.order.forEach((key, i) => {
    target.writer.seek(target.at + i * target.layout.recordBytes);
    target.writer.raw(fields[keys.nameIndex[key]]);
  });
}

/** Bytes as a fixed-width field: cut at its width, else closed by a NUL and filled. */
export function nameField(bytes: Uint8Array, width: number, padding: RecordSpelling['padding']): Uint8Array {
  const field = new Uint8Array(width).fill(padding === 'fd' ? OLD_PADDING : 0);
  field.set(bytes.subarray(0, width));
  if (bytes.length < width) field[bytes.length] = 0;
  return field;
}

/** Reports keys whose names have undefined bytes. */
export function reportBadText(
  range: RecordRange,
  field: Field,
  names: readonly MmdName[],
  namesOf: (key: number) => ArrayLike<number>,
): void {
  const isBad = names.map((name) => name.text.includes('\ufffd'));
  if (!isBad.includes(true)) return;
  const problem = 'has bytes unknown to CP932';
  reportKeys(range, 'bad-text', field, problem, (key) =>
    Array.from(namesOf(key)).some((name) => isBad[name]),
  );
}
