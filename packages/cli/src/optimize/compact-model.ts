import type { Pmx, PmxMorph, PmxVertices } from '@odori/format';
import { encodeAsWindows, VMD_NAME_BYTES } from '@odori/format/internal';

/** A model without what no picture shows. */
export interface CompactModel {
  readonly pmx: Pmx;
  /** How many vertices belonged to no face. */
  readonly droppedVertices: number;
  /** The names of the morphs that moved nothing, and that nothing named. */
  readonly droppedMorphs: readonly string[];
}

/**
 * A copy of a model without vertices that no face uses, morphs that move nothing, and texture paths that no
 * material names. All else stays as it is, with new indices. O(model).
 *
 * A morph goes only if it changes nothing at any weight, is in no group and in no display frame, and no other
 * morph has its name for a motion. `keptMorphs`: indices of morphs that stay in any case.
 */
export function compactModel(pmx: Pmx, keptMorphs: ReadonlySet<number> = new Set()): CompactModel {
  const withVertices = dropVertices(pmx);
  const { result, dropped } = dropMorphs(withVertices, keptMorphs);
  return {
    pmx: { ...dropTexturePaths(result), ...(pmx.source && { source: { ...pmx.source, globals: SMALLEST } }) },
    droppedVertices: pmx.vertices.count - withVertices.vertices.count,
    droppedMorphs: dropped,
  };
}

/** Indices get as few bytes as they need, whatever the file had. */
const SMALLEST = new Uint8Array(0);

/** The new numbers of some things, by the old ones; −1: it is dropped. */
class Renumbering {
  readonly #numbers: Int32Array;
  /** The old numbers of those that stay. */
  readonly kept: readonly number[];

  constructor(count: number, stays: (i: number) => boolean) {
    this.kept = Array.from({ length: count }, (_, i) => i).filter(stays);
    this.#numbers = new Int32Array(count).fill(-1);
    this.kept.forEach((old, i) => (this.#numbers[old] = i));
  }

  /** An index that points at nothing, or too far, stays as it is. */
  of(index: number): number {
    return index >= 0 && index < this.#numbers.length ? this.#numbers[index] : index;
  }

  has(index: number): boolean {
    return this.of(index) >= 0;
  }
}

function dropVertices(pmx: Pmx): Pmx {
  const { vertices, indices, softBodies } = pmx;
  const isUsed = new Uint8Array(vertices.count);
  for (const index of indices) isUsed[index] = 1;
  for (const { anchors, pinnedVertices } of softBodies) {
    for (const { vertex } of anchors) isUsed[vertex] = 1;
    for (const vertex of pinnedVertices) isUsed[vertex] = 1;
  }
  const numbers = new Renumbering(vertices.count, (i) => isUsed[i] === 1);
  if (numbers.kept.length === vertices.count) return pmx;
  return {
    ...pmx,
    vertices: pickVertices(vertices, numbers),
    indices: indices.map((index) => numbers.of(index)),
    morphs: pmx.morphs.map((morph) => pickElements(morph, numbers)),
    softBodies: softBodies.map((body) => ({
      ...body,
      anchors: body.anchors.map((anchor) => ({ ...anchor, vertex: numbers.of(anchor.vertex) })),
      pinnedVertices: body.pinnedVertices.map((vertex) => numbers.of(vertex)),
    })),
  };
}

function pickVertices(vertices: PmxVertices, numbers: Renumbering): PmxVertices {
  const { kept } = numbers;
  const sdefs = Array.from(vertices.sdefVertices.keys()).filter((i) => numbers.has(vertices.sdefVertices[i]));
  return {
    count: kept.length,
    positions: pick(vertices.positions, kept, 3),
    normals: pick(vertices.normals, kept, 3),
    uvs: pick(vertices.uvs, kept, 2),
    additionalUvCount: vertices.additionalUvCount,
    additionalUvs: pick(vertices.additionalUvs, kept, 4 * vertices.additionalUvCount),
    weightTypes: pick(vertices.weightTypes, kept, 1),
    boneIndices: pick(vertices.boneIndices, kept, 4),
    boneWeights: pick(vertices.boneWeights, kept, 4),
    sdefVertices: pick(vertices.sdefVertices, sdefs, 1).map((vertex) => numbers.of(vertex)),
    sdefVectors: pick(vertices.sdefVectors, sdefs, 9),
    edgeScales: pick(vertices.edgeScales, kept, 1),
  };
}

type Column = Float32Array | Uint8Array | Int32Array | Uint32Array;

/** Some records of a column, each of `width` values. The bits of NaN stay, too. */
function pick<C extends Column>(column: C, records: readonly number[], width: number): C {
  const [from, out] = [bytesOf(column), column.slice(0, records.length * width) as C];
  const [to, bytes] = [bytesOf(out), width * column.BYTES_PER_ELEMENT];
  records.forEach((record, i) => to.set(from.subarray(record * bytes, record * bytes + bytes), i * bytes));
  return out;
}

function bytesOf({ buffer, byteOffset, byteLength }: Column): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

/** The elements of a morph whose vertices stay. */
function pickElements(morph: PmxMorph, numbers: Renumbering): PmxMorph {
  if (morph.type !== 'vertex' && morph.type !== 'uv') return morph;
  const { vertices, offsets } = morph;
  const elements = Array.from(vertices.keys()).filter((i) => numbers.has(vertices[i]));
  return {
    ...morph,
    vertices: pick(vertices, elements, 1).map((vertex) => numbers.of(vertex)),
    offsets: pick(offsets, elements, morph.type === 'vertex' ? 3 : 4),
  };
}

function dropMorphs(pmx: Pmx, keptMorphs: ReadonlySet<number>): { result: Pmx; dropped: string[] } {
  const { morphs, displayFrames } = pmx;
  const named = new Set(keptMorphs);
  for (const morph of morphs) {
    if (morph.type === 'group' || morph.type === 'flip') morph.morphs.forEach((index) => named.add(index));
  }
  for (const { elements } of displayFrames) {
    for (const { type, index } of elements) if (type === 'morph') named.add(index);
  }
  const shared = countNames(morphs);
  const numbers = new Renumbering(
    morphs.length,
    (i) => named.has(i) || shared.get(motionName(morphs[i]))! > 1 || !movesNothing(morphs[i]),
  );
  const result = {
    ...pmx,
    morphs: numbers.kept.map((i) => renumberMembers(morphs[i], numbers)),
    displayFrames: displayFrames.map((frame) => ({
      ...frame,
      elements: frame.elements.map((element) =>
        element.type === 'morph' ? { ...element, index: numbers.of(element.index) } : element,
      ),
    })),
  };
  return { result, dropped: morphs.filter((_, i) => !numbers.has(i)).map(({ name }) => name) };
}

/** The name of a morph as a motion can write it. */
function motionName({ name }: PmxMorph): string {
  return encodeAsWindows(name).bytes.subarray(0, VMD_NAME_BYTES).join();
}

/** Of several morphs of one name, a motion moves the first: without it, it would move the second one. */
function countNames(morphs: readonly PmxMorph[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const morph of morphs) counts.set(motionName(morph), (counts.get(motionName(morph)) ?? 0) + 1);
  return counts;
}

function renumberMembers(morph: PmxMorph, numbers: Renumbering): PmxMorph {
  if (morph.type !== 'group' && morph.type !== 'flip') return morph;
  return { ...morph, morphs: morph.morphs.map((index) => numbers.of(index)) };
}

function movesNothing(morph: PmxMorph): boolean {
  const areZero = (values: Float32Array): boolean => values.every((value) => value === 0);
  switch (morph.type) {
    case 'group':
    case 'flip':
      return areZero(morph.weights);
    case 'vertex':
    case 'uv':
      return areZero(morph.offsets);
    case 'bone':
      return areZero(morph.translations) && morph.rotations.every((value, i) => i % 4 === 3 || value === 0);
    case 'material':
      return morph.values.every((value, i) => value === (isFactor(morph.operations, i) ? 1 : 0));
    default:
      return areZero(morph.velocities) && areZero(morph.torques);
  }
}

/** The values of a material that a morph changes. */
const MATERIAL_VALUES = 28;

/** Whether a value multiplies, so that 1 changes nothing, or is added. */
function isFactor(operations: Uint8Array, value: number): boolean {
  return operations[Math.floor(value / MATERIAL_VALUES)] === 0;
}

function dropTexturePaths(pmx: Pmx): Pmx {
  const used = new Set(
    pmx.materials.flatMap(({ texture, sphereTexture, sharedToon, toon }) =>
      sharedToon === 1 ? [texture, sphereTexture] : [texture, sphereTexture, toon],
    ),
  );
  const numbers = new Renumbering(pmx.textures.length, (i) => used.has(i));
  return {
    ...pmx,
    textures: numbers.kept.map((i) => pmx.textures[i]),
    materials: pmx.materials.map((material) => ({
      ...material,
      texture: numbers.of(material.texture),
      sphereTexture: numbers.of(material.sphereTexture),
      toon: material.sharedToon === 1 ? material.toon : numbers.of(material.toon),
    })),
  };
}
