import { AdditiveAnimationBlendMode, AnimationClip, type Object3D, SkinnedMesh } from 'three';
import { type BakeTolerance, completeTolerance } from '../bake/tolerance.js';
import { OnDemandBone } from '../bind/create-bones.js';
import { isPoseTarget, type PoseTarget } from '../bind/pose-target.js';
import { FRAMES_PER_SECOND } from '../motion/frames.js';
import type { NameOptions } from '../motion/match-tracks.js';
import type { Motion } from '../motion/motion.js';
import { createBakedTrack } from './baked-track.js';
import type { Channel } from './channel.js';
import { additiveChannel } from './relative-channel.js';
import { createSampledTrack } from './sampled-track.js';
import { objectChannels, poseChannels } from './target-channels.js';

/** Options of {@link createAnimationClip}. @inline */
export interface AnimationClipOptions extends NameOptions {
  readonly name?: string; // ''
  /**
   * `exact` plays the motion's own curves. `baked` has straight lines between keyframes, for export and other
   * engines.
   */
  readonly interpolation?: 'exact' | 'baked'; // 'exact'
  /** How far a `baked` clip may be from the motion. */
  readonly tolerance?: BakeTolerance; // 0.002 units, 0.05 degrees, 0.001 of a weight
  /**
   * Makes a layer to add to other actions: all values are relative to those at this frame. It has no
   * switches.
   */
  readonly additive?: { readonly referenceFrame: number };
}

const TOLERANCE_DEFAULTS: Required<BakeTolerance> = { position: 0.002, angle: 0.05, weight: 0.001 };

/**
 * Makes an AnimationClip of a motion, which an ordinary AnimationMixer plays on `target`. Times are seconds.
 *
 * `target` is a model's root, facing +z, y up, in MMD units. The clip moves its descendants with the names
 * of the motion's bones, from their rest pose (that of the skeleton, or else their current pose), and the
 * morphs of all its meshes. Or `target` is a {@link PoseTarget}; the clip then fits every target with the
 * same bones, morphs and IK in the same order. Names find bones as in {@link bindMotion}. The clip has no
 * tracks for bones and morphs that the target does not have. A clip for a root is bound to its objects by
 * uuid: a clone of the root needs a clip of its own.
 *
 * The bones of an `MmdModel` follow its rig, which overwrites what a clip writes: use `model.poseTarget`.
 * Only a `baked` clip may have the root of such a model as its target, for an exporter.
 *
 * The clip lasts at least one frame, so that a pose can be played. Exact clips give the values of
 * `sampleBone` and the other samplers, and switches change at exactly the right frame; `clone()` keeps that.
 * Tools that would rewrite their keyframes throw an Error: `toJSON`, `trim`, `optimize`, the `shift` and
 * `scale` of tracks, `AnimationUtils.subclip` and `makeClipAdditive`, `GLTFExporter`. Use `interpolation:
 * 'baked'`, the option `additive`, or `motion.slice`, `offset` and `retime` instead. Writing into
 * `track.values` changes nothing that is played.
 *
 * Baked clips are ordinary: straight lines, everywhere within `tolerance` of the motion. Where a curve is
 * vertical, its time may be off by the step between 32-bit times: 8e-6 seconds after 90 seconds. Making an
 * exact clip is O(keys), a baked one O(keys + bends); exact clips allocate nothing during playback.
 *
 * @throws RangeError if an option has none of the values above, a tolerance is not above 0 or too small for
 * 32-bit keyframes, or `additive.referenceFrame` is not finite; TypeError if an exact clip would have bones
 * that follow a rig.
 * @example
 * const mixer = new AnimationMixer(mesh);
 * mixer.clipAction(createAnimationClip(motion, mesh)).play();
 * mixer.setTime(12.5); // → the mesh has the pose of frame 375
 */
export function createAnimationClip(
  motion: Motion,
  target: Object3D | PoseTarget,
  options: AnimationClipOptions = {},
): AnimationClip {
  const { name = '', interpolation = 'exact', additive } = options;
  const tolerance = completeTolerance(options.tolerance, TOLERANCE_DEFAULTS);
  if (interpolation !== 'exact' && interpolation !== 'baked') {
    throw new RangeError(`interpolation must be 'exact' or 'baked', not ${String(interpolation)}`);
  }
  if (interpolation === 'exact' && !isPoseTarget(target)) refuseRigBones(target);
  const all = isPoseTarget(target)
    ? poseChannels(motion, target, options)
    : objectChannels(motion, target, options);
  const channels = additive ? additiveChannels(all, additive.referenceFrame) : all;
  const tracks = channels.map((channel) =>
    interpolation === 'exact'
      ? createSampledTrack(channel)
      : createBakedTrack(channel, motion.lastFrame, tolerance),
  );
  const clip = new AnimationClip(name, clipDuration(motion), tracks);
  if (additive) clip.blendMode = AdditiveAnimationBlendMode;
  return clip;
}

/** The rig would overwrite what the mixer writes, and nothing would move. */
function refuseRigBones(target: Object3D): void {
  target.traverse((object) => {
    // the bones of a skinned mesh may be its siblings
    const bone: Object3D | undefined = object instanceof SkinnedMesh ? object.skeleton?.bones[0] : object;
    if (!(bone instanceof OnDemandBone)) return;
    throw new TypeError(
      `the bones of ${target.name || 'this target'} follow a rig, so that a clip cannot move them: make the clip for the model's poseTarget, and the mixer too`,
    );
  });
}

/** At least one frame: a pose has one keyframe and lasts 0 seconds, and an action's time would be NaN. */
export function clipDuration(motion: Motion): number {
  return Math.max(motion.duration, 1 / FRAMES_PER_SECOND);
}

function additiveChannels(channels: readonly Channel[], referenceFrame: number): Channel[] {
  if (!Number.isFinite(referenceFrame)) {
    throw new RangeError(`additive.referenceFrame must be a finite number, not ${referenceFrame}`);
  }
  return channels.flatMap((channel) =>
    channel.kind === 'switch' ? [] : [additiveChannel(channel, referenceFrame)],
  );
}
