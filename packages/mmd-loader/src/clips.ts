import type { Motion } from '@odori/runtime';
import { type Channel, clipDuration, type NumericChannel, poseChannels } from '@odori/runtime/internal/three';
import { AnimationClip, type KeyframeTrack, PropertyBinding, type TypedArray } from 'three';
import { createEditableTrack, isEdited } from './editable-track.js';
import type { PageModel } from './page-model.js';

/** Gives a clip of ours for another model. */
const remakes = /* @__PURE__ */ new WeakMap<AnimationClip, (page: PageModel) => AnimationClip>();

/**
 * A clip for a mixer whose root is the mesh: tracks have r171's names (`.bones[頭].quaternion`,
 * `.morphTargetInfluences[3]`) and values (positions relative to the parent), and play the motion's own
 * curves where the page has not changed their keyframes. O(keys).
 */
export function createMeshClip(motion: Motion, page: PageModel, name: string): AnimationClip {
  const tracks = poseChannels(motion, page.model.poseTarget).map((channel) =>
    createEditableTrack(pageChannel(channel, page), motion.lastFrame),
  );
  const clip = new AnimationClip(name, clipDuration(motion), tracks);
  remakes.set(clip, (other) => {
    const isOwn = other === page || clip.tracks.some(isEdited);
    return isOwn ? clip : createMeshClip(motion, other, name);
  });
  return clip;
}

/** The channel by r171's name, and of a position relative to the parent. */
function pageChannel(channel: Channel, page: PageModel): Channel {
  const { name, rest } = pageName(channel.name, page);
  if (!rest || channel.kind === 'switch') return { ...channel, name };
  const { sample } = channel;
  const placed: NumericChannel = {
    ...channel,
    name,
    sample: (frame, out, cursor) => {
      sample(frame, out, cursor);
      for (let i = 0; i < 3; i++) out[i] += rest[i];
    },
  };
  return placed;
}

/** On a pose target, tracks are called `bone3.position` and `.morphWeights[3]`. */
function pageName(
  name: string,
  { model, restOf }: PageModel,
): { readonly name: string; readonly rest?: ArrayLike<number> } {
  const { boneNames } = model.poseTarget;
  const [, number, property] = /^bone(\d+)\.(.+)/.exec(name) ?? [];
  if (number === undefined) return { name: name.replace('.morphWeights', '.morphTargetInfluences') };
  const index = Number(number);
  const isNamed = boneNames.indexOf(boneNames[index]) === index;
  const bone = isNamed ? addressable(boneNames[index], number) : number;
  return {
    name: `.bones[${bone}].${property}`,
    ...(property === 'position' && { rest: restOf(index) }),
  };
}

/** A name if three finds it in the name of a track, or else its index, which three finds, too. */
function addressable(name: string, index: string): string {
  const isFound =
    /^[^[\]]+$/.test(name) && PropertyBinding.parseTrackName(`.bones[${name}].position`).objectIndex === name;
  return isFound ? name : index;
}

/**
 * A clip that plays on a mesh: one of ours that was made for another model, made anew; one for a pose target,
 * as `createAnimationClip` makes them, with r171's names; every other clip as it is.
 */
export function clipFor(clip: AnimationClip, page: PageModel): AnimationClip {
  const remake = remakes.get(clip);
  if (remake) return remake(page);
  if (!clip.tracks.some(({ name }) => /^bone\d+\.|^\.morphWeights\[/.test(name))) return clip;
  const tracks = clip.tracks.map((track) => trackFor(track, page));
  return new AnimationClip(clip.name, clip.duration, tracks, clip.blendMode);
}

function trackFor(track: KeyframeTrack, page: PageModel): KeyframeTrack {
  const { name, rest } = pageName(track.name, page);
  const copy = track.clone();
  copy.name = name;
  if (!rest) return copy;
  for (let i = 0; i < copy.values.length; i++) copy.values[i] += rest[i % 3];
  // A track with an interpolation of three's plays its keyframes, an exact one the motion.
  if (copy.getInterpolation() === undefined) shiftPlayed(copy, rest);
  return copy;
}

/** Moves what an exact track plays, which its interpolants compute anew each time. */
function shiftPlayed(track: KeyframeTrack, by: ArrayLike<number>): void {
  const playing = track as KeyframeTrack & { createInterpolant: CreateInterpolant };
  const create = playing.createInterpolant;
  playing.createInterpolant = (result) => {
    const interpolant = create.call(track, result);
    const evaluate = interpolant.evaluate.bind(interpolant);
    interpolant.evaluate = (seconds) => {
      const out = evaluate(seconds);
      for (let i = 0; i < 3; i++) out[i] += by[i];
      return out;
    };
    return interpolant;
  };
}

type CreateInterpolant = (result?: TypedArray) => { evaluate(seconds: number): TypedArray };
