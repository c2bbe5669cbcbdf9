import { createPmx, createPmxBone, type Pmx, type PmxBone } from '@odori/format';
import { createPhysics, type Physics, type PhysicsBackend, type PhysicsOptions, World } from '@odori/physics';
import { createRigDefinition, Rig } from '@odori/runtime/rig';
import { vi } from 'vitest';

type RigidBody = Pmx['rigidBodies'][number];
type Joint = Pmx['joints'][number];

/** A sphere of radius 0.5 and mass 1 that touches nothing, moves its bone, and has no damping. */
export function rigidBody(changes: Partial<RigidBody> = {}): RigidBody {
  return {
    name: '',
    nameEn: '',
    bone: -1,
    group: 0,
    collisionMask: 0,
    shape: 0,
    size: [0.5, 0.5, 0.5],
    position: [0, 0, 0],
    rotation: [0, 0, 0],
    mass: 1,
    linearDamping: 0,
    angularDamping: 0,
    restitution: 0,
    friction: 0.5,
    mode: 1,
    ...changes,
  };
}

/** A joint at the origin that locks all six axes. */
export function rigidJoint(bodyA: number, bodyB: number, changes: Partial<Joint> = {}): Joint {
  return {
    name: '',
    nameEn: '',
    type: 0,
    bodyA,
    bodyB,
    position: [0, 0, 0],
    rotation: [0, 0, 0],
    linearLower: [0, 0, 0],
    linearUpper: [0, 0, 0],
    angularLower: [0, 0, 0],
    angularUpper: [0, 0, 0],
    linearSpring: [0, 0, 0],
    angularSpring: [0, 0, 0],
    ...changes,
  };
}

export interface PhysicsScene {
  readonly pmx: Pmx;
  readonly rig: Rig;
  readonly physics: Physics;
}

/** A model of some bones, bodies and joints, in MMD's space, with its physics. */
export async function physicsScene(
  bones: readonly Partial<PmxBone>[],
  rigidBodies: readonly RigidBody[],
  joints: readonly Joint[] = [],
  options: PhysicsOptions = {},
): Promise<PhysicsScene> {
  const pmx = createPmx({
    bones: bones.map((bone) => createPmxBone(bone)),
    rigidBodies: [...rigidBodies],
    joints: [...joints],
  });
  const rig = new Rig(createRigDefinition(pmx));
  return { pmx, rig, physics: await createPhysics(pmx, rig, options) };
}

/**
 * A machine on which each substep takes some milliseconds, by the clock that `vi.useFakeTimers({ toFake:
 * ['performance'] })` has stopped. `substeps` counts them; with 0 ms, nothing else happens.
 */
export class SlowMachine implements PhysicsBackend {
  substeps = 0;
  milliseconds: number;

  constructor(milliseconds: number) {
    this.milliseconds = milliseconds;
  }

  createWorld(): World {
    const world = new World();
    const step = world.step.bind(world);
    return Object.assign(world, {
      step: () => {
        this.substeps++;
        if (this.milliseconds > 0) vi.advanceTimersByTime(this.milliseconds);
        step();
      },
    });
  }
}

/** A bone's place in three's space. */
export function placeOfBone({ worldPositions }: Rig, bone: number): number[] {
  return [...worldPositions.subarray(3 * bone, 3 * bone + 3)];
}

/**
 * How far something falls in `n` substeps, after a reset that makes the first one: 98 / 3600 · (1 + 2 + … +
 * n).
 */
export function fallen(substeps: number): number {
  return ((98 / 3600) * substeps * (substeps + 1)) / 2;
}
