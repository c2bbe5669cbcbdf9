import { sameBytes } from '../binary/bytes.js';
import { modelNameField, signatureField } from '../vmd/header.js';
import { BONE, IK_SWITCH_BYTES, MODEL_NAME_BYTES, MORPH, PROPERTY, SIGNATURE_BYTES } from '../vmd/layout.js';
import { oddRecords, type OddRecords, type VmdSource } from '../vmd/source.js';
import type { Vmd } from '../vmd/vmd.js';
import type { JsonCursor } from './json-cursor.js';
import { toHex } from './json-number.js';
import type { VmdJson } from './vmd-json.js';

type SourceJson = NonNullable<VmdJson['source']>;

const MAX_U32 = 0xffffffff;

/** The `source` of a document with its bytes in hexadecimal. Header fields as MMD 9 writes them are left out. */
export function sourceToJson(vmd: Vmd, source: VmdSource): SourceJson {
  const { signature, modelName, sectionCount, truncated, bones, morphs, cameras, properties } = source;
  const usualName = modelNameField(vmd.modelName.bytes, vmd.version);
  return {
    ...unlessUsual(signature, signatureField(vmd.version), (bytes) => ({ signature: toHex(bytes) })),
    ...unlessUsual(modelName, usualName, (bytes) => ({ modelName: toHex(bytes) })),
    version: source.version,
    sectionCount,
    ...(truncated && { truncated: { ...truncated } }),
    bones: { padding: bones.padding, block: bones.block, odd: oddToJson(bones.odd) },
    morphs: { padding: morphs.padding, odd: oddToJson(morphs.odd) },
    cameras: { recordBytes: cameras.recordBytes, odd: oddToJson(cameras.odd) },
    properties: { padding: properties.padding, odd: oddToJson(properties.odd) },
  };
}

/** The inverse of {@link sourceToJson}. With `keepOdd` off, raw records are dropped: the keys are in another order. */
export function sourceFromJson(json: JsonCursor, keepOdd: boolean): VmdSource {
  const signature = json.at('signature');
  const modelName = json.at('modelName');
  const truncated = json.at('truncated');
  const odd = (section: string, fits: (record: Uint8Array) => boolean): OddRecords =>
    oddFromJson(keepOdd ? json.at(section).at('odd').list() : [], fits);
  const padding = (section: string): 'zero' | 'fd' => json.at(section).at('padding').oneOf('zero', 'fd');
  const version = json.at('version').oneOf(1, 2);
  const recordBytes = json
    .at('cameras')
    .at('recordBytes')
    .oneOf(...(version === 1 ? ([36, 61] as const) : ([61] as const)));
  return {
    ...(!signature.isAbsent && { signature: bytesOf(signature, SIGNATURE_BYTES) }),
    ...(!modelName.isAbsent && { modelName: bytesOf(modelName, MODEL_NAME_BYTES[version]) }),
    version,
    sectionCount: json.at('sectionCount').whole(0, 6),
    ...(!truncated.isAbsent && { truncated: truncationFromJson(truncated) }),
    bones: {
      padding: padding('bones'),
      block: json.at('bones').at('block').oneOf('mmd9', 'old', 'tool'),
      odd: odd('bones', (record) => record.length === BONE.bytes),
    },
    morphs: {
      padding: padding('morphs'),
      odd: odd('morphs', (record) => record.length === MORPH.bytes),
    },
    cameras: { recordBytes, odd: odd('cameras', (record) => record.length === recordBytes) },
    properties: { padding: padding('properties'), odd: odd('properties', isWholeProperty) },
  };
}

function unlessUsual<J>(
  bytes: Uint8Array | undefined,
  usual: Uint8Array,
  toJson: (bytes: Uint8Array) => J,
): J | undefined {
  return bytes && !sameBytes(bytes, usual) ? toJson(bytes) : undefined;
}

function oddToJson({ indices, starts, bytes }: OddRecords): SourceJson['bones']['odd'] {
  return Array.from(indices, (key, i) => ({ key, bytes: toHex(bytes.subarray(starts[i], starts[i + 1])) }));
}

function oddFromJson(list: readonly JsonCursor[], fits: (record: Uint8Array) => boolean): OddRecords {
  const records = list.map((item) => {
    const bytes = item.at('bytes').hex();
    return fits(bytes) ? bytes : item.at('bytes').refuse('a whole record');
  });
  const keys = list.map((item) => item.at('key').whole(0, MAX_U32));
  return oddRecords(keys, records);
}

function bytesOf(json: JsonCursor, length: number): Uint8Array {
  const bytes = json.hex();
  return bytes.length === length ? bytes : json.refuse(`${length} bytes in hexadecimal`);
}

function isWholeProperty(record: Uint8Array): boolean {
  if (record.length < PROPERTY.bytes) return false;
  const at = PROPERTY.fields.ikCount;
  const switches = record[at] + record[at + 1] * 2 ** 8 + record[at + 2] * 2 ** 16 + record[at + 3] * 2 ** 24;
  return record.length === PROPERTY.bytes + switches * IK_SWITCH_BYTES;
}

function truncationFromJson(json: JsonCursor): NonNullable<VmdSource['truncated']> {
  return {
    section: json.at('section').whole(0, 5),
    declaredCount: json.at('declaredCount').whole(0, MAX_U32),
    keptCount: json.at('keptCount').whole(0, MAX_U32),
  };
}
