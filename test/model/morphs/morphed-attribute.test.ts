import fc from 'fast-check';
import { BufferAttribute } from 'three';
import { expect, test } from 'vitest';
import { MorphedAttribute } from '#src/model/morphs/morphed-attribute.js';
import { RUNS } from '#test/support/runs.js';

const REST = [0, 1, 10, 11, 20, 21, 30, 31];

/** Four vertices of two numbers; the first morph moves vertex 1, the second one vertices 2 and 3. */
function fixture(): { base: BufferAttribute; morphed: MorphedAttribute } {
  const base = new BufferAttribute(Float32Array.from(REST), 2);
  const morphed = new MorphedAttribute(base, [
    { morph: 0, vertices: Uint32Array.of(1), offsets: Float32Array.of(4, 8), range: { first: 1, end: 2 } },
    {
      morph: 1,
      vertices: Uint32Array.of(2, 3),
      offsets: Float32Array.of(1, 1, 2, 2),
      range: { first: 2, end: 4 },
    },
  ]);
  return { base, morphed };
}

function rangesOf({ attribute }: MorphedAttribute): number[][] {
  return attribute.updateRanges.filter(({ count }) => count > 0).map(({ start, count }) => [start, count]);
}

/** Uploads like WebGLRenderer if an attribute's version has changed: its ranges, or everything. */
function send({ attribute }: MorphedAttribute, gpu: Float32Array): void {
  const { array, updateRanges } = attribute;
  const all = [{ start: 0, count: array.length }];
  for (const { start, count } of updateRanges.length === 0 ? all : updateRanges) {
    gpu.set((array as Float32Array).subarray(start, start + count), start);
  }
  attribute.clearUpdateRanges();
}

test('the attribute has its own numbers; the base is not changed', () => {
  const { base, morphed } = fixture();
  expect(morphed.attribute.itemSize).toBe(2);
  expect([...morphed.attribute.array]).toEqual(REST);
  morphed.update(Float64Array.of(0.5, 1));
  expect([...morphed.attribute.array]).toEqual([0, 1, 12, 15, 21, 22, 32, 33]);
  expect([...base.array]).toEqual(REST);
  expect([base.version, base.updateRanges]).toEqual([0, []]);
});

test('only changed vertices are uploaded', () => {
  const { morphed } = fixture();
  morphed.update(Float64Array.of(1, 0));
  expect(rangesOf(morphed)).toEqual([[2, 2]]); // in numbers: vertex 1
  morphed.attribute.clearUpdateRanges(); // called by the renderer after the upload
  expect(rangesOf(morphed)).toEqual([[0, 8]]); // everything, for a second renderer that may have missed more
  morphed.update(Float64Array.of(0, 1)); // changed back, then changed again
  expect(rangesOf(morphed)).toEqual([[2, 6]]);
  morphed.attribute.clearUpdateRanges();
  morphed.update(Float64Array.of(0, 0.5));
  expect(rangesOf(morphed)).toEqual([[4, 4]]);
});

test('changes that were not uploaded are uploaded with the next ones', () => {
  const { morphed } = fixture();
  morphed.update(Float64Array.of(1, 0));
  morphed.update(Float64Array.of(1, 1));
  morphed.update(Float64Array.of(1, 1));
  expect(rangesOf(morphed)).toEqual([[2, 6]]);
});

test('nothing is uploaded if no weight has changed', () => {
  const { morphed } = fixture();
  const { attribute } = morphed;
  morphed.update(Float64Array.of(0, 0));
  expect(attribute.version).toBe(0);
  morphed.update(Float64Array.of(0.5, 0));
  expect(attribute.version).toBe(1);
  attribute.clearUpdateRanges();
  for (let i = 0; i < 3; i++) morphed.update(Float64Array.of(0.5, 0));
  expect([attribute.version, rangesOf(morphed)]).toEqual([1, [[0, 8]]]);
  morphed.update(Float64Array.of(0, 0));
  expect(attribute.version).toBe(2);
});

const weight = fc.oneof(fc.constantFrom(0, 1, NaN), fc.double({ min: -2, max: 2, noNaN: true }));
const step = fc.record({ weights: fc.tuple(weight, weight), isDrawn: fc.boolean() });

test('the GPU copy equals the attribute after any draws, and depends on the weights alone', () => {
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      const { morphed } = fixture();
      const gpu = Float32Array.from(REST);
      let seen = 0;
      for (const { weights, isDrawn } of [...steps, { weights: [0.25, 0.5], isDrawn: true }]) {
        morphed.update(Float64Array.from(weights));
        if (!isDrawn || morphed.attribute.version === seen) continue;
        seen = morphed.attribute.version;
        send(morphed, gpu);
        expect(gpu).toEqual(morphed.attribute.array);
      }
      // 10 + ¼·4, 11 + ¼·8, 20 + ½, 21 + ½, 30 + ½·2, 31 + ½·2
      expect([...gpu]).toEqual([0, 1, 11, 13, 20.5, 21.5, 31, 32]);
    }),
    { numRuns: RUNS },
  );
});
