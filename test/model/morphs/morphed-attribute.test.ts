import fc from 'fast-check';
import { InterleavedBuffer, InterleavedBufferAttribute } from 'three';
import { expect, test } from 'vitest';
import { MorphedAttribute } from '#src/model/morphs/morphed-attribute.js';
import { RUNS } from '#test/support/runs.js';

const REST = [0, 1, 10, 11, 20, 21, 30, 31];

interface Fixture {
  readonly rest: InterleavedBuffer;
  readonly morphed: MorphedAttribute;
  /** Sets the weights. */
  readonly weigh: (first: number, second: number) => void;
}

/** Four vertices of two numbers; the first morph moves vertex 1, the second one vertices 2 and 3. */
function fixture(): Fixture {
  const rest = new InterleavedBuffer(Float32Array.from(REST), 2);
  const weights = new Float64Array(2);
  const morphed = new MorphedAttribute(
    new InterleavedBufferAttribute(rest, 2, 0),
    [
      { morph: 0, vertices: Uint32Array.of(1), offsets: Float32Array.of(4, 8), range: { first: 1, end: 2 } },
      {
        morph: 1,
        vertices: Uint32Array.of(2, 3),
        offsets: Float32Array.of(1, 1, 2, 2),
        range: { first: 2, end: 4 },
      },
    ],
    weights,
  );
  const weigh = (first: number, second: number): void => {
    weights.set([first, second]);
    morphed.update();
  };
  return { rest, morphed, weigh };
}

/** The same with a buffer of its own. */
function baked(): Fixture {
  const all = fixture();
  all.morphed.bake();
  return all;
}

function rangesOf({ data }: MorphedAttribute): number[][] {
  return data.updateRanges.filter(({ count }) => count > 0).map(({ start, count }) => [start, count]);
}

/** Uploads like WebGLRenderer if the version of a buffer has changed: its ranges, or everything. */
function send({ data }: MorphedAttribute, gpu: Float32Array): void {
  const { array, updateRanges } = data;
  const all = [{ start: 0, count: array.length }];
  for (const { start, count } of updateRanges.length === 0 ? all : updateRanges) {
    gpu.set((array as Float32Array).subarray(start, start + count), start);
  }
  data.clearUpdateRanges();
}

/** What raycasters and exporters read. */
function readAll(morphed: MorphedAttribute): number[] {
  return [0, 1, 2, 3].flatMap((i) => [morphed.getX(i), morphed.getY(i)]);
}

test('whoever reads it gets the morphs; the graphics card has it at rest, without uploads', () => {
  const { rest, morphed, weigh } = fixture();
  weigh(0.5, 1);
  expect(readAll(morphed)).toEqual([0, 1, 12, 15, 21, 22, 32, 33]);
  expect(morphed.getComponent(1, 1)).toBe(15);
  weigh(0, 0.5);
  expect(readAll(morphed)).toEqual([0, 1, 10, 11, 20.5, 21.5, 31, 32]);
  expect(morphed.data).toBe(rest);
  expect([...morphed.array]).toEqual([0, 1, 10, 11, 20.5, 21.5, 31, 32]);
  expect([...rest.array]).toEqual(REST);
  expect([rest.version, rest.updateRanges]).toEqual([0, []]);
});

test('a copy has the morphs, and does not change any more', () => {
  const { morphed, weigh } = fixture();
  weigh(1, 0);
  const copy = morphed.clone();
  const json = JSON.stringify(morphed.toJSON());
  weigh(0, 0);
  expect([...copy.array]).toEqual([0, 1, 14, 19, 20, 21, 30, 31]);
  expect(json).toContain('[0,1,14,19,20,21,30,31]');
});

test('once it is baked, the graphics card gets the morphs, too', () => {
  const { rest, morphed, weigh } = fixture();
  weigh(1, 0);
  morphed.bake();
  expect(morphed.data).not.toBe(rest);
  expect([...morphed.data.array]).toEqual([0, 1, 14, 19, 20, 21, 30, 31]);
  weigh(0, 1);
  expect([...morphed.data.array]).toEqual([0, 1, 10, 11, 21, 22, 32, 33]);
  expect([...rest.array]).toEqual(REST);
});

test('only changed vertices are uploaded', () => {
  const { morphed, weigh } = baked();
  weigh(1, 0);
  expect(rangesOf(morphed)).toEqual([[2, 2]]); // in numbers: vertex 1
  morphed.data.clearUpdateRanges(); // called by the renderer after the upload
  expect(rangesOf(morphed)).toEqual([[0, 8]]); // everything, for a second renderer that may have missed more
  weigh(0, 1); // changed back, then changed again
  expect(rangesOf(morphed)).toEqual([[2, 6]]);
  morphed.data.clearUpdateRanges();
  weigh(0, 0.5);
  expect(rangesOf(morphed)).toEqual([[4, 4]]);
});

test('changes that were not uploaded are uploaded with the next ones', () => {
  const { morphed, weigh } = baked();
  weigh(1, 0);
  weigh(1, 1);
  weigh(1, 1);
  expect(rangesOf(morphed)).toEqual([[2, 6]]);
});

test('nothing is uploaded if no weight has changed', () => {
  const { morphed, weigh } = baked();
  const { data } = morphed;
  weigh(0, 0);
  expect(data.version).toBe(0);
  weigh(0.5, 0);
  expect(data.version).toBe(1);
  data.clearUpdateRanges();
  for (let i = 0; i < 3; i++) weigh(0.5, 0);
  expect([data.version, rangesOf(morphed)]).toEqual([1, [[0, 8]]]);
  weigh(0, 0);
  expect(data.version).toBe(2);
});

const weight = fc.oneof(fc.constantFrom(0, 1, NaN), fc.double({ min: -2, max: 2, noNaN: true }));
const step = fc.record({ weights: fc.tuple(weight, weight), isDrawn: fc.boolean() });

test('the GPU copy equals the attribute after any draws, and depends on the weights alone', () => {
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      const { morphed, weigh } = baked();
      const gpu = Float32Array.from(REST);
      let seen = 0;
      for (const { weights, isDrawn } of [...steps, { weights: [0.25, 0.5], isDrawn: true }]) {
        weigh(weights[0], weights[1]);
        if (!isDrawn || morphed.data.version === seen) continue;
        seen = morphed.data.version;
        send(morphed, gpu);
        expect(gpu).toEqual(morphed.data.array);
      }
      // 10 + ¼·4, 11 + ¼·8, 20 + ½, 21 + ½, 30 + ½·2, 31 + ½·2
      expect([...gpu]).toEqual([0, 1, 11, 13, 20.5, 21.5, 31, 32]);
    }),
    { numRuns: RUNS },
  );
});
