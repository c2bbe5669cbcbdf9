import { parsePmx, parseVmd, type Pmx } from '@odori/format';
import { createPhysics, type Physics, type PhysicsOptions } from '@odori/physics';
import { Motion } from '@odori/runtime/motion';
import { bindMotion, createRigDefinition, type MotionBinding, Rig } from '@odori/runtime/rig';
import { readAsset } from './dancer-files.js';

/** Our dancer: 85 bodies, 80 joints. */
export const DANCER: Pmx = parsePmx(readAsset('dancer.pmx'));
const DANCE = Motion.from(parseVmd(readAsset('dance.vmd')));
const DEFINITION = createRigDefinition(DANCER);

/** Our dancer and her dance, at a place of the scene. */
export class Dancer {
  readonly rig: Rig;
  readonly physics: Physics;
  readonly #binding: MotionBinding;
  #frame = 0;

  constructor(rig: Rig, physics: Physics) {
    this.rig = rig;
    this.physics = physics;
    this.#binding = bindMotion(DANCE, rig);
    this.physics.onHold = () => this.rig.solveAfterPhysics();
  }

  /** At x, turned about y by radians. */
  place(x: number, turn = 0, z = 0): this {
    this.physics.worldPosition = Float64Array.of(x, 0, z);
    this.physics.worldRotation = Float64Array.of(0, Math.sin(turn / 2), 0, Math.cos(turn / 2));
    return this;
  }

  seek(frame: number): this {
    this.#frame = frame;
    this.#show(frame);
    this.physics.restart();
    return this;
  }

  update(seconds = 1 / 60): void {
    const from = this.#frame;
    this.#frame += 30 * seconds;
    this.physics.advance(seconds, (time) => this.#show(from + 30 * time));
    this.rig.solveAfterPhysics();
  }

  get isFinite(): boolean {
    return this.rig.worldPositions.every(Number.isFinite);
  }

  #show(frame: number): void {
    this.#binding.sample(Math.max(0, frame));
    this.rig.solve();
  }
}

export async function createDancer(options: PhysicsOptions = {}): Promise<Dancer> {
  const rig = new Rig(DEFINITION);
  const physics = await createPhysics(DANCER, rig, options);
  return new Dancer(rig, physics);
}
