import { ByteWriter } from '../binary/byte-writer.js';
import { sameBytes } from '../binary/bytes.js';
import type { OnWarning } from '../text/name-losses.js';
import { bytesToNul } from '../text/name.js';
import { checkDocument } from './check-document.js';
import { modelNameField, signatureField, versionOf } from './header.js';
import { MODEL_NAME_BYTES, SIGNATURE_BYTES } from './layout.js';
import { planSections, type SectionPlan } from './section-plan.js';
import type { VmdSource } from './vmd-source.js';
import type { Vmd } from './vmd.js';
import { fileOrder, firstKeysFirst, sectionBytes, sectionTarget, writeSection } from './write-section.js';
import { reportLosses, withWritableNames } from './writing-losses.js';

/** Options of {@link serializeVmd}. */
export interface SerializeVmdOptions {
  /** The version to write. */
  version?: 1 | 2; // the document's
  /** Hears of every name that is cut or that CP932 lacks, and of what the file cannot hold. */
  onWarning?: OnWarning; // nobody
}

/**
 * Writes a VMD motion file.
 *
 * A parsed document gives the bytes that it came from; a key that was edited is written anew, the rest stays. A
 * document from `createVmd` is written as MMD 9 does it: frame-0 keys first, zero padding, all six counts. Odd values
 * are written as they are. O(keys).
 *
 * @throws RangeError if a column is shorter than the document's count says or of another kind, or an index points
 * nowhere.
 * @example
 * serializeVmd(parseVmd(bytes)); // → the same bytes
 * serializeVmd(vmd, { onWarning: (warning) => console.log(warning.message) });
 * // logs: name "スカート上着制服裾" (18 bytes) is cut at 15 bytes: "スカート上着制"
 */
export function serializeVmd(vmd: Vmd, options: SerializeVmdOptions = {}): Uint8Array<ArrayBuffer> {
  const version = options.version ?? vmd.version;
  if (version !== 1 && version !== 2) throw new RangeError(`version must be 1 or 2, not ${String(version)}`);
  checkDocument(vmd);
  const document = withWritableNames(vmd);
  const plans = planSections(document, version);
  const end = planEnd(vmd, version, plans);
  const headerBytes = SIGNATURE_BYTES + MODEL_NAME_BYTES[version];
  const bodyBytes = plans.slice(0, end.sectionCount).reduce((sum, plan) => sum + 4 + sectionBytes(plan), 0);
  const writer = new ByteWriter(headerBytes + bodyBytes + end.trailing.length);

  writeHeader(writer, document, version);
  const targets = plans.slice(0, end.sectionCount).map((plan, section) => {
    writer.u32(end.truncated?.section === section ? end.truncated.declaredCount : plan.count);
    const order = vmd.source ? fileOrder(plan.count) : firstKeysFirst(plan.frames.subarray(0, plan.count));
    const target = sectionTarget(writer, writer.offset, plan, order);
    writeSection(target, plan);
    return target;
  });
  writer.raw(end.trailing);
  if (!options.onWarning) return writer.bytes;
  reportLosses(vmd, version, targets, options.onWarning);
  const dropped = vmd.trailing.length - end.trailing.length;
  if (dropped > 0) {
    const message = `the ${dropped} bytes of a record that was cut off are dropped: its section was edited`;
    const offset = writer.bytes.length;
    options.onWarning({ code: 'not-expressible', section: 'end of file', count: 1, offset, message });
  }
  return writer.bytes;
}

/** The raw header fields of a parsed file, while they still say what the document says. */
function writeHeader(writer: ByteWriter, vmd: Vmd, version: 1 | 2): void {
  const { signature, modelName } = vmd.source ?? {};
  const keepSignature = signature?.length === SIGNATURE_BYTES && versionOf(signature) === version;
  writer.raw(keepSignature ? signature : signatureField(version));
  const keepName =
    modelName?.length === MODEL_NAME_BYTES[version] && sameBytes(bytesToNul(modelName), vmd.modelName.bytes);
  writer.raw(keepName ? modelName : modelNameField(vmd.modelName.bytes, version));
}

interface PlanEnd {
  readonly sectionCount: number;
  readonly truncated?: NonNullable<VmdSource['truncated']>;
  readonly trailing: Uint8Array;
}

/** Files of MMD 9 have six counts; older ones stop earlier, and a truncated one stops where its bytes ended. */
function planEnd({ source, trailing }: Vmd, version: 1 | 2, plans: readonly SectionPlan[]): PlanEnd {
  const needed = plans.reduce((last, plan, section) => (plan.count > 0 ? section + 1 : last), 0);
  const present = source?.sectionCount ?? (version === 1 ? SECTIONS_OF_VERSION_1 : plans.length);
  const sectionCount = Math.max(needed, present);
  const truncated = source?.truncated;
  if (!truncated) return { sectionCount: trailing.length >= 4 ? plans.length : sectionCount, trailing };
  const untouched =
    source.version === version &&
    sectionCount === truncated.section + 1 &&
    plans[truncated.section].count === truncated.keptCount;
  // The rest of a record that was cut off means nothing behind a section that has been edited.
  return untouched ? { sectionCount, truncated, trailing } : { sectionCount, trailing: new Uint8Array(0) };
}

/** Bones, morphs, camera, light. */
const SECTIONS_OF_VERSION_1 = 4;
