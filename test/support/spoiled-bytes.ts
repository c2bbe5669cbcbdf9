import fc from 'fast-check';
import { RUNS } from './runs.js';

/** Tries a promise on many files. */
export function checkBytes(bytes: fc.Arbitrary<Uint8Array>, holds: (bytes: Uint8Array) => void): void {
  fc.assert(
    fc.property(bytes, (input) => {
      holds(input);
    }),
    { numRuns: RUNS },
  );
}

/** Sound files of which up to eight bytes were changed. */
export function flippedBytes(sound: fc.Arbitrary<Uint8Array>): fc.Arbitrary<Uint8Array> {
  const flips = fc.array(fc.tuple(fc.nat(), fc.integer({ min: 1, max: 255 })), {
    minLength: 1,
    maxLength: 8,
  });
  return fc.tuple(sound, flips).map(([bytes, list]) => {
    for (const [at, bits] of list) bytes[at % bytes.length] ^= bits;
    return bytes;
  });
}

/** Sound files that end anywhere. */
export function cutBytes(sound: fc.Arbitrary<Uint8Array>): fc.Arbitrary<Uint8Array> {
  return fc.tuple(sound, fc.nat()).map(([bytes, length]) => bytes.subarray(0, length % (bytes.length + 1)));
}
