import type { PoseTarget } from '../bind/pose-target.js';
import type { Motion } from '../motion/motion.js';
import { findTrack } from '../motion/track-name.js';
import type { BoneTrack } from '../motion/tracks.js';
import { findIkSwitches } from '../rig/find-ik-switches.js';
import {
  type Channel,
  ikChannel,
  morphChannel,
  physicsChannel,
  positionChannel,
  rotationChannel,
  visibleChannel,
} from './channel.js';

/** The channels of a motion on a pose target: by number, so that they fit every target of the same model. */
export function poseChannels(motion: Motion, target: PoseTarget): Channel[] {
  const bones = target.boneNames.flatMap((name, bone) => {
    const track = findTrack(motion.bones, name);
    return track ? boneChannels(track, bone) : [];
  });
  const morphs = target.morphNames.flatMap((name, morph) => {
    const track = findTrack(motion.morphs, name);
    return track ? [morphChannel(`.morphWeights[${morph}]`, track)] : [];
  });
  return [...bones, ...morphs, ...switchChannels(motion, target)];
}

function boneChannels(track: BoneTrack, bone: number): Channel[] {
  const channels: Channel[] = track.hasTranslation ? [positionChannel(`bone${bone}.position`, track)] : [];
  channels.push(rotationChannel(`bone${bone}.quaternion`, track));
  if (track.physics.includes(0)) channels.push(physicsChannel(`.physicsEnabled[${bone}]`, track));
  return channels;
}

function switchChannels({ property }: Motion, { ikNames }: PoseTarget): Channel[] {
  if (!property) return [];
  const switches = findIkSwitches(property.ikNames, ikNames).flatMap((ik, slot) =>
    ik < 0 ? [] : [ikChannel(`.ikEnabled[${slot}]`, property, ik)],
  );
  return [visibleChannel('.visible', property), ...switches];
}
