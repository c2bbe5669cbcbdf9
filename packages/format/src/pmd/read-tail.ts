import type { MmdName } from '../text/name.js';
import { BODY, BONE, type FieldReader, MORPH } from './field-reader.js';
import {
  COMMENT_BYTES,
  englishBytes,
  englishMorphs,
  FACIAL_BYTES,
  FRAME_BONE_BYTES,
  FRAME_NAME_BYTES,
  JOINT_BYTES,
  NAME_BYTES,
  RIGID_BODY_BYTES,
  TOON_COUNT,
  TOON_NAME_BYTES,
  TOONS_BYTES,
} from './layout.js';
import { checkMorphs, morphBytes, readMorph } from './morphs.js';
import { JOINT, RIGID_BODY } from './physics.js';
import type { Pmd, PmdEnglish, PmdSource } from './pmd.js';
import { readRecord } from './record-layout.js';
import { TailWalk } from './tail-walk.js';

/** All that follows the skeleton. */
type Tail = Pick<
  Pmd,
  'morphs' | 'facialList' | 'frameNames' | 'frameBones' | 'english' | 'toonNames' | 'rigidBodies' | 'joints'
>;

/** Reads the sections behind the skeleton, as many as there are. */
export function readTail(
  reader: FieldReader,
  vertexCount: number,
): { tail: Tail; source: Pick<PmdSource, 'englishFlag' | 'truncated'> } {
  const walk = new TailWalk(reader);
  const display = readDisplay(reader, walk, vertexCount);
  const { english, englishFlag } = readEnglish(reader, walk, display);
  const [toonNames] =
    walk.records('toonNames', {
      countBytes: 0,
      recordBytes: () => TOONS_BYTES,
      read: () => readToonNames(reader),
      isOptional: true,
    }) ?? [];
  const rigidBodies = walk.records('rigidBodies', {
    countBytes: 4,
    recordBytes: () => RIGID_BODY_BYTES,
    read: () => readRecord(reader, RIGID_BODY),
    isOptional: true,
  });
  reader.counts[BODY] = rigidBodies?.length ?? 0;
  const joints = walk.records('joints', {
    countBytes: 4,
    recordBytes: () => JOINT_BYTES,
    read: () => readRecord(reader, JOINT),
    isOptional: true,
  });
  const { truncated } = walk;
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

type Display = Pick<Tail, 'morphs' | 'facialList' | 'frameNames' | 'frameBones'>;

function readDisplay(reader: FieldReader, walk: TailWalk, vertexCount: number): Display {
  const morphsAt = reader.offset + 2;
  const morphs =
    walk.records('morphs', {
      countBytes: 2,
      recordBytes: () => morphBytes(reader),
      read: () => readMorph(reader),
    }) ?? [];
  checkMorphs(reader, morphs, morphsAt, vertexCount);
  reader.counts[MORPH] = morphs.length;
  const facialList = walk.records('facialList', {
    countBytes: 1,
    recordBytes: () => FACIAL_BYTES,
    read: () => reader.i16('', MORPH),
  });
  const frameNames =
    walk.records('frameNames', {
      countBytes: 1,
      recordBytes: () => FRAME_NAME_BYTES,
      read: () => reader.text('', FRAME_NAME_BYTES),
    }) ?? [];
  const frameBones =
    walk.records('frameBones', {
      countBytes: 4,
      recordBytes: () => FRAME_BONE_BYTES,
      read: () => ({
        bone: reader.i16('bone', BONE),
        frame: reader.u8('frame', frameNames.length, 'bad-index'),
      }),
    }) ?? [];
  return { morphs, facialList: Uint16Array.from(facialList ?? []), frameNames, frameBones };
}

/** The flag, and the block if it is 1. */
function readEnglish(
  reader: FieldReader,
  walk: TailWalk,
  { morphs, frameNames }: Display,
): { english?: PmdEnglish | undefined; englishFlag?: number } {
  const bones = reader.counts[BONE];
  const [englishFlag] =
    walk.records('english', {
      countBytes: 0,
      recordBytes: () => 1,
      read: () => reader.u8('flag', 1),
      isOptional: true,
    }) ?? [];
  if (englishFlag === undefined) return {};
  if (englishFlag !== 1) return { englishFlag };
  const [english] =
    walk.records('english', {
      countBytes: 0,
      recordBytes: () => englishBytes(bones, morphs.length, frameNames.length),
      read: () => ({
        name: reader.text('name', NAME_BYTES),
        comment: reader.text('comment', COMMENT_BYTES),
        boneNames: readNames(reader, 'boneNames', bones, NAME_BYTES),
        morphNames: readNames(reader, 'morphNames', englishMorphs(morphs.length), NAME_BYTES),
        frameNames: readNames(reader, 'frameNames', frameNames.length, FRAME_NAME_BYTES),
      }),
    }) ?? [];
  return { english, englishFlag };
}

function readNames(reader: FieldReader, field: string, count: number, width: number): MmdName[] {
  return Array.from({ length: count }, (_, i) => reader.text(`${field}[${i}]`, width));
}

function readToonNames(reader: FieldReader): MmdName[] {
  return Array.from({ length: TOON_COUNT }, (_, i) => {
    reader.enter('toonNames', `[${i}]`);
    return reader.text('', TOON_NAME_BYTES);
  });
}
