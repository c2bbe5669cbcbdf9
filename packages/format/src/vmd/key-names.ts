import { type MmdName, OLD_PADDING } from '../text/name.js';
import { NAME_BYTES } from './layout.js';
import { NameTable } from './name-table.js';
import { type RecordRange, type RecordTarget, reportKey } from './record-fields.js';
import type { RecordSpelling } from './vmd-source.js';
import type { VmdBones, VmdMorphs } from './vmd.js';

/** Fills `names` and `nameIndex` from the 15 bytes at the head of each record; notes in `fits` how each is padded. */
export function readNames(range: RecordRange, keys: VmdBones | VmdMorphs, fits: Uint8Array): void {
  const table = new NameTable(range.reader);
  for (let key = 0, at = range.at; key < range.count; key++, at += range.recordBytes) {
    keys.nameIndex[key] = table.intern(at);
    fits[key] = table.padding;
  }
  keys.names = table.names;
  reportBadText(range, keys.names, keys.nameIndex, (key) => key);
}

/** Writes the 15 bytes at the head of each record. */
export function writeNames(
  target: RecordTarget,
  keys: VmdBones | VmdMorphs,
  padding: RecordSpelling['padding'],
): void {
  const fields = keys.names.map((name) => nameField(name.bytes, NAME_BYTES, padding));
  target.order.forEach((key, i) => {
    target.writer.seek(target.at + i * target.recordBytes);
    target.writer.raw(fields[keys.nameIndex[key]!]!);
  });
}

/** Bytes as a fixed-width field: cut at its width, else closed by a NUL and filled. */
export function nameField(bytes: Uint8Array, width: number, padding: RecordSpelling['padding']): Uint8Array {
  const field = new Uint8Array(width).fill(padding === 'fd' ? OLD_PADDING : 0);
  field.set(bytes.subarray(0, width));
  if (bytes.length < width) field[bytes.length] = 0;
  return field;
}

/** Reports names with undefined bytes; `keyOf` tells the key of an entry of `nameIndex`. */
export function reportBadText(
  range: RecordRange,
  names: readonly MmdName[],
  nameIndex: Uint32Array,
  keyOf: (entry: number) => number,
): void {
  const bad = names.map((name) => name.text.includes('\ufffd'));
  const count = bad.filter(Boolean).length;
  if (count === 0) return;
  const first = keyOf(nameIndex.findIndex((name) => bad[name]));
  reportKey(range, first, 'bad-text', { name: 'name', offset: 0 }, 'has bytes that CP932 does not define', count);
}
