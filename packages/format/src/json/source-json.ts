import { ByteReader } from '../binary/byte-reader.js';
import { sameBytes } from '../binary/bytes.js';
import { modelNameField, signatureField } from '../vmd/header.js';
import { BONE, MODEL_NAME_BYTES, MORPH, SIGNATURE_BYTES } from '../vmd/layout.js';
import { propertyBytes } from '../vmd/property-keys.js';
import { oddRecords, type OddRecords, type VmdSource } from '../vmd/source.js';
import type { Vmd } from '../vmd/vmd.js';
import type { JsonCursor } from './json-cursor.js';
import { toHex } from './json-number.js';
import type { VmdJson } from './vmd-json.js';

type SourceJson = NonNullable<VmdJson['source']>;

const MAX_U32 = 0xffffffff;

/**
 * The `source` of a document with its bytes in hexadecimal. Header fields as MMD 9 writes them are left out.
 */
export function sourceToJson(vmd: Vmd, source: VmdSource): SourceJson {
  const { signature, modelName, sectionCount, truncated, bones, morphs, cameras, properties } = source;
  const usualSignature = signatureField(vmd.version);
  const usualName = modelNameField(vmd.modelName.bytes, vmd.version);
  return {
    ...(signature && !sameBytes(signature, usualSignature) && { signature: toHex(signature) }),
    ...(modelName && !sameBytes(modelName, usualName) && { modelName: toHex(modelName) }),
    version: source.version,
    sectionCount,
    ...(truncated && { truncated: { ...truncated } }),
    bones: { padding: bones.padding, block: bones.block, odd: oddToJson(bones.odd) },
    morphs: { padding: morphs.padding, odd: oddToJson(morphs.odd) },
    cameras: { recordBytes: cameras.recordBytes, odd: oddToJson(cameras.odd) },
    properties: { padding: properties.padding, odd: oddToJson(properties.odd) },
  };
}

/**
 * The inverse of {@link sourceToJson}. With `keepOdd` off, raw records are dropped: the keys are in another
 * order.
 */
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
    ...(!signature.isAbsent && { signature: signature.hex(SIGNATURE_BYTES) }),
    ...(!modelName.isAbsent && { modelName: modelName.hex(MODEL_NAME_BYTES[version]) }),
    version,
    sectionCount: json.at('sectionCount').whole(0, 6),
    ...(!truncated.isAbsent && { truncated: truncationFromJson(truncated) }),
    bones: {
      padding: padding('bones'),
      block: json.at('bones').at('block').oneOf('mmd9', 'old', 'tool'),
      odd: odd('bones', (record) => record.length === BONE.bytes),
    },
    morphs: { padding: padding('morphs'), odd: odd('morphs', (record) => record.length === MORPH.bytes) },
    cameras: { recordBytes, odd: odd('cameras', (record) => record.length === recordBytes) },
    properties: { padding: padding('properties'), odd: odd('properties', isWholeProperty) },
  };
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

function isWholeProperty(record: Uint8Array): boolean {
  return propertyBytes(new ByteReader(record)) === record.length;
}

function truncationFromJson(json: JsonCursor): NonNullable<VmdSource['truncated']> {
  return {
    section: json.at('section').whole(0, 5),
    declaredCount: json.at('declaredCount').whole(0, MAX_U32),
    keptCount: json.at('keptCount').whole(0, MAX_U32),
  };
}
