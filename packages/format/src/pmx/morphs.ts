import {
  BODY_INDEX,
  BONE_INDEX,
  MATERIAL_INDEX,
  MORPH_INDEX,
  readRecord,
  type RecordLayout,
  VERTEX_INDEX,
  writeRecord,
} from '../binary/record-layout.js';
import { elementBytes, type ElementLayout, readElements, writeElements } from './element-lists.js';
import type { PmxMorph } from './pmx-morph.js';
import type { PmxReader } from './pmx-reader.js';
import type { PmxWriter } from './pmx-writer.js';

const MORPH_HEAD: RecordLayout<Pick<PmxMorph, 'name' | 'nameEn' | 'panel'>> = [
  ['text', ['name', 'nameEn']],
  ['u8', ['panel']],
];

const WEIGHTS: ElementLayout = { kind: MORPH_INDEX, indices: 'morphs', vectors: { weights: 1 } };
const UVS: ElementLayout = { kind: VERTEX_INDEX, indices: 'vertices', vectors: { offsets: 4 } };

/** By their number in the file. Version 2 knows the first nine. */
const MORPH_TYPES: readonly (readonly [type: PmxMorph['type'], elements: ElementLayout])[] = [
  ['group', WEIGHTS],
  ['vertex', { kind: VERTEX_INDEX, indices: 'vertices', vectors: { offsets: 3 } }],
  ['bone', { kind: BONE_INDEX, indices: 'bones', vectors: { translations: 3, rotations: 4 } }],
  ['uv', UVS],
  ['uv', UVS],
  ['uv', UVS],
  ['uv', UVS],
  ['uv', UVS],
  ['material', { kind: MATERIAL_INDEX, indices: 'materials', bytes: 'operations', vectors: { values: 28 } }],
  ['flip', WEIGHTS],
  [
    'impulse',
    { kind: BODY_INDEX, indices: 'rigidBodies', bytes: 'local', vectors: { velocities: 3, torques: 3 } },
  ],
];

/** The number of the first; the others are of the additional UVs. */
const FIRST_UV = 3;

export function readMorph(reader: PmxReader): PmxMorph {
  const morph = readRecord(reader, MORPH_HEAD) as PmxMorph;
  const most = MORPH_TYPES.length - 1;
  const skipped = unknownLength(reader);
  if (skipped !== undefined) {
    reader.skipUnknown('type', skipped, most);
    return Object.assign(morph, { type: 'group', morphs: new Int32Array(0), weights: new Float32Array(0) });
  }
  const number = reader.choice('type', most);
  const [type, layout] = MORPH_TYPES[number];
  morph.type = type;
  if (morph.type === 'uv') morph.channel = number - FIRST_UV;
  return Object.assign(morph, readElements(reader, layout));
}

/** The bytes of type, count and elements, if no version defines the type but the length is known. */
function unknownLength(reader: PmxReader): number | undefined {
  if (reader.remaining < 5) return undefined;
  const type = reader.u8At(reader.offset);
  if (type < MORPH_TYPES.length) return undefined;
  const count = reader.u32At(reader.offset + 1);
  const lengths = count === 0 ? [0] : MORPH_TYPES.map(([, layout]) => elementBytes(reader, layout));
  const length = reader.lengthOfUnknown(`morph ${type}`, lengths);
  return length === undefined ? undefined : 5 + count * length;
}

/** Is it a morph that version 2 lacks? */
export function isNewerMorph({ type }: PmxMorph): boolean {
  return type === 'flip' || type === 'impulse';
}

/**
 * Without `canBeNewer`, what version 2 has no morph for becomes a group without members: it does nothing, but
 * other morphs keep their numbers.
 */
export function writeMorph(writer: PmxWriter, morph: PmxMorph, canBeNewer: boolean): void {
  writeRecord(writer, MORPH_HEAD, morph);
  if (isNewerMorph(morph) && !canBeNewer) {
    writer.lose(`is a morph of type ${morph.type}, which version 2 lacks: an empty group is written`);
    writer.u8('type', 0);
    writer.count('count', 0);
    return;
  }
  const number = MORPH_TYPES.findIndex(([type]) => type === morph.type);
  if (number < 0) writer.refuse('type', `is ${morph.type}, which is not a type of morph`);
  if (morph.type === 'uv' && ![0, 1, 2, 3, 4].includes(morph.channel)) {
    writer.refuse('channel', `is ${morph.channel}, not 0 to 4`);
  }
  const isEmpty = morph.type === 'group' && morph.morphs.length === 0;
  if (isEmpty && writer.unknown() > 0) return;
  writer.u8('type', number + (morph.type === 'uv' ? morph.channel : 0));
  writeElements(writer, MORPH_TYPES[number][1], morph);
}
