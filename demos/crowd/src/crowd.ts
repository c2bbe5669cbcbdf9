import type { MmdModel } from '@odori/model';
import { bindMotion, type Motion, type MotionBinding } from '@odori/runtime';
import { Box3, Vector3 } from 'three';

/** How far a dancer reaches from her middle, and where that is above her place. */
const REACH = new Vector3(5, 10.5, 2);
const MIDDLE = new Vector3(0, 10.5, 0);

/**
 * Dancers that share a model's geometry and textures, and one motion; each has a pose of its own.
 *
 * The first is the model itself.
 */
export class Crowd {
  /** Frames that each is behind the one before. */
  delay = 7.5;
  readonly #first: MmdModel;
  readonly #motion: Motion;
  readonly #stage: { add(model: MmdModel): void };
  readonly #dancers: { model: MmdModel; dance: MotionBinding }[] = [];

  constructor(first: MmdModel, motion: Motion, stage: { add(model: MmdModel): void }) {
    this.#first = first;
    this.#motion = motion;
    this.#stage = stage;
  }

  get size(): number {
    return this.#dancers.length;
  }

  /** What is to be seen. */
  get bounds(): Box3 {
    const box = new Box3();
    for (const { model } of this.#dancers) box.expandByPoint(model.root.position);
    return box.expandByVector(REACH).translate(MIDDLE);
  }

  /** So many dance, at least one; who goes is disposed of. */
  resize(size: number): void {
    while (this.#dancers.length > Math.max(size, 1)) this.#dancers.pop()!.model.dispose();
    while (this.#dancers.length < size) this.#add();
    this.#dancers.forEach(({ model }, i) => model.root.position.copy(formationPlace(i, size)));
  }

  /** Poses them all: 30 frames a second. Allocates nothing. */
  update(frame: number, deltaSeconds: number): void {
    const length = this.#motion.lastFrame;
    for (let i = 0; i < this.#dancers.length; i++) {
      const { model, dance } = this.#dancers[i];
      const own = (frame - i * this.delay) % length;
      dance.sample(own < 0 ? own + length : own);
      model.update(deltaSeconds);
    }
  }

  showOutlines(isShown: boolean): void {
    for (const { model } of this.#dancers) model.outline.visible = isShown;
  }

  showShadows(isShown: boolean): void {
    for (const { model } of this.#dancers) model.groundShadow.visible = isShown;
  }

  /** A clone looks as its original does: what is switched off there is off. */
  #add(): void {
    const model = this.#dancers.length === 0 ? this.#first : this.#first.clone();
    this.#stage.add(model);
    this.#dancers.push({ model, dance: bindMotion(this.#motion, model.rig) });
  }
}

/** Between neighbours, and from row to row; units. */
export const SPACING = 9;
export const DEPTH = 7;
/** Rows grow by one to this. */
const WIDEST_ROW = 8;

/**
 * Where a dancer of so many stands, counted from the leader in front: rows of 1, 2, 3… up to 8, the last in the middle.
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
  return Math.min(row + 1, WIDEST_ROW);
}
