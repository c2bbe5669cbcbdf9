import { World } from '@odori/physics';
import { describe, expect, test } from 'vitest';
import { JointGuard } from '#src/physics/joint-guard.js';
import { body, emptyWorld, joint, matrixOf, positionOf, velocityOf } from '#test/support/physics-scenes.js';

const A = body();
const B = body({ position: [3, 0, 0] });

/** Two bodies, 3 units apart at rest. */
function guarded(changes = {}): { world: World; guard: JointGuard } {
  const world = emptyWorld();
  world.addBody(A, true);
  world.addBody(B, true);
  const guard = new JointGuard(world);
  guard.add(joint(changes), 1, 2, A, B);
  return { world, guard };
}

const BOTH = Uint8Array.of(0, 1, 1);

describe('the joint guard', () => {
  test('leaves a body that is at most 2 units beyond its joint', () => {
    const { world, guard } = guarded();
    world.placeBody(2, matrixOf([4.9, 0, 0]));
    guard.apply(BOTH);
    expect(positionOf(world, 2)[0]).toBeCloseTo(4.9, 6);
  });

  test('puts a body that is farther away back on the line, at the rest distance, at rest, without turning it', () => {
    const { world, guard } = guarded();
    world.placeBody(2, matrixOf([0, 8, 0], [0, 0, Math.SQRT1_2, Math.SQRT1_2]));
    world.setVelocity(2, [1, 2, 3], [4, 5, 6]);
    guard.apply(BOTH);
    expect(positionOf(world, 2)).toEqual([0, 3, 0]);
    expect(velocityOf(world, 2)).toEqual([0, 0, 0]);
    expect(world.bodies.rotations[9 * 2 + 3]).toBeCloseTo(1, 6); // x still points to y
  });

  test('adds the linear limits of the joint to its length', () => {
    const { world, guard } = guarded({ linearLower: [-3, 0, 0], linearUpper: [1, 4, 0] });
    world.placeBody(2, matrixOf([9.9, 0, 0])); // 3 + √(3² + 4²) = 8, and 2 more
    guard.apply(BOTH);
    expect(positionOf(world, 2)[0]).toBeCloseTo(9.9, 6);
    world.placeBody(2, matrixOf([10.1, 0, 0]));
    guard.apply(BOTH);
    expect(positionOf(world, 2)[0]).toBeCloseTo(8, 6);
  });

  test('moves body B alone, and only while forces move it', () => {
    const { world, guard } = guarded();
    world.placeBody(1, matrixOf([-9, 0, 0]));
    guard.apply(Uint8Array.of(0, 1, 0));
    expect(positionOf(world, 2)[0]).toBe(3);
    guard.apply(Uint8Array.of(0, 0, 1));
    expect(positionOf(world, 1)[0]).toBe(-9);
    expect(positionOf(world, 2)[0]).toBe(-6);
  });
});
