import type { ByteReader } from '../binary/byte-reader.js';
import type { ByteWriter } from '../binary/byte-writer.js';
import { sameBytes } from '../binary/bytes.js';
import { MmdFormatError, type WarningList } from '../errors.js';
import { decodeCp932 } from '../text/decode-cp932.js';
import { bytesToNul, writableName } from '../text/name.js';
import { MODEL_NAME_BYTES, SIGNATURE_BYTES, SIGNATURE_PREFIX, SIGNATURES } from './layout.js';
import type { VmdSource } from './source.js';
import type { Vmd } from './vmd.js';

/** The model name of a camera motion, カメラ・照明 (camera and light). MMD recognizes camera motions by it. */
export const CAMERA_MODEL_NAME = 'カメラ・照明';

/** The same in CP932, so that readers need no encoder. */
export const CAMERA_MODEL_NAME_BYTES: Uint8Array = /* @__PURE__ */ Uint8Array.from([
  0x83, 0x4a, 0x83, 0x81, 0x83, 0x89, 0x81, 0x45, 0x8f, 0xc6, 0x96, 0xbe,
]);

/** What MMD writes after that name and its NUL, in old and new files. */
const CAMERA_MODEL_NAME_TAIL = 'on Data';

type Header = Pick<Vmd, 'version' | 'modelName'> & {
  readonly source: Pick<VmdSource, 'version' | 'signature' | 'modelName'>;
};

/** Reads the signature and the model name, and keeps both fields as they are in the file. */
export function readHeader(reader: ByteReader, warnings: WarningList): Header {
  const signature = reader.bytes(SIGNATURE_BYTES, 'header', 'signature').slice();
  const version = readVersion(signature, warnings);
  const field = reader.bytes(MODEL_NAME_BYTES[version], 'header', 'model name').slice();
  const bytes = bytesToNul(field).slice();
  const text = decodeCp932(bytes);
  if (text.includes('\ufffd')) {
    const problem = 'has bytes unknown to CP932';
    warnings.add('bad-text', 'header', () => ({ offset: SIGNATURE_BYTES, where: 'model name', problem }));
  }
  return { version, modelName: { text, bytes }, source: { version, signature, modelName: field } };
}

/**
 * Writes what {@link readHeader} reads: the fields of the parsed file, if they still say what the document
 * says.
 */
export function writeHeader(writer: ByteWriter, vmd: Vmd, version: 1 | 2): void {
  const { signature, modelName } = vmd.source ?? {};
  const keepsSignature = signature?.length === SIGNATURE_BYTES && vmdVersion(signature) === version;
  writer.raw(keepsSignature ? signature : signatureField(version));
  const { bytes } = writableName(vmd.modelName);
  const keepsName =
    modelName?.length === MODEL_NAME_BYTES[version] && sameBytes(bytesToNul(modelName), bytes);
  writer.raw(keepsName ? modelName : modelNameField(bytes, version));
}

/** The version of a signature field. Its prefix decides, because MMD's own files have junk after it. */
export function vmdVersion(signature: Uint8Array): 1 | 2 | undefined {
  const text = String.fromCharCode(...signature);
  if (text.startsWith(SIGNATURES[1])) return 1;
  return text.startsWith(SIGNATURE_PREFIX) ? 2 : undefined;
}

function readVersion(signature: Uint8Array, warnings: WarningList): 1 | 2 {
  const version = vmdVersion(signature);
  const found = JSON.stringify(String.fromCharCode(...bytesToNul(signature)));
  if (version === undefined) {
    throw new MmdFormatError(`not a VMD motion: it begins with ${found}`, {
      code: 'bad-signature',
      section: 'header',
      offset: 0,
    });
  }
  if (!found.startsWith(`"${SIGNATURES[version]}`)) {
    const problem = `is ${found}`;
    warnings.add('odd-signature', 'header', () => ({ offset: 0, where: 'signature', problem }));
  }
  return version;
}

/** The signature field as MMD 9 writes it. */
export function signatureField(version: 1 | 2): Uint8Array {
  return asciiField(SIGNATURES[version], SIGNATURE_BYTES);
}

/** The model name field as MMD 9 writes it; a longer name is truncated. */
export function modelNameField(name: Uint8Array, version: 1 | 2): Uint8Array {
  const field = new Uint8Array(MODEL_NAME_BYTES[version]);
  field.set(name.subarray(0, field.length));
  if (version === 2 && sameBytes(name, CAMERA_MODEL_NAME_BYTES)) {
    field.set(asciiField(CAMERA_MODEL_NAME_TAIL, CAMERA_MODEL_NAME_TAIL.length), name.length + 1);
  }
  return field;
}

function asciiField(text: string, length: number): Uint8Array {
  const field = new Uint8Array(length);
  for (let i = 0; i < text.length; i++) field[i] = text.charCodeAt(i);
  return field;
}
