import type { Matrix4 } from 'three';
import type { ModelPace } from '../mmd-model/mmd-model.js';

/** Spreads dancers over the frames: the golden ratio puts each new one into the largest gap. */
const GOLDEN = 0.618034;

const RATE = 0;
const WAITED = 1;
const DISTANCE = 2;

/** How often the rig of a dancer is solved, by how far she is from the camera. */
export class DancerPace implements ModelPace {
  readonly #phase: number;
  /**
   * The updates in a second, how many of them she has waited for, and how far her nearest place is. In an
   * array, as fields become garbage.
   */
  readonly #numbers = Float64Array.of(Infinity, 0, Infinity);

  /** `index`: other dancers have other ones. */
  constructor(index: number) {
    this.#phase = (index * GOLDEN) % 1;
  }

  /** Begins to look for her nearest place. */
  begin(): void {
    this.#numbers[DISTANCE] = Infinity;
  }

  /** One of her places: its matrix in the crowd, those of crowd and camera in the world. */
  see({ elements: p }: Matrix4, { elements: c }: Matrix4, { elements: eye }: Matrix4): void {
    const x = c[0] * p[12] + c[4] * p[13] + c[8] * p[14] + c[12] - eye[12];
    const y = c[1] * p[12] + c[5] * p[13] + c[9] * p[14] + c[13] - eye[13];
    const z = c[2] * p[12] + c[6] * p[13] + c[10] * p[14] + c[14] - eye[14];
    this.#numbers[DISTANCE] = Math.min(this.#numbers[DISTANCE], Math.sqrt(x * x + y * y + z * z));
  }

  /** Takes the rate for her nearest place; undefined: she is solved with each update. */
  end(rate: ((distance: number) => number) | undefined): void {
    const numbers = this.#numbers;
    numbers[RATE] = rate && numbers[DISTANCE] < Infinity ? rate(numbers[DISTANCE]) : Infinity;
  }

  isDue(deltaSeconds: number): boolean {
    const numbers = this.#numbers;
    if (!(deltaSeconds > 0) || !(numbers[RATE] < Infinity)) {
      numbers[WAITED] = this.#phase;
      return true;
    }
    numbers[WAITED] += deltaSeconds * numbers[RATE];
    if (numbers[WAITED] < 1 - ROUNDING) return false;
    numbers[WAITED] = numbers[WAITED] < 2 ? numbers[WAITED] - 1 : this.#phase;
    return true;
  }
}

/** Sixty frames of 1/60 s are not quite a second. */
const ROUNDING = 1e-6;
