import type { Object3D } from 'three';
import { boneObjects, isMorphed, type MorphedMesh } from '../bind/target-objects.js';
import { RestPose } from '../bind/rest-pose.js';
import type { Motion } from '../motion/motion.js';
import { findTrack } from '../motion/track-name.js';
import { type Channel, morphChannel, positionChannel, rotationChannel, visibleChannel } from './channel.js';
import { restedPosition, restedRotation } from './rest-channel.js';

/**
 * The channels of a motion on objects of a scene, bound by uuid, so that names with `.`, `[` or `:` and names that
 * several objects bear bind too.
 *
 * Bones are the target's descendants that bear their names; where a Bone bears one, other objects of that name stay.
 */
export function objectChannels(motion: Motion, target: Object3D): Channel[] {
  const channels: Channel[] = [...boneChannels(motion, target)];
  target.traverse((object) => {
    if (isMorphed(object)) channels.push(...morphChannels(motion, object));
  });
  if (motion.property) channels.push(visibleChannel(`${target.uuid}.visible`, motion.property));
  return channels;
}

function boneChannels(motion: Motion, target: Object3D): Channel[] {
  const rest = new RestPose(target);
  return boneObjects(target).flatMap((object) => {
    const track = findTrack(motion.bones, object.name);
    if (!track) return [];
    const own = rest.of(object);
    const rotation = restedRotation(rotationChannel(`${object.uuid}.quaternion`, track), own);
    if (!track.hasTranslation) return [rotation];
    return [restedPosition(positionChannel(`${object.uuid}.position`, track), own), rotation];
  });
}

function morphChannels(motion: Motion, mesh: MorphedMesh): Channel[] {
  return Object.entries(mesh.morphTargetDictionary).flatMap(([name, index]) => {
    const track = findTrack(motion.morphs, name);
    if (!track) return [];
    // By name, as three's own tracks are: GLTFExporter knows no numbers, and a morph may be called '3'.
    const morph = /^.+$/.test(name) ? name : index;
    return [morphChannel(`${mesh.uuid}.morphTargetInfluences[${morph}]`, track)];
  });
}
