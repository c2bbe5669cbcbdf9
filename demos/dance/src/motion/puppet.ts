import { type Bone, Quaternion, Vector3 } from 'three';
import { boneIndex, restPosition } from '../figure/bone-table.js';
import { createBones } from '../figure/create-bones.js';

/** Bones without a body: what the choreography is worked out on. Three's space. */
export class Puppet {
  readonly bones: readonly Bone[] = createBones();

  bone(name: string): Bone {
    return this.bones[boneIndex(name)];
  }

  /** Turns a bone: forwards about x, to the left about y, leaning to the left about z. */
  turn(name: string, forwards: number, left: number, lean: number): void {
    this.bone(name).rotation.set(forwards, left, -lean, 'YXZ');
  }

  /** Moves a bone from where it rests. */
  move(name: string, x: number, y: number, z: number): void {
    const bone = this.bone(name);
    const parent = bone.parent?.name;
    bone.position.set(x, y, z).add(restPosition(name));
    if (parent) bone.position.sub(restPosition(parent));
  }

  place(name: string): Vector3 {
    return this.bone(name).getWorldPosition(new Vector3());
  }

  heading(name: string): Quaternion {
    return this.bone(name).getWorldQuaternion(new Quaternion());
  }
}
