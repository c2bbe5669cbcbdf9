import { sameValue } from '../binary/bytes.js';
import { MmdFormatError } from '../errors.js';
import { encodeCp932 } from '../text/encode-cp932.js';
import type { OnWarning } from '../text/name.js';
import { parseVac } from './parse-vac.js';
import type { Vac } from './vac.js';

/** Options of {@link serializeVac}. @inline */
export interface SerializeVacOptions {
  /** Called for each name that CP932 lacks. */
  onWarning?: OnWarning;
}

/**
 * Writes a VAC file, in CP932. A parsed document that has not been changed gives the bytes that it came from.
 * O(1).
 *
 * @example
 * serializeVac({ ...parseVac(bytes), scale: 2 }); // the third line is 2
 */
export function serializeVac(vac: Vac, { onWarning }: SerializeVacOptions = {}): Uint8Array<ArrayBuffer> {
  if (vac.source && isUnchanged(vac, vac.source.bytes)) return vac.source.bytes.slice();
  const lines = [
    oneLine(vac.name),
    oneLine(vac.file),
    String(vac.scale),
    vac.position.join(','),
    vac.rotation.join(','),
    oneLine(vac.bone),
    ...(vac.castsShadow === undefined ? [] : [vac.castsShadow ? '1' : '0']),
  ];
  const { bytes, lost } = encodeCp932(`${lines.join('\r\n')}\r\n`);
  if (lost.length > 0) {
    const message = `the names have characters that CP932 lacks: ${lost.join(' ')}`;
    onWarning?.({ code: 'name-not-cp932', section: 'vac', count: lost.length, offset: 0, message });
  }
  return bytes;
}

/** Without line ends, and with nothing that reads as a comment. */
function oneLine(text: string): string {
  return text.replace(/[\r\n]+/g, ' ').replace(/(^|[ \t])\/(?=\/)/g, '$1');
}

/** Are the bytes still what the document says? */
function isUnchanged(vac: Vac, bytes: Uint8Array): boolean {
  try {
    return sameValue({ ...parseVac(bytes), source: 0, warnings: 0 }, { ...vac, source: 0, warnings: 0 });
  } catch (error) {
    if (error instanceof MmdFormatError) return false;
    throw error;
  }
}
