import { f } from './float32.js';
import { fromQuaternion, multiply, transform } from './rotation.js';

/** Where a space lies in another one, and how large: p becomes rotation · (scale · p) + position. */
export class Placing {
  /** A matrix, row by row. */
  readonly rotation: Float32Array = Float32Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1);
  readonly position: Float32Array = new Float32Array(3);
  scale = 1;

  set(rotation: ArrayLike<number>, position: ArrayLike<number>, scale: number): void {
    for (let i = 0; i < 4; i++) quaternion[i] = rotation[i];
    fromQuaternion(quaternion, this.rotation, 0);
    for (let i = 0; i < 3; i++) this.position[i] = position[i];
    this.scale = scale;
  }

  /** Turns and scales a vector in place. */
  turn(vectors: Float32Array, o: number, scale = 1): void {
    for (let i = 0; i < 3; i++) vector[i] = scale === 1 ? vectors[o + i] : f(vectors[o + i] * scale);
    transform(this.rotation, 0, vector, 0, vectors, o);
  }

  /** Places a point. */
  move(points: Float32Array, o: number): void {
    this.turn(points, o, this.scale);
    for (let i = 0; i < 3; i++) points[o + i] += this.position[i];
  }

  /** Turns a rotation matrix. */
  turnMatrix(matrices: Float32Array, o: number): void {
    for (let i = 0; i < 9; i++) matrix[i] = matrices[o + i];
    multiply(this.rotation, 0, matrix, 0, matrices, o);
  }
}

const quaternion = /* @__PURE__ */ new Float32Array(4);
const vector = /* @__PURE__ */ new Float32Array(3);
const matrix = /* @__PURE__ */ new Float32Array(9);
