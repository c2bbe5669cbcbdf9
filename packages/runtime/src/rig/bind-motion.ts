import { KeyCursor } from '../motion/key-cursor.js';
import type { Motion } from '../motion/motion.js';
import { sampleBoneInto, sampleBonePhysics } from '../motion/sample-bone.js';
import { sampleMorph } from '../motion/sample-morph.js';
import { sampleProperty } from '../motion/sample-property.js';
import { findTrack } from '../motion/track-name.js';
import type { BoneTrack, MorphTrack, PropertyTrack } from '../motion/tracks.js';
import { findIkSwitches } from './find-ik-switches.js';
import type { RigDefinition } from './rig-definition.js';
import type { Rig } from './rig.js';
import type { RigPose } from './rig-pose.js';

/** What a motion names and a model lacks, in the order of the motion. */
export interface MissingNames {
  readonly bones: readonly string[];
  readonly morphs: readonly string[];
  /** IK bones that the motion switches. */
  readonly ikBones: readonly string[];
}

/** A motion on a rig: names resolved, ready to be sampled into its pose. */
export interface MotionBinding {
  readonly missing: MissingNames;
  /**
   * Writes the whole pose at a frame; what the motion has no track for is at rest. 30 frames a second, fractions too.
   *
   * Allocates nothing; O(bones + morphs) while time flows. `rig.solve()` comes next.
   */
  sample(frame: number): void;
}

/**
 * Binds a motion to a rig: O(tracks + bones), once.
 *
 * A track whose name was cut at 15 bytes fits any bone or morph that begins so; bones that share a name share a track.
 *
 * @example
 * const binding = bindMotion(motion, rig);
 * binding.missing.bones; // → ['左袖'] (left sleeve): the motion moves one, the model has none
 * binding.sample(secondsToFrame(12.345));
 * rig.solve();
 */
export function bindMotion(motion: Motion, rig: Rig): MotionBinding {
  return bindPose(motion, rig.definition, rig.pose);
}

/** The same for any pose of such a rig: what is blended is sampled beside it. */
export function bindPose(motion: Motion, definition: RigDefinition, pose: RigPose): MotionBinding {
  const bones = definition.boneNames.map((name) => boundTo(findTrack(motion.bones, name)));
  const morphs = definition.morphNames.map((name) => boundTo(findTrack(motion.morphs, name)));
  const property = motion.property && bindProperty(motion.property, definition.ikNames);
  const switched = new Set(property?.switches);
  return {
    missing: {
      bones: missing(motion.bones, bones),
      morphs: missing(motion.morphs, morphs),
      ikBones: motion.property?.ikNames.filter((_, i) => !switched.has(i)) ?? [],
    },
    sample(frame) {
      for (let i = 0; i < bones.length; i++) sampleBoneSlot(bones[i], frame, pose, i);
      sampleMorphs(morphs, frame, pose);
      sampleSwitches(property, frame, pose);
    },
  };
}

/** A slot of the pose, and what drives it. */
interface BoundTrack<T> {
  readonly track: T | undefined;
  readonly cursor: KeyCursor;
}

function boundTo<T>(track: T | undefined): BoundTrack<T> {
  return { track, cursor: new KeyCursor() };
}

function missing<T>(tracks: ReadonlyMap<string, T>, bound: readonly BoundTrack<T>[]): string[] {
  const found = new Set(bound.map(({ track }) => track));
  return [...tracks].filter(([, track]) => !found.has(track)).map(([name]) => name);
}

function sampleBoneSlot(
  { track, cursor }: BoundTrack<BoneTrack>,
  frame: number,
  { translations, rotations, physicsEnabled }: RigPose,
  bone: number,
): void {
  if (track) {
    sampleBoneInto(track, frame, translations, 3 * bone, rotations, 4 * bone, cursor);
    physicsEnabled[bone] = sampleBonePhysics(track, frame, cursor);
    return;
  }
  translations[3 * bone] = translations[3 * bone + 1] = translations[3 * bone + 2] = 0;
  rotations[4 * bone] = rotations[4 * bone + 1] = rotations[4 * bone + 2] = 0;
  rotations[4 * bone + 3] = 1;
  physicsEnabled[bone] = 1;
}

/** On its own, so that it is inlined to the bottom: else each weight would be a number on the heap. */
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

/** Visibility and IK switches of a motion, and which slot of the pose each belongs to. */
interface BoundProperty {
  readonly track: PropertyTrack;
  readonly cursor: KeyCursor;
  /** Per IK of the rig: its place among the track's names, −1 if none of them. */
  readonly switches: readonly number[];
  readonly sampled: Float64Array;
}

function bindProperty(track: PropertyTrack, ikNames: readonly string[]): BoundProperty {
  const switches = findIkSwitches(track.ikNames, ikNames);
  return { track, cursor: new KeyCursor(), switches, sampled: new Float64Array(1 + track.ikNames.length) };
}

function sampleSwitches(property: BoundProperty | undefined, frame: number, pose: RigPose): void {
  if (!property) {
    pose.ikEnabled.fill(1);
    pose.visible = true;
    return;
  }
  const { track, cursor, switches, sampled } = property;
  sampleProperty(track, frame, sampled, cursor);
  pose.visible = sampled[0] !== 0;
  for (let i = 0; i < switches.length; i++) {
    pose.ikEnabled[i] = switches[i] < 0 ? 1 : sampled[1 + switches[i]];
  }
}
