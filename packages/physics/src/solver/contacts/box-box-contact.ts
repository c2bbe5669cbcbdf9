import type { Bodies } from '../bodies.js';
import { candidate, DISTANCE, type Manifolds, NORMAL, POINT_B } from '../manifolds.js';
import { clipRectangle, clipped, keepFour, kept } from './clip.js';

// Two boxes with sharp edges, by separating axes (§5.5). Body A is box 1, B is box 2. In doubles.

/** An axis across two edges must beat a face axis by this factor. */
const EDGE_FACTOR = 1.05;
/** Edges more parallel than this meet at their middle. */
const PARALLEL = 0.0001;

/** The difference of the centres, from 1 to 2. */
const between = /* @__PURE__ */ new Float64Array(3);
const axis = /* @__PURE__ */ new Float64Array(3);
/** The axis of least overlap, from 1 to 2. */
const normal = /* @__PURE__ */ new Float64Array(3);
const contact = /* @__PURE__ */ new Float64Array(3);
const overlap = { separation: 0, kind: 0 };
/** Corners of the incident face on the reference face, two numbers each. */
const corners = /* @__PURE__ */ new Float64Array(8);
const faceCentre = /* @__PURE__ */ new Float64Array(3);

export function touchBoxes(manifolds: Manifolds, m: number, bodies: Bodies): void {
  const a = manifolds.bodiesA[m];
  const b = manifolds.bodiesB[m];
  for (let i = 0; i < 3; i++) between[i] = bodies.positions[3 * b + i] - bodies.positions[3 * a + i];
  if (!findAxis(bodies, a, b)) return;
  if (overlap.kind >= 6) touchEdges(manifolds, m, bodies, a, b);
  else touchFace(manifolds, m, bodies, a, b);
}

/** Finds the axis of least overlap among 15. Gives false if the boxes are apart. */
function findAxis({ rotations: r, sizes }: Bodies, a: number, b: number): boolean {
  overlap.separation = -Infinity;
  for (let kind = 0; kind < 15; kind++) {
    const length = writeAxis(r, a, b, kind);
    if (length === 0) continue;
    for (let i = 0; i < 3; i++) axis[i] /= length;
    const centres = along(between, axis);
    const s = Math.abs(centres) - reach(r, sizes, a, axis) - reach(r, sizes, b, axis);
    if (s > 0) return false;
    if ((kind < 6 ? s : EDGE_FACTOR * s) <= overlap.separation) continue;
    overlap.separation = s;
    overlap.kind = kind;
    for (let i = 0; i < 3; i++) normal[i] = centres < 0 ? -axis[i] : axis[i];
  }
  return overlap.separation > -Infinity;
}

/** Writes axis 0 … 2: faces of box 1; 3 … 5: faces of box 2; 6 … 14: across two edges. Gives its length. */
function writeAxis(r: Float32Array, a: number, b: number, kind: number): number {
  if (kind < 6) {
    const column = kind < 3 ? 9 * a + kind : 9 * b + kind - 3;
    for (let i = 0; i < 3; i++) axis[i] = r[column + 3 * i];
    return 1;
  }
  const u = 9 * a + Math.floor((kind - 6) / 3);
  const v = 9 * b + ((kind - 6) % 3);
  axis[0] = r[u + 3] * r[v + 6] - r[u + 6] * r[v + 3];
  axis[1] = r[u + 6] * r[v] - r[u] * r[v + 6];
  axis[2] = r[u] * r[v + 3] - r[u + 3] * r[v];
  return Math.sqrt(along(axis, axis));
}

/** How far a box reaches from its centre along an axis. */
function reach(r: Float32Array, sizes: Float32Array, body: number, n: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < 3; i++) sum += sizes[3 * body + i] * Math.abs(component(r, 9 * body + i, n));
  return sum;
}

/** Two edges cross: one point, on the edge of box 2. */
function touchEdges(manifolds: Manifolds, m: number, bodies: Bodies, a: number, b: number): void {
  const { rotations: r, sizes, positions } = bodies;
  const u = 9 * a + Math.floor((overlap.kind - 6) / 3);
  const v = 9 * b + ((overlap.kind - 6) % 3);
  // From the edge of box 1 to the edge of box 2, at their middles.
  for (let i = 0; i < 3; i++) axis[i] = between[i];
  for (let i = 0; i < 3; i++) contact[i] = positions[3 * b + i];
  for (let k = 0; k < 3; k++) {
    const onA = component(r, 9 * a + k, normal) > 0 ? sizes[3 * a + k] : -sizes[3 * a + k];
    const onB = component(r, 9 * b + k, normal) > 0 ? -sizes[3 * b + k] : sizes[3 * b + k];
    for (let i = 0; i < 3; i++) {
      axis[i] += onB * r[9 * b + k + 3 * i] - onA * r[9 * a + k + 3 * i];
      contact[i] += onB * r[9 * b + k + 3 * i];
    }
  }
  const k = columnsDot(r, u, v);
  const d = 1 - k * k;
  const beta = d <= PARALLEL ? 0 : (k * component(r, u, axis) - component(r, v, axis)) / d;
  for (let i = 0; i < 3; i++) contact[i] += beta * r[v + 3 * i];
  candidate[DISTANCE] = overlap.separation;
  offer(manifolds, m, bodies);
}

/** A face of one box, the owner, meets a face of the other: up to four points of the clipped face. */
function touchFace(manifolds: Manifolds, m: number, bodies: Bodies, a: number, b: number): void {
  const { rotations: r, sizes, positions } = bodies;
  const ownerIsA = overlap.kind < 3;
  const owner = ownerIsA ? a : b;
  const other = ownerIsA ? b : a;
  const sign = ownerIsA ? 1 : -1;
  const incident = incidentAxis(r, other);
  const isLowered = sign * component(r, 9 * other + incident, normal) < 0;
  const lift = (isLowered ? 1 : -1) * sizes[3 * other + incident];
  for (let i = 0; i < 3; i++) {
    faceCentre[i] = sign * between[i] + lift * r[9 * other + incident + 3 * i];
  }
  const count = clipIncidentFace(bodies, owner, other, OTHERS[overlap.kind % 3], OTHERS[incident]);
  const used = keepFour(liftCorners(bodies, owner, other, incident, sign, count), depths);
  for (let j = 0; j < used; j++) {
    const point = kept[j];
    for (let i = 0; i < 3; i++) contact[i] = positions[3 * owner + i] + lifted[3 * point + i];
    candidate[DISTANCE] = -depths[point];
    offer(manifolds, m, bodies);
  }
}

/**
 * Lifts the clipped corners back onto the incident face. Keeps those below the owner's face, and gives their
 * number.
 */
function liftCorners(
  { rotations: r, sizes }: Bodies,
  owner: number,
  other: number,
  incident: number,
  sign: number,
  count: number,
): number {
  const face = overlap.kind % 3;
  const c1 = 9 * owner + OTHERS[face][0];
  const c2 = 9 * owner + OTHERS[face][1];
  const a1 = 9 * other + OTHERS[incident][0];
  const a2 = 9 * other + OTHERS[incident][1];
  const m11 = columnsDot(r, c1, a1);
  const m12 = columnsDot(r, c1, a2);
  const m21 = columnsDot(r, c2, a1);
  const m22 = columnsDot(r, c2, a2);
  const scale = 1 / (m11 * m22 - m12 * m21);
  const centre1 = component(r, c1, faceCentre);
  const centre2 = component(r, c2, faceCentre);
  let points = 0;
  for (let j = 0; j < count; j++) {
    const x = clipped[2 * j] - centre1;
    const y = clipped[2 * j + 1] - centre2;
    const k1 = (m22 * x - m12 * y) * scale;
    const k2 = (m11 * y - m21 * x) * scale;
    let depth = sizes[3 * owner + face];
    for (let i = 0; i < 3; i++) {
      const p = faceCentre[i] + k1 * r[a1 + 3 * i] + k2 * r[a2 + 3 * i];
      lifted[3 * points + i] = p;
      depth -= sign * normal[i] * p;
    }
    if (!(depth >= 0)) continue;
    depths[points] = depth;
    clipped[2 * points] = clipped[2 * j];
    clipped[2 * points + 1] = clipped[2 * j + 1];
    points++;
  }
  return points;
}

/**
 * The clipped corners, on the incident face, from the owner's centre; and how deep each lies below the
 * owner's face.
 */
const lifted = /* @__PURE__ */ new Float64Array(24);
const depths = /* @__PURE__ */ new Float64Array(8);

const OTHERS: readonly (readonly [number, number])[] = [
  [1, 2],
  [0, 2],
  [0, 1],
];

/** The other box's axis that is most parallel to the normal: its face turns towards the owner. */
function incidentAxis(r: Float32Array, other: number): number {
  const x = Math.abs(component(r, 9 * other, normal));
  const y = Math.abs(component(r, 9 * other + 1, normal));
  const z = Math.abs(component(r, 9 * other + 2, normal));
  if (y > x) return y > z ? 1 : 2;
  return x > z ? 0 : 2;
}

/** Clips the incident face by the edges of the owner's face. Gives the number of corners. */
function clipIncidentFace(
  { rotations: r, sizes }: Bodies,
  owner: number,
  other: number,
  [c1, c2]: readonly [number, number],
  [a1, a2]: readonly [number, number],
): number {
  for (let side = 0; side < 2; side++) {
    const c = 9 * owner + (side === 0 ? c1 : c2);
    const centre = component(r, c, faceCentre);
    const k1 = columnsDot(r, c, 9 * other + a1) * sizes[3 * other + a1];
    const k3 = columnsDot(r, c, 9 * other + a2) * sizes[3 * other + a2];
    corners[side] = centre - k1 - k3;
    corners[2 + side] = centre - k1 + k3;
    corners[4 + side] = centre + k1 + k3;
    corners[6 + side] = centre + k1 - k3;
  }
  return clipRectangle(corners, sizes[3 * owner + c1], sizes[3 * owner + c2]);
}

/** Offers the contact point. The normal on box 2 points to box 1. */
function offer(manifolds: Manifolds, m: number, bodies: Bodies): void {
  for (let i = 0; i < 3; i++) {
    candidate[NORMAL + i] = -normal[i];
    candidate[POINT_B + i] = contact[i];
  }
  manifolds.offer(m, bodies);
}

function along(p: Float64Array, q: Float64Array): number {
  return p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
}

/** A vector's component along a column of a rotation. */
function component(r: Float32Array, column: number, p: Float64Array): number {
  return r[column] * p[0] + r[column + 3] * p[1] + r[column + 6] * p[2];
}

function columnsDot(r: Float32Array, p: number, q: number): number {
  return r[p] * r[q] + r[p + 3] * r[q + 3] + r[p + 6] * r[q + 6];
}
