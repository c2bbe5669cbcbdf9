import type { Object3D } from 'three';
import type { PoseTarget } from '../bind/pose-target.js';
import { RestPose } from '../bind/rest-pose.js';
import { boneObjects, isMorphed, type MorphedMesh } from '../bind/target-objects.js';
import type { Motion } from '../motion/motion.js';
import { matchSwitches, matchTracks, type NameOptions } from '../motion/match-tracks.js';
import type { BoneTrack, MorphTrack } from '../motion/tracks.js';
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
export function poseChannels(motion: Motion, target: PoseTarget, options: NameOptions = {}): Channel[] {
  const { tracks: bones } = matchTracks(motion.bones, target.boneNames, options);
  const { tracks: morphs } = matchTracks(motion.morphs, target.morphNames, options);
  return [
    ...bones.flatMap((track, bone) => (track ? poseBoneChannels(track, bone) : [])),
    ...morphs.flatMap((track, morph) => (track ? [morphChannel(`.morphWeights[${morph}]`, track)] : [])),
    ...switchChannels(motion, target, options),
  ];
}

function poseBoneChannels(track: BoneTrack, bone: number): Channel[] {
  const channels: Channel[] = track.hasTranslation ? [positionChannel(`bone${bone}.position`, track)] : [];
  channels.push(rotationChannel(`bone${bone}.quaternion`, track));
  if (track.physics.includes(0)) channels.push(physicsChannel(`.physicsEnabled[${bone}]`, track));
  return channels;
}

function switchChannels({ property }: Motion, { ikNames }: PoseTarget, options: NameOptions): Channel[] {
  if (!property) return [];
  const { switches } = matchSwitches(property, ikNames, options);
  const channels = switches.flatMap((ik, slot) =>
    ik < 0 ? [] : [ikChannel(`.ikEnabled[${slot}]`, property, ik)],
  );
  return [visibleChannel('.visible', property), ...channels];
}

/**
 * The channels of a motion on objects of a scene, bound by uuid: this also works for names with `.`, `[` or
 * `:` and for duplicate names.
 *
 * Every descendant of the target with a bone's name is that bone. Where a three Bone has the name, other
 * objects of the name stay as they are.
 */
export function objectChannels(motion: Motion, target: Object3D, options: NameOptions): Channel[] {
  const channels: Channel[] = [...objectBoneChannels(motion, target, options)];
  const meshes: MorphedMesh[] = [];
  target.traverse((object) => {
    if (isMorphed(object)) meshes.push(object);
  });
  const names = meshes.flatMap((mesh) => Object.keys(mesh.morphTargetDictionary));
  const tracks = tracksByName(motion.morphs, names, options);
  for (const mesh of meshes) channels.push(...meshMorphChannels(tracks, mesh));
  if (motion.property) channels.push(visibleChannel(`${target.uuid}.visible`, motion.property));
  return channels;
}

/** The track of each name, which several objects may have. */
function tracksByName<T extends BoneTrack | MorphTrack>(
  tracks: ReadonlyMap<string, T>,
  names: readonly string[],
  options: NameOptions,
): Map<string, T | undefined> {
  const distinct = [...new Set(names)];
  const match = matchTracks(tracks, distinct, options);
  return new Map(distinct.map((name, i) => [name, match.tracks[i]]));
}

function objectBoneChannels(motion: Motion, target: Object3D, options: NameOptions): Channel[] {
  const rest = new RestPose(target);
  const objects = boneObjects(target);
  const names = objects.map(({ name }) => name);
  const tracks = tracksByName(motion.bones, names, options);
  return objects.flatMap((object) => {
    const track = tracks.get(object.name);
    if (!track) return [];
    const own = rest.of(object);
    const rotation = toLocalRotation(rotationChannel(`${object.uuid}.quaternion`, track), own);
    if (!track.hasTranslation) return [rotation];
    return [toLocalPosition(positionChannel(`${object.uuid}.position`, track), own), rotation];
  });
}

function meshMorphChannels(
  tracks: ReadonlyMap<string, MorphTrack | undefined>,
  mesh: MorphedMesh,
): Channel[] {
  return Object.entries(mesh.morphTargetDictionary).flatMap(([name, index]) => {
    const track = tracks.get(name);
    if (!track) return [];
    // By name, as in three's own tracks: GLTFExporter does not support indices, and a morph may be named '3'.
    const morph = /^.+$/.test(name) ? name : index;
    return [morphChannel(`${mesh.uuid}.morphTargetInfluences[${morph}]`, track)];
  });
}
