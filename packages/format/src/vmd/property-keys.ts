import type { ByteReader } from '../binary/byte-reader.js';
import { type Records, type RecordTarget, reportFrames, reportKeys } from './columns.js';
import { IK_NAME_BYTES, IK_SWITCH_BYTES, PROPERTY, type PropertyField } from './layout.js';
import { nameFields, NameTable, reportBadText } from './names.js';
import { commonSpelling, FD_PADDED, type RecordSpelling, type SpelledKeys, ZERO_PADDED } from './source.js';
import { emptyProperties, type VmdProperties } from './vmd.js';

/** The length of the record at the cursor; if not even its fixed fields are left, their length. */
export function propertyBytes(reader: ByteReader): number {
  const { bytes, fields } = PROPERTY;
  if (reader.remaining < bytes) return bytes;
  return bytes + IK_SWITCH_BYTES * reader.u32At(reader.offset + fields.ikCount);
}

/**
 * Claims the whole records of a property section. Returns where each begins, and where the last one ends.
 *
 * Their length varies, so a division cannot check the count: the loop ends where the bytes end.
 */
export function propertyStarts(reader: ByteReader, declaredCount: number): Uint32Array {
  const starts = [reader.offset];
  while (starts.length <= declaredCount && propertyBytes(reader) <= reader.remaining) {
    reader.claim(propertyBytes(reader), PROPERTY.section, 'record');
    starts.push(reader.offset);
  }
  return Uint32Array.from(starts);
}

/**
 * Where the records that hold the keys of `order` begin if the first begins at `at`, and where the last one
 * ends.
 */
export function propertyTargets({ ikStarts }: VmdProperties, at: number, order: Uint32Array): Uint32Array {
  const starts = new Uint32Array(order.length + 1).fill(at);
  order.forEach((key, i) => {
    starts[i + 1] = starts[i] + PROPERTY.bytes + IK_SWITCH_BYTES * (ikStarts[key + 1] - ikStarts[key]);
  });
  return starts;
}

/** Reads property keys; of a file that is read lossless, also how most of them are spelled. */
export function readProperties(records: Records<PropertyField>): SpelledKeys<VmdProperties, RecordSpelling> {
  const { count, starts } = records;
  const bytes = starts[count] - starts[0];
  const keys = emptyProperties(count, (bytes - count * PROPERTY.bytes) / IK_SWITCH_BYTES);
  const table = new NameTable();
  const fits = new Uint8Array(count);
  for (let key = 0; key < count; key++) fits[key] = readProperty(records, keys, key, table);
  keys.names = table.names;
  reportFrames(records, keys.frames);
  const isOdd = (key: number): number => fits[key] & ODD_SWITCH;
  if (records.isLossless)
    reportKeys(records, 'odd-value', 'visible', 'or an IK switch is neither 0 nor 1', isOdd);
  reportBadText(records, 'ikNames', keys.names, (key) =>
    keys.ikNameIndex.subarray(keys.ikStarts[key], keys.ikStarts[key + 1]),
  );
  if (!records.isLossless) return { keys };
  return { keys, spelling: commonSpelling(records, fits) };
}

/** Writes what {@link readProperties} reads. */
export function writeProperties(
  target: RecordTarget<PropertyField>,
  keys: VmdProperties,
  spelling: RecordSpelling,
): void {
  const names = nameFields(keys.names, IK_NAME_BYTES, spelling.padding);
  target.order.forEach((key, i) => writeProperty(target, i, keys, key, names));
}

/** Reads one key; the result says how its names are padded, or that a switch is neither 0 nor 1. */
function readProperty(
  records: Records<PropertyField>,
  keys: VmdProperties,
  key: number,
  table: NameTable,
): number {
  const { reader } = records;
  const at = records.starts[key];
  let highest = reader.u8At(at + PROPERTY.fields.visible);
  let fits = ZERO_PADDED | FD_PADDED;
  keys.frames[key] = reader.u32At(at);
  keys.visible[key] = highest === 0 ? 0 : 1;
  const first = keys.ikStarts[key];
  const end = first + reader.u32At(at + PROPERTY.fields.ikCount);
  keys.ikStarts[key + 1] = end;
  for (let ik = first, nameAt = at + PROPERTY.bytes; ik < end; ik++, nameAt += IK_SWITCH_BYTES) {
    const enabled = reader.u8At(nameAt + IK_NAME_BYTES);
    keys.ikNameIndex[ik] = table.intern(reader.bytesAt(nameAt, IK_NAME_BYTES), records);
    keys.ikEnabled[ik] = enabled === 0 ? 0 : 1;
    fits &= table.padding;
    highest = Math.max(highest, enabled);
  }
  return highest > 1 ? ODD_SWITCH : fits;
}

/** Writes what {@link readProperty} reads. */
function writeProperty(
  target: RecordTarget<PropertyField>,
  index: number,
  keys: VmdProperties,
  key: number,
  names: readonly Uint8Array[],
): void {
  const { writer } = target;
  const first = keys.ikStarts[key];
  const end = keys.ikStarts[key + 1];
  writer.seek(target.starts[index]);
  writer.u32(keys.frames[key]);
  writer.u8(keys.visible[key] === 0 ? 0 : 1);
  writer.u32(end - first);
  for (let ik = first; ik < end; ik++) {
    writer.raw(names[keys.ikNameIndex[ik]]);
    writer.u8(keys.ikEnabled[ik] === 0 ? 0 : 1);
  }
}

/** A switch is neither 0 nor 1. This value has no padding bit, so that the raw record is kept. */
const ODD_SWITCH = 64;
