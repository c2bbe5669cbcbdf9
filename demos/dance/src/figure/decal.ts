import { BufferGeometry, Float32BufferAttribute, type Vector2 } from 'three';
import { faceDepth } from './head-shape.js';

/*
 * Features of the face are flat shapes that lie on the head. Each is given in the plane of the face about its own
 * middle, so that it can be squeezed there.
 */

/** An ellipse; `lower` is its half height below the middle. */
export function ellipseDecal(
  middle: Vector2,
  width: number,
  height: number,
  lift: number,
  lower = height,
): BufferGeometry {
  const points: number[] = [];
  const indices: number[] = [];
  const rings = 5;
  const segments = 36;
  for (let i = 0; i <= rings; i++) {
    for (let j = 0; j < segments; j++) {
      const angle = (j / segments) * 2 * Math.PI;
      const up = Math.sin(angle) * (i / rings);
      points.push(Math.cos(angle) * (i / rings) * width, up * (up > 0 ? height : lower));
      if (i === rings) continue;
      const next = (j + 1) % segments;
      const a = i * segments + j;
      const b = i * segments + next;
      indices.push(a, a + segments, b, b, a + segments, b + segments);
    }
  }
  return onFace(points, indices, middle, lift);
}

/** A line that is thick in its middle and thin at its ends. */
export function strokeDecal(
  middle: Vector2,
  path: (share: number) => readonly [x: number, y: number],
  thickness: number,
  lift: number,
): BufferGeometry {
  const points: number[] = [];
  const indices: number[] = [];
  const steps = 20;
  for (let i = 0; i <= steps; i++) {
    const share = i / steps;
    const [x, y] = path(share);
    const [ahead, above] = path(share + 0.01);
    const length = Math.hypot(ahead - x, above - y);
    const half = (thickness / 2) * (0.25 + 0.75 * Math.sin(Math.PI * share));
    const across = [(-(above - y) / length) * half, ((ahead - x) / length) * half];
    points.push(x + across[0], y + across[1], x - across[0], y - across[1]);
    if (i < steps) indices.push(2 * i, 2 * i + 1, 2 * i + 2, 2 * i + 2, 2 * i + 1, 2 * i + 3);
  }
  return onFace(points, indices, middle, lift);
}

/** Bends flat points onto the head. What is returned lies about `middle`, at the depth that the head has there. */
function onFace(
  points: readonly number[],
  indices: readonly number[],
  middle: Vector2,
  lift: number,
): BufferGeometry {
  const depth = faceDepth(middle.x, middle.y);
  const positions: number[] = [];
  for (let i = 0; i < points.length; i += 2) {
    const [x, y] = [points[i], points[i + 1]];
    positions.push(x, y, faceDepth(middle.x + x, middle.y + y) - depth + lift);
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new Float32BufferAttribute(positions, 3));
  geometry.setIndex([...indices]);
  geometry.computeVertexNormals();
  return geometry;
}
