import fc from 'fast-check';
import { GlbError, GlbMemory, readGlb } from '#src/vrm/glb/glb.js';
import { AccessorReader } from '#src/vrm/glb/read-accessor.js';
import { HUMAN_BONES, type HumanBoneName } from '@odori/runtime/joints';
import { REQUIRED_BONES } from '@odori/runtime/internal';
import { HumanoidError } from '#src/vrm/humanoid/humanoid-error.js';
import { listOf } from '#src/vrm/humanoid/read/json-value.js';
import { parseVrma } from '#src/vrm/vrma/parse-vrma.js';
import { serializeVrma } from '#src/vrm/vrma/serialize-vrma.js';
import { allTracks, type VrmAnimation, type VrmTrack } from '#src/vrm/vrma/vrm-animation.js';
import { expect, test } from 'vitest';
import { RUNS } from '#test/support/runs.js';
import { glbBytes } from '#test/vrm/glb-bytes.js';
import { checkBytes, cutBytes, flippedBytes } from '#test/support/spoiled-bytes.js';

const number = fc.integer({ min: -4000, max: 4000 }).map((whole) => whole / 1000);

/** A track with up to five keyframes; times of eighths of seconds are exact. */
function track(value: fc.Arbitrary<number[]>): fc.Arbitrary<VrmTrack> {
  const keys = fc.uniqueArray(fc.nat(400), { minLength: 1, maxLength: 5 });
  return fc
    .tuple(
      keys,
      fc.array(value, { minLength: 15, maxLength: 15 }),
      fc.constantFrom<VrmTrack['interpolation'][]>('linear', 'step', 'cubic'),
    )
    .map(([times, values, interpolation]) => ({
      times: Float32Array.from(
        times.sort((a, b) => a - b),
        (time) => time / 8,
      ),
      // a curve has tangents before and after each value
      values: Float32Array.from(values.slice(0, (interpolation === 'cubic' ? 3 : 1) * times.length).flat()),
      interpolation,
    }));
}

const place = fc.array(number, { minLength: 3, maxLength: 3 });
const rotation = fc
  .array(number, { minLength: 4, maxLength: 4 })
  .filter((list) => Math.hypot(...list) > 0.01)
  .map((list) => list.map((value) => value / Math.hypot(...list)));
const weight = fc.nat(64).map((part) => [part / 64]);
const optional = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(value, { nil: undefined });

const animation: fc.Arbitrary<VrmAnimation> = fc
  .record({
    others: fc.subarray(
      HUMAN_BONES.filter((bone) => !bone.endsWith('Eye') && !REQUIRED_BONES.includes(bone)),
    ),
    places: fc.array(place, { minLength: 55, maxLength: 55 }),
    hips: optional(track(place)),
    rotations: fc.array(track(rotation), { maxLength: 6 }),
    presets: fc.dictionary(fc.constantFrom('aa', 'ih', 'blink', 'happy'), track(weight)),
    customs: fc.dictionary(fc.constantFrom('cat', '猫', '', '__proto__', 'toString'), track(weight)),
    offset: place,
    gaze: optional(track(rotation)),
    looks: fc.boolean(),
  })
  .map((parts) => {
    const bones = HUMAN_BONES.filter((bone) => REQUIRED_BONES.includes(bone) || parts.others.includes(bone));
    const rotated = parts.rotations.map((each, i): [HumanBoneName, VrmTrack] => [bones[2 * i], each]);
    const [x, y, z] = parts.offset;
    return {
      bones,
      positions: Float64Array.from(parts.places.slice(0, bones.length).flat()),
      hips: parts.hips,
      rotations: new Map(rotated),
      presets: new Map(Object.entries(parts.presets)),
      customs: new Map(Object.entries(parts.customs)),
      lookAt: parts.looks ? { offsetFromHead: [x, y, z], track: parts.gaze } : undefined,
    };
  });

test('any animation comes back from its file', () => {
  fc.assert(
    fc.property(animation, (original) => {
      const { positions, rotations, ...rest } = parseVrma(serializeVrma(original));
      const { positions: places, rotations: turns, ...expected } = original;
      expect({ ...rest, lookAt: undefined }).toEqual({ ...expected, lookAt: undefined });
      expect(rest.lookAt?.offsetFromHead).toEqual(expected.lookAt?.offsetFromHead);
      positions.forEach((value, i) => expect(value).toBeCloseTo(places[i], 9));
      expect([...rotations.keys()].sort()).toEqual([...turns.keys()].sort());
      const pairs = [...rotations].map(([bone, own]) => [own, turns.get(bone)!] as const);
      for (const [own, theirs] of [...pairs, [rest.lookAt?.track, expected.lookAt?.track] as const]) {
        if (!own || !theirs) {
          expect(own).toEqual(theirs);
          continue;
        }
        expect(own.times).toEqual(theirs.times);
        for (let i = 0; i < own.values.length; i += 4) {
          const dot = [0, 1, 2, 3].reduce((sum, k) => sum + own.values[i + k] * theirs.values[i + k], 0);
          expect(Math.abs(dot)).toBeCloseTo(1, 5);
        }
      }
    }),
    { numRuns: Math.ceil(RUNS / 4) },
  );
});

/** Any bytes give an animation whose numbers are all finite, or one of two errors. */
function holds(bytes: Uint8Array): void {
  let read: VrmAnimation;
  try {
    read = parseVrma(bytes);
  } catch (error) {
    expect(error instanceof GlbError || error instanceof HumanoidError).toBe(true);
    return;
  }
  expect(read.positions.every(Number.isFinite)).toBe(true);
  for (const { times, values } of allTracks(read)) {
    expect(times.length).toBeGreaterThan(0);
    expect(values.length % times.length).toBe(0);
    expect(times.every((time, i) => Number.isFinite(time) && (i === 0 || time > times[i - 1]))).toBe(true);
    expect(values.every(Number.isFinite)).toBe(true);
  }
}

const files = animation.map((each) => serializeVrma(each));

test('bytes with flipped bits give an animation or an error of the two kinds', () => {
  checkBytes(flippedBytes(files), holds);
});

test('truncated files give an animation or an error of the two kinds', () => {
  checkBytes(cutBytes(files), holds);
});

/** Files in which one value of the JSON is another one. */
const mutated = fc
  .tuple(
    files,
    fc.nat(),
    fc.constantFrom<unknown>(-1, 0, 1, 1e9, 2 ** 52, 1e300, 0.5, null, 'x', [], {}, true, [[]], {
      toString: 1,
      valueOf: 1,
    }),
  )
  .map(([bytes, at, value]) => {
    const { json, bin } = readGlb(bytes);
    const places: [Record<string, unknown>, string][] = [];
    const visit = (node: object): void => {
      for (const [key, child] of Object.entries(node) as [string, unknown][]) {
        places.push([node as Record<string, unknown>, key]);
        if (typeof child === 'object' && child !== null) visit(child);
      }
    };
    visit(json);
    const [owner, key] = places[at % places.length];
    owner[key] = value;
    return { json, bin };
  });

test('JSON with any value replaced gives an animation or an error of the two kinds', () => {
  fc.assert(
    fc.property(mutated, ({ json, bin }) => {
      holds(glbBytes(json, bin));
      const reader = new AccessorReader({ json, bin, memory: new GlbMemory(bin.length) });
      for (const index of listOf(json['accessors']).keys()) {
        try {
          expect(reader.read(index, 'VEC4').length % 4).toBe(0);
        } catch (error) {
          expect(error).toBeInstanceOf(GlbError);
        }
      }
    }),
    { numRuns: Math.ceil(RUNS / 3) },
  );
});
