import type { Glb } from '../../glb/glb.js';
import { HumanoidError } from '../humanoid-error.js';
import { indexOf, listOf, objectOf } from './json-value.js';
import { composeMatrix, IDENTITY, type Matrix, multiplyMatrices } from './matrix.js';

/** What a node takes here, with its matrix in the scene. */
const NODE_BYTES = 200;

/** The nodes of an untrusted glTF file. */
export class GltfNodes {
  /** Per node, −1 = none. */
  readonly parents: Int32Array;
  /** Per node; undefined for a node without a name. */
  readonly names: readonly (string | undefined)[];
  readonly #nodes: readonly Readonly<Record<string, unknown>>[];
  readonly #values: readonly unknown[];
  readonly #worlds = new Map<number, Matrix>();

  /** @throws GlbError `too-large` */
  constructor({ json, memory }: Glb) {
    this.#values = listOf(json['nodes']);
    memory.spend(NODE_BYTES * this.#values.length, 'nodes');
    this.#nodes = this.#values.map((node) => objectOf(node));
    this.names = this.#nodes.map(({ name }) => (typeof name === 'string' ? name : undefined));
    this.parents = new Int32Array(this.#nodes.length).fill(-1);
    this.#nodes.forEach(({ children }, parent) => {
      for (const value of listOf(children)) {
        const child = indexOf(value, this.count);
        if (child !== undefined && this.parents[child] < 0) this.parents[child] = parent;
      }
    });
  }

  get count(): number {
    return this.#nodes.length;
  }

  /** Whether a node is an object, as it should be. */
  isUsable(node: number): boolean {
    return typeof this.#values[node] === 'object' && this.#values[node] !== null;
  }

  /**
   * A node and all above it, from the node upwards. @throws HumanoidError if the node is its own ancestor.
   */
  upwards(node: number): number[] {
    const found: number[] = [];
    for (let each = node; each >= 0; each = this.parents[each]) {
      this.#checkDepth(found, each);
      found.push(each);
    }
    return found;
  }

  /**
   * The transform of a node relative to the one above it. @throws HumanoidError for numbers that are not
   * finite.
   */
  localMatrix(node: number): Matrix {
    const { matrix, translation, rotation, scale } = this.#nodes[node];
    if (matrix !== undefined) return this.#numbers(node, 'matrix', matrix, 16);
    const t = translation === undefined ? [0, 0, 0] : this.#numbers(node, 'translation', translation, 3);
    const r = rotation === undefined ? [0, 0, 0, 1] : this.#numbers(node, 'rotation', rotation, 4);
    const s = scale === undefined ? [1, 1, 1] : this.#numbers(node, 'scale', scale, 3);
    const length = Math.hypot(...r);
    if (length === 0)
      throw new HumanoidError('a rotation is all zero', 'bad-node', `nodes[${node}].rotation`);
    return composeMatrix(
      t,
      r.map((value) => value / length),
      s,
    );
  }

  /** The transform of a node in the scene. O(depth), O(1) for a node below one that was asked for. */
  worldMatrix(node: number): Matrix {
    const waiting: number[] = [];
    let each = node;
    while (each >= 0 && !this.#worlds.has(each)) {
      this.#checkDepth(waiting, each);
      waiting.push(each);
      each = this.parents[each];
    }
    let world = this.#worlds.get(each) ?? IDENTITY;
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      world = multiplyMatrices(world, this.localMatrix(next));
      this.#worlds.set(next, world);
    }
    return world;
  }

  #checkDepth(below: readonly number[], node: number): void {
    if (below.length > this.count)
      throw new HumanoidError('a node is its own ancestor', 'bad-node', `nodes[${node}].children`);
  }

  #numbers(node: number, field: string, value: unknown, count: number): number[] {
    const list = listOf(value);
    if (list.length !== count || !list.every((each) => typeof each === 'number' && Number.isFinite(each)))
      throw new HumanoidError(
        `${field} must be ${count} finite numbers`,
        'bad-node',
        `nodes[${node}].${field}`,
      );
    return list as number[];
  }
}
