import type { ColumnLayout } from '../binary/column-layout.js';
import { readRecord, writeRecord } from '../binary/record-layout.js';
import { readKeys, writeKeys } from './keys.js';
import type { PmmAccessoryKeys, PmmKeys } from './pmm-keys.js';
import type { PmmLayout, PmmReader } from './pmm-reader.js';
import type { PmmWriter } from './pmm-writer.js';
import type { Pmm, PmmAccessory } from './pmm.js';

const NAME_BYTES = 100;
const PATH_BYTES = 256;

/** Bit 0 of a byte is the visibility, the other bits are the transparency in percent. */
type Appearance<T extends { visible: unknown; transparencies: unknown }> = Omit<
  T,
  'transparencies' | 'visible'
> & { appearances: Uint8Array };
type FileKeys = Appearance<PmmAccessoryKeys> & PmmKeys;

const HEAD: PmmLayout<PmmAccessory> = [
  ['u8', ['number']],
  ['text', ['name'], NAME_BYTES],
  ['text', ['path'], PATH_BYTES],
  ['u8', ['drawOrder']],
];

/** 39 bytes. */
const KEY_LAYOUT: ColumnLayout<FileKeys> = [
  ['appearances', 'byte', 1],
  ['parentModels', 'int', 1],
  ['parentBones', 'int', 1],
  ['positions', 'float', 3],
  ['rotations', 'float', 3],
  ['scales', 'float', 1],
  ['shadows', 'flag', 1],
  ['selected', 'flag', 1],
];

/**
 * The order differs from that of the keys. @see spec: an accessory of which only the position is not zero.
 */
const STATE: PmmLayout<Omit<PmmAccessory['current'], 'transparency' | 'visible'> & { appearance: number }> = [
  ['u8', ['appearance']],
  ['i32', ['parentModel', 'parentBone']],
  ['vector3', ['rotation']],
  ['f32', ['scale']],
  ['vector3', ['position']],
  ['u8', ['shadow'], 1],
];

/** Reads the accessories and the list of their names. */
export function readAccessories(reader: PmmReader, pmm: Pmm): void {
  const count = reader.u8('count');
  pmm.accessoryOrder = Array.from({ length: count }, (_, i) => reader.text(`order[${i}]`, NAME_BYTES));
  reader.list(pmm.accessories, count, (i) => readAccessory(reader, i, pmm.version));
}

export function writeAccessories(writer: PmmWriter, pmm: Pmm): void {
  const { version, accessories, accessoryOrder } = pmm;
  const count = writer.declaredCount ?? accessories.length;
  writer.u8('count', count);
  if (accessoryOrder.length !== count) {
    writer.refuse('order', `has ${accessoryOrder.length} entries for ${count} accessories`);
  }
  for (const name of accessoryOrder) writer.text('order', name, NAME_BYTES);
  accessories.forEach((accessory, i) => writeAccessory(writer, i, version, accessory));
}

function readAccessory(reader: PmmReader, i: number, version: 1 | 2): PmmAccessory {
  const section = `accessories[${i}]`;
  reader.enter(section);
  const head = readRecord(reader, HEAD);
  reader.enter(`${section}.keys`);
  const { appearances, ...keys } = readKeys(reader, KEY_LAYOUT, 1);
  reader.enter(`${section}.current`);
  const { appearance, ...current } = readRecord(reader, STATE);
  reader.enter(section);
  return {
    ...head,
    keys: {
      ...keys,
      visible: appearances.map((byte) => byte & 1),
      transparencies: appearances.map((byte) => byte >> 1),
    },
    current: { visible: appearance & 1, transparency: appearance >> 1, ...current },
    additive: version === 1 ? 0 : reader.u8('additive', 1), // version 1 has it in a block
  };
}

function writeAccessory(writer: PmmWriter, i: number, version: 1 | 2, accessory: PmmAccessory): void {
  const section = `accessories[${i}]`;
  const { keys, current } = accessory;
  writer.enter(section);
  writeRecord(writer, HEAD, accessory);
  writer.enter(`${section}.keys`);
  const appearances = Uint8Array.from({ length: keys.count }, (_, key) =>
    appearanceOf(writer, `[${key}]`, keys.visible[key], keys.transparencies[key]),
  );
  writeKeys(writer, KEY_LAYOUT, 1, { ...keys, appearances });
  writer.enter(`${section}.current`);
  const appearance = appearanceOf(writer, 'appearance', current.visible, current.transparency);
  writeRecord(writer, STATE, { ...current, appearance });
  writer.enter(section);
  if (version === 2) writer.u8('additive', accessory.additive);
}

/** @throws RangeError if the two do not fit into the byte. */
function appearanceOf(writer: PmmWriter, field: string, visible: number, transparency: number): number {
  const isPercent = Number.isInteger(transparency) && transparency >= 0 && transparency <= 127;
  if (!isPercent || (visible !== 0 && visible !== 1)) {
    writer.refuse(field, `is ${visible} with ${transparency} %, not 0 or 1 with 0 to 127 %`);
  }
  return visible | (transparency << 1);
}
