import type { MmdModel, ModelCrowd } from '@odori/model';
import { bindMotion, type Motion, type MotionBinding } from '@odori/runtime';
import { Box3, Object3D, Vector3 } from 'three';

/** Half the size of the box that a dancer needs, and its centre above her place, in units. */
const HALF_SIZE = new Vector3(5, 10.5, 2);
const CENTRE = new Vector3(0, 10.5, 0);

interface Dancer {
  readonly model: MmdModel;
  readonly dance: MotionBinding;
  /** She is to start at another time: her hair must not fly there. */
  jumps: boolean;
}

/** Where a dancer is drawn. */
interface Place {
  readonly dancer: Dancer;
  readonly place: Object3D;
}

/**
 * Dancers that share the geometry and textures of a model, and one motion. Each has a pose of its own.
 *
 * The first dancer is the model itself, the others are clones. In step, each row is one dancer at several
 * places.
 */
export class Crowd {
  readonly #first: MmdModel;
  readonly #motion: Motion;
  readonly #drawing: Pick<ModelCrowd, 'add' | 'remove' | 'update'>;
  readonly #dancers: Dancer[] = [];
  readonly #places: Place[] = [];
  #isInStep = false;
  #delay = 7.5;
  #hasPhysics = true;

  constructor(first: MmdModel, motion: Motion, drawing: Pick<ModelCrowd, 'add' | 'remove' | 'update'>) {
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
    return this.#places.length;
  }

  /** How many rigs are solved for a frame. */
  get rigs(): number {
    return this.#dancers.length;
  }

  /** Whether the dancers of a row are always in the same pose. */
  set isInStep(isInStep: boolean) {
    const { size } = this;
    this.resize(1);
    this.#isInStep = isInStep;
    this.resize(size);
  }

  /** A box around all dancers. */
  get bounds(): Box3 {
    const box = new Box3();
    for (const { place } of this.#places) box.expandByPoint(place.position);
    return box.expandByVector(HALF_SIZE).translate(CENTRE);
  }

  /** Sets the number of dancers, at least one. Removed dancers are disposed. */
  resize(size: number): void {
    while (this.#places.length > Math.max(size, 1)) this.#removeLast();
    while (this.#places.length < size) this.#add();
    this.#places.forEach(({ place }, i) => place.position.copy(formationPlace(i, size)));
    this.#shareBudget();
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

  /** After a long frame, the physics of each dancer would take its own time to catch up. */
  #shareBudget(): void {
    for (const { model } of this.#dancers) {
      if (model.physics) model.physics.budget = PHYSICS_BUDGET / this.#dancers.length;
    }
  }

  #add(): void {
    const { row, first } = rowOf(this.#places.length);
    const isLeader = !this.#isInStep || first === this.#places.length;
    const dancer = isLeader ? this.#createDancer() : this.#dancers[row];
    const place = isLeader ? dancer.model.root : new Object3D();
    this.#places.push({ dancer, place });
    this.#drawing.add(dancer.model, place);
  }

  #createDancer(): Dancer {
    const model = this.#dancers.length === 0 ? this.#first : this.#first.clone();
    if (model.physics) model.physics.mode = modeOf(this.#hasPhysics);
    const dancer = { model, dance: bindMotion(this.#motion, model.rig), jumps: true };
    this.#dancers.push(dancer);
    return dancer;
  }

  #removeLast(): void {
    const { dancer, place } = this.#places.pop()!;
    this.#drawing.remove(dancer.model, place);
    if (place !== dancer.model.root) return;
    this.#dancers.pop();
    dancer.model.dispose();
  }
}

function modeOf(hasPhysics: boolean): 'keyframes' | 'off' {
  return hasPhysics ? 'keyframes' : 'off';
}

/** What the physics of all dancers together may take in a frame, in milliseconds. */
const PHYSICS_BUDGET = 30;

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
  const { row, first } = rowOf(index);
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

/** The row of a dancer, and the first dancer of that. */
function rowOf(index: number): { row: number; first: number } {
  let row = 0;
  let first = 0;
  while (index >= first + rowSize(row)) first += rowSize(row++);
  return { row, first };
}

function rowSize(row: number): number {
  return Math.min(row + 1, MAX_ROW_SIZE);
}
