export const SIGNATURE_BYTES = 30;
export const SIGNATURE_PREFIX = 'Polygon Movie maker';
const SIGNATURES = { 1: 'Polygon Movie maker 0001', 2: 'Polygon Movie maker 0002' } as const;

/** The version that a signature field stands for; what follows its NUL is junk. */
export function versionOf(signature: Uint8Array): 1 | 2 | undefined {
  const text = String.fromCharCode(...signature);
  if (text.startsWith(SIGNATURES[2])) return 2;
  return text.startsWith(SIGNATURES[1]) ? 1 : undefined;
}

export function signatureField(version: 1 | 2): Uint8Array {
  const field = new Uint8Array(SIGNATURE_BYTES);
  field.set(Uint8Array.from(SIGNATURES[version], (character) => character.charCodeAt(0)));
  return field;
}
