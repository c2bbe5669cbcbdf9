import { KeyCursor } from '../motion/key-cursor.js';
import type { Motion } from '../motion/motion.js';
import {
  type AmbiguousName,
  type HelpedName,
  matchSwitches,
  matchTracks,
  type NameOptions,
  type TrackMatch,
} from '../motion/match-tracks.js';
import { sampleBoneInto } from '../motion/sample-bone.js';
import { sampleMorph, samplePropertyAt } from '../motion/sample.js';
import type { BoneTrack, MorphTrack, PropertyTrack } from '../motion/tracks.js';
import type { PoseSlots } from './blend-pose.js';
import { leadOutOfPhysics } from './lead-out-of-physics.js';
import type { RigDefinition } from './rig-definition.js';
import type { RigPose } from './rig-pose.js';
import type { Rig } from './rig.js';
import { slotsOverKeys, stillIkBones } from './still-ik.js';

/** Names in a motion that move nothing, in the order of the motion. */
export interface MissingNames {
  readonly bones: readonly string[];
  readonly morphs: readonly string[];
  /** IK bones that the motion switches on or off. */
  readonly ikBones: readonly string[];
}

/** Options of {@link bindMotion}. */
export interface BindOptions extends NameOptions {
  /**
   * `'off'`: no IK over bones that have keyframes in the motion, so that legs follow their own, and not their
   * IK bones. IK of other bones stays. Else the motion switches IK, as in MMD.
   */
  ik?: 'motion' | 'off' | undefined; // 'motion'
}

/** What became of the names of a motion. */
export interface NameReport {
  readonly missing: MissingNames;
  /** Names that move a bone or morph which MMD leaves at rest. */
  readonly helped: Readonly<Record<keyof MissingNames, readonly HelpedName[]>>;
  /** Names that fit several bones or morphs equally well. They are among the missing ones, too. */
  readonly ambiguous: Readonly<Record<keyof MissingNames, readonly AmbiguousName[]>>;
}

/** A motion on a rig: its names are resolved, and it can be sampled into the rig's pose. */
export interface MotionBinding extends NameReport {
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

/** A binding that knows which parts of the pose the motion moves; the others are at rest. */
export interface PoseBinding extends MotionBinding {
  readonly slots: PoseSlots;
}

/**
 * Binds a motion to a rig, once. O(tracks + bones).
 *
 * Names meet as in MMD: the bytes of a name in a VMD are all the bytes of the model's name in CP932, and of
 * several bones with this name the first moves. (A VPD moves all of them.) Where MMD finds no bone, one is
 * helped to its track if it is the only one that fits a truncated name, a name with characters that CP932
 * lacks, or a name in another encoding; `names: 'mmd'` leaves it at rest.
 *
 * @see MMD 9.31, measured.
 * @example
 * const motion = Motion.from(createVmd({ bones: ['頭', '左袖'].map((name) => ({ name, frame: 0 })) }));
 * const binding = bindMotion(motion, rig);
 * binding.missing.bones; // → ['左袖'] (left sleeve): in the motion, but not in the model
 * binding.helped.bones; // → [], or such as { name: '左?', target: '左头', help: 'not-cp932' }
 * bindMotion(motion, rig, { names: 'mmd' }).helped.bones; // → []
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
  options: BindOptions = {},
): PoseBinding {
  const ofBones = matchTracks(motion.bones, definition.boneNames, options);
  const ofMorphs = matchTracks(motion.morphs, definition.morphNames, options);
  const ofIk = matchSwitches(motion.property ?? NO_SWITCHES, definition.ikNames, options);
  const bones = bindTracks(ofBones);
  const morphs = bindTracks(ofMorphs);
  const property = motion.property && {
    track: motion.property,
    cursor: new KeyCursor(),
    switches: ofIk.switches,
  };
  const tracks = new Map(bones.map(({ index, track }) => [index, track]));
  const slotsOff = options.ik === 'off' ? slotsOverKeys(definition, tracks) : [];
  return {
    missing: { bones: ofBones.missing, morphs: ofMorphs.missing, ikBones: ofIk.missing },
    helped: { bones: ofBones.helped, morphs: ofMorphs.helped, ikBones: ofIk.helped },
    ambiguous: { bones: ofBones.ambiguous, morphs: ofMorphs.ambiguous, ikBones: ofIk.ambiguous },
    slots: {
      bones: Int32Array.from(bones, ({ index }) => index),
      morphs: Int32Array.from(morphs, ({ index }) => index),
      iks: Int32Array.from(definition.ikNames.keys()).filter(
        (slot) => slotsOff.includes(slot) || ofIk.switches[slot] >= 0,
      ),
      hasVisibility: property !== undefined,
    },
    get stillIkBones() {
      return options.ik === 'off' ? [] : stillIkBones(definition, tracks, motion.property, ofIk.switches);
    },
    sample(frame) {
      pose.reset();
      heap.frame = frame;
      for (let i = 0; i < bones.length; i++) sampleBoneSlot(bones[i], heap.frame, pose);
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

function bindTracks<T>({ tracks }: TrackMatch<T>): BoundTrack<T>[] {
  return tracks.flatMap((track, index) => (track ? { index, track, cursor: new KeyCursor() } : []));
}

/**
 * The frame that is sampled, as one number on the heap, which `undefined` makes sure of: otherwise the engine
 * may make one for each bone.
 */
const heap: { frame: number | undefined } = { frame: undefined };

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

const NO_SWITCHES = { ikNames: [], ikFields: [] };

function sampleSwitches({ track, cursor, switches }: BoundProperty, frame: number, pose: RigPose): void {
  pose.visible = samplePropertyAt(track, 0, frame, cursor) !== 0;
  for (let i = 0; i < switches.length; i++) {
    if (switches[i] >= 0) pose.ikEnabled[i] = samplePropertyAt(track, 1 + switches[i], frame, cursor);
  }
}
