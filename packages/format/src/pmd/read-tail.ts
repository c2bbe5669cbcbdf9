import type { WarningList } from '../errors.js';
import type { MmdName } from '../text/name.js';
import type { FieldReader } from './field-reader.js';
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
import { readJoint, readRigidBody } from './physics.js';
import type { Pmd, PmdEnglish, PmdFrameBone, PmdSource } from './pmd.js';
import { TailWalk } from './tail-walk.js';

/** All that follows the skeleton. */
type Tail = Pick<
  Pmd,
  'morphs' | 'facialList' | 'frameNames' | 'frameBones' | 'english' | 'toonNames' | 'rigidBodies' | 'joints'
>;

/** Reads the sections behind the skeleton, as many as there are. */
export function readTail(
  fields: FieldReader,
  warnings: WarningList,
  counts: { vertices: number; bones: number },
): { tail: Tail; source: Pick<PmdSource, 'englishFlag' | 'truncated'> } {
  const walk = new TailWalk(fields, warnings);
  const display = readDisplay(walk, counts);
  const { english, flag } = readEnglish(walk, counts.bones, display);
  const toonNames = walk.has('toonNames', TOONS_BYTES, true) ? readToonNames(fields) : undefined;
  const readBody = (): ReturnType<typeof readRigidBody> => readRigidBody(fields, counts.bones);
  const rigidBodies = walk.records('rigidBodies', 4, RIGID_BODY_BYTES, readBody, true);
  const bodyCount = rigidBodies?.length ?? 0;
  const joints = walk.records('joints', 4, JOINT_BYTES, () => readJoint(fields, bodyCount), true);
  return {
    tail: {
      ...display,
      ...(english && { english }),
      ...(toonNames && { toonNames }),
      ...(rigidBodies && { rigidBodies }),
      ...(joints && { joints }),
    },
    source: {
      ...(flag !== undefined && { englishFlag: flag }),
      ...(walk.truncated && { truncated: walk.truncated }),
    },
  };
}

type Display = Pick<Tail, 'morphs' | 'facialList' | 'frameNames' | 'frameBones'>;

function readDisplay(walk: TailWalk, counts: { vertices: number; bones: number }): Display {
  const { fields } = walk;
  const bytesOfMorph = (): number => morphBytes(fields);
  const found = walk.records('morphs', 2, bytesOfMorph, (i) => readMorph(fields, i)) ?? [];
  const morphs = found.map(({ morph }) => morph);
  const places = found.map(({ records }) => records);
  checkMorphs(fields, morphs, places, counts.vertices);
  const facialList = walk.records('facialList', 1, FACIAL_BYTES, () => {
    const morph = fields.u16();
    fields.checkIndex(morph, morphs.length, '', fields.at - FACIAL_BYTES);
    return morph;
  });
  const frameNames = walk.records('frameNames', 1, FRAME_NAME_BYTES, () => fields.text(FRAME_NAME_BYTES, ''));
  const frameCount = frameNames?.length ?? 0;
  const readFrameBone = (): PmdFrameBone => readFrame(fields, counts.bones, frameCount);
  const frameBones = walk.records('frameBones', 4, FRAME_BONE_BYTES, readFrameBone);
  return {
    morphs,
    facialList: Uint16Array.from(facialList ?? []),
    frameNames: frameNames ?? [],
    frameBones: frameBones ?? [],
  };
}

function readFrame(fields: FieldReader, boneCount: number, frameCount: number): PmdFrameBone {
  const bone = fields.index16();
  fields.checkIndex(bone, boneCount, 'bone', fields.at - 2);
  const frame = fields.u8();
  fields.checkIndex(frame, frameCount + 1, 'frame', fields.at - 1);
  return { bone, frame };
}

/** The flag, and the block if it is 1. */
function readEnglish(
  walk: TailWalk,
  boneCount: number,
  { morphs, frameNames }: Display,
): { english?: PmdEnglish; flag?: number } {
  const { fields } = walk;
  if (!walk.has('english', 1, true)) return {};
  const flag = fields.count('english', 1);
  fields.checkRange(flag, 1, 'flag', fields.at - 1);
  if (flag !== 1) return { flag };
  const bytes = englishBytes(boneCount, morphs.length, frameNames.length);
  if (bytes > fields.file.remaining) {
    walk.breakOff('english', bytes, 0, 1);
    return { flag };
  }
  fields.claim('english', bytes);
  const names = (field: string, count: number, width: number): MmdName[] =>
    Array.from({ length: count }, (_, i) => fields.text(width, `${field}[${i}]`));
  const english = {
    name: fields.text(NAME_BYTES, 'name'),
    comment: fields.text(COMMENT_BYTES, 'comment'),
    boneNames: names('boneNames', boneCount, NAME_BYTES),
    morphNames: names('morphNames', englishMorphs(morphs.length), NAME_BYTES),
    frameNames: names('frameNames', frameNames.length, FRAME_NAME_BYTES),
  };
  return { english, flag };
}

function readToonNames(fields: FieldReader): MmdName[] {
  fields.claim('toonNames', TOONS_BYTES);
  return Array.from({ length: TOON_COUNT }, (_, i) => {
    fields.record(i);
    return fields.text(TOON_NAME_BYTES, '');
  });
}
