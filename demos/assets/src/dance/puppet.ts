import { createRigDefinition, Rig } from '@odori/runtime/rig';
import { Euler, Quaternion, Vector3 } from 'three';
import { bonePosition } from '../dancer/bone-table.js';
import { createBones } from '../dancer/create-bones.js';
import { DEGREE } from './beat.js';

const angles = /* @__PURE__ */ new Euler(0, 0, 0, 'YXZ');

/** The rest position of a bone in three.js space, with z to the viewer. */
export function restPlace(name: string): Vector3 {
  const [x, y, z] = bonePosition(name);
  return new Vector3(x, y, -z);
}

/** A rotation from degrees: forwards about x, to the left about y, leaning to the left about z. */
export function turnOf(forwards: number, left: number, lean: number): Quaternion {
  return new Quaternion().setFromEuler(angles.set(forwards * DEGREE, left * DEGREE, -lean * DEGREE));
}

/** The mirrored rotation. */
export function mirroredTurn({ x, y, z, w }: Quaternion): Quaternion {
  return new Quaternion(x, -y, -z, w);
}

/** The rig on which the dance is computed, solved as in a player. In three.js space. */
export class Puppet {
  readonly rig: Rig = new Rig(createRigDefinition({ bones: createBones(), morphs: [] }));

  index(name: string): number {
    const index = this.rig.boneIndex(name);
    if (index < 0) throw new RangeError(`the dancer has no ${name}`);
    return index;
  }

  turn(name: string, turn: Quaternion): void {
    turn.toArray(this.rig.pose.rotations, 4 * this.index(name));
  }

  move(name: string, move: Vector3): void {
    move.toArray(this.rig.pose.translations, 3 * this.index(name));
  }

  /** Without IK it is much faster. */
  solve(withIk: boolean): void {
    this.rig.pose.ikEnabled.fill(withIk ? 1 : 0);
    this.rig.solve();
  }

  place(name: string): Vector3 {
    return new Vector3().fromArray(this.rig.worldPositions, 3 * this.index(name));
  }

  heading(name: string): Quaternion {
    return new Quaternion().fromArray(this.rig.worldRotations, 4 * this.index(name));
  }
}
