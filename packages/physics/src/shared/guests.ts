import { flipPosition, flipRotation } from '../mmd-space.js';
import {
  blendPoses,
  copyPoses,
  createPoses,
  type Poses,
  readPoseMatrix,
  writePoseMatrix,
} from '../pose-matrix.js';
import type { Vector } from '../solver/bodies.js';
import { BOX, CAPSULE, SPHERE } from '../solver/shapes.js';
import { World } from '../solver/world.js';

/** A body of the page in a shared world: a ball, a hand, a swing, a piece of floor. In the scene's units. */
export interface GuestBody {
  readonly shape: 'sphere' | 'box' | 'capsule';
  /**
   * Of a sphere: its radius. Of a box: its half extents. Of a capsule along y: radius, height of its
   * cylinder.
   */
  readonly size: number | readonly number[];
  /** 0: it stands, or goes where `moveBody` puts it, and nothing stops it. Hair mostly has 0.1 to 1. */
  readonly mass?: number; // 0
  /**
   * 0 to 15. Bodies touch if each allows the group of the other. Models mostly have their own bodies in 0.
   */
  readonly group?: number; // 0
  /** Bit g: touches group g. */
  readonly mask?: number; // 0xffff
  /** x y z, in three's space. */
  readonly position?: ArrayLike<number>; // [0, 0, 0]
  /** x y z w, in three's space. */
  readonly rotation?: ArrayLike<number>; // [0, 0, 0, 1]
  readonly friction?: number; // 0.5
  readonly restitution?: number; // 0
  /** The parts of its velocities that are lost in a second, 0 to 1. */
  readonly damping?: number; // 0
}

const SHAPES: Readonly<Record<GuestBody['shape'], number>> = { sphere: SPHERE, box: BOX, capsule: CAPSULE };
/** How many numbers the size of a shape has. */
const SIZES: Readonly<Record<GuestBody['shape'], number>> = { sphere: 1, capsule: 2, box: 3 };
/** No body of a scene is larger, heavier or farther away, in MMD units: a farther one counts as lost. */
const LARGEST = 1e5;

/** One body of the page. */
export class Guest {
  readonly id: number;
  readonly isDynamic: boolean;
  readonly shape: number;
  readonly mass: number;
  /** A world with this body alone, until the shared world takes it. */
  readonly solo: World = new World();
  /** Its number in the world that has it now. */
  number = 1;
  isIn = false;
  /** Where it goes in the next frame, where it comes from, and where it is between. */
  readonly to: Poses = createPoses(1);
  readonly #from: Poses = createPoses(1);
  readonly #now: Poses = createPoses(1);

  /** @throws TypeError for an unknown shape. RangeError for a number that no body has. */
  constructor(id: number, body: GuestBody, unit: number) {
    const { shape, size, mass = 0, group = 0, mask = 0xffff, friction = 0.5, restitution = 0 } = body;
    const { position = [0, 0, 0], rotation = [0, 0, 0, 1], damping = 0 } = body;
    if (!Object.hasOwn(SHAPES, shape))
      throw new TypeError(`shape must be 'sphere', 'box' or 'capsule', not ${shape}`);
    const needed = SIZES[shape];
    const sizes = typeof size === 'number' ? [size, size, size] : size;
    for (let i = 0; i < needed; i++) checkNumber(`size of a ${shape}`, sizes[i], LARGEST * unit);
    checkNumber('mass', mass, LARGEST);
    checkNumber('group', group, 15);
    for (const [name, value] of Object.entries({ friction, restitution })) checkNumber(name, value, LARGEST);
    checkNumber('damping', damping, 1);
    this.id = id;
    this.isDynamic = mass > 0;
    this.shape = SHAPES[shape];
    this.mass = mass;
    const definition = {
      shape: this.shape,
      size: [0, 1, 2].map((i) => (i < needed ? sizes[i] / unit : 0)) as unknown as Vector,
      position: [0, 0, 0] as const,
      rotation: [0, 0, 0] as const,
      mass,
      linearDamping: damping,
      angularDamping: damping,
      restitution,
      friction,
      group,
      collisionMask: mask,
    };
    this.solo.addBody(definition, this.isDynamic);
    this.move(this.solo, position, rotation, unit);
    copyPoses(this.to, this.#from);
    writePoseMatrix(this.to, 0, matrix);
    this.solo.placeBody(1, matrix);
    this.solo.forgetContacts();
  }

  /** @throws RangeError unless all numbers are finite. */
  move(
    world: World,
    position: ArrayLike<number>,
    rotation: ArrayLike<number> | undefined,
    unit: number,
  ): void {
    const { positions, rotations } = this.to;
    checkPlace(position, 3, unit);
    const length = rotation ? lengthOf(rotation) : 1;
    for (let i = 0; i < 3; i++) positions[i] = position[i] / unit;
    flipPosition(positions);
    if (rotation) {
      for (let i = 0; i < 4; i++) rotations[i] = rotation[i] / length;
      flipRotation(rotations);
    } else if (this.isDynamic) {
      world.readPose(this.number, matrix);
      readPoseMatrix(matrix, this.#now, 0);
      rotations.set(this.#now.rotations);
    }
    if (!this.isDynamic) return;
    writePoseMatrix(this.to, 0, matrix);
    world.placeBody(this.number, matrix);
  }

  /** Puts a body that stands on its way, before a substep. */
  beginSubstep(world: World, weight: number): void {
    if (this.isDynamic) return;
    blendPoses(this.#from, this.to, weight, this.#now);
    writePoseMatrix(this.#now, 0, matrix);
    world.moveBody(this.number, matrix);
  }

  endFrame(): void {
    copyPoses(this.to, this.#from);
  }

  /** Writes where it is, x y z and x y z w, in MMD's space. */
  readWorldPose(world: World, position: Float64Array, rotation: Float64Array): void {
    world.readPose(this.number, matrix);
    readPoseMatrix(matrix, this.#now, 0);
    position.set(this.#now.positions);
    rotation.set(this.#now.rotations);
  }
}

const matrix = /* @__PURE__ */ new Float64Array(16);

/** @throws RangeError unless the first numbers are those of a place, in units of the scene. */
export function checkPlace(place: ArrayLike<number>, count: number, unit: number): void {
  for (let i = 0; i < count; i++)
    if (!(Math.abs(place[i] / unit) <= LARGEST))
      throw new RangeError(`places must have ${count} numbers within ±${LARGEST * unit}, not ${place[i]}`);
}

function lengthOf(rotation: ArrayLike<number>): number {
  checkPlace(rotation, 4, 1);
  let square = 0;
  for (let i = 0; i < 4; i++) square += rotation[i] * rotation[i];
  if (square === 0) throw new RangeError('a rotation must not be 0, 0, 0, 0');
  return Math.sqrt(square);
}

function checkNumber(name: string, value: number, most: number): void {
  if (!(value >= 0 && value <= most)) throw new RangeError(`${name} must be from 0 to ${most}, not ${value}`);
}
