import { describe, expect, test } from 'vitest';
import { IDLE, Islands, RowOrder, sortByIsland } from '#src/physics/solver/row-order.js';

function sorted(keys: readonly number[]): number[] {
  const order = Int32Array.from(keys.keys());
  sortByIsland(order, Int32Array.from(keys), 0, keys.length - 1);
  return [...order];
}

describe('equal keys change places as in the quicksort of Bullet', () => {
  // From the measured order of Bullet 2.75: which old place stands in each new place.
  const orders: readonly (readonly number[])[] = [
    [0],
    [1, 0],
    [2, 1, 0],
    [2, 3, 0, 1],
    [3, 4, 2, 0, 1],
    [3, 4, 5, 0, 1, 2],
    [4, 5, 6, 3, 0, 1, 2],
    [5, 4, 7, 6, 1, 0, 3, 2],
  ];
  for (const order of orders) {
    test(`${order.length} of them`, () => {
      expect(sorted(order.map(() => 7))).toEqual(order);
    });
  }
});

test('smaller keys come first', () => {
  const keys = [5, 1, 4, 1, 3];
  expect(sorted(keys).map((i) => keys[i])).toEqual([1, 1, 3, 4, 5]);
});

test('an empty list and equal keys without end do not hang', () => {
  expect(sorted([])).toEqual([]);
  expect(sorted(Array.from({ length: 100_000 }, () => 1))).toHaveLength(100_000);
});

describe('islands', () => {
  test('a body is an island of its own, until it is united with another', () => {
    const islands = new Islands();
    islands.reset(4);
    expect([0, 1, 2, 3].map((body) => islands.find(body))).toEqual([0, 1, 2, 3]);
    islands.unite(0, 1);
    islands.unite(2, 1);
    // The root of the first one goes below the root of the second one.
    expect([0, 1, 2, 3].map((body) => islands.find(body))).toEqual([1, 1, 1, 3]);
  });

  test('united islands are one', () => {
    const islands = new Islands();
    islands.reset(4);
    islands.unite(0, 1);
    islands.unite(2, 3);
    islands.unite(1, 2);
    expect(new Set([0, 1, 2, 3].map((body) => islands.find(body)))).toEqual(new Set([3]));
  });

  test('reset separates them again', () => {
    const islands = new Islands();
    islands.reset(2);
    islands.unite(0, 1);
    islands.reset(2);
    expect(islands.find(0)).toBe(0);
  });
});

describe('the order of rows', () => {
  /** Joints 0 to 3 between the bodies 1-2, 3-4 (which stand still), 5-6 and nothing. */
  function ordered(keepsIdle: boolean): RowOrder {
    const islands = new Islands();
    islands.reset(8);
    islands.unite(1, 2);
    const order = new RowOrder(keepsIdle);
    const dynamic = Uint8Array.of(0, 1, 1, 0, 0, 0, 1, 0);
    order.sort(4, Int32Array.of(1, 3, 5, 7), Int32Array.of(2, 4, 6, -1), dynamic, islands);
    return order;
  }

  test('goes by islands, and items of bodies that stand still come first', () => {
    const order = ordered(true);
    expect([...order.items.subarray(0, order.count)]).toEqual([1, 0, 2]);
    expect([0, 1, 2].map((place) => order.islandAt(place))).toEqual([IDLE, 2, 6]);
  });

  test('leaves these out if it shall', () => {
    const order = ordered(false);
    expect(new Set(order.items.subarray(0, order.count))).toEqual(new Set([0, 2]));
  });

  test('knows where an island ends', () => {
    const order = ordered(true);
    expect(order.endOf(IDLE, 0)).toBe(1);
    expect(order.endOf(2, 1)).toBe(2);
    expect(order.endOf(2 ** 31, 0)).toBe(3);
  });
});
