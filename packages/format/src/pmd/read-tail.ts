import { BODY_INDEX, BONE_INDEX, MORPH_INDEX, readRecord } from '../binary/record-layout.js';
import type { MmdName } from '../text/name.js';
import {
  COMMENT_BYTES,
  englishBytes,
  englishMorphs,
  FACIAL_BYTES,
  FRAME_BONE_BYTES,
  FRAME_NAME_BYTES,
  JOINT,
  JOINT_BYTES,
  NAME_BYTES,
  RIGID_BODY,
  RIGID_BODY_BYTES,
  TOON_COUNT,
  TOON_NAME_BYTES,
  TOONS_BYTES,
} from './layout.js';
import { checkMorphs, morphBytes, readMorph } from './morphs.js';
import type { PmdReader } from './pmd-reader.js';
import type { Pmd, PmdEnglish, PmdSectionName, PmdSource } from './pmd.js';

/** All sections after the skeleton. */
type Tail = Pick<
  Pmd,
  'morphs' | 'facialList' | 'frameNames' | 'frameBones' | 'english' | 'toonNames' | 'rigidBodies' | 'joints'
>;

/** Reads the sections after the skeleton, as many as there are. */
export function readTail(
  reader: PmdReader,
  vertexCount: number,
): { tail: Tail; source: Pick<PmdSource, 'englishFlag' | 'truncated'> } {
  const sections = new TailSections(reader);
  const display = readDisplay(reader, sections, vertexCount);
  const { english, englishFlag } = readEnglish(reader, sections, display);
  const [toonNames] = sections.read('toonNames', 0, TOONS_BYTES, () => readToonNames(reader), true) ?? [];
  const rigidBodies = sections.read(
    'rigidBodies',
    4,
    RIGID_BODY_BYTES,
    () => readRecord(reader, RIGID_BODY),
    true,
  );
  reader.counts[BODY_INDEX] = rigidBodies?.length ?? 0;
  const joints = sections.read('joints', 4, JOINT_BYTES, () => readRecord(reader, JOINT), true);
  const { truncated } = sections;
  return {
    tail: {
      ...display,
      ...(english && { english }),
      ...(toonNames && { toonNames }),
      ...(rigidBodies && { rigidBodies }),
      ...(joints && { joints }),
    },
    source: { ...(englishFlag !== undefined && { englishFlag }), ...(truncated && { truncated }) },
  };
}

/**
 * Reads the sections after the skeleton, in file order, as far as the file goes.
 *
 * A file may stop before any of the optional ones. Of a section that it breaks off in, whole records are
 * kept.
 */
class TailSections {
  truncated: PmdSource['truncated'];
  readonly #reader: PmdReader;
  #isOver = false;

  constructor(reader: PmdReader) {
    this.#reader = reader;
  }

  /**
   * The records of a section; undefined if the file ends before it, or inside its count.
   *
   * `countBytes`: 0 of a section without a count, which has one record; `recordBytes`: of the next record.
   */
  read<T>(
    section: PmdSectionName,
    countBytes: 0 | 1 | 2 | 4,
    recordBytes: number | (() => number),
    readOne: () => T,
    isOptional = false,
  ): T[] | undefined {
    const reader = this.#reader;
    if (isOptional && reader.remaining === 0) this.#isOver = true;
    if (this.#isOver) return undefined;
    reader.enter(section);
    if (reader.remaining < countBytes) {
      this.#breakOff(countBytes, { section, keptCount: 0 });
      return undefined;
    }
    const declaredCount = countBytes === 0 ? 1 : reader.sectionCount(section, countBytes);
    const records: T[] = [];
    while (!this.#isOver && records.length < declaredCount) {
      const keptCount = records.length;
      if (countBytes > 0) reader.record = keptCount;
      const bytes = typeof recordBytes === 'number' ? recordBytes : recordBytes();
      if (bytes > reader.remaining) this.#breakOff(bytes, { section, declaredCount, keptCount });
      else records.push(reader.one(readOne));
    }
    return records;
  }

  /** The file ends here. */
  #breakOff(neededBytes: number, truncated: NonNullable<PmdSource['truncated']>): void {
    const { declaredCount = 1, keptCount } = truncated;
    const { offset, remaining } = this.#reader;
    const problem = `needs ${neededBytes} bytes, ${remaining} left`;
    this.#isOver = true;
    this.truncated = truncated;
    this.#reader.warn('truncated', '', problem, offset, declaredCount - keptCount);
  }
}

type Display = Pick<Tail, 'morphs' | 'facialList' | 'frameNames' | 'frameBones'>;

function readDisplay(reader: PmdReader, sections: TailSections, vertexCount: number): Display {
  const morphsAt = reader.offset + 2;
  const morphs =
    sections.read(
      'morphs',
      2,
      () => morphBytes(reader),
      () => readMorph(reader),
    ) ?? [];
  checkMorphs(reader, morphs, morphsAt, vertexCount);
  reader.counts[MORPH_INDEX] = morphs.length;
  const facialList = sections.read('facialList', 1, FACIAL_BYTES, () => reader.index('', MORPH_INDEX));
  const frameNames =
    sections.read('frameNames', 1, FRAME_NAME_BYTES, () => reader.text('', FRAME_NAME_BYTES)) ?? [];
  const frameBones = sections.read('frameBones', 4, FRAME_BONE_BYTES, () => ({
    bone: reader.index('bone', BONE_INDEX),
    frame: readFrame(reader, frameNames.length),
  }));
  return {
    morphs,
    facialList: Uint16Array.from(facialList ?? []),
    frameNames,
    frameBones: frameBones ?? [],
  };
}

/** 0 is the frame of the centre, which has no name. */
function readFrame(reader: PmdReader, names: number): number {
  const { offset } = reader;
  const frame = reader.u8('frame');
  if (frame > names) reader.warn('bad-index', 'frame', `is ${frame}, there are ${names}`, offset);
  return frame;
}

/** The flag, and the English names if it is 1. */
function readEnglish(
  reader: PmdReader,
  sections: TailSections,
  { morphs, frameNames }: Display,
): { english?: PmdEnglish | undefined; englishFlag?: number } {
  const bones = reader.counts[BONE_INDEX];
  const [englishFlag] = sections.read('english', 0, 1, () => reader.u8('flag', 1), true) ?? [];
  if (englishFlag === undefined) return {};
  if (englishFlag !== 1) return { englishFlag };
  const bytes = englishBytes(bones, morphs.length, frameNames.length);
  const names = (field: string, count: number, width: number): MmdName[] =>
    Array.from({ length: count }, (_, i) => reader.text(`${field}[${i}]`, width));
  const [english] =
    sections.read('english', 0, bytes, () => ({
      name: reader.text('name', NAME_BYTES),
      comment: reader.text('comment', COMMENT_BYTES),
      boneNames: names('boneNames', bones, NAME_BYTES),
      morphNames: names('morphNames', englishMorphs(morphs.length), NAME_BYTES),
      frameNames: names('frameNames', frameNames.length, FRAME_NAME_BYTES),
    })) ?? [];
  return { english, englishFlag };
}

function readToonNames(reader: PmdReader): MmdName[] {
  return Array.from({ length: TOON_COUNT }, (_, i) => reader.text(`[${i}]`, TOON_NAME_BYTES));
}
