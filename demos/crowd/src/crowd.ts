import type { MmdModel } from '@odori/model';
import { bindMotion, type Motion, type MotionBinding } from '@odori/runtime';
import { Box3, Vector3 } from 'three';

/** Half the size of the box that a dancer needs, and its centre above her place, in units. */
const HALF_SIZE = new Vector3(5, 10.5, 2);
const CENTRE = new Vector3(0, 10.5, 0);

/**
 * Dancers that share the geometry and textures of a model, and one motion. Each has a pose of its own.
 *
 * The first dancer is the model itself, the others are clones.
 */
export class Crowd {
  /** How many frames each dancer is behind the one before. */
  delay = 7.5;
  readonly #first: MmdModel;
  readonly #motion: Motion;
  readonly #viewport: { add(model: MmdModel): void };
  readonly #dancers: { model: MmdModel; dance: MotionBinding }[] = [];

  constructor(first: MmdModel, motion: Motion, viewport: { add(model: MmdModel): void }) {
    this.#first = first;
    this.#motion = motion;
    this.#viewport = viewport;
  }

  get size(): number {
    return this.#dancers.length;
  }

  /** A box around all dancers. */
  get bounds(): Box3 {
    const box = new Box3();
    for (const { model } of this.#dancers) box.expandByPoint(model.root.position);
    return box.expandByVector(HALF_SIZE).translate(CENTRE);
  }

  /** Sets the number of dancers, at least one. Removed dancers are disposed. */
  resize(size: number): void {
    while (this.#dancers.length > Math.max(size, 1)) this.#dancers.pop()!.model.dispose();
    while (this.#dancers.length < size) this.#add();
    this.#dancers.forEach(({ model }, i) => model.root.position.copy(formationPlace(i, size)));
  }

  /** Poses all dancers. `frame` counts 1/30 s. Allocates nothing. */
  update(frame: number, deltaSeconds: number): void {
    const length = this.#motion.lastFrame;
    for (let i = 0; i < this.#dancers.length; i++) {
      const { model, dance } = this.#dancers[i];
      const ownFrame = (frame - i * this.delay) % length;
      dance.sample(ownFrame < 0 ? ownFrame + length : ownFrame);
      model.update(deltaSeconds);
    }
  }

  showOutlines(isShown: boolean): void {
    for (const { model } of this.#dancers) model.outline.visible = isShown;
  }

  showShadows(isShown: boolean): void {
    for (const { model } of this.#dancers) model.groundShadow.visible = isShown;
  }

  /** A clone has the same switches as its original, such as a hidden outline. */
  #add(): void {
    const model = this.#dancers.length === 0 ? this.#first : this.#first.clone();
    this.#viewport.add(model);
    this.#dancers.push({ model, dance: bindMotion(this.#motion, model.rig) });
  }
}

/** The distance between neighbours and between rows, in units. */
const SPACING = 9;
const DEPTH = 7;
/** Each row has one dancer more than the row before, up to this number. */
const MAX_ROW_SIZE = 8;

/**
 * The place of a dancer in a formation of `size`, counted from the leader in front: rows of 1, 2, 3 … up to 8. An
 * incomplete last row is centred.
 *
 * @example
 * formationPlace(0, 20); // → (0, 0, 0): the leader
 * formationPlace(2, 20); // → (4.5, 0, -7): the right end of the second row, as the viewer sees it
 */
export function formationPlace(index: number, size: number): Vector3 {
  let row = 0;
  let first = 0;
  while (index >= first + rowSize(row)) first += rowSize(row++);
  const inRow = Math.min(rowSize(row), size - first);
  return new Vector3((index - first - (inRow - 1) / 2) * SPACING, 0, -row * DEPTH);
}

function rowSize(row: number): number {
  return Math.min(row + 1, MAX_ROW_SIZE);
}
