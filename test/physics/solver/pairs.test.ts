import { describe, expect, test } from 'vitest';
import type { BodyDefinition } from '#src/physics/solver/bodies.js';
import type { World } from '#src/physics/solver/world.js';
import { countReads } from '#test/support/count-reads.js';
import { body, emptyWorld, matrixOf } from '#test/support/physics-scenes.js';

function pairsOf({ manifolds }: World): string[] {
  return Array.from({ length: manifolds.count }, (_, m) => `${manifolds.bodiesA[m]} ${manifolds.bodiesB[m]}`);
}

/** A world of bodies that do not touch the ground. */
function create(...bodies: Partial<BodyDefinition>[]): World {
  const world = emptyWorld();
  for (const changes of bodies)
    world.addBody(body({ collisionMask: 0x7fff, ...changes }), changes.mass !== 0);
  return world;
}

describe('two bodies are a pair', () => {
  test('if their boxes overlap', () => {
    expect(pairsOf(create({}, { position: [1.9, 0, 0] }))).toEqual(['1 2']);
    expect(pairsOf(create({}, { position: [2.1, 0, 0] }))).toEqual([]);
    // The boxes of two spheres overlap where the spheres do not.
    expect(pairsOf(create({}, { position: [1.9, 1.9, 1.9] }))).toEqual(['1 2']);
  });

  test('if each allows the group of the other', () => {
    const first = { group: 1, collisionMask: 1 << 2 };
    expect(pairsOf(create(first, { group: 2, collisionMask: 1 << 1 }))).toEqual(['1 2']);
    expect(pairsOf(create(first, { group: 2, collisionMask: 1 << 3 }))).toEqual([]);
    expect(pairsOf(create(first, { group: 3, collisionMask: 1 << 1 }))).toEqual([]);
  });

  test('if one of them is dynamic', () => {
    expect(pairsOf(create({ mass: 0 }, {}))).toEqual(['1 2']);
    expect(pairsOf(create({ mass: 0 }, { mass: 0 }))).toEqual([]);
  });
});

test('a dynamic body and the ground are always a pair, if the mask allows it', () => {
  const world = emptyWorld();
  world.addBody(body({ position: [0, 100, 0] }), true);
  world.addBody(body({ position: [9, 100, 0], collisionMask: 0x7fff }), true);
  world.addBody(body({ position: [18, 100, 0] }), false);
  expect(pairsOf(world)).toEqual(['1 0']);
});

test('pairs come and go as bodies move', () => {
  const world = create({ position: [0, 0, 0] }, { position: [5, 0, 0] }, { position: [10, 0, 0] });
  const move = (number: number, x: number): void => world.placeBody(number, matrixOf([x, 0, 0]));
  world.step();
  expect(pairsOf(world)).toEqual([]);
  move(2, 8.5);
  world.step();
  expect(pairsOf(world)).toEqual(['2 3']);
  move(2, 1.5);
  move(3, 3);
  world.step();
  // 2 3 lives on, and the new pair comes after it.
  expect(pairsOf(world)).toEqual(['2 3', '1 2']);
  move(2, 50);
  world.step();
  expect(pairsOf(world)).toEqual([]);
});

test('pairs of one substep come in the order of the later body, then the earlier one', () => {
  const world = create(
    { position: [0, 0, 0] },
    { position: [9, 0, 0] },
    { position: [18, 0, 0] },
    { position: [27, 0, 0] },
  );
  for (let number = 1; number <= 4; number++) world.placeBody(number, matrixOf([1.5 - 0.3 * number, 0, 0]));
  world.step();
  expect(pairsOf(world)).toEqual(['1 2', '1 3', '2 3', '1 4', '2 4', '3 4']);
});

test('the same pairs are found along every axis', () => {
  for (const axis of [0, 1, 2]) {
    const world = create(
      ...Array.from({ length: 30 }, (_, i) => {
        const position: [number, number, number] = [0, 0, 0];
        position[axis] = 2.5 * (((i * 7) % 30) - (i % 3 === 0 ? 0.4 : 0));
        return { position };
      }),
    );
    const placed = Array.from({ length: 30 }, (_, i) => world.bodies.positions[3 * (i + 1) + axis]);
    world.step();
    const expected = placed.flatMap((a, i) =>
      placed.flatMap((b, j) => (i < j && Math.abs(a - b) < 2.04 ? [`${i + 1} ${j + 1}`] : [])),
    );
    expect(expected.length).toBeGreaterThan(5);
    expect(pairsOf(world).toSorted()).toEqual(expected.toSorted());
  }
});

test('the search for pairs ends after four million comparisons, of thousands of bodies that never touch in one place', () => {
  const world = emptyWorld();
  for (let i = 0; i < 4000; i++) world.addBody(body({ collisionMask: 0 }), true);
  const groups = countReads(world.bodies.groups);
  Object.assign(world.bodies, { groups: groups.list });
  world.step();
  expect(groups.reads()).toBe(4_000_000); // of 8 million pairs
});
