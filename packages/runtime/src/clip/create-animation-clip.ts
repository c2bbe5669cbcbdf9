import { AdditiveAnimationBlendMode, AnimationClip, type Object3D } from 'three';
import { isPoseTarget, type PoseTarget } from '../bind/pose-target.js';
import type { Motion } from '../motion/motion.js';
import { FRAMES_PER_SECOND } from '../motion/seconds-to-frame.js';
import { additiveChannel } from './additive-channel.js';
import { BAKE_TOLERANCE_DEFAULTS, type BakeTolerance, createBakedTrack } from './baked-track.js';
import type { Channel } from './channel.js';
import { objectChannels } from './object-channels.js';
import { poseChannels } from './pose-channels.js';
import { createSampledTrack } from './sampled-track.js';

export interface AnimationClipOptions {
  readonly name?: string; // ''
  /** `exact` plays the motion's own curves; `baked` is straight lines between keys, for export and other engines. */
  readonly interpolation?: 'exact' | 'baked'; // 'exact'
  /** How far `baked` may be from the motion. */
  readonly tolerance?: BakeTolerance; // 0.002 units, 0.05 degrees, 0.001 of a weight
  /** A layer to add to other actions: everything relative to its value at this frame. Switches are left out. */
  readonly additive?: { readonly referenceFrame: number };
}

/**
 * Makes a motion an AnimationClip, which an ordinary AnimationMixer plays on `target`. Times are seconds.
 *
 * `target` is a model's root, facing +z, y up, in MMD units: its descendants are moved that bear the names of the
 * motion's bones, from their rest pose (that of the skeleton, or how they stand now), and all meshes with its morphs.
 * Or it is a {@link PoseTarget}, and the clip then serves every target with the same bones, morphs and IK in the same
 * order. Names that a file cut at 15 bytes find their bone. What the target does not have is left out.
 *
 * The clip lasts at least a frame, so that a pose can be played. Exact clips give what `sampleBone` and its sisters
 * give, and switch at whole frames to the frame; `clone()` keeps that. They refuse, by an Error, what would rewrite
 * their keys: `toJSON`, `trim`, `optimize`, the `shift` and `scale` of tracks, `AnimationUtils.subclip` and
 * `makeClipAdditive`, `GLTFExporter`. For these there are `interpolation: 'baked'`, the option `additive`, and
 * `motion.slice`, `offset` and `retime`. Whoever writes into `track.values` changes nothing that is played.
 *
 * Baked clips are ordinary: straight lines within `tolerance` of the motion everywhere. Where a curve stands upright they
 * are so at a time no further off than their 32-bit times are apart: 8e-6 seconds after 90. Making a clip is O(keys), a
 * baked one O(keys + bends); exact clips allocate nothing when they play.
 *
 * @throws RangeError if an option is not one of those above, or a tolerance is not above 0.
 * @example
 * const mixer = new AnimationMixer(model);
 * mixer.clipAction(createAnimationClip(motion, model)).play();
 * mixer.setTime(12.5); // → model stands as MMD shows it at frame 375
 */
export function createAnimationClip(
  motion: Motion,
  target: Object3D | PoseTarget,
  options: AnimationClipOptions = {},
): AnimationClip {
  const { name = '', interpolation = 'exact', additive } = options;
  const tolerance = checkedTolerance(options.tolerance);
  if (interpolation !== 'exact' && interpolation !== 'baked') {
    throw new RangeError(`interpolation must be 'exact' or 'baked', not ${String(interpolation)}`);
  }
  const all = isPoseTarget(target) ? poseChannels(motion, target) : objectChannels(motion, target);
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

/** A pose has one key and lasts 0: an action's time would be NaN. */
export function clipDuration(motion: Motion): number {
  return Math.max(motion.duration, 1 / FRAMES_PER_SECOND);
}

function additiveChannels(channels: readonly Channel[], referenceFrame: number): Channel[] {
  if (!Number.isFinite(referenceFrame)) {
    throw new RangeError(`referenceFrame must be a number, not ${referenceFrame}`);
  }
  return channels.flatMap((channel) =>
    channel.kind === 'switch' ? [] : [additiveChannel(channel, referenceFrame)],
  );
}

function checkedTolerance(tolerance: BakeTolerance = {}): Required<BakeTolerance> {
  const all = { ...BAKE_TOLERANCE_DEFAULTS, ...tolerance };
  for (const [what, value] of Object.entries(all)) {
    if (!(value > 0)) throw new RangeError(`tolerance.${what} must be above 0, not ${value}`);
  }
  return all;
}
