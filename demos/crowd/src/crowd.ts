import type { MmdModel } from '@odori/model';
import { bindMotion, type Motion, type MotionBinding } from '@odori/runtime';
import { Box3, Vector3 } from 'three';

/** Half the size of the box that a dancer needs, and its centre above her place, in units. */
const HALF_SIZE = new Vector3(5, 10.5, 2);
const CENTRE = new Vector3(0, 10.5, 0);

/** What draws the dancers. */
export interface CrowdDrawing {
  add(model: MmdModel): void;
  remove(model: MmdModel): void;
  /** The dancers have moved. */
  update(): void;
  showOutlines(isShown: boolean): void;
  showShadows(isShown: boolean): void;
}

interface Dancer {
  readonly model: MmdModel;
  readonly dance: MotionBinding;
  /** She is to start at another time: her hair must not fly there. */
  jumps: boolean;
}

/**
 * Dancers that share the geometry and textures of a model, and one motion. Each has a pose of its own.
 *
 * The first dancer is the model itself, the others are clones.
 */
export class Crowd {
  readonly #first: MmdModel;
  readonly #motion: Motion;
  readonly #drawing: CrowdDrawing;
  readonly #dancers: Dancer[] = [];
  #delay = 7.5;
  #hasPhysics = true;

  constructor(first: MmdModel, motion: Motion, drawing: CrowdDrawing) {
    this.#first = first;
    this.#motion = motion;
    this.#drawing = drawing;
  }

  /** How many frames each dancer is behind the one before. */
  get delay(): number {
    return this.#delay;
  }

  set delay(frames: number) {
    this.#delay = frames;
    for (const dancer of this.#dancers) dancer.jumps = true;
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
    while (this.#dancers.length > Math.max(size, 1)) {
      const { model } = this.#dancers.pop()!;
      this.#drawing.remove(model);
      model.dispose();
    }
    while (this.#dancers.length < size) this.#add();
    this.#dancers.forEach(({ model }, i) => model.root.position.copy(formationPlace(i, size)));
  }

  /** Poses all dancers. `frame` counts 1/30 s. Allocates nothing. */
  update(frame: number, deltaSeconds: number): void {
    const length = this.#motion.lastFrame;
    for (let i = 0; i < this.#dancers.length; i++) {
      const dancer = this.#dancers[i];
      const ownFrame = (frame - i * this.#delay) % length;
      dancer.dance.sample(ownFrame < 0 ? ownFrame + length : ownFrame);
      if (dancer.jumps) dancer.model.reset();
      dancer.model.update(deltaSeconds); // the dance ends as it begins: that is no jump
      dancer.jumps = false;
    }
    this.#drawing.update();
  }

  /** Whether hair and clothes still come to rest after a jump. */
  get isSettling(): boolean {
    return this.#dancers.some(({ model }) => model.isSettling);
  }

  /** Lets rigid bodies move hair and clothes, or gives them back to their keyframes. */
  usePhysics(isUsed: boolean): void {
    this.#hasPhysics = isUsed;
    for (const { model } of this.#dancers) if (model.physics) model.physics.mode = modeOf(isUsed);
  }

  /** A clone has the same switches as its original, such as a hidden outline. */
  #add(): void {
    const model = this.#dancers.length === 0 ? this.#first : this.#first.clone();
    this.#drawing.add(model);
    if (model.physics) model.physics.mode = modeOf(this.#hasPhysics);
    this.#dancers.push({ model, dance: bindMotion(this.#motion, model.rig), jumps: true });
  }
}

function modeOf(hasPhysics: boolean): 'keyframes' | 'off' {
  return hasPhysics ? 'keyframes' : 'off';
}

/** The distance between neighbours and between rows, in units. */
const SPACING = 9;
const DEPTH = 7;
/** Each row has one dancer more than the row before, up to this number. */
const MAX_ROW_SIZE = 8;

/**
 * The place of a dancer in a formation of `size`, counted from the leader in front: rows of 1, 2, 3 … up to
 * 8. An incomplete last row is centred.
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

/**
 * The sizes at which all rows are complete, up to `largest`.
 *
 * @example
 * completeSizes(12); // → [1, 3, 6, 10]
 */
export function completeSizes(largest: number): number[] {
  const sizes: number[] = [];
  for (let row = 0, size = 1; size <= largest; size += rowSize(++row)) sizes.push(size);
  return sizes;
}

function rowSize(row: number): number {
  return Math.min(row + 1, MAX_ROW_SIZE);
}
