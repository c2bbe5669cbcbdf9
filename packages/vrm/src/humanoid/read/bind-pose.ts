import type { Glb } from '../../glb/glb.js';
import { HumanoidError } from '../humanoid-error.js';
import type { GltfNodes } from './gltf-nodes.js';
import { indexOf, listOf, numberOf, objectOf } from './json-value.js';
import { determinant, invertMatrix, type Matrix, multiplyMatrices } from './matrix.js';

/**
 * Where nodes were when the skin was bound, in the space of the skin. Nodes may stand in the middle of a
 * dance; the bind pose of an avatar is its T-pose.
 */
export class BindPose {
  readonly #nodes: GltfNodes;
  /** The inverse bind matrix of each joint, from the first skin that has it. */
  readonly #inverses: ReadonlyMap<number, Matrix>;

  /** @throws HumanoidError if the matrices of a skin cannot be read. */
  constructor(glb: Glb, nodes: GltfNodes) {
    this.#nodes = nodes;
    const inverses = new Map<number, Matrix>();
    listOf(glb.json['skins']).forEach((value, skin) => {
      const { joints, inverseBindMatrices } = objectOf(value);
      if (inverseBindMatrices === undefined) return; // the joints then stand where they were bound
      const list = listOf(joints);
      const matrices = readMatrices(
        glb,
        inverseBindMatrices,
        list.length,
        `skins[${skin}].inverseBindMatrices`,
      );
      list.forEach((joint, i) => {
        const node = indexOf(joint, nodes.count);
        if (node !== undefined && !inverses.has(node))
          inverses.set(node, matrices.subarray(16 * i, 16 * i + 16));
      });
    });
    this.#inverses = inverses;
  }

  /** Whether a node is a joint, or below one. O(depth). */
  has(node: number): boolean {
    return this.#jointAbove(node) !== undefined;
  }

  /** The matrix of a node for which {@link has} is true. O(depth). */
  matrixOf(node: number): Matrix {
    const joint = this.#jointAbove(node)!;
    const bound = invertMatrix(this.#inverses.get(joint)!);
    if (!bound)
      throw new HumanoidError(
        'an inverse bind matrix has no inverse',
        'bad-skin',
        `nodes[${joint}] in its skin`,
      );
    const chain = this.#nodes.upwards(node);
    return chain
      .slice(0, chain.indexOf(joint))
      .reduceRight((above: Matrix, each) => multiplyMatrices(above, this.#nodes.localMatrix(each)), bound);
  }

  /** How many units of the scene one unit of the skin's space is. */
  scaleOf(node: number): number {
    const joint = this.#jointAbove(node)!;
    const toScene = multiplyMatrices(this.#nodes.worldMatrix(joint), this.#inverses.get(joint)!);
    return Math.cbrt(Math.abs(determinant(toScene)));
  }

  #jointAbove(node: number): number | undefined {
    return this.#nodes.upwards(node).find((each) => this.#inverses.has(each));
  }
}

const FLOAT = 5126;
/** What a matrix takes here: 16 numbers, and what points at them. */
const MATRIX_BYTES = 250;

/** The matrices of an accessor; they have to be in the buffer of the file. */
function readMatrices(
  { json, bin, memory }: Glb,
  index: unknown,
  count: number,
  section: string,
): Float32Array {
  const problem = (text: string): HumanoidError => new HumanoidError(text, 'bad-skin', section);
  const accessors = listOf(json['accessors']);
  const accessor = objectOf(accessors[indexOf(index, accessors.length) ?? -1]);
  const views = listOf(json['bufferViews']);
  const viewIndex = indexOf(accessor['bufferView'], views.length);
  if (accessor['componentType'] !== FLOAT || accessor['type'] !== 'MAT4' || viewIndex === undefined)
    throw problem('inverse bind matrices must be an accessor of float matrices');
  const view = objectOf(views[viewIndex]);
  if (numberOf(view['buffer']) !== 0)
    throw problem('inverse bind matrices must be in the buffer of the file');
  const offset = numberOf(view['byteOffset']) + numberOf(accessor['byteOffset']);
  const end = offset + 64 * count;
  const viewEnd = numberOf(view['byteOffset']) + numberOf(view['byteLength']);
  if (numberOf(accessor['count']) < count || offset < 0 || end > viewEnd || end > bin.length)
    throw problem(`${count} inverse bind matrices need more bytes than there are`);
  memory.spend(MATRIX_BYTES * count, section);
  const matrices = new Float32Array(bin.slice(offset, end).buffer);
  if (!matrices.every((value) => Number.isFinite(value)))
    throw problem('an inverse bind matrix has a number that is not finite');
  return matrices;
}
