import { type BoneKey, createVmd, type Quaternion, type Vector3, type Vmd } from '@odori/format';
import type { Bone } from 'three';
import { BONE_TABLE } from '../figure/bone-table.js';
import { createBones } from '../figure/create-bones.js';
import { LOOP_FRAMES } from './beat.js';
import { Choreography } from './choreography.js';
import { danceMorphs } from './dance-morphs.js';

const FRAMES_PER_KEY = 2;
/** Hair takes a few seconds to forget that it stood still. */
const WARM_UP = 150;

/** The dance as a motion document. */
export function recordDance(): Vmd {
  const dance = new Choreography();
  const rest = createBones();
  for (let frame = LOOP_FRAMES - WARM_UP; frame < LOOP_FRAMES; frame++) dance.pose(frame);
  const tracks: BoneKey[][] = BONE_TABLE.map(() => []);
  for (let frame = 0; frame < LOOP_FRAMES; frame++) {
    dance.pose(frame);
    if (frame % FRAMES_PER_KEY > 0) continue;
    dance.puppet.bones.forEach((bone, i) => tracks[i].push(keyOf(bone, rest[i], frame)));
  }
  const closed = tracks.map((keys) => [...keys, { ...keys[0], frame: LOOP_FRAMES }]);
  return createVmd({
    modelName: '踊り子', // dancer
    bones: closed.filter(moves).flat(),
    morphs: danceMorphs(),
  });
}

function moves(keys: readonly BoneKey[]): boolean {
  const unlike = (a: readonly number[] = [], b: readonly number[] = []): boolean =>
    a.some((value, i) => Math.abs(value - b[i]) > 1e-4);
  return keys.some(({ position, rotation }) => unlike(position, [0, 0, 0]) || unlike(rotation, [0, 0, 0, 1]));
}

/** MMD's z points away from the viewer: what moves along it, or turns about the two others, changes its sign. */
function keyOf(bone: Bone, rest: Bone, frame: number): BoneKey {
  const { x, y, z } = bone.position;
  const turn = bone.quaternion;
  const position: Vector3 = [x - rest.position.x, y - rest.position.y, rest.position.z - z];
  const rotation: Quaternion = [-turn.x, -turn.y, turn.z, turn.w];
  return { name: bone.name, frame, position, rotation };
}
