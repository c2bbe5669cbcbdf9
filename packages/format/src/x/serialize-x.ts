import { sameValue } from '../binary/bytes.js';
import { MmdFormatError } from '../errors.js';
import { encodeCp932 } from '../text/encode-cp932.js';
import type { OnWarning } from '../text/name.js';
import { decodeText } from '../vpd/decode-text.js';
import { packMszip } from './mszip.js';
import { parseX } from './parse-x.js';
import { writeObjects, type XEncoder, type XOutput } from './write-objects.js';
import { XBinaryOutput } from './x-binary-output.js';
import { headerText } from './x-header.js';
import { XTextOutput } from './x-text-output.js';
import type { X, XEncoding } from './x.js';

/** Options of {@link serializeX}. @inline */
export interface SerializeXOptions {
  encoding?: XEncoding; // the document's
  /** Called for each name that the file cannot hold, and for data objects that are left out. */
  onWarning?: OnWarning;
}

/**
 * Writes a DirectX file (`.x`).
 *
 * A parsed document that has not been changed gives the bytes that it came from. A changed one is written
 * anew: without templates, comments and `ignored` objects, with as many digits as 32 bits need, in CP932.
 * Materials with different names are written once and referred to; others are written where they are used. A
 * mesh that shares all its columns with one before it is a reference to that.
 * O(document).
 *
 * @example
 * serializeX(parseX(bytes)); // → the same bytes
 * serializeX(parseX(bytes), { encoding: 'compressed-binary' }); // → a small file
 */
export function serializeX(x: X, options: SerializeXOptions = {}): Uint8Array<ArrayBuffer> {
  const { encoding = x.encoding, onWarning = () => undefined } = options;
  if (x.source && encoding === x.encoding && isUnchanged(x, x.source.bytes)) return x.source.bytes.slice();
  const isText = encoding.endsWith('text');
  const output = isText ? new XTextOutput() : new XBinaryOutput(x.floatBits);
  output.bytes.ascii(headerText({ ...x, encoding }));
  if (isText) output.bytes.ascii('\r\n');
  writeObjects(x, output, new Encoder(isText, output, onWarning));
  reportIgnored(x.ignored, onWarning);
  if (isText) markEncoding(output);
  const bytes = output.bytes.written;
  return encoding.startsWith('compressed') ? packMszip(bytes) : bytes;
}

/** Are the bytes still what the document says? */
function isUnchanged(x: X, bytes: Uint8Array): boolean {
  try {
    return sameValue({ ...parseX(bytes), source: 0, warnings: 0 }, { ...x, source: 0, warnings: 0 });
  } catch (error) {
    if (error instanceof MmdFormatError) return false;
    throw error;
  }
}

function reportIgnored(ignored: readonly string[], onWarning: OnWarning): void {
  if (ignored.length === 0) return;
  const message = `data objects that a document does not hold are left out: ${ignored.join(', ')}`;
  onWarning({ code: 'not-expressible', section: 'objects', count: ignored.length, offset: 0, message });
}

/** Names alone may be valid UTF-8 by chance; a half-width kana in a comment never is. */
function markEncoding({ bytes }: XOutput): void {
  if (decodeText(bytes.written).encoding === 'cp932') return;
  bytes.ascii('// Shift_JIS ');
  bytes.raw(encodeCp932('ｱ\r\n').bytes);
}

class Encoder implements XEncoder {
  readonly #isText: boolean;
  readonly #output: XOutput;
  readonly #onWarning: OnWarning;

  constructor(isText: boolean, output: XOutput, onWarning: OnWarning) {
    this.#isText = isText;
    this.#output = output;
    this.#onWarning = onWarning;
  }

  name(text: string, where: string): Uint8Array {
    const word = this.#isText ? text.replace(NOT_IN_NAMES, '_') : text;
    return this.#encode(text, word, where);
  }

  text(text: string, where: string): Uint8Array {
    return this.#encode(text, this.#isText ? text.replaceAll('"', '_') : text, where);
  }

  #encode(text: string, written: string, where: string): Uint8Array {
    const { bytes, lost } = encodeCp932(written);
    if (lost.length > 0)
      this.#warn('name-not-cp932', where, text, `has characters that CP932 lacks: ${lost.join(' ')}`);
    if (written !== text) this.#warn('not-expressible', where, text, `is written ${JSON.stringify(written)}`);
    return bytes;
  }

  #warn(code: 'name-not-cp932' | 'not-expressible', section: string, text: string, problem: string): void {
    const message = `${section} ${JSON.stringify(text)} ${problem}`;
    this.#onWarning({ code, section, count: 1, offset: this.#output.bytes.length, message });
  }
}

/** What ends a name in a text, or begins a comment. */
const NOT_IN_NAMES = /[\s\p{Cc},;{}<>[\]"]|^#|^\/(?=\/)/gu;
