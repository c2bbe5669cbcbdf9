import { createAnimationClip, type Motion } from '@odori/runtime';
import { type AnimationClip, type KeyframeTrack, PropertyBinding, type TypedArray } from 'three';
import type { PageModel } from './page-model.js';

/** Gives a clip of ours for another model. */
const remakes = /* @__PURE__ */ new WeakMap<AnimationClip, (page: PageModel) => AnimationClip>();

/**
 * A clip for a mixer whose root is the mesh: tracks have r171's names (`.bones[頭].quaternion`,
 * `.morphTargetInfluences[3]`) and values (positions relative to the parent), and play the motion's own
 * curves. O(keys).
 */
export function createMeshClip(motion: Motion, page: PageModel, name: string): AnimationClip {
  const clip = createAnimationClip(motion, page.model.poseTarget, { name });
  for (const track of clip.tracks) rename(track, page);
  remakes.set(clip, (other) => (other === page ? clip : createMeshClip(motion, other, name)));
  return clip;
}

/** On a pose target, tracks are called `bone3.position` and `.morphWeights[3]`. */
function rename(track: KeyframeTrack, { model, restOf }: PageModel): void {
  const { boneNames } = model.poseTarget;
  track.name = track.name.replace('.morphWeights', '.morphTargetInfluences');
  const [, number, property] = /^bone(\d+)\.(.+)/.exec(track.name) ?? [];
  if (number === undefined) return;
  const index = Number(number);
  const isNamed = boneNames.indexOf(boneNames[index]) === index;
  track.name = `.bones[${isNamed ? addressable(boneNames[index], number) : number}].${property}`;
  if (property === 'position') shift(track, restOf(index));
}

/** A name if three finds it in the name of a track, or else its index, which three finds, too. */
function addressable(name: string, index: string): string {
  const isFound =
    /^[^[\]]+$/.test(name) && PropertyBinding.parseTrackName(`.bones[${name}].position`).objectIndex === name;
  return isFound ? name : index;
}

/** Moves all values of an exact track, which its interpolants compute anew each time. */
function shift(track: KeyframeTrack, by: ArrayLike<number>): void {
  const playing = track as KeyframeTrack & { createInterpolant: CreateInterpolant };
  const { values } = track;
  for (let i = 0; i < values.length; i++) values[i] += by[i % 3];
  const create = playing.createInterpolant;
  const createShifted: CreateInterpolant = (result) => {
    const interpolant = create(result);
    const evaluate = interpolant.evaluate.bind(interpolant);
    interpolant.evaluate = (seconds) => {
      const out = evaluate(seconds);
      for (let i = 0; i < 3; i++) out[i] += by[i];
      return out;
    };
    return interpolant;
  };
  // The original refuses tools that would rewrite its keys, by a getter.
  playing.createInterpolant = Object.setPrototypeOf(createShifted, create) as CreateInterpolant;
}

type CreateInterpolant = (result?: TypedArray) => { evaluate(seconds: number): TypedArray };

/** A clip of ours that was made for another model, made anew for this one; every other clip as it is. */
export function clipFor(clip: AnimationClip, page: PageModel): AnimationClip {
  return remakes.get(clip)?.(page) ?? clip;
}
