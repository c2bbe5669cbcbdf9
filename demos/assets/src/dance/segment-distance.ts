import { Vector3 } from 'three';

const first = /* @__PURE__ */ new Vector3();
const second = /* @__PURE__ */ new Vector3();
const apart = /* @__PURE__ */ new Vector3();

/**
 * The least distance of two segments a–b and c–d. Allocates nothing.
 *
 * @example
 * segmentDistance(at(0, 0, 0), at(2, 0, 0), at(1, 3, -1), at(1, 3, 1)); // → 3, above the middle of the first
 */
export function segmentDistance(a: Vector3, b: Vector3, c: Vector3, d: Vector3): number {
  first.subVectors(b, a);
  second.subVectors(d, c);
  apart.subVectors(a, c);
  const [aa, bb, ab] = [first.lengthSq(), second.lengthSq(), first.dot(second)];
  const [ra, rb] = [first.dot(apart), second.dot(apart)];
  const square = aa * bb - ab * ab;
  let s = square > 1e-9 ? share((ab * rb - ra * bb) / square) : 0;
  const t = bb > 1e-12 ? share((ab * s + rb) / bb) : 0;
  s = aa > 1e-12 ? share((ab * t - ra) / aa) : 0;
  return apart.addScaledVector(first, s).addScaledVector(second, -t).length();
}

function share(value: number): number {
  return Math.min(Math.max(value, 0), 1);
}
