import type { PmmKeys, PmmModel } from '@odori/format';
import { joinParts } from './join-parts.js';
import { MotionReport } from './motion-report.js';
import { Motion } from './motion.js';
import { boneParts, morphParts, type MotionParts, type NamedSection, NO_PARTS } from './parts.js';

/**
 * The motion of one model of a project of MMD: bones, morphs, visibility and IK switches. `Motion.from` joins it to others.
 *
 * Apart from `Motion.from`, so that pages without projects do not load it. Keys that no link reaches are left out, as MMD
 * does. Never throws on odd data: a project of version 1 that was parsed without its PMDs has no names, and what they
 * would name is missing, see `report`. External parents are no part of a motion. O(keys).
 *
 * @example
 * const motion = motionOfPmm(parsePmm(bytes).models[2]);
 * motion.bones.get('センター'); // → the track of the center
 */
export function motionOfPmm(model: PmmModel): Motion {
  const report = new MotionReport();
  return new Motion(joinParts(NO_PARTS, partsOfPmm(model, report), report), report.notes);
}

function partsOfPmm(model: PmmModel, report: MotionReport): MotionParts {
  const { boneNames, morphNames, bones, morphs } = model;
  const physics = bones.physicsOff.map((off) => (off === 0 ? 1 : 0));
  return {
    ...NO_PARTS,
    bones: boneParts({ ...bones, physics, ...byName(bones, boneNames, 'bone', report) }, report),
    morphs: morphParts({ ...morphs, ...byName(morphs, morphNames, 'morph', report) }, report),
    properties: propertyKeys(model),
  };
}

/** The tracks that have a name, which in a project is never cut; they stand before those that have none. */
function byName(
  { starts, frames }: PmmKeys,
  names: PmmModel['boneNames'],
  kind: string,
  report: MotionReport,
): NamedSection {
  const tracks = Math.min(names.length, starts.length - 1);
  const nameIndex = new Uint32Array(starts[tracks]);
  for (let track = 0; track < tracks; track++) nameIndex.fill(track, starts[track], starts[track + 1]);
  report.add('no-names', kind, starts[starts.length - 1] - starts[tracks]);
  const whole = names.slice(0, tracks).map(({ text }) => ({ text, bytes: new Uint8Array(0) }));
  return { count: nameIndex.length, names: whole, nameIndex, frames };
}

/** A switch whose bone is not there has no name, and is left out. */
function propertyKeys({ properties, boneNames, ikBones }: PmmModel): MotionParts['properties'] {
  const { starts, frames, visible, ikEnabled } = properties;
  const iks = Array.from(ikBones, (bone, index) => ({ name: boneNames[bone]?.text, index })).filter(isNamed);
  return Array.from({ length: starts[starts.length - 1] }, (_, key) => ({
    frame: frames[key],
    visible: visible[key] !== 0,
    ik: iks.map(({ name, index }) => ({ name, enabled: ikEnabled[ikBones.length * key + index] !== 0 })),
  }));
}

function isNamed(ik: { name: string | undefined; index: number }): ik is { name: string; index: number } {
  return ik.name !== undefined;
}
