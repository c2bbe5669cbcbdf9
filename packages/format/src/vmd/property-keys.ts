import type { ByteReader } from '../binary/byte-reader.js';
import { commonSpelling, FD_PADDED, NAME_ALTERNATIVES, ZERO_PADDED } from './common-spelling.js';
import { nameField, reportBadText } from './key-names.js';
import { reportFrames } from '../columns/key-order.js';
import { IK_NAME_BYTES, IK_SWITCH_BYTES, PROPERTY, type PropertyColumns } from './layout.js';
import { NameTable } from './name-table.js';
import { type RecordRange, type RecordTarget, recordStart, reportKeys } from './record-fields.js';
import type { RecordSpelling } from './vmd-source.js';
import { emptyProperties, type VmdProperties } from './vmd.js';

/** Bytes of the record at the cursor: of its head only, where not even that is left. */
export function propertyBytes(reader: ByteReader): number {
  const { recordBytes, fields } = PROPERTY;
  if (reader.remaining < recordBytes) return recordBytes;
  return recordBytes + IK_SWITCH_BYTES * reader.u32At(reader.offset + fields.ikStarts.offset);
}

/**
 * Claims the whole records of a property section: where they begin, and where the last one ends.
 *
 * Their length varies, so that a count cannot be checked by a division: the walk stops where the bytes end.
 */
export function propertyStarts(reader: ByteReader, declaredCount: number): number[] {
  const starts = [reader.offset];
  while (starts.length <= declaredCount && propertyBytes(reader) <= reader.remaining) {
    reader.claim(propertyBytes(reader), PROPERTY.section, 'record');
    starts.push(reader.offset);
  }
  return starts;
}

/** Where each record goes when it is written: `count + 1` offsets from the section's begin. */
export function propertyTargets(keys: VmdProperties): number[] {
  const starts = Array.from(keys.ikStarts.subarray(0, keys.count + 1));
  return starts.map((switches, key) => key * PROPERTY.recordBytes + switches * IK_SWITCH_BYTES);
}

/** Reads property keys; `range.starts` has been measured. */
export function readProperties(range: RecordRange<PropertyColumns>): {
  keys: VmdProperties;
  spelling: RecordSpelling;
} {
  const { count } = range;
  const bytes = recordStart(range, count) - recordStart(range, 0);
  const keys = emptyProperties(count, (bytes - count * PROPERTY.recordBytes) / IK_SWITCH_BYTES);
  const table = new NameTable();
  const fits = new Uint8Array(count).map((_, key) => readProperty(range, keys, key, table));
  keys.names = table.names;
  reportFrames(range, keys);
  reportKeys(
    range,
    'odd-value',
    PROPERTY.fields.visible,
    'or an IK switch is neither 0 nor 1',
    (key) => fits[key] & ODD_SWITCH,
  );
  reportBadText(range, PROPERTY.fields.ikNameIndex, keys.names, (key) =>
    keys.ikNameIndex.subarray(keys.ikStarts[key], keys.ikStarts[key + 1]),
  );
  return { keys, spelling: commonSpelling(range, fits, NAME_ALTERNATIVES) };
}

/** Writes property keys in the order of `target`; `target.starts` says where. */
export function writeProperties(target: RecordTarget, keys: VmdProperties, spelling: RecordSpelling): void {
  const { writer, order } = target;
  const fields = keys.names.map((name) => nameField(name.bytes, IK_NAME_BYTES, spelling.padding));
  order.forEach((key, i) => {
    const first = keys.ikStarts[key];
    const end = keys.ikStarts[key + 1];
    writer.seek(recordStart(target, i));
    writer.u32(keys.frames[key]);
    writer.u8(keys.visible[key] === 0 ? 0 : 1);
    writer.u32(end - first);
    for (let ik = first; ik < end; ik++) {
      writer.raw(fields[keys.ikNameIndex[ik]]);
      writer.u8(keys.ikEnabled[ik] === 0 ? 0 : 1);
    }
  });
}

/** Reads one key; tells how its names are padded, or that a switch is neither 0 nor 1. */
function readProperty(range: RecordRange, keys: VmdProperties, key: number, table: NameTable): number {
  const { reader } = range;
  const at = recordStart(range, key);
  let most = reader.u8At(at + PROPERTY.fields.visible.offset);
  let fits = ZERO_PADDED | FD_PADDED;
  keys.frames[key] = reader.u32At(at);
  keys.visible[key] = most === 0 ? 0 : 1;
  const first = keys.ikStarts[key];
  const end = first + reader.u32At(at + PROPERTY.fields.ikStarts.offset);
  keys.ikStarts[key + 1] = end;
  for (let ik = first, nameAt = at + PROPERTY.recordBytes; ik < end; ik++, nameAt += IK_SWITCH_BYTES) {
    const enabled = reader.u8At(nameAt + IK_NAME_BYTES);
    keys.ikNameIndex[ik] = table.intern(reader.bytesAt(nameAt, IK_NAME_BYTES));
    keys.ikEnabled[ik] = enabled === 0 ? 0 : 1;
    fits &= table.padding;
    most = Math.max(most, enabled);
  }
  return most > 1 ? ODD_SWITCH : fits;
}

/** No padding, so that a record with such a switch is kept. */
const ODD_SWITCH = 64;
