import { pmx as anyPmx } from '#test/support/arbitrary-pmx.js';
import { RUNS } from '#test/support/runs.js';
import { parsePmx, type Pmx, serializePmx } from '@odori/format';
import { createModel, type MmdModel } from '@odori/model';
import fc from 'fast-check';
import { type BufferAttribute, DataTexture, type InterleavedBufferAttribute } from 'three';
import { expect, test } from 'vitest';

/** A model as parsed from a file. IK gets few loops, which would otherwise take nearly all of the time. */
const parsed = anyPmx.map((document): Pmx => {
  const pmx = parsePmx(serializePmx(document));
  for (const { ik } of pmx.bones) if (ik) ik.loopCount %= 5;
  return pmx;
});
const part = fc.double({ min: -10, max: 10, noNaN: true });
const numbers = fc.array(part, { minLength: 7, maxLength: 30 });
/** Lists whose last number is not finite. */
const notFinite = fc.tuple(numbers, fc.constantFrom(NaN, Infinity)).map(([list, bad]) => [...list, bad]);

/** Fills a pose with the given numbers, repeated. */
function writePose({ rig }: MmdModel, list: readonly number[]): void {
  const { translations, rotations, morphWeights } = rig.pose;
  for (const column of [translations, rotations, morphWeights]) {
    for (let i = 0; i < column.length; i++) column[i] = list[i % list.length];
  }
}

/**
 * False for numbers near the limit of 32 bits, which overflow when they are added or rotated. Numbers that
 * are not finite become 0.
 */
function areModest(list: ArrayLike<number>): boolean {
  return Array.from(list).every((value) => !Number.isFinite(value) || Math.abs(value) < 1e36);
}

/** Checks box and sphere of a model with vertices, within the precision of 32 bits. */
function expectFiniteBounds({ mesh, rig }: MmdModel, { vertices, morphs }: Pmx): void {
  const offsets = morphs.flatMap((morph) => (morph.type === 'vertex' ? [...morph.offsets] : []));
  const { array: positions } = mesh.geometry.getAttribute('position');
  if (![offsets, vertices.sdefVectors, positions].every(areModest)) return;
  if (!areModest(rig.skinMatrices) || !rig.skinMatrices.every(Number.isFinite)) return;
  const { min, max } = mesh.boundingBox;
  const { center, radius } = mesh.boundingSphere;
  const bounds = [...min.toArray(), ...max.toArray(), ...center.toArray(), radius];
  expect(bounds.every(Number.isFinite), bounds.join()).toBe(true);
}

function expectFiniteGeometry({ mesh }: MmdModel, { vertices }: Pmx): void {
  const { attributes, index } = mesh.geometry;
  for (const [name, attribute] of Object.entries(attributes)) {
    if (name.startsWith('sdefArm') && !areModest(vertices.sdefVectors)) continue; // the arms are sums
    expect(numbersIn(attribute).every(Number.isFinite), name).toBe(true);
  }
  expect(index!.array.every((vertex) => vertex < Math.max(vertices.count, 1))).toBe(true);
}

/** The numbers of an attribute, which may share its array with others. */
function numbersIn(attribute: BufferAttribute | InterleavedBufferAttribute): number[] {
  const { count, itemSize } = attribute;
  return Array.from({ length: count * itemSize }, (_, i) =>
    attribute.getComponent(Math.floor(i / itemSize), i % itemSize),
  );
}

test('no parsed model throws in any pose, and its GPU data and bounds are finite', () => {
  fc.assert(
    fc.property(parsed, numbers, (pmx, list) => {
      const model = createModel(pmx);
      expectFiniteGeometry(model, pmx);
      writePose(model, list);
      model.update(1 / 30);
      const { boundingBox, boundingSphere } = model.mesh;
      if (pmx.vertices.count > 0) expectFiniteBounds(model, pmx);
      else expect([boundingBox.isEmpty(), boundingSphere.isEmpty()]).toEqual([true, true]);
      model.dispose();
    }),
    { numRuns: Math.ceil(RUNS / 4) },
  );
});

test('a pose with NaN has no effect on later poses, nor on clones', () => {
  fc.assert(
    fc.property(parsed, notFinite, numbers, (pmx, bad, good) => {
      const model = createModel(pmx);
      writePose(model, bad);
      model.update();
      writePose(model, good);
      model.update();
      const copy = model.clone();
      model.dispose();
      const fresh = createModel(pmx);
      writePose(fresh, good);
      fresh.update();
      expect(shown(copy)).toEqual(shown(fresh));
      expect(model.rig.skinMatrices).toEqual(fresh.rig.skinMatrices);
    }),
    { numRuns: Math.ceil(RUNS / 4) },
  );
});

/** Everything that depends on the pose. */
function shown({ surface: { mesh, outline, groundShadow }, rig }: MmdModel): unknown {
  const attributes = Object.values(mesh.geometry.attributes).map(({ array }) => array);
  const materials = [mesh, outline, groundShadow].flatMap(({ material }) =>
    [material].flat().map((one) => [one.visible, 'uniforms' in one ? numbersOf(one.uniforms as never) : []]),
  );
  return [attributes, materials, rig.skinMatrices, mesh.boundingBox, mesh.boundingSphere];
}

function numbersOf(uniforms: Record<string, { value: unknown }>): unknown[] {
  return Object.values(uniforms).flatMap(({ value }) => {
    if (typeof value === 'number') return value;
    if (value instanceof DataTexture) return [...(value.image.data as unknown as Float32Array)];
    return value instanceof Object && 'toArray' in value ? (value.toArray as () => number[])() : [];
  });
}
