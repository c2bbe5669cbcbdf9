import type { GltfNode } from './gltf.js';

/** A matrix of 16 numbers, column-major. */
type Matrix = Float64Array;

/**
 * Where the nodes of a glTF file rest in the world. Of untrusted nodes: broken values count as missing, and a node that is its own
 * ancestor counts as a root.
 */
export class NodePlaces {
  readonly #nodes: readonly unknown[];
  readonly #parents: Int32Array;
  readonly #matrices = new Map<number, Matrix>();

  /** `nodes`: those of the file's JSON. O(nodes). */
  constructor(nodes: unknown) {
    this.#nodes = Array.isArray(nodes) ? nodes : [];
    this.#parents = parentsOf(this.#nodes);
  }

  get count(): number {
    return this.#nodes.length;
  }

  /** −1: none. */
  parentOf(node: number): number {
    return this.#parents[node] ?? -1;
  }

  /** x y z. */
  position(node: number): Float64Array {
    return this.matrix(node).slice(12, 15);
  }

  /** x y z w, without scale. That of node −1 is none. */
  rotation(node: number): Float64Array {
    return rotationOf(this.matrix(node));
  }

  /** Takes a point of the node's space into the world; the identity for node −1. O(depth). */
  matrix(node: number): Matrix {
    const chain: number[] = [];
    let known: Matrix | undefined;
    for (let at = node; at >= 0 && !known; at = this.parentOf(at)) {
      known = this.#matrices.get(at);
      if (!known) chain.push(at);
    }
    let world = known ?? IDENTITY;
    for (let i = chain.length - 1; i >= 0; i--) {
      const at = chain[i];
      world = product(world, localMatrix(this.#nodes[at] as GltfNode));
      this.#matrices.set(at, world);
    }
    return world;
  }
}

const IDENTITY: Matrix = /* @__PURE__ */ Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1);

/** The parent of each node, −1 for roots. The first parent of a node counts, and circles are opened. */
function parentsOf(nodes: readonly unknown[]): Int32Array {
  const parents = new Int32Array(nodes.length).fill(-1);
  nodes.forEach((node, i) => {
    const children = (node as GltfNode | null)?.children;
    if (!Array.isArray(children)) return;
    for (const child of children) if (parents[child] === -1 && child !== i) parents[child] = i;
  });
  const state = new Uint8Array(nodes.length); // 1: on the way up from the present node, 2: leads to a root
  for (let start = 0; start < nodes.length; start++) {
    const way: number[] = [];
    let at = start;
    while (at >= 0 && state[at] === 0) {
      state[at] = 1;
      way.push(at);
      at = parents[at];
    }
    if (at >= 0 && state[at] === 1) parents[at] = -1;
    for (const node of way) state[node] = 2;
  }
  return parents;
}

function localMatrix(node: GltfNode | null | undefined): Matrix {
  const { matrix, translation, rotation, scale } = node ?? {};
  const whole = numbers(matrix, 16);
  if (whole) return whole;
  const [x, y, z, w] = unit(numbers(rotation, 4));
  const [sx, sy, sz] = numbers(scale, 3) ?? [1, 1, 1];
  const [tx, ty, tz] = numbers(translation, 3) ?? [0, 0, 0];
  return Float64Array.of(
    sx * (1 - 2 * (y * y + z * z)), sx * 2 * (x * y + w * z), sx * 2 * (x * z - w * y), 0,
    sy * 2 * (x * y - w * z), sy * (1 - 2 * (x * x + z * z)), sy * 2 * (y * z + w * x), 0,
    sz * 2 * (x * z + w * y), sz * 2 * (y * z - w * x), sz * (1 - 2 * (x * x + y * y)), 0,
    tx, ty, tz, 1,
  ); // prettier-ignore
}

/** `count` finite numbers out of JSON, or undefined. */
function numbers(list: unknown, count: number): Float64Array | undefined {
  if (!Array.isArray(list) || list.length !== count) return undefined;
  return list.every((value) => Number.isFinite(value)) ? Float64Array.from(list as number[]) : undefined;
}

/** The quaternion with length 1; the identity in place of one without a length. */
function unit(rotation: Float64Array | undefined): Float64Array {
  const length = Math.hypot(...(rotation ?? []));
  return rotation && length > 1e-6 && length < Infinity
    ? rotation.map((value) => value / length)
    : Float64Array.of(0, 0, 0, 1);
}

function product(a: Matrix, b: Matrix): Matrix {
  const out = new Float64Array(16);
  for (let column = 0; column < 16; column += 4) {
    for (let row = 0; row < 4; row++) {
      for (let k = 0; k < 4; k++) out[column + row] += a[4 * k + row] * b[column + k];
    }
  }
  return out;
}

/** The rotation of a matrix whose columns may have any length; the identity where one has none. A mirrored x counts as turned. */
function rotationOf(m: Matrix): Float64Array {
  const axes = [0, 4, 8].map((i) => {
    const length = Math.hypot(m[i], m[i + 1], m[i + 2]);
    return [m[i] / length, m[i + 1] / length, m[i + 2] / length];
  });
  const [x, y, z] = axes;
  const determinant =
    x[0] * (y[1] * z[2] - y[2] * z[1]) +
    x[1] * (y[2] * z[0] - y[0] * z[2]) +
    x[2] * (y[0] * z[1] - y[1] * z[0]);
  if (!Number.isFinite(determinant)) return Float64Array.of(0, 0, 0, 1);
  const side = determinant < 0 ? -1 : 1;
  return quaternionOf(
    x.map((value) => side * value),
    y,
    z,
  );
}

/** The quaternion whose rotation takes the axes to `x`, `y` and `z`, by its largest component. */
function quaternionOf(x: readonly number[], y: readonly number[], z: readonly number[]): Float64Array {
  const candidates = [
    [1 + x[0] - y[1] - z[2], x[1] + y[0], x[2] + z[0], y[2] - z[1]],
    [x[1] + y[0], 1 - x[0] + y[1] - z[2], y[2] + z[1], z[0] - x[2]],
    [x[2] + z[0], y[2] + z[1], 1 - x[0] - y[1] + z[2], x[1] - y[0]],
    [y[2] - z[1], z[0] - x[2], x[1] - y[0], 1 + x[0] + y[1] + z[2]],
  ];
  const largest = candidates.reduce((best, next, i) => (next[i] > candidates[best][best] ? i : best), 0);
  return unit(Float64Array.from(candidates[largest]));
}
