import type { Object3D } from 'three';
import type { PoseTarget } from '../bind/pose-target.js';
import { RestPose } from '../bind/rest-pose.js';
import { boneObjects, isMorphed, type MorphedMesh } from '../bind/target-objects.js';
import type { Motion } from '../motion/motion.js';
import { findIkSwitches, findTrack } from '../motion/names.js';
import type { BoneTrack } from '../motion/tracks.js';
import {
  type Channel,
  ikChannel,
  morphChannel,
  physicsChannel,
  positionChannel,
  rotationChannel,
  visibleChannel,
} from './channel.js';
import { toLocalPosition, toLocalRotation } from './relative-channel.js';

/**
 * The channels of a motion on a pose target, bound by index, so that they fit every target of the same model.
 */
export function poseChannels(motion: Motion, target: PoseTarget): Channel[] {
  const bones = target.boneNames.flatMap((name, bone) => {
    const track = findTrack(motion.bones, name);
    return track ? poseBoneChannels(track, bone) : [];
  });
  const morphs = target.morphNames.flatMap((name, morph) => {
    const track = findTrack(motion.morphs, name);
    return track ? [morphChannel(`.morphWeights[${morph}]`, track)] : [];
  });
  return [...bones, ...morphs, ...switchChannels(motion, target)];
}

function poseBoneChannels(track: BoneTrack, bone: number): Channel[] {
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

/**
 * The channels of a motion on objects of a scene, bound by uuid: this also works for names with `.`, `[` or
 * `:` and for duplicate names.
 *
 * Every descendant of the target with a bone's name is that bone. Where a three Bone has the name, other
 * objects of the name stay as they are.
 */
export function objectChannels(motion: Motion, target: Object3D): Channel[] {
  const channels: Channel[] = [...objectBoneChannels(motion, target)];
  target.traverse((object) => {
    if (isMorphed(object)) channels.push(...meshMorphChannels(motion, object));
  });
  if (motion.property) channels.push(visibleChannel(`${target.uuid}.visible`, motion.property));
  return channels;
}

function objectBoneChannels(motion: Motion, target: Object3D): Channel[] {
  const rest = new RestPose(target);
  return boneObjects(target).flatMap((object) => {
    const track = findTrack(motion.bones, object.name);
    if (!track) return [];
    const own = rest.of(object);
    const rotation = toLocalRotation(rotationChannel(`${object.uuid}.quaternion`, track), own);
    if (!track.hasTranslation) return [rotation];
    return [toLocalPosition(positionChannel(`${object.uuid}.position`, track), own), rotation];
  });
}

function meshMorphChannels(motion: Motion, mesh: MorphedMesh): Channel[] {
  return Object.entries(mesh.morphTargetDictionary).flatMap(([name, index]) => {
    const track = findTrack(motion.morphs, name);
    if (!track) return [];
    // By name, as in three's own tracks: GLTFExporter does not support indices, and a morph may be named '3'.
    const morph = /^.+$/.test(name) ? name : index;
    return [morphChannel(`${mesh.uuid}.morphTargetInfluences[${morph}]`, track)];
  });
}
