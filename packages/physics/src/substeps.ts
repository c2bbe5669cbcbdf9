import type { Rig } from '@odori/runtime/rig';
import type { BodySimulation } from './body-simulation.js';
import { type Forces, writeAcceleration } from './mmd-space.js';
import type { PhysicsMode } from './physics-options.js';
import { blendPoses, copyPoses, createPoses, type Poses } from './pose-matrix.js';
import type { RigBodies } from './rig-bodies.js';
import { SUBSTEP } from './substep-clock.js';

/** What a page may change between any two frames: properties of `Physics`. */
export interface Settings extends Forces {
  readonly mode: PhysicsMode;
  readonly ground: boolean;
  readonly settleSeconds: number;
  readonly jumpDistance: number;
  readonly substep: number;
}

/** Makes substeps, in which bodies go along with the poses of a rig. */
export class Substeps {
  readonly bodies: RigBodies;
  simulation: BodySimulation;
  /** Where bodies that follow their bones go, and where they come from. */
  readonly to: Poses;
  readonly from: Poses;
  readonly #rig: Rig;
  readonly #settings: Settings;

  constructor(rig: Rig, bodies: RigBodies, simulation: BodySimulation, settings: Settings) {
    this.#rig = rig;
    this.bodies = bodies;
    this.simulation = simulation;
    this.#settings = settings;
    this.to = createPoses(simulation.count);
    this.from = createPoses(simulation.count);
  }

  /** Puts all bodies to their bones, at rest. The rig is solved. */
  place(): void {
    const { simulation, bodies, to, from } = this;
    this.#switchBodies();
    bodies.writeTargets(to);
    for (const copy of [from, simulation.targets, simulation.poses]) copyPoses(to, copy);
    simulation.placeAll();
    simulation.showTargets?.();
  }

  /** Takes the pose of the rig, which is solved, as the one to go to, and the forces of now. */
  takePose(): void {
    this.#switchBodies();
    this.bodies.writeTargets(this.to);
    const { world } = this.simulation;
    world.hasGround = this.#settings.ground;
    writeAcceleration(this.#settings, world.gravity);
  }

  /**
   * Makes substeps in which the bodies that follow bones go straight to the pose of the rig. Each of them
   * stands for `length` seconds; `pace`: what a substep has of that. Returns false, and makes none, if a body
   * would leap.
   */
  make(count: number, length: number, pace = 1): boolean {
    const { simulation, to, from } = this;
    const { jumpDistance, substep } = this.#settings;
    this.takePose();
    const distance = (jumpDistance * Math.max(length, substep)) / SUBSTEP;
    if (this.bodies.leaps(from, to, count * distance)) return false;
    for (let k = 1; k <= count; k++) {
      blendPoses(from, to, k / count, simulation.targets);
      simulation.step(pace);
    }
    copyPoses(to, from);
    return true;
  }

  /** Holds bones where their bodies are, once all substeps of a frame are made. */
  hold(): void {
    this.#switchBodies();
    this.simulation.finishFrame?.(this.bodies);
    this.bodies.holdBones(this.simulation);
  }

  /** Gives all bones back to their keyframes, as if nothing had been simulated. */
  release(): void {
    for (let body = 0; body < this.simulation.count; body++) this.bodies.freeBone(body);
    this.#rig.pose.held?.isKnown.fill(0);
  }

  /** Lets go of bodies that keyframes take over, and the other way round. The rig is solved, and stays so. */
  #switchBodies(): void {
    const { physicsEnabled, held } = this.#rig.pose;
    let hasFreed = false;
    for (let body = 0; body < this.simulation.count; body++) {
      if (this.bodies.isPhysical[body] === 0) continue;
      const bone = this.bodies.bones[body];
      const isLed = bone >= 0 && (physicsEnabled[bone] === 0 || held?.isLed[bone] === 1);
      const follows = isLed && this.#settings.mode === 'keyframes';
      if (follows !== this.simulation.isDynamic(body)) continue;
      this.simulation.setDynamic(body, !follows);
      if (!follows) continue;
      this.bodies.freeBone(body);
      hasFreed = true;
    }
    if (hasFreed) this.#rig.solve();
  }
}
