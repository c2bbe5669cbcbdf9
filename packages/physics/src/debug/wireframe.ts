import type { Vector } from '../solver/bodies.js';

/** The lines of a body: x y z of both ends of each line, in the body's own space. */
export type Lines = number[];

const SPHERE = 0;
const BOX = 1;
const CAPSULE = 2;

/** Straight pieces of a circle. */
const PIECES = 24;

/**
 * The outline of a rigid body as lines: three circles for a sphere, the edges of a box, the rings and
 * meridians of a capsule. Numbers that are not finite count as 0. Other shapes have no lines.
 */
export function wireframe(shape: number, size: Vector): Lines {
  const [x, y, z] = size.map((value) => (Number.isFinite(value) ? value : 0));
  if (shape === SPHERE) return [0, 1, 2].flatMap((axis) => arc(axis, x, 0, PIECES, [0, 0, 0]));
  if (shape === BOX) return box(x, y, z);
  return shape === CAPSULE ? capsule(x, y / 2) : [];
}

/**
 * A part of a circle about an axis, from piece to piece. The pieces of circles about x and z are counted from
 * y.
 */
function arc(axis: number, radius: number, from: number, to: number, center: Vector): Lines {
  const [u, v] = axis === 1 ? [2, 0] : axis === 0 ? [1, 2] : [1, 0];
  const lines: Lines = [];
  for (let piece = from; piece < to; piece++) {
    for (const end of [piece, piece + 1]) {
      const angle = (2 * Math.PI * end) / PIECES;
      const point = [...center];
      point[u] += radius * Math.cos(angle);
      point[v] += radius * Math.sin(angle);
      lines.push(...point);
    }
  }
  return lines;
}

function box(x: number, y: number, z: number): Lines {
  const lines: Lines = [];
  for (const a of [-1, 1]) {
    for (const b of [-1, 1]) {
      lines.push(-x, a * y, b * z, x, a * y, b * z);
      lines.push(a * x, -y, b * z, a * x, y, b * z);
      lines.push(a * x, b * y, -z, a * x, b * y, z);
    }
  }
  return lines;
}

/** Along y: half a circle over each end, in two planes, and straight lines between the ends. */
function capsule(radius: number, half: number): Lines {
  const lines: Lines = [];
  for (const end of [-1, 1]) {
    const center: Vector = [0, end * half, 0];
    const first = end === 1 ? -PIECES / 4 : PIECES / 4;
    lines.push(...arc(1, radius, 0, PIECES, center));
    for (const axis of [0, 2]) lines.push(...arc(axis, radius, first, first + PIECES / 2, center));
    lines.push(end * radius, -half, 0, end * radius, half, 0);
    lines.push(0, -half, end * radius, 0, half, end * radius);
  }
  return lines;
}
