import { invertRotation } from '@odori/runtime/internal';
import { multiplyRotations, rotateVector } from '@odori/runtime/rig';
import { FOLLOWS, type PhysicsModel } from './body-simulation.js';
import type { Poses } from './pose-matrix.js';

const NONE = -1;

/**
 * Finds the body that carries each body: of those that follow bones, the one that the fewest joints lead to.
 * −1 where none leads to one. O(bodies + joints).
 */
export function findCarriers({ rigidBodies, joints }: PhysicsModel): Int32Array {
  const carriers = Int32Array.from(rigidBodies, ({ mode }, body) => (mode === FOLLOWS ? body : NONE));
  const neighbors = rigidBodies.map((): number[] => []);
  for (const { bodyA, bodyB } of joints) {
    if (!rigidBodies[bodyA] || !rigidBodies[bodyB]) continue;
    neighbors[bodyA].push(bodyB);
    neighbors[bodyB].push(bodyA);
  }
  const found = [...carriers.keys()].filter((body) => carriers[body] === body);
  for (const body of found) {
    for (const neighbor of neighbors[body]) {
      if (carriers[neighbor] !== NONE) continue;
      carriers[neighbor] = carriers[body];
      found.push(neighbor);
    }
  }
  return carriers;
}

/** Writes where a body is after its carrier moved: now · then⁻¹ · pose. `out` may be `poses`. */
export function carryPose(
  poses: Poses,
  body: number,
  then: Poses,
  now: Poses,
  carrier: number,
  out: Poses,
): void {
  const [p, q] = [3 * body, 4 * body];
  const [cp, cq] = [3 * carrier, 4 * carrier];
  invertRotation(then.rotations, cq, turn, 0);
  multiplyRotations(now.rotations, cq, turn, 0, turn, 0);
  multiplyRotations(turn, 0, poses.rotations, q, out.rotations, q);
  for (let i = 0; i < 3; i++) out.positions[p + i] = poses.positions[p + i] - then.positions[cp + i];
  rotateVector(turn, 0, out.positions, p, out.positions, p);
  for (let i = 0; i < 3; i++) out.positions[p + i] += now.positions[cp + i];
}

const turn = /* @__PURE__ */ new Float64Array(4);
