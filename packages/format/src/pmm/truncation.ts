import { sameBytes } from '../binary/bytes.js';
import { attempt } from '../binary/record-reader.js';
import { createPmm } from './create-pmm.js';
import { type Part, readParts, writeParts } from './parts.js';
import type { PmmReader } from './pmm-reader.js';
import { copyName, type PmmText } from './pmm-text.js';
import { PmmWriter } from './pmm-writer.js';
import type { Pmm, PmmSource } from './pmm.js';

export type Truncation = NonNullable<PmmSource['truncated']>;

/**
 * Header, models, and the keys of the camera. A file without models that breaks off in these says nothing.
 */
const MIN_SECTIONS = 3;

/**
 * Reads parts as far as the file goes, and returns where it breaks off. What is whole is in the document.
 *
 * @throws {@link MmdFormatError} if nothing of use is whole.
 */
export function readWholeParts(reader: PmmReader, pmm: Pmm, parts: readonly Part[]): Truncation | undefined {
  for (const [section, part] of parts.entries()) {
    reader.declaredCount = 0;
    reader.end = reader.offset;
    if (attempt(reader, () => readParts(reader, pmm, [part]))) continue;
    if (pmm.models.length === 0 && section < MIN_SECTIONS) throw reader.failure!.error;
    const { declaredCount } = reader;
    return { section, declaredCount, keptCount: declaredCount > 0 ? part.listOf!(pmm).length : 0 };
  }
  return undefined;
}

/**
 * Writes a document as far as its file went. Returns false, and writes nothing, if a missing part was edited.
 */
export function writeWholeParts(
  writer: PmmWriter,
  pmm: Pmm,
  parts: readonly Part[],
  { section, declaredCount, keptCount }: Truncation,
): boolean {
  const missing = parts.slice(declaredCount > 0 ? section + 1 : section);
  const isKept = declaredCount === 0 || parts[section].listOf?.(pmm).length === keptCount;
  if (!isKept || !sameBytes(bytesOf(missing, pmm), bytesOf(missing, newProject(pmm)))) return false;
  writeParts(writer, pmm, parts.slice(0, section));
  if (declaredCount > 0) {
    writer.declaredCount = declaredCount;
    writeParts(writer, pmm, [parts[section]]);
    writer.declaredCount = undefined;
  }
  return true;
}

/** The document before reading: missing parts are those of a new project. */
export function newProject({ version, warnings }: Pick<Pmm, 'version' | 'warnings'>): Pmm {
  return createPmm({ version, warnings });
}

function bytesOf(parts: readonly Part[], pmm: Pmm): Uint8Array {
  const writer = new PmmWriter();
  writeParts(writer, { ...pmm, trailing: new Uint8Array(0) }, parts);
  return writer.finish();
}

/**
 * A document whose lists are those of a whole project: drawing orders without gaps, no names of missing
 * entries.
 */
export function completed(pmm: Pmm): Pmm {
  const { models, accessories, accessoryOrder, version1 } = pmm;
  return {
    ...pmm,
    models: inOrder(models, 1),
    accessories: inOrder(accessories, 0),
    accessoryOrder: namesInOrder(accessoryOrder, accessories, 0),
    ...(version1 && {
      version1: { ...version1, modelOrder: namesInOrder(version1.modelOrder, models, 1) },
    }),
    trailing: new Uint8Array(0),
  };
}

interface Drawn {
  readonly drawOrder: number;
  readonly name: PmmText;
}

function sorted<T extends Drawn>(list: readonly T[]): T[] {
  return [...list].sort((a, b) => a.drawOrder - b.drawOrder);
}

function inOrder<T extends Drawn>(list: readonly T[], first: number): T[] {
  const order = sorted(list);
  return list.map((entry) => ({ ...entry, drawOrder: first + order.indexOf(entry) }));
}

function namesInOrder(names: readonly PmmText[], list: readonly Drawn[], first: number): PmmText[] {
  return sorted(list).map(({ drawOrder, name }) => names[drawOrder - first] ?? copyName(name));
}
