import { Quaternion, Vector3 } from 'three';
import { restPosition } from '../figure/bone-table.js';
import type { Puppet } from './puppet.js';

const STEPS = 4;

/** Something that hangs on a bone and follows late: a lock of hair, a sash. */
export class Swing {
  readonly #name: string;
  readonly #rest: Vector3;
  readonly #stiffness: number;
  readonly #damping: number;
  readonly #weight: number;
  readonly #tip = new Vector3();
  readonly #speed = new Vector3();
  #isFresh = true;

  /** `end` is where the thing ends at rest. `weight` pulls it straight down. */
  constructor(name: string, end: Vector3, stiffness: number, damping: number, weight: number) {
    this.#name = name;
    this.#rest = end.clone().sub(restPosition(name));
    this.#stiffness = stiffness;
    this.#damping = damping;
    this.#weight = weight;
  }

  /** Lets time pass, and turns the bone after its tip. Parents before children. */
  advance(puppet: Puppet, seconds: number): void {
    const bone = puppet.bone(this.#name);
    bone.quaternion.identity();
    bone.updateWorldMatrix(true, false);
    const joint = puppet.place(this.#name);
    const heading = puppet.heading(this.#name);
    const length = this.#rest.length();
    const goal = this.#rest.clone().applyQuaternion(heading);
    goal.y -= this.#weight * length;
    goal.setLength(length).add(joint);
    if (this.#isFresh) this.#tip.copy(goal);
    this.#isFresh = false;
    this.#swing(goal, joint, length, seconds);
    const way = this.#tip.clone().sub(joint).applyQuaternion(heading.invert()).normalize();
    bone.quaternion.copy(new Quaternion().setFromUnitVectors(this.#rest.clone().normalize(), way));
    bone.updateWorldMatrix(false, false);
  }

  #swing(goal: Vector3, joint: Vector3, length: number, seconds: number): void {
    const time = seconds / STEPS;
    for (let step = 0; step < STEPS; step++) {
      const pull = goal.clone().sub(this.#tip).multiplyScalar(this.#stiffness);
      pull.addScaledVector(this.#speed, -this.#damping);
      this.#speed.addScaledVector(pull, time);
      const before = this.#tip.clone();
      this.#tip.addScaledVector(this.#speed, time).sub(joint).setLength(length).add(joint);
      this.#speed.copy(this.#tip).sub(before).divideScalar(time);
    }
  }
}
