import type { BoneTrack, PropertyTrack } from '../motion/tracks.js';
import type { IkDefinition, RigDefinition } from './rig-definition.js';

/*
 * Motion capture writes keyframes of legs and none of IK bones. As in MMD, IK then holds the feet where the
 * IK bones rest, and the keyframes of the legs show nothing.
 */

/** A smaller change is noise of the capture, in MMD units or as a part of a quaternion. */
const MIN_CHANGE = 0.02;
/** A chain over fewer bones, that of the toes, says nothing about legs. */
const MIN_LINKS = 2;

/** By index of a bone. */
type Tracks = ReadonlyMap<number, BoneTrack>;

/**
 * The IK bones that rest during a motion and hold bones that move in it. Not those that the motion switches
 * off at some time. `switches`: per IK, the index of its switch. O(keys of the bones under IK).
 */
export function stillIkBones(
  definition: RigDefinition,
  tracks: Tracks,
  property: PropertyTrack | undefined,
  switches: readonly number[],
): string[] {
  return iksOf(definition)
    .filter(({ links }) => links.length >= MIN_LINKS)
    .filter(({ links }) => links.some(({ bone }) => changes(tracks.get(bone))))
    .filter((ik) => !isMoved(ik, definition, tracks))
    .filter(({ slot }) => !property || !isSwitchedOff(property, switches[slot]))
    .map(({ slot }) => definition.ikNames[slot]);
}

/** The slots in `pose.ikEnabled` of the IKs over bones that have keyframes. */
export function slotsOverKeys(definition: RigDefinition, tracks: Tracks): number[] {
  return iksOf(definition)
    .filter(({ links }) => links.some(({ bone }) => tracks.has(bone)))
    .map(({ slot }) => slot);
}

function iksOf({ beforePhysics, afterPhysics }: RigDefinition): readonly IkDefinition[] {
  return [...beforePhysics.iks, ...afterPhysics.iks].sort((a, b) => a.slot - b.slot);
}

/** Does an IK bone move, or a parent of it that does not carry the whole chain along? */
function isMoved({ bone, chain }: IkDefinition, { parents }: RigDefinition, tracks: Tracks): boolean {
  const shared = new Set<number>();
  for (let above = parents[chain[0]]; above >= 0; above = parents[above]) shared.add(above);
  for (let goal = bone; goal >= 0 && !shared.has(goal); goal = parents[goal]) {
    if (leavesRest(tracks.get(goal))) return true;
  }
  return false;
}

function isSwitchedOff({ ikStarts, ikEnabled }: PropertyTrack, index: number): boolean {
  return index >= 0 && ikEnabled.subarray(ikStarts[index], ikStarts[index + 1]).includes(0);
}

/** Does any keyframe differ from the first? */
function changes(track: BoneTrack | undefined): boolean {
  return track?.rotations.some((value, i) => Math.abs(value - track.rotations[i % 4]) > MIN_CHANGE) ?? false;
}

/** Does any keyframe differ from rest? */
function leavesRest(track: BoneTrack | undefined): boolean {
  if (!track) return false;
  const { positions, rotations } = track;
  return (
    positions.some((value) => Math.abs(value) > MIN_CHANGE) ||
    rotations.some((value, i) => i % 4 !== 3 && Math.abs(value) > MIN_CHANGE)
  );
}
