import type { OnWarning } from '../text/name.js';
import { partsOf, pmmVersion, signatureField, writeParts } from './parts.js';
import { PmmWriter } from './pmm-writer.js';
import type { Pmm } from './pmm.js';
import { writeBlocks } from './version-1-blocks.js';
import { completed, type Truncation, writeWholeParts } from './truncation.js';
import { reportVersion1Losses } from './version-1-losses.js';

/** Options of {@link serializePmm}. */
export interface SerializePmmOptions {
  /** Called for each text that is truncated or not encodable in CP932, and for values that version 1 cannot hold. */
  onWarning?: OnWarning; // none
}

/**
 * Writes an MMD project, in the version of the document.
 *
 * An unchanged parsed document gives the bytes of its file. After an edit, only the edited parts differ. If the keys of a
 * section have changed, its links are made anew, in the order of the tracks. Odd values are written as they are.
 * O(document).
 *
 * A project of version 1 can be parsed without its PMDs only if it is as MMD writes it: rotations have length 1, switches
 * are 0 or 1, paths are not empty, draw orders begin at 1.
 *
 * The document of a truncated file gives the same truncated bytes, as long as the missing parts stay as they are. If you
 * edit one, or change the number of models or accessories in the list that breaks off, a whole project is written.
 *
 * A text is truncated to MMD's limit: one byte less than its field, or 49 bytes in a field with a length. `onWarning`
 * is called for it. A text that was longer in the parsed file stays whole.
 *
 * @throws RangeError naming the part if a column is too short or of another kind, if a track has no first key, if its
 * first key is not at frame 0 or its frames go back, if two lists do not fit each other, or if the file has no place for
 * a number.
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
  const truncated = isKept ? source.truncated : undefined;
  if (truncated) writeTruncated(writer, pmm, truncated, options.onWarning);
  else writeWhole(writer, pmm);
  return writer.finish();
}

function writeWhole(writer: PmmWriter, pmm: Pmm): void {
  writeParts(writer, pmm, partsOf(pmm.version));
  if (pmm.version === 1) writeBlocks(writer, pmm);
  writer.raw(pmm.trailing);
}

/** Writes the bytes of the truncated file; or if a missing part was edited, a whole project. */
function writeTruncated(
  writer: PmmWriter,
  pmm: Pmm,
  truncated: Truncation,
  onWarning: OnWarning | undefined,
): void {
  const parts = partsOf(pmm.version);
  const { trailing, version1 } = pmm;
  const isInBlock = truncated.section >= parts.length;
  if (isInBlock && version1?.blockCount === truncated.section - parts.length) writeWhole(writer, pmm);
  else if (!isInBlock && writeWholeParts(writer, pmm, parts, truncated)) writer.raw(trailing);
  else {
    writeWhole(writer, completed(pmm));
    if (!onWarning || trailing.length === 0) return;
    const message = `the ${trailing.length} bytes of a truncated part are dropped, because a missing part was edited`;
    onWarning({ code: 'not-expressible', section: 'end of file', count: 1, offset: writer.offset, message });
  }
}
