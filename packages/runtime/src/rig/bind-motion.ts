import { KeyCursor } from '../motion/key-cursor.js';
import type { Motion } from '../motion/motion.js';
import { findIkSwitches, findTrack } from '../motion/names.js';
import { sampleBoneInto, sampleBonePhysics } from '../motion/sample-bone.js';
import { sampleMorph, samplePropertyAt } from '../motion/sample.js';
import type { BoneTrack, MorphTrack, PropertyTrack } from '../motion/tracks.js';
import { leadOutOfPhysics } from './lead-out-of-physics.js';
import type { RigDefinition } from './rig-definition.js';
import type { RigPose } from './rig-pose.js';
import type { Rig } from './rig.js';

/** Names in a motion that the model does not have, in the order of the motion. */
export interface MissingNames {
  readonly bones: readonly string[];
  readonly morphs: readonly string[];
  /** IK bones that the motion switches on or off. */
  readonly ikBones: readonly string[];
}

/** A motion on a rig: its names are resolved, and it can be sampled into the rig's pose. */
export interface MotionBinding {
  readonly missing: MissingNames;
  /**
   * Writes the whole pose at a frame: 30 per second, may be fractional. Bones and morphs without a track are at rest.
   *
   * Allocates nothing; O(bones + morphs) during playback. Call `rig.solve()` next.
   */
  sample(frame: number): void;
}

/**
 * Binds a motion to a rig, once. O(tracks + bones).
 *
 * A track whose name was truncated to 15 bytes drives any bone or morph whose name begins with it. Bones of the same name
 * share a track.
 *
 * @example
 * const binding = bindMotion(motion, rig);
 * binding.missing.bones; // → ['左袖'] (left sleeve): in the motion, but not in the model
 * binding.sample(secondsToFrame(12.345));
 * rig.solve();
 */
export function bindMotion(motion: Motion, rig: Rig): MotionBinding {
  return bindPose(motion, rig.definition, rig.pose);
}

/** Does the same as {@link bindMotion} for any pose of such a rig, for example for the second motion of a crossfade. */
export function bindPose(motion: Motion, definition: RigDefinition, pose: RigPose): MotionBinding {
  const bones = definition.boneNames.map((name) => bindTrack(findTrack(motion.bones, name)));
  const morphs = definition.morphNames.map((name) => bindTrack(findTrack(motion.morphs, name)));
  const property = motion.property && bindProperty(motion.property, definition.ikNames);
  const switched = new Set(property?.switches);
  return {
    missing: {
      bones: unmatched(motion.bones, bones),
      morphs: unmatched(motion.morphs, morphs),
      ikBones: motion.property?.ikNames.filter((_, i) => !switched.has(i)) ?? [],
    },
    sample(frame) {
      for (let i = 0; i < bones.length; i++) sampleBoneSlot(bones[i], frame, pose, i);
      sampleMorphs(morphs, frame, pose);
      sampleSwitches(property, frame, pose);
    },
  };
}

/** The track that drives a bone or morph, if there is one. */
interface BoundTrack<T> {
  readonly track: T | undefined;
  readonly cursor: KeyCursor;
}

function bindTrack<T>(track: T | undefined): BoundTrack<T> {
  return { track, cursor: new KeyCursor() };
}

/** The names of tracks that no bone or morph has. */
function unmatched<T>(tracks: ReadonlyMap<string, T>, bound: readonly BoundTrack<T>[]): string[] {
  const found = new Set(bound.map(({ track }) => track));
  return [...tracks].filter(([, track]) => !found.has(track)).map(([name]) => name);
}

function sampleBoneSlot(
  { track, cursor }: BoundTrack<BoneTrack>,
  frame: number,
  pose: RigPose,
  bone: number,
): void {
  const { translations, rotations, physicsEnabled, held } = pose;
  if (held) held.isLed[bone] = 0;
  if (track) {
    sampleBoneInto(track, frame, translations, 3 * bone, rotations, 4 * bone, cursor);
    physicsEnabled[bone] = sampleBonePhysics(track, frame, cursor);
    if (held) leadOutOfPhysics(track, frame, pose, held, bone, cursor);
    return;
  }
  translations[3 * bone] = translations[3 * bone + 1] = translations[3 * bone + 2] = 0;
  rotations[4 * bone] = rotations[4 * bone + 1] = rotations[4 * bone + 2] = 0;
  rotations[4 * bone + 3] = 1;
  physicsEnabled[bone] = 1;
}

/**
 * A function of its own, so that the engine inlines all its calls: otherwise each weight would be a number on the heap.
 */
function sampleMorphs(
  morphs: readonly BoundTrack<MorphTrack>[],
  frame: number,
  { morphWeights }: RigPose,
): void {
  for (let i = 0; i < morphs.length; i++) {
    const { track, cursor } = morphs[i];
    morphWeights[i] = track ? sampleMorph(track, frame, cursor) : 0;
  }
}

/** The visibility and IK switches of a motion, bound to the IKs of a rig. */
interface BoundProperty {
  readonly track: PropertyTrack;
  readonly cursor: KeyCursor;
  /** Per IK of the rig: its index among the track's names, −1 if it is not there. */
  readonly switches: readonly number[];
}

function bindProperty(track: PropertyTrack, ikNames: readonly string[]): BoundProperty {
  return { track, cursor: new KeyCursor(), switches: findIkSwitches(track.ikNames, ikNames) };
}

function sampleSwitches(property: BoundProperty | undefined, frame: number, pose: RigPose): void {
  if (!property) {
    pose.ikEnabled.fill(1);
    pose.visible = true;
    return;
  }
  const { track, cursor, switches } = property;
  pose.visible = samplePropertyAt(track, 0, frame, cursor) !== 0;
  for (let i = 0; i < switches.length; i++) {
    pose.ikEnabled[i] = switches[i] < 0 ? 1 : samplePropertyAt(track, 1 + switches[i], frame, cursor);
  }
}
