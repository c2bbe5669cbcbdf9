import fc from 'fast-check';
import { RUNS } from './runs.js';

/** Checks a property on many files. */
export function checkBytes(bytes: fc.Arbitrary<Uint8Array>, holds: (bytes: Uint8Array) => void): void {
  fc.assert(
    fc.property(bytes, (input) => {
      holds(input);
    }),
    { numRuns: RUNS },
  );
}

/** Valid files with up to eight bytes changed. */
export function flippedBytes(valid: fc.Arbitrary<Uint8Array>): fc.Arbitrary<Uint8Array> {
  const flips = fc.array(fc.tuple(fc.nat(), fc.integer({ min: 1, max: 255 })), {
    minLength: 1,
    maxLength: 8,
  });
  return fc.tuple(valid, flips).map(([bytes, list]) => {
    for (const [at, bits] of list) bytes[at % bytes.length] ^= bits;
    return bytes;
  });
}

/** Valid files truncated at any byte. */
export function cutBytes(valid: fc.Arbitrary<Uint8Array>): fc.Arbitrary<Uint8Array> {
  return fc.tuple(valid, fc.nat()).map(([bytes, length]) => bytes.subarray(0, length % (bytes.length + 1)));
}
