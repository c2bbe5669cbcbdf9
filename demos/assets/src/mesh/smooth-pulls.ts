import type { Pull } from './part.js';
import type { Poly } from './poly.js';

/** Moves the bone weights of each point halfway towards those of its neighbours, `rounds` times. */
export function smoothPulls({ points, faces }: Poly, pulls: readonly Pull[], rounds: number): Pull[] {
  const neighbours = points.map(() => new Set<number>());
  for (const face of faces) {
    face.forEach((corner, i) => {
      const next = face[(i + 1) % face.length];
      neighbours[corner].add(next);
      neighbours[next].add(corner);
    });
  }
  let current = [...pulls];
  for (let round = 0; round < rounds; round++) {
    current = current.map((own, i) => {
      const near = [...neighbours[i]];
      if (near.length === 0) return own;
      const sum: Record<string, number> = {};
      const add = (pull: Pull, share: number): void => {
        for (const [name, weight] of Object.entries(pull)) sum[name] = (sum[name] ?? 0) + weight * share;
      };
      add(own, 0.5);
      for (const other of near) add(current[other], 0.5 / near.length);
      return sum;
    });
  }
  return current;
}
