import { countOf } from '../text/count-of.js';
import type { OnWarning } from '../text/name.js';
import { partsOf, pmmVersion, signatureField, writeParts } from './parts.js';
import { PmmWriter } from './pmm-writer.js';
import type { Pmm } from './pmm.js';
import { writeBlocks } from './version-1-blocks.js';
import { completed, type Truncation, writeWholeParts } from './truncation.js';
import { reportVersion1Losses } from './version-1-losses.js';

/** Options of {@link serializePmm}. @inline */
export interface SerializePmmOptions {
  /**
   * Called for each text that is truncated or not encodable in CP932, and for values that version 1 cannot
   * hold.
   */
  onWarning?: OnWarning; // none
}

/**
 * Writes an MMD project, in the version of the document.
 *
 * An unchanged parsed document gives the bytes of its file. After an edit, only the edited parts differ. If
 * the keys of a section have changed, its links are made anew, in the order of the tracks. Odd values are
 * written as they are. O(document).
 *
 * A project of version 1 can be parsed without its PMDs only if it is as MMD writes it: rotations have length
 * 1, switches are 0 or 1, paths are not empty, draw orders begin at 1.
 *
 * The document of a truncated file gives the same truncated bytes, as long as the missing parts stay as they
 * are. If you edit one, or change the number of models or accessories in the list that breaks off, a whole
 * project is written.
 *
 * A text is truncated to MMD's limit: one byte less than its field, or 49 bytes in a field with a length.
 * `onWarning` is called for it. A text that was longer in the parsed file stays whole.
 *
 * @throws RangeError naming the part if a column is too short or of another kind, if a track has no first
 * key, if its first key is not at frame 0 or its frames go back, if two lists do not fit each other, or if
 * the file has no place for a number.
 * @example
 * serializePmm(parsePmm(bytes)); // → the same bytes
 */
export function serializePmm(pmm: Pmm, options: SerializePmmOptions = {}): Uint8Array<ArrayBuffer> {
  const { version, source } = pmm;
  if (version !== 1 && version !== 2) throw new RangeError(`version must be 1 or 2, not ${String(version)}`);
  if (version === 1) reportVersion1Losses(pmm, options.onWarning);
  const writer = new PmmWriter(source, options.onWarning);
  const isKept = source && pmmVersion(source.signature) === version;
  writer.raw(isKept ? source.signature : signatureField(version));
  const truncated = source?.truncated;
  if (!truncated) writeWhole(writer, pmm);
  else if (!isKept || !writeTruncated(writer, pmm, truncated)) {
    writeWhole(writer, completed(pmm));
    reportDropped(writer, pmm, options.onWarning);
  }
  return writer.finish();
}

function writeWhole(writer: PmmWriter, pmm: Pmm): void {
  writeParts(writer, pmm, partsOf(pmm.version));
  if (pmm.version === 1) writeBlocks(writer, pmm);
  writer.raw(pmm.trailing);
}

/**
 * Writes the bytes of the truncated file. Returns false, and writes nothing, if a missing part was edited.
 */
function writeTruncated(writer: PmmWriter, pmm: Pmm, truncated: Truncation): boolean {
  const parts = partsOf(pmm.version);
  const { trailing, version1 } = pmm;
  if (truncated.section < parts.length) {
    const isWritten = writeWholeParts(writer, pmm, parts, truncated);
    if (isWritten) writer.raw(trailing);
    return isWritten;
  }
  const isSame = version1?.blockCount === truncated.section - parts.length;
  if (isSame) writeWhole(writer, pmm);
  return isSame;
}

function reportDropped({ offset }: PmmWriter, { trailing }: Pmm, onWarning: OnWarning | undefined): void {
  if (!onWarning || trailing.length === 0) return;
  const message = `the ${countOf(trailing.length, 'byte')} of a truncated part ${trailing.length === 1 ? 'is' : 'are'} dropped, because a missing part was edited`;
  onWarning({ code: 'not-expressible', section: 'end of file', count: 1, offset, message });
}
