import { MathUtils, type Object3D } from 'three';
import type { Problem } from '../language/problems.js';

/** Where a child stands, as its attributes say. */
export interface Place {
  /** In MMD units, in three.js's space. */
  readonly position: readonly [number, number, number];
  /** Degrees to her left. */
  readonly turn: number;
  /** Attributes that cannot be read. */
  readonly problems: readonly Problem[];
}

/**
 * Reads the attributes `position` and `turn`; undefined if there is neither of them.
 *
 * @example
 * readPlace('-4 0 0', null); // → { position: [-4, 0, 0], turn: 0, problems: [] }
 */
export function readPlace(position: string | null, turn: string | null): Place | undefined {
  if (position === null && turn === null) return undefined;
  const problems: Problem[] = [];
  const numbers =
    position === null
      ? [0, 0, 0]
      : position
          .trim()
          .split(/[\s,]+/)
          .map(Number);
  const isPosition = numbers.length === 3 && numbers.every(Number.isFinite);
  if (!isPosition) problems.push({ code: 'bad-position', values: { value: position! } });
  const degrees = turn === null ? 0 : Number(turn.trim() || NaN);
  const isTurn = Number.isFinite(degrees);
  if (!isTurn) problems.push({ code: 'bad-turn', values: { value: turn! } });
  const [x, y, z] = isPosition ? numbers : [0, 0, 0];
  return { position: [x, y, z], turn: isTurn ? degrees : 0, problems };
}

/** Puts the root of a model or a stage there. */
export function applyPlace(root: Object3D, { position, turn }: Place): void {
  root.position.fromArray(position);
  root.rotation.set(0, MathUtils.degToRad(turn), 0);
}
