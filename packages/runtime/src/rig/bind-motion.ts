import { KeyCursor } from '../motion/key-cursor.js';
import type { Motion } from '../motion/motion.js';
import { findIkSwitches, findTrack } from '../motion/names.js';
import { sampleBoneInto } from '../motion/sample-bone.js';
import { sampleMorph, samplePropertyAt } from '../motion/sample.js';
import type { BoneTrack, MorphTrack, PropertyTrack } from '../motion/tracks.js';
import { leadOutOfPhysics } from './lead-out-of-physics.js';
import type { RigDefinition } from './rig-definition.js';
import type { RigPose } from './rig-pose.js';
import type { Rig } from './rig.js';
import { slotsOverKeys, stillIkBones } from './still-ik.js';

/** Names in a motion that the model does not have, in the order of the motion. */
export interface MissingNames {
  readonly bones: readonly string[];
  readonly morphs: readonly string[];
  /** IK bones that the motion switches on or off. */
  readonly ikBones: readonly string[];
}

/** Options of {@link bindMotion}. */
export interface BindOptions {
  /**
   * `'off'`: no IK over bones that have keyframes in the motion, so that legs follow their own, and not their
   * IK bones. IK of other bones stays. Else the motion switches IK, as in MMD.
   */
  ik?: 'motion' | 'off' | undefined; // 'motion'
}

/** A motion on a rig: its names are resolved, and it can be sampled into the rig's pose. */
export interface MotionBinding {
  readonly missing: MissingNames;
  /**
   * The IK bones that rest during the motion and hold bones that move in it: as in MMD, those bones stand
   * still. Motion capture writes such motions; the option `ik: 'off'` is for them.
   */
  readonly stillIkBones: readonly string[];
  /**
   * Writes the whole pose at a frame: 30 per second, may be fractional. Bones and morphs without a track are
   * at rest.
   *
   * Allocates nothing; O(bones + morphs) during playback. Call `rig.solve()` next.
   */
  sample(frame: number): void;
}

/**
 * Binds a motion to a rig, once. O(tracks + bones).
 *
 * A track whose name was truncated to 15 bytes drives any bone or morph whose name begins with it. Bones of
 * the same name share a track.
 *
 * @example
 * const binding = bindMotion(motion, rig);
 * binding.missing.bones; // → ['左袖'] (left sleeve): in the motion, but not in the model
 * binding.sample(secondsToFrame(12.345));
 * rig.solve();
 */
export function bindMotion(motion: Motion, rig: Rig, options: BindOptions = {}): MotionBinding {
  return bindPose(motion, rig.definition, rig.pose, options);
}

/**
 * Does the same as {@link bindMotion} for any pose of such a rig, for example for the second motion of a
 * crossfade.
 */
export function bindPose(
  motion: Motion,
  definition: RigDefinition,
  pose: RigPose,
  { ik }: BindOptions = {},
): MotionBinding {
  const bones = bindTracks(motion.bones, definition.boneNames);
  const morphs = bindTracks(motion.morphs, definition.morphNames);
  const property = motion.property && bindProperty(motion.property, definition.ikNames);
  const switched = new Set(property?.switches);
  const tracks = new Map(bones.map(({ index, track }) => [index, track]));
  const slotsOff = ik === 'off' ? slotsOverKeys(definition, tracks) : [];
  return {
    missing: {
      bones: unmatched(motion.bones, bones),
      morphs: unmatched(motion.morphs, morphs),
      ikBones: motion.property?.ikNames.filter((_, i) => !switched.has(i)) ?? [],
    },
    get stillIkBones() {
      return ik === 'off' ? [] : stillIkBones(definition, tracks, motion.property);
    },
    sample(frame) {
      pose.reset();
      for (let i = 0; i < bones.length; i++) sampleBoneSlot(bones[i], frame, pose);
      sampleMorphs(morphs, frame, pose);
      if (property) sampleSwitches(property, frame, pose);
      for (let i = 0; i < slotsOff.length; i++) pose.ikEnabled[slotsOff[i]] = 0;
    },
  };
}

/** A bone or morph that has a track. */
interface BoundTrack<T> {
  /** The index of the bone or morph. */
  readonly index: number;
  readonly track: T;
  readonly cursor: KeyCursor;
}

function bindTracks<T extends { readonly isTruncated: boolean }>(
  tracks: ReadonlyMap<string, T>,
  names: readonly string[],
): BoundTrack<T>[] {
  return names.flatMap((name, index) => {
    const track = findTrack(tracks, name);
    return track ? { index, track, cursor: new KeyCursor() } : [];
  });
}

/** The names of tracks that no bone or morph has. */
function unmatched<T>(tracks: ReadonlyMap<string, T>, bound: readonly BoundTrack<T>[]): string[] {
  const found = new Set(bound.map(({ track }) => track));
  return [...tracks].filter(([, track]) => !found.has(track)).map(([name]) => name);
}

function sampleBoneSlot({ index, track, cursor }: BoundTrack<BoneTrack>, frame: number, pose: RigPose): void {
  const { physics } = track;
  sampleBoneInto(track, frame, pose.translations, 3 * index, pose.rotations, 4 * index, cursor);
  const key = Math.max(cursor.key, 0);
  pose.physicsEnabled[index] = physics[key];
  if (pose.held && physics[key + 1] === 0) leadOutOfPhysics(track, frame, pose, pose.held, index, cursor);
}

/**
 * A function of its own, so that the engine inlines all its calls: otherwise each weight would be a number on
 * the heap.
 */
function sampleMorphs(
  morphs: readonly BoundTrack<MorphTrack>[],
  frame: number,
  { morphWeights }: RigPose,
): void {
  for (let i = 0; i < morphs.length; i++) {
    const { index, track, cursor } = morphs[i];
    morphWeights[index] = sampleMorph(track, frame, cursor);
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

function sampleSwitches({ track, cursor, switches }: BoundProperty, frame: number, pose: RigPose): void {
  pose.visible = samplePropertyAt(track, 0, frame, cursor) !== 0;
  for (let i = 0; i < switches.length; i++) {
    if (switches[i] >= 0) pose.ikEnabled[i] = samplePropertyAt(track, 1 + switches[i], frame, cursor);
  }
}
