import { sameBytes } from '../binary/bytes.js';
import { MODEL_NAME_BYTES, SIGNATURE_BYTES, SIGNATURE_PREFIX, SIGNATURES } from './layout.js';

/** The model name of a camera motion, カメラ・照明 (camera and light), by which MMD tells one. */
export const CAMERA_MODEL_NAME = 'カメラ・照明';

/** The same in CP932, so that a reader needs no encoder. */
export const CAMERA_MODEL_NAME_BYTES: Uint8Array = /* @__PURE__ */ Uint8Array.of(
  0x83,
  0x4a,
  0x83,
  0x81,
  0x83,
  0x89,
  0x81,
  0x45,
  0x8f,
  0xc6,
  0x96,
  0xbe,
);

/** What MMD has behind that name and its NUL in every file, of all ages. */
const CAMERA_MODEL_NAME_TAIL = 'on Data';

/** The version that a signature field stands for: its prefix decides, for what follows is junk in MMD's own files. */
export function versionOf(signature: Uint8Array): 1 | 2 | undefined {
  const text = String.fromCharCode(...signature);
  if (text.startsWith(SIGNATURES[1])) return 1;
  return text.startsWith(SIGNATURE_PREFIX) ? 2 : undefined;
}

/** The signature field as MMD 9 writes it. */
export function signatureField(version: 1 | 2): Uint8Array {
  return asciiField(SIGNATURES[version], SIGNATURE_BYTES);
}

/** The model name field as MMD 9 writes it, cut at the field's end. */
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
