import type { Part } from '../mesh/part.js';
import type { V3 } from '../mesh/vector.js';

/** Parts of one material as one part. */
export function joinedPart(parts: readonly Part[]): Part {
  const joined: Part = { ...parts[0], positions: [], normals: [], uvs: [], faces: [], pulls: [], edges: [] };
  const morphs: NonNullable<Part['morphs']> = new Map();
  for (const part of parts) {
    const first = joined.positions.length;
    joined.positions.push(...part.positions);
    joined.normals.push(...part.normals);
    joined.uvs.push(...part.uvs);
    joined.pulls.push(...part.pulls);
    joined.edges.push(...part.edges);
    joined.faces.push(...part.faces.map((face) => face.map((i) => first + i)));
    for (const [name, offsets] of part.morphs ?? []) {
      const all = morphs.get(name) ?? [];
      offsets.forEach((offset, i) => (all[first + i] = offset));
      morphs.set(name, all);
    }
  }
  return { ...joined, morphs };
}

/**
 * Puts each vertex next to its mirror image. Most of her is the same on both sides, and the second of two
 * vertices that differ in a few bytes compresses to almost nothing.
 */
export function pairedSides(part: Part): Part {
  const order = pairedOrder(part);
  const places = new Map(order.map((old, i) => [old, i]));
  const ordered = <T>(values: readonly T[]): T[] => order.map((i) => values[i]);
  return {
    ...part,
    positions: ordered(part.positions),
    normals: ordered(part.normals),
    uvs: ordered(part.uvs),
    pulls: ordered(part.pulls),
    edges: ordered(part.edges),
    faces: part.faces.map((face) => face.map((i) => places.get(i)!)),
    morphs: new Map([...(part.morphs ?? [])].map(([name, offsets]) => [name, ordered(offsets)])),
  };
}

function pairedOrder({ positions, normals }: Part): number[] {
  const keyOf = (i: number, side: number): string =>
    [mirroredIf(side, positions[i]), mirroredIf(side, normals[i])].flat().map(coarse).join();
  const waiting = new Map<string, number[]>();
  positions.forEach((_, i) => {
    const same = waiting.get(keyOf(i, 1));
    if (same) same.push(i);
    else waiting.set(keyOf(i, 1), [i]);
  });
  const done = new Set<number>();
  return positions.flatMap((_, i) => {
    if (done.has(i)) return [];
    done.add(i);
    const twin = waiting.get(keyOf(i, -1))?.find((other) => !done.has(other));
    if (twin === undefined) return [i];
    done.add(twin);
    return [i, twin];
  });
}

const mirroredIf = (side: number, [x, y, z]: V3): V3 => [side * x, y, z];
/** Nearly equal values, as they are in the file; never −0. */
const coarse = (value: number): number => Math.round(value * 200) + 0;
