import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type SparseMorph, SparseMorphs } from '#src/model/morphs/sparse-morphs.js';
import { RUNS } from '#test/support/runs.js';

/** Two numbers per vertex. */
const SIZE = 2;

function sparse(morph: number, vertices: number[], offsets: number[]): SparseMorph {
  const range = { first: Math.min(...vertices), end: Math.max(...vertices) + 1 };
  return { morph, vertices: Uint32Array.from(vertices), offsets: Float32Array.from(offsets), range };
}

/** Four vertices, 0 0, 10 11, 20 21, 30 31; two of a model's four morphs, with the indices 1 and 3. */
function fixture(): { base: Float32Array; column: Float32Array; morphs: SparseMorphs } {
  const base = Float32Array.of(0, 1, 10, 11, 20, 21, 30, 31);
  const column = base.slice();
  const list = [sparse(1, [1, 2], [4, 8, 2, -2]), sparse(3, [2, 3], [1, 1, 16, 0])];
  return { base, column, morphs: new SparseMorphs(base, column, SIZE, list) };
}

const weightsOf = (first: number, second: number): Float64Array => Float64Array.of(9, first, NaN, second);

describe('apply', () => {
  test('the result is base + weight · offset, for each morph', () => {
    const { base, column, morphs } = fixture();
    expect(morphs.apply(weightsOf(0.5, 1))).toBe(true);
    // vertex 1: 10 + 2, 11 + 4; vertex 2: 20 + 1 + 1, 21 − 1 + 1; vertex 3: 30 + 16, 31
    expect([...column]).toEqual([0, 1, 12, 15, 22, 21, 46, 31]);
    expect([...base]).toEqual([0, 1, 10, 11, 20, 21, 30, 31]);
  });

  test('weights below 0 and above 1 extrapolate', () => {
    const { column, morphs } = fixture();
    morphs.apply(weightsOf(-1, 2));
    expect([...column]).toEqual([0, 1, 6, 3, 20, 25, 62, 31]);
  });

  test('a vertex that occurs twice in a morph moves twice', () => {
    const column = Float32Array.of(0, 0);
    const morphs = new SparseMorphs(column.slice(), column, 1, [sparse(0, [1, 1], [2, 3])]);
    morphs.apply(Float64Array.of(0.5));
    expect([...column]).toEqual([0, 2.5]);
    morphs.apply(Float64Array.of(0));
    expect([...column]).toEqual([0, 0]);
  });

  test('a morph that is turned off leaves exactly the base', () => {
    const { base, column, morphs } = fixture();
    for (let i = 1; i < 100; i++) morphs.apply(weightsOf(0.1 * i, 0.7 / i));
    expect(morphs.apply(weightsOf(0, 0))).toBe(true);
    expect(column).toEqual(base);
  });

  test('a weight of NaN has no effect on later frames', () => {
    const { base, column, morphs } = fixture();
    morphs.apply(weightsOf(NaN, Infinity));
    morphs.apply(weightsOf(0, 0));
    expect(column).toEqual(base);
  });

  test('without morphs nothing changes', () => {
    const column = Float32Array.of(1, 2);
    expect(new SparseMorphs(column.slice(), column, 2, []).apply(weightsOf(1, 1))).toBe(false);
    expect([...column]).toEqual([1, 2]);
  });
});

describe('the result of apply', () => {
  test('apply returns false if the weights of its own morphs are the same', () => {
    const { column, morphs } = fixture();
    expect(morphs.apply(weightsOf(0, 0))).toBe(false);
    expect(morphs.apply(Float64Array.of(5, 0, 7, 0))).toBe(false);
    expect(morphs.apply(weightsOf(0.5, 0))).toBe(true);
    column.fill(7);
    expect(morphs.apply(weightsOf(0.5, 0))).toBe(false);
    expect([...column]).toEqual(Array(8).fill(7)); // not touched
  });
});

describe('the written range', () => {
  test('the range contains all vertices of morphs that are or were on', () => {
    const { morphs } = fixture();
    expect(morphs.written.end).toBe(0);
    morphs.apply(weightsOf(1, 0));
    expect(morphs.written).toEqual({ first: 1, end: 3 });
    morphs.apply(weightsOf(1, 1));
    expect(morphs.written).toEqual({ first: 1, end: 4 });
  });

  test('startRange empties the range', () => {
    const { morphs } = fixture();
    morphs.apply(weightsOf(1, 0));
    morphs.startRange();
    expect(morphs.written.end).toBe(0);
    morphs.apply(weightsOf(0, 0)); // the morphs that were on are reset
    expect(morphs.written).toEqual({ first: 1, end: 3 });
    morphs.startRange();
    morphs.apply(weightsOf(0, 1));
    expect(morphs.written).toEqual({ first: 2, end: 4 });
  });
});

const weight = fc.oneof(fc.constantFrom(0, 1), fc.double({ min: -2, max: 2, noNaN: true }));
const weights = fc.tuple(weight, weight, weight).map((list) => Float64Array.from(list));
const number = fc.float({ min: -100, max: 100, noNaN: true });
const VERTICES = 5;
const anyMorphs = fc.tuple(
  ...[0, 1, 2].map((morph) =>
    fc.array(fc.tuple(fc.nat(VERTICES - 1), number, number), { minLength: 1, maxLength: 6 }).map((elements) =>
      sparse(
        morph,
        elements.map(([v]) => v),
        elements.flatMap(([, x, y]) => [x, y]),
      ),
    ),
  ),
);
const anyBase = fc
  .array(number, { minLength: SIZE * VERTICES, maxLength: SIZE * VERTICES })
  .map((list) => Float32Array.from(list));

test('the same weights always give the same bits', () => {
  fc.assert(
    fc.property(anyBase, anyMorphs, fc.array(weights), weights, (base, list, history, last) => {
      const [old, fresh] = [base.slice(), base.slice()];
      const aged = new SparseMorphs(base, old, SIZE, list);
      for (const earlier of history) aged.apply(earlier);
      aged.apply(last);
      new SparseMorphs(base, fresh, SIZE, list).apply(last);
      expect(new Uint32Array(old.buffer)).toEqual(new Uint32Array(fresh.buffer));
    }),
    { numRuns: RUNS },
  );
});

test('a copy of the written ranges, made now and then, is complete', () => {
  fc.assert(
    fc.property(anyBase, anyMorphs, fc.array(fc.tuple(weights, fc.boolean())), (base, list, steps) => {
      const [column, copy] = [base.slice(), base.slice()];
      const morphs = new SparseMorphs(base, column, SIZE, list);
      const send = (): void => {
        const { first, end } = morphs.written;
        if (end > first) copy.set(column.subarray(SIZE * first, SIZE * end), SIZE * first);
        morphs.startRange();
      };
      for (const [next, isSent] of steps) {
        morphs.apply(next);
        if (isSent) send();
      }
      send();
      expect(copy).toEqual(column);
    }),
    { numRuns: RUNS },
  );
});
