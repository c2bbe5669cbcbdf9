import { MmdFormatError } from '../errors.js';
import { type X, X_SIGNATURE } from './x.js';

/**
 * The signature, four digits of the version, four letters of the encoding, four digits of the bits in a
 * float.
 */
export const X_HEADER_BYTES = 16;

const ENCODINGS = {
  'txt ': 'text',
  'bin ': 'binary',
  tzip: 'compressed-text',
  bzip: 'compressed-binary',
} as const;

type XHeader = Pick<X, 'version' | 'encoding' | 'floatBits'>;

/** @throws {@link MmdFormatError} `bad-signature`, `truncated`, or `unknown-type`. */
export function readHeader(file: Uint8Array): XHeader {
  const text = String.fromCharCode(...file.subarray(0, X_HEADER_BYTES));
  const fail = (code: 'bad-signature' | 'truncated' | 'unknown-type', message: string, offset = 0): never => {
    throw new MmdFormatError(message, { code, section: 'header', offset });
  };
  if (!text.startsWith(X_SIGNATURE)) {
    fail('bad-signature', `not a DirectX accessory: it begins with ${JSON.stringify(text.slice(0, 4))}`);
  }
  if (text.length < X_HEADER_BYTES) {
    fail('truncated', `header needs ${X_HEADER_BYTES} bytes, ${text.length} left`);
  }
  const [version, kind, bits] = [text.slice(4, 8), text.slice(8, 12), text.slice(12)];
  const encoding = ENCODINGS[kind as keyof typeof ENCODINGS];
  if (!Object.hasOwn(ENCODINGS, kind)) {
    const message = `encoding ${JSON.stringify(kind)} is not supported, only "txt ", "bin ", "tzip" and "bzip"`;
    fail('unknown-type', message, 8);
  }
  if (bits !== '0032' && bits !== '0064') {
    fail('unknown-type', `floats of ${JSON.stringify(bits)} bits are not supported, only 32 and 64`, 12);
  }
  return { version, encoding, floatBits: bits === '0064' ? 64 : 32 };
}

/** The header as text. */
export function headerText({ version, encoding, floatBits }: XHeader): string {
  const kind = Object.entries(ENCODINGS).find(([, name]) => name === encoding)![0];
  return `${X_SIGNATURE}${version.slice(0, 4).padStart(4, '0')}${kind}00${floatBits}`;
}
