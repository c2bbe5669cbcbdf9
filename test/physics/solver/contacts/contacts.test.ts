import { describe, expect, test } from 'vitest';
import type { BodyDefinition } from '#src/physics/solver/bodies.js';
import { DISTANCE, NORMAL, POINT_B } from '#src/physics/solver/manifolds.js';
import { detectContacts } from '#src/physics/solver/detect-contacts.js';
import { body, emptyWorld } from '#test/support/physics-scenes.js';

interface Contact {
  point: number[];
  normal: number[];
  distance: number;
}

/** The contacts of two bodies where they are: the point on B, the normal on B towards A, the distance. */
function contactsOf(a: Partial<BodyDefinition>, b: Partial<BodyDefinition>): Contact[] {
  const world = emptyWorld();
  world.addBody(body({ collisionMask: 0x7fff, ...a }), true);
  world.addBody(body({ collisionMask: 0x7fff, ...b }), true);
  return readContacts(world);
}

/** The contacts of a body with the ground. */
function groundContactsOf(a: Partial<BodyDefinition>): Contact[] {
  const world = emptyWorld();
  world.addBody(body(a), true);
  return readContacts(world);
}

function readContacts({ manifolds, bodies }: ReturnType<typeof emptyWorld>): Contact[] {
  detectContacts(manifolds, bodies, true);
  return Array.from({ length: manifolds.pointCounts[0] }, (_, i) => {
    const o = manifolds.offsetOf(0, i);
    const three = (offset: number): number[] => [...manifolds.points.subarray(o + offset, o + offset + 3)];
    return { point: three(POINT_B), normal: three(NORMAL), distance: manifolds.points[o + DISTANCE] };
  });
}

const close = (values: readonly number[]): unknown[] => values.map((value) => expect.closeTo(value, 4));

function contact(point: readonly number[], normal: readonly number[], distance: number): unknown {
  return { point: close(point), normal: close(normal), distance: expect.closeTo(distance, 4) };
}

const UP: readonly number[] = [0, 1, 0];
const BOX = { shape: 1, size: [2, 1, 2] } as const;
const CAPSULE = { shape: 2, size: [0.5, 2, 0] } as const;
/** Lies along x. */
const LYING = { ...CAPSULE, rotation: [0, 0, -Math.PI / 2] } as const;

describe('the ground', () => {
  test('touches a sphere at its lowest point', () => {
    expect(groundContactsOf({ position: [3, 0.99, 4] })).toEqual([contact([3, 0, 4], UP, -0.01)]);
  });

  test('touches a box at its lowest corner', () => {
    const [contactPoint] = groundContactsOf({ ...BOX, position: [0, 1.4, 0], rotation: [0, 0, 0.1] });
    // Half extents 2 and 1, turned by 0.1 about z: the lowest corner is 2 sin 0.1 + cos 0.1 = 1.1947 below
    // the centre.
    expect(contactPoint).toBeUndefined(); // 0.2 above the ground is too far: the limit is 0.02 · 3 = 0.06
    const [near] = groundContactsOf({ ...BOX, position: [0, 1.2, 0], rotation: [0, 0, 0.1] });
    // x of that corner: −2 cos 0.1 + sin 0.1; z is one of the two ends.
    expect(near.point[0]).toBeCloseTo(-1.8902, 3);
    expect(Math.abs(near.point[2])).toBeCloseTo(2, 5);
    expect(near.distance).toBeCloseTo(1.2 - 1.1947, 3);
  });

  test('touches a capsule at its lower end', () => {
    const standing = groundContactsOf({ ...CAPSULE, position: [1, 1.5, 2] });
    expect(standing).toEqual([contact([1, 0, 2], UP, 0)]);
    expect(groundContactsOf({ ...LYING, position: [0, 0.5, 0] })[0].point[0]).toBeCloseTo(1, 4);
  });
});

describe('spheres', () => {
  test('touch on the line of their centres', () => {
    expect(contactsOf({ position: [0, 1.9, 0] }, {})).toEqual([contact([0, 1, 0], UP, -0.1)]);
  });

  test('do not touch before they meet', () => {
    expect(contactsOf({ position: [0, 2.001, 0] }, {})).toEqual([]);
  });

  test('part along x where their centres coincide', () => {
    expect(contactsOf({}, {})).toEqual([contact([1, 0, 0], [1, 0, 0], -2)]);
  });
});

describe('capsules', () => {
  test('that cross touch between their axes', () => {
    const upper = {
      shape: 2,
      size: [0.5, 2, 0],
      position: [0, 0.95, 0],
      rotation: [Math.PI / 2, 0, 0],
    } as const;
    expect(contactsOf(upper, LYING)).toEqual([contact([0, 0.5, 0], UP, -0.05)]);
  });

  test('side by side touch where their ends are nearest', () => {
    // The ends of the upper one are at 0.5 and 2.5, those of the lower one at −1 and 1.
    const [found] = contactsOf({ ...LYING, position: [1.5, 0.95, 0] }, LYING);
    expect(found.normal).toEqual(close(UP));
    expect(found.distance).toBeCloseTo(-0.05, 4);
    expect(found.point[0]).toBeGreaterThanOrEqual(0.4999);
    expect(found.point[0]).toBeLessThanOrEqual(1.0001);
  });

  test('end to end touch along their axes', () => {
    expect(contactsOf({ ...CAPSULE, position: [0, 2.9, 0] }, CAPSULE)).toEqual([
      contact([0, 1.5, 0], UP, -0.1),
    ]);
  });

  test('whose axes cross part across the axis of the first one', () => {
    const [found] = contactsOf(CAPSULE, LYING);
    expect(found.distance).toBeCloseTo(-1, 4);
    expect(found.normal[1]).toBeCloseTo(0, 5); // A stands along y
    expect(Math.hypot(...found.normal)).toBeCloseTo(1, 5);
  });
});

describe('a sphere and a capsule', () => {
  test('touch at the side', () => {
    expect(contactsOf({ position: [1.45, 0.5, 0] }, CAPSULE)).toEqual([
      contact([0.5, 0.5, 0], [1, 0, 0], -0.05),
    ]);
    expect(contactsOf(CAPSULE, { position: [1.45, 0.5, 0] })).toEqual([
      contact([0.45, 0.5, 0], [-1, 0, 0], -0.05),
    ]);
  });

  test('touch at the end', () => {
    expect(contactsOf({ position: [0, 2.45, 0] }, CAPSULE)).toEqual([contact([0, 1.5, 0], UP, -0.05)]);
  });
});

describe('a round body and a box', () => {
  test('a sphere above a face', () => {
    expect(contactsOf({ position: [0.5, 1.95, 0.5] }, BOX)).toEqual([contact([0.5, 1, 0.5], UP, -0.05)]);
    expect(contactsOf(BOX, { position: [0.5, 1.95, 0.5] })).toEqual([
      contact([0.5, 0.95, 0.5], [0, -1, 0], -0.05),
    ]);
  });

  test('a sphere beyond an edge touches the rounded edge', () => {
    // The core's edge is at 1.96, 0.96. The sphere's centre lies 0.7 from it on both axes: 0.98995 − 1 −
    // 0.04.
    const [found] = contactsOf({ position: [2.66, 1.66, 0] }, BOX);
    expect(found.normal).toEqual(close([Math.SQRT1_2, Math.SQRT1_2, 0]));
    expect(found.distance).toBeCloseTo(-0.05005, 4);
    expect(found.point).toEqual(close([1.96 + 0.04 * Math.SQRT1_2, 0.96 + 0.04 * Math.SQRT1_2, 0]));
  });

  test('a sphere whose centre lies in the box leaves it the shortest way', () => {
    // 0.7 below the upper face, which is the nearest one: out by 0.7 + its radius.
    expect(contactsOf({ position: [0.5, 0.3, 0.5] }, BOX)).toEqual([contact([0.5, 1, 0.5], UP, -1.7)]);
    expect(contactsOf(BOX, { position: [0.5, 0.3, 0.5] })).toEqual([
      contact([0.5, -0.7, 0.5], [0, -1, 0], -1.7),
    ]);
  });

  test('a standing capsule above a face', () => {
    expect(contactsOf({ ...CAPSULE, position: [0, 2.45, 0] }, BOX)).toEqual([contact([0, 1, 0], UP, -0.05)]);
  });

  test('a tilted capsule touches with its lower end', () => {
    // Axis along (−sin, cos) of 0.5: the lower end is 1 · cos 0.5 below the centre, at +sin 0.5.
    const tilted = { ...CAPSULE, rotation: [0, 0, 0.5] as const, position: [0, 2.3, 0] as const };
    const [found] = contactsOf(tilted, BOX);
    expect(found.normal).toEqual(close(UP));
    expect(found.point).toEqual(close([Math.sin(0.5), 1, 0]));
    expect(found.distance).toBeCloseTo(2.3 - Math.cos(0.5) - 0.5 - 1, 4);
  });

  test('a capsule across an edge touches it in its middle', () => {
    // The segment runs from upper left to lower right, 45° steep, past the core's edge (1.96, 0.96).
    const across = { ...CAPSULE, rotation: [0, 0, Math.PI / 4] as const, position: [2.3, 1.3, 0] as const };
    const [found] = contactsOf(across, BOX);
    expect(found.normal).toEqual(close([Math.SQRT1_2, Math.SQRT1_2, 0]));
    expect(found.distance).toBeCloseTo(0.34 * Math.SQRT2 - 0.54, 4);
  });

  test('a capsule through a thin board goes out across its face', () => {
    const board = { shape: 1, size: [3, 0.3, 3] } as const;
    const [found] = contactsOf({ ...LYING, position: [0, 0.1, 0] }, board);
    expect(found.normal).toEqual(close(UP));
    expect(found.distance).toBeCloseTo(-(0.3 - 0.1 + 0.5), 4);
  });

  test('a box thinner than its margin keeps its side', () => {
    const foil = { shape: 1, size: [3, 0.01, 3] } as const;
    const [above] = contactsOf({ position: [0, 0.99, 0] }, foil);
    expect(above.normal).toEqual(close(UP));
    const [below] = contactsOf({ position: [0, -0.99, 0] }, foil);
    expect(below.normal).toEqual(close([0, -1, 0]));
  });
});

describe('boxes', () => {
  const lower = BOX;

  test('face on face touch at four corners', () => {
    const contacts = contactsOf({ shape: 1, size: [1, 1, 1], position: [0, 1.95, 0] }, lower);
    expect(contacts).toHaveLength(4);
    for (const { normal, distance, point } of contacts) {
      expect(normal).toEqual(close(UP));
      expect(distance).toBeCloseTo(-0.05, 4);
      expect([Math.abs(point[0]), Math.abs(point[2])]).toEqual(close([1, 1]));
    }
    expect(new Set(contacts.map(({ point }) => point.map(Math.sign).join(' '))).size).toBe(4);
  });

  test('face on face, half over the edge, touch where they overlap', () => {
    const contacts = contactsOf({ shape: 1, size: [1, 1, 1], position: [2, 1.95, 0] }, lower);
    const xs = contacts.map(({ point }) => Math.round(1000 * point[0]) / 1000).toSorted((a, b) => a - b);
    expect(xs).toEqual([1, 1, 2, 2]);
  });

  test('turned by 45° touch at four of eight corners, the deepest among them', () => {
    const turned = {
      shape: 1,
      size: [1.3, 1, 1.3],
      position: [0, 1.95, 0],
      rotation: [0, Math.PI / 4, 0],
    } as const;
    const contacts = contactsOf(turned, { shape: 1, size: [1.3, 1, 1.3] });
    expect(contacts).toHaveLength(4);
  });

  test('edge across edge touch at one point', () => {
    // The upper edge of the lower box runs along z (a quarter of 90° about z), the lower edge of the upper
    // one along x.
    const size = [1, 1, 1] as const;
    const low = { shape: 1, size, rotation: [0, 0, Math.PI / 4] } as const;
    const high = {
      shape: 1,
      size,
      rotation: [Math.PI / 4, 0, 0],
      position: [0, 2 * Math.SQRT2 - 0.05, 0],
    } as const;
    expect(contactsOf(high, low)).toEqual([contact([0, Math.SQRT2, 0], UP, -0.05)]);
  });

  test('that are apart do not touch, although their world boxes overlap', () => {
    const size = [1, 1, 1] as const;
    const rotation = [0, 0, Math.PI / 4] as const;
    // Corner to corner along the diagonal: the boxes' faces are 2 · 1 + 0.1 apart.
    const away = 2.1 * Math.SQRT1_2;
    expect(
      contactsOf({ shape: 1, size, rotation, position: [away, away, 0] }, { shape: 1, size, rotation }),
    ).toEqual([]);
  });
});
