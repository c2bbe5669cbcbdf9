import { HumanoidPose } from '#src/vrm/humanoid/pose/humanoid-pose.js';
import { readHumanoid } from '#src/vrm/humanoid/read/read-humanoid.js';
import { standardSource } from '#src/vrm/humanoid/standard-source.js';
import { RUNS } from '#test/support/runs.js';
import { vrm0Json, vrm1Json } from '#test/vrm/avatar-file.js';
import { glbBytes } from '#test/vrm/glb-bytes.js';
import { Rig } from '@odori/runtime/rig';
import fc from 'fast-check';
import { expect, test } from 'vitest';

const FILES = [vrm1Json(), vrm0Json(), { nodes: vrm1Json().nodes }];
const ODD = [null, -1, 0, 1, 1e9, 1e160, 1e308, 1e-320, 0.5, '', 'hips', [], {}, [1, 2, 3], [0, 0, 0], true];

/** Replaces values anywhere in a file. */
function spoiled(file: unknown, changes: readonly (readonly [number, number])[]): unknown {
  const copy: unknown = structuredClone(file);
  for (const [at, odd] of changes) {
    const places: [Record<string, unknown>, string][] = [];
    const walk = (value: unknown): void => {
      if (typeof value !== 'object' || value === null) return;
      for (const key of Object.keys(value)) {
        places.push([value as Record<string, unknown>, key]);
        walk((value as Record<string, unknown>)[key]);
      }
    };
    walk(copy);
    const [parent, key] = places[at % places.length];
    parent[key] = structuredClone(ODD[odd]);
  }
  return copy;
}

const rig = new Rig(standardSource());
const change = fc.tuple(fc.nat(2000), fc.nat(ODD.length - 1));

test('any change in the JSON of an avatar gives an error with a code, or an avatar whose pose is finite', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...FILES),
      fc.array(change, { minLength: 1, maxLength: 6 }),
      (file, changes) => {
        try {
          const { worldPositions, rotations } = new HumanoidPose(
            rig,
            readHumanoid(glbBytes(spoiled(file, changes))),
          );
          expect(worldPositions.every(Number.isFinite) && rotations.every(Number.isFinite)).toBe(true);
        } catch (error) {
          expect(['HumanoidError', 'GlbError'], String(error)).toContain((error as Error).name);
        }
      },
    ),
    { numRuns: RUNS },
  );
});

test('any bytes of a file may differ', () => {
  const whole = glbBytes(vrm1Json());
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { maxLength: 4 }),
      fc.nat(whole.length),
      (changes, length) => {
        const bytes = whole.slice(0, length);
        for (const [at, value] of changes) if (at < length) bytes[at] = value;
        try {
          expect(readHumanoid(bytes).positions.every(Number.isFinite)).toBe(true);
        } catch (error) {
          expect(['HumanoidError', 'GlbError'], String(error)).toContain((error as Error).name);
        }
      },
    ),
    { numRuns: RUNS },
  );
});
