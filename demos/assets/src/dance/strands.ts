import { Quaternion, Vector3 } from 'three';
import { BONE_ROWS, bonePosition, oppositeName } from '../dancer/bone-table.js';
import { DEGREE, ease } from './beat.js';
import { type Puppet, restPlace } from './puppet.js';

interface Kind {
  /** The strength of the spring, per second². */
  readonly stiffness: number;
  readonly damping: number;
  /** The largest angle from its rest direction, in degrees. */
  readonly limit: number;
  /** The largest angle towards the body, in degrees. */
  readonly inwards: number;
  /** How much it hangs vertically instead of in its rest direction, 0 to 1. */
  readonly plumb?: number;
  /** About how far it can rise from the vertical, in degrees. Above half of that, it is held back. */
  readonly highest?: number;
  /** Degrees by which a spin lifts it. */
  readonly flare?: number;
}

const TAIL: Kind = { stiffness: 70, damping: 9, limit: 30, inwards: 4, plumb: 0.5, highest: 54 };
const LOCK: Kind = { stiffness: 170, damping: 15, limit: 14, inwards: 2 };
const SKIRT: Kind = { stiffness: 90, damping: 10, limit: 20, inwards: 2, flare: 26 };
const SASH: Kind = { stiffness: 85, damping: 9, limit: 26, inwards: 2, flare: 34 };

/** The strands: the first bone of each chain, and how many of its joints move. */
const CHAINS: readonly (readonly [first: string, joints: number, kind: Kind])[] = [
  ...bothSides('左テール1', 2, TAIL),
  ...bothSides('左横髪1', 1, LOCK),
  ...[1, 2, 3, 4, 5, 6].flatMap((strand) => bothSides(`左スカート${strand}_1`, 1, SKIRT)),
  ...bothSides('左帯1', 1, SASH),
];

const DOWN = /* @__PURE__ */ new Vector3(0, -1, 0);
const STEPS = 4;
const FRAME = 1 / 30;

function bothSides(name: string, joints: number, kind: Kind): [string, number, Kind][] {
  return [
    [name, joints, kind],
    [oppositeName(name), joints, kind],
  ];
}

/** One swinging bone. Its tip is a weight on a spring; its joint moves with the body. */
class Joint {
  readonly name: string;
  readonly #kind: Kind;
  readonly #rest: Vector3;
  readonly #outwards: Vector3;
  /** From the joint to its tip. */
  readonly #whole: Vector3;
  readonly #tip = new Vector3();
  readonly #speed = new Vector3();
  readonly #lastJoint = new Vector3();
  readonly #lastHeading = new Quaternion();
  #isFresh = true;
  /** The appended rotation is applied after its own. */
  readonly isAppended: boolean;

  constructor(name: string, kind: Kind) {
    this.name = name;
    this.#kind = kind;
    const start = restPlace(name);
    this.#rest = tailOf(name).sub(start);
    this.#whole = tailOf(lastOf(name)).sub(start);
    this.isAppended = rowOf(name)?.append !== undefined;
    this.#outwards = new Vector3(start.x, 0, start.z).normalize();
  }

  /**
   * Advances one frame and returns the rotation of the bone. `heading` is its rotation before, `joint` its
   * position.
   */
  swing(joint: Vector3, heading: Quaternion): Quaternion {
    const length = this.#rest.length();
    if (this.#isFresh) {
      this.#tip.copy(this.#rest).applyQuaternion(heading).add(joint);
      this.#lastJoint.copy(joint);
      this.#lastHeading.copy(heading);
    }
    const flare = (this.#kind.flare ?? 0) * spinBetween(this.#lastHeading, heading);
    this.#lastHeading.copy(heading);
    const goal = this.#rest
      .clone()
      .addScaledVector(this.#outwards, length * Math.tan(flare * DEGREE))
      .setLength(length)
      .applyQuaternion(heading)
      .add(new Vector3(0, -length * (this.#kind.plumb ?? 0), 0))
      .setLength(length);
    this.#isFresh = false;
    const time = FRAME / STEPS;
    const from = this.#lastJoint.clone();
    for (let step = 1; step <= STEPS; step++) {
      const here = from.clone().lerp(joint, step / STEPS);
      const force = goal.clone().add(here).sub(this.#tip).multiplyScalar(this.#kind.stiffness);
      this.#speed.addScaledVector(force, time).multiplyScalar(1 - this.#kind.damping * time);
      const before = this.#tip.clone();
      this.#tip.addScaledVector(this.#speed, time).sub(here).setLength(length).add(here);
      this.#speed.copy(this.#tip).sub(before).divideScalar(time);
    }
    this.#lastJoint.copy(joint);
    const turn = this.#limited(
      this.#tip.clone().sub(joint).applyQuaternion(heading.clone().invert()),
      this.#kind.limit + flare,
    );
    return this.#heldDown(heading, turn);
  }

  /** Limits the strand, so that it trails but does not stand up when she drops fast. */
  #heldDown(heading: Quaternion, turn: Quaternion): Quaternion {
    const hanging = this.#whole.clone().applyQuaternion(turn).applyQuaternion(heading);
    const angle = hanging.angleTo(DOWN);
    const half = 0.5 * (this.#kind.highest ?? 360) * DEGREE;
    if (angle <= half) return turn;
    const axis = hanging.cross(DOWN).normalize().applyQuaternion(heading.clone().invert());
    const excess = angle - half - half * Math.tanh((angle - half) / half);
    return new Quaternion().setFromAxisAngle(axis, excess).multiply(turn);
  }

  /** The rotation from the rest direction to `way`, limited, especially towards the body. */
  #limited(way: Vector3, degrees: number): Quaternion {
    const rest = this.#rest.clone().normalize();
    const unit = way.normalize();
    const inwards = -unit.clone().sub(rest).dot(this.#outwards);
    const most = Math.sin(this.#kind.inwards * DEGREE);
    if (inwards > 0)
      unit.addScaledVector(this.#outwards, inwards - most * Math.tanh(inwards / most)).normalize();
    const angle = rest.angleTo(unit);
    const limit = degrees * DEGREE;
    const turn = new Quaternion().setFromUnitVectors(rest, unit);
    return angle < 1e-6 ? turn : new Quaternion().slerp(turn, (limit * Math.tanh(angle / limit)) / angle);
  }
}

/** How fast she spins: 1 in the middle of a spin, 0 in all other moves. */
function spinBetween(last: Quaternion, heading: Quaternion): number {
  return ease(8 * DEGREE, 22 * DEGREE, last.angleTo(heading));
}

/** The last bone of a chain. */
function lastOf(name: string): string {
  const next = name.replace(/\d$/, (joint) => String(Number(joint) + 1));
  return rowOf(next) ? lastOf(next) : name;
}

function rowOf(name: string): (typeof BONE_ROWS)[number] | undefined {
  return BONE_ROWS.find((bone) => bone.name === name);
}

/** own · appended = appended · turn, hence own = appended · turn · appended⁻¹. */
function inParent(puppet: Puppet, name: string, heading: Quaternion, turn: Quaternion): Quaternion {
  const appended = puppet.heading(rowOf(name)!.parent!).invert().multiply(heading);
  return appended.clone().multiply(turn).multiply(appended.invert());
}

function tailOf(name: string): Vector3 {
  const row = rowOf(name);
  if (typeof row?.tail === 'string') return restPlace(row.tail);
  const [x, y, z] = bonePosition(name);
  const [dx, dy, dz] = row?.tail ?? [0, -1, 0];
  return new Vector3(x + dx, y + dy, -z - dz);
}

/** Hair, skirt and sash. They have state, so frames must be computed in order. */
export class Strands {
  readonly #chains: readonly (readonly Joint[])[] = CHAINS.map(([first, joints, kind]) =>
    Array.from({ length: joints }, (_, i) => new Joint(first.replace(/1$/, String(i + 1)), kind)),
  );
  readonly names: readonly string[] = this.#chains.flat().map(({ name }) => name);
  /** The positions of the joints and the rotations of their axes in the last frame. */
  readonly swung: Map<string, { joint: Vector3; heading: Quaternion }> = new Map();

  /** Advances one frame. The puppet must be solved with these bones at rest. */
  pose(puppet: Puppet): Map<string, Quaternion> {
    const turns = new Map<string, Quaternion>();
    for (const chain of this.#chains) {
      const bent = new Quaternion(); // of the joints above, in the model's axes
      const shift = new Vector3();
      let last: Vector3 | undefined;
      let lastRest: Vector3 | undefined;
      for (const joint of chain) {
        const rest = puppet.place(joint.name);
        if (last && lastRest)
          shift.copy(last).add(rest.clone().sub(lastRest).applyQuaternion(bent)).sub(rest);
        const place = rest.clone().add(shift);
        const heading = bent.clone().multiply(puppet.heading(joint.name));
        const turn = joint.swing(place, heading);
        this.swung.set(joint.name, { joint: place, heading: heading.clone().multiply(turn) });
        turns.set(joint.name, joint.isAppended ? inParent(puppet, joint.name, heading, turn) : turn);
        bent.premultiply(heading.clone().multiply(turn).multiply(heading.clone().invert()));
        last = place;
        lastRest = rest;
      }
    }
    return turns;
  }
}
