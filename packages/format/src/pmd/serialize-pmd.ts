import type { OnWarning } from '../text/name.js';
import { countOf } from '../text/count-of.js';
import { writeBones, writeIks } from './bones.js';
import { COMMENT_BYTES, englishBytes, NAME_BYTES, SIGNATURE } from './layout.js';
import { writeMaterials } from './materials.js';
import { PmdWriter } from './pmd-writer.js';
import type { Pmd, PmdSource } from './pmd.js';
import { writeIndices, writeVertices } from './vertices.js';
import { planTail, type TailSection } from './write-tail.js';

/** Options of {@link serializePmd}. @inline */
export interface SerializePmdOptions {
  /** Called for each text that is truncated or not encodable in CP932, and for dropped bytes. */
  onWarning?: OnWarning; // none
}

/**
 * Writes a PMD model file.
 *
 * A parsed document gives the bytes that it came from; what was edited is written anew, the rest stays. Texts
 * are filled with FD, as in MMD's own models. The optional ends of a file are written as far as the document
 * has them: one that is missing in between is written empty, toons with MMD's own names. Odd values are
 * written as they are. O(document).
 *
 * @throws RangeError naming the part, if a column is shorter than its count says, a list longer than the
 * format can count, or a number has no place in the file.
 * @example
 * serializePmd(parsePmd(bytes)); // → the same bytes
 */
export function serializePmd(pmd: Pmd, options: SerializePmdOptions = {}): Uint8Array<ArrayBuffer> {
  const { onWarning } = options;
  const tail = planTail(pmd);
  const end = planEnd(pmd, tail);
  const written = tail.slice(0, end.sectionCount);
  const writer = new PmdWriter(CAPACITY, pmd.source, onWarning);
  writeSkeleton(writer, pmd);
  for (const section of written) writeSection(writer, section, section.count);
  if (end.broken) writeSection(writer, end.broken, end.declaredCount);
  writer.raw(end.trailing);
  const dropped = pmd.trailing.length - end.trailing.length;
  if (onWarning && dropped > 0) {
    const message = `the ${countOf(dropped, 'byte')} of a truncated record ${dropped === 1 ? 'is' : 'are'} dropped, because the model was edited`;
    onWarning({ code: 'not-expressible', section: 'end of file', count: 1, offset: writer.offset, message });
  }
  return writer.finish();
}

/** For most models without geometry; the file grows. */
const CAPACITY = 1 << 16;

function writeSkeleton(writer: PmdWriter, pmd: Pmd): void {
  for (const character of SIGNATURE) writer.u8('signature', character.charCodeAt(0));
  writer.f32('version', pmd.version);
  writer.text('name', pmd.name, NAME_BYTES);
  writer.text('comment', pmd.comment, COMMENT_BYTES);
  writeVertices(writer, pmd.vertices);
  writeIndices(writer, pmd.indices);
  writeMaterials(writer, pmd.materials);
  writeBones(writer, pmd.bones);
  writeIks(writer, pmd.iks);
}

function writeSection(writer: PmdWriter, section: TailSection, count: number): void {
  if (section.countBytes > 0) writer.sectionCount(section.name, count, section.countBytes);
  section.write(writer);
}

/** Where the written file ends. */
interface TailEnd {
  /** How many sections are written whole. */
  readonly sectionCount: number;
  /** The section after them, if the parsed file ended inside it; its count is `declaredCount`. */
  readonly broken?: TailSection;
  readonly declaredCount: number;
  readonly trailing: Uint8Array;
}

/** A file that broke off ends where its bytes ended, unless what follows was filled in since. */
function planEnd(pmd: Pmd, tail: readonly TailSection[]): TailEnd {
  const { source, trailing } = pmd;
  const truncated = source?.truncated;
  const present = presentSections(pmd);
  if (!truncated) {
    const sectionCount = trailing.length > 0 ? tail.length : present;
    return { sectionCount, declaredCount: 0, trailing };
  }
  if (isUntouched(pmd, tail, truncated)) {
    const sectionCount = tail.findIndex(({ name }) => name === truncated.section);
    const { declaredCount } = truncated;
    const broken = tail[sectionCount];
    if (declaredCount === undefined || broken.countBytes === 0) {
      return { sectionCount, declaredCount: 0, trailing }; // nothing of it is there
    }
    return { sectionCount, broken, declaredCount, trailing };
  }
  // The rest of a truncated record has no meaning after an edited section.
  return { sectionCount: present, declaredCount: 0, trailing: new Uint8Array(0) };
}

/** Morphs, facial list, frame names and frame bones are in every file; the others as far as there is one. */
function presentSections({ joints, rigidBodies, toonNames, english, source }: Pmd): number {
  if (joints) return 8;
  if (rigidBodies) return 7;
  if (toonNames) return 6;
  return (english ?? source?.englishFlag !== undefined) ? 5 : 4;
}

/**
 * Whether the section is as short as it was, the rest of its record still breaks off, and nothing follows it.
 */
function isUntouched(
  pmd: Pmd,
  tail: readonly TailSection[],
  { section, keptCount }: NonNullable<PmdSource['truncated']>,
): boolean {
  const broken = tail.findIndex(({ name }) => name === section);
  // With fewer bones than there were, the rest of their English names would pass for all of them.
  const { bones, morphs, frameNames, trailing } = pmd;
  const neededBytes = englishBytes(bones.length, morphs.length, frameNames.length);
  if (section === 'english' && trailing.length >= neededBytes) return false;
  const counts = tail.map(({ name, count }) => (name === 'english' ? (pmd.english ? 1 : 0) : count));
  return counts[broken] === keptCount && counts.slice(broken + 1).every((count) => count === 0);
}
