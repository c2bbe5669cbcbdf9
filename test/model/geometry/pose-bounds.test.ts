import type { Pmx } from '@odori/format';
import { BDEF2, BDEF4, SDEF } from '@odori/format/internal';
import { createRigDefinition, Rig } from '@odori/runtime';
import fc from 'fast-check';
import {
  Box3,
  type BufferGeometry,
  type InterleavedBufferAttribute,
  Matrix4,
  Quaternion,
  SkinnedMesh,
  Sphere,
  Vector3,
} from 'three';
import { describe, expect, test } from 'vitest';
import { createGeometry } from '#src/model/geometry/model-geometry.js';
import { PoseBounds } from '#src/model/geometry/pose-bounds.js';
import { boxesOf, modelData } from '#src/model/mmd-model/model-data.js';
import { MorphedAttribute } from '#src/model/morphs/morphed-attribute.js';
import { about, setMove, setTurn, solve } from '#test/runtime/rig/small-rig.js';
import { RUNS } from '#test/support/runs.js';
import { skinnedVertices } from '#test/model/skinned-vertices.js';
import { groupMorph, smallPmx, type SmallContent, vertexMorph } from '#test/model/small-model.js';

/** All that bounds are made of, and the morphed vertices that they are to hold. */
interface Posed {
  rig: Rig;
  geometry: BufferGeometry;
  bounds: PoseBounds;
  readonly update: () => void;
}

function posed(pmx: Pmx): Posed {
  const rig = new Rig(createRigDefinition(pmx));
  const data = modelData(pmx);
  const geometry = createGeometry(data.geometry, new Set(['position']));
  const morphs = data.morphed.find(({ name }) => name === 'position')?.morphs ?? [];
  const boxes = boxesOf(data);
  const bounds = new PoseBounds(() => boxes, rig.skinMatrices, rig.morphWeights);
  const rest = geometry.getAttribute('position') as InterleavedBufferAttribute;
  const morphed = new MorphedAttribute(rest, morphs, rig.morphWeights);
  geometry.setAttribute('position', morphed);
  const update = (): void => {
    solve(rig);
    morphed.update();
    bounds.markStale();
  };
  update();
  return { rig, geometry, bounds, update };
}

function small(content: SmallContent): Posed {
  return posed(smallPmx(content));
}

function expectBox({ box }: PoseBounds, min: [number, number, number], max: [number, number, number]): void {
  const numbers = [...box.min.toArray(), ...box.max.toArray()];
  [...min, ...max].forEach((value, i) => expect(numbers[i], numbers.join()).toBeCloseTo(value, 6));
}

/** Rounding to 32 bits, of places some hundred units away. */
const ROUNDING = 1e-3;

function expectInside({ box, sphere }: PoseBounds, points: readonly Vector3[]): void {
  const wide = new Box3(box.min.clone().subScalar(ROUNDING), box.max.clone().addScalar(ROUNDING));
  for (const point of points) {
    const where = `${point.toArray().join()} in ${box.min.toArray().join()} to ${box.max.toArray().join()}`;
    expect(wide.containsPoint(point), where).toBe(true);
    expect(sphere.center.distanceTo(point), where).toBeLessThanOrEqual(sphere.radius + ROUNDING);
  }
}

test('a mesh has the bounds of the last pose, until others are assigned', () => {
  const { rig, bounds, update } = small({ bones: [{}], vertices: [{ position: [1, 2, 0] }] });
  const mesh = new SkinnedMesh();
  bounds.give(mesh);
  setMove(rig, 0, 10, 0, 0);
  update();
  expect(mesh.boundingBox).toBe(bounds.box);
  expect(mesh.boundingSphere.center.toArray()).toEqual([11, 2, 0]);
  const own = new Sphere();
  mesh.boundingSphere = own;
  update();
  expect(mesh.boundingSphere).toBe(own);
});

describe('computed by hand', () => {
  test('at rest, the box is that of the vertices, also of a bone far away', () => {
    const { bounds } = small({
      bones: [{}, { position: [0, 50, 0] }],
      vertices: [{ position: [1, 2, -3] }, { position: [3, 2, -3] }, { position: [2, 9, -1], bones: [1] }],
    });
    expectBox(bounds, [1, 2, 1], [3, 9, 3]);
    expect(bounds.sphere.center.toArray()).toEqual([2, 5.5, 2]);
    expect(bounds.sphere.radius).toBeCloseTo(Math.sqrt(1 + 3.5 ** 2 + 1), 6); // half the diagonal
  });

  test('a turned box is as large as its corners reach', () => {
    const { rig, bounds, update } = small({
      bones: [{}],
      vertices: [{ position: [-3, -1, 0] }, { position: [3, 1, 0] }],
    });
    setTurn(rig, 0, about(0, 0, 1, 90));
    update();
    expectBox(bounds, [-1, -3, 0], [1, 3, 0]);
    setTurn(rig, 0, about(0, 0, 1, 45));
    update();
    const reach = 4 * Math.SQRT1_2; // of the corner (3, −1)
    expectBox(bounds, [-reach, -reach, 0], [reach, reach, 0]);
  });

  test('a box moves with its bone', () => {
    const { rig, bounds, update } = small({
      bones: [{ position: [0, 1, 0] }],
      vertices: [{ position: [2, 1, 0] }],
    });
    setTurn(rig, 0, about(0, 0, 1, 90)); // (2, 0) from the bone becomes (0, 2)
    setMove(rig, 0, 10, 0, 0);
    update();
    expectBox(bounds, [10, 3, 0], [10, 3, 0]);
  });

  test('a vertex of two bones lies between the two positions', () => {
    const { rig, bounds, update } = small({
      bones: [{}, {}],
      vertices: [{ type: BDEF2, bones: [0, 1], weights: [0.5, 0.5] }],
    });
    setMove(rig, 0, 4, 0, 0);
    setMove(rig, 1, 0, 0, -6);
    update();
    expectBox(bounds, [0, 0, -6], [4, 0, 0]);
    expect(bounds.sphere.center.toArray()).toEqual([2, 0, -3]);
    expect(bounds.sphere.radius).toBeCloseTo(Math.sqrt(4 + 9), 6);
  });

  test('morphs enlarge the bounds by the sum of their offsets, as far as they are set', () => {
    const { rig, bounds, update } = small({
      bones: [{}],
      vertices: [{}],
      morphs: [vertexMorph('a', [0, [3, 0, 4]]), vertexMorph('b', [0, [0, 1, 0]], [0, [0, 1, 0]])],
    });
    expectBox(bounds, [0, 0, 0], [0, 0, 0]);
    rig.pose.morphWeights.set([1, 1]);
    update();
    expectBox(bounds, [-7, -7, -7], [7, 7, 7]); // √(3² + 4²) + 1 + 1
    rig.pose.morphWeights.set([-0.5, 0]);
    update();
    expectBox(bounds, [-2.5, -2.5, -2.5], [2.5, 2.5, 2.5]);
  });

  test('a morph enlarges the box of the bone that it moves alone', () => {
    const { rig, bounds, update } = small({
      bones: [{}, {}],
      vertices: [{}, { position: [10, 0, 0], bones: [1] }],
      morphs: [vertexMorph('a', [0, [0, 2, 0]])],
    });
    rig.pose.morphWeights.set([1]);
    update();
    expectBox(bounds, [-2, -2, -2], [10, 2, 2]);
  });

  test('group morphs enlarge the bounds further', () => {
    const { rig, geometry, bounds, update } = small({
      bones: [{}],
      vertices: [{}],
      morphs: [vertexMorph('a', [0, [0, 1, 0]]), groupMorph('g', 'group', [0, -2])],
    });
    rig.pose.morphWeights.set([0, 1]);
    update();
    expectBox(bounds, [-2, -2, -2], [2, 2, 2]);
    rig.pose.morphWeights.set([1, 1]);
    update();
    expectInside(bounds, skinnedVertices(geometry, rig));
  });

  test('a bone without vertices does not count; a vertex without bones stays at rest', () => {
    const { rig, bounds, update } = small({
      bones: [{}, { position: [500, 0, 0] }],
      vertices: [{ position: [1, 1, 1], bones: [-1] }],
    });
    setMove(rig, 0, 100, 0, 0);
    setMove(rig, 1, 0, 100, 0);
    update();
    expectBox(bounds, [1, 1, -1], [1, 1, -1]);
  });

  test('an empty model has empty bounds', () => {
    for (const { bounds } of [small({}), small({ bones: [{}] })]) {
      expect(bounds.box.isEmpty()).toBe(true);
      expect(bounds.sphere.isEmpty()).toBe(true);
    }
  });

  test('the bounds depend on the pose alone: back at rest they are as before', () => {
    const { rig, bounds, update } = small({ bones: [{}], vertices: [{ position: [1, 2, 3] }, {}] });
    const [box, sphere] = [bounds.box.clone(), bounds.sphere.clone()];
    setMove(rig, 0, 100, 100, 100);
    update();
    expect(bounds.box.equals(box)).toBe(false);
    setMove(rig, 0, 0, 0, 0);
    update();
    expect(bounds.box.equals(box)).toBe(true);
    expect(bounds.sphere.equals(sphere)).toBe(true);
  });
});

const part = fc.double({ min: -1, max: 1, noNaN: true });
const coordinate = fc.integer({ min: -64, max: 64 }).map((value) => value / 4);
const place = fc.tuple(coordinate, coordinate, coordinate);
const BONES = 4;
const VERTICES = 6;
const vertex = fc.record({
  position: place,
  type: fc.constant(BDEF4),
  bones: fc.array(fc.integer({ min: -1, max: BONES }), { minLength: 4, maxLength: 4 }),
  weights: fc.array(fc.nat(4), { minLength: 4, maxLength: 4 }),
});
const offsets = fc
  .array(fc.tuple(fc.nat(VERTICES - 1), place), { maxLength: 3 })
  .map((elements) => vertexMorph('vertex', ...elements));
/** Groups of the two of vertices. */
const drives = fc
  .tuple(
    fc.constantFrom('group' as const, 'flip' as const),
    fc.array(fc.tuple(fc.nat(1), part), { maxLength: 3 }),
  )
  .map(([type, children]) => groupMorph(type, type, ...children));
const MORPHS = 4;
const model: fc.Arbitrary<SmallContent> = fc.record({
  bones: fc.tuple(
    ...Array.from({ length: BONES }, (_, i) =>
      fc.record({ position: place, parent: fc.integer({ min: -1, max: i - 1 }) }),
    ),
  ),
  vertices: fc.array(vertex, { maxLength: VERTICES }),
  morphs: fc.tuple(...Array<typeof offsets>(2).fill(offsets), ...Array<typeof drives>(2).fill(drives)),
});
const pose = fc.record({
  moves: fc.tuple(...Array<typeof place>(BONES).fill(place)),
  turns: fc.tuple(...Array(BONES).fill(fc.tuple(part, part, part, part))) as fc.Arbitrary<number[][]>,
  weights: fc.tuple(...Array(MORPHS).fill(fc.double({ min: 0, max: 1, noNaN: true }))) as fc.Arbitrary<
    number[]
  >,
});

describe('SDEF', () => {
  // Two bones at C, 170° apart: blended straight, the vertex would be near C; on the sphere it is halfway
  // round.
  test('an SDEF vertex on its circle is inside the bounds', () => {
    const { rig, bounds, update } = small({
      bones: [{}, {}],
      vertices: [{ position: [1, 0, 0], type: SDEF, bones: [0, 1], weights: [0.5, 0.5] }], // C = R0 = R1 = 0
    });
    setTurn(rig, 1, about(0, 0, 1, 170));
    update();
    const halfway = new Vector3(Math.cos((85 * Math.PI) / 180), Math.sin((85 * Math.PI) / 180), 0);
    expectInside(bounds, [halfway]);
  });

  test('any SDEF vertex in any pose is inside the bounds', () => {
    const vectors = fc.tuple(place, place, place, place);
    const shares = fc.integer({ min: 0, max: 4 }).map((quarters) => quarters / 4);
    fc.assert(
      fc.property(vectors, shares, pose, ([position, c, r0, r1], weight, { moves, turns }) => {
        const { rig, bounds, update } = small({
          bones: [{}, { position: [1, 2, 3] }],
          vertices: [
            {
              position,
              type: SDEF,
              bones: [0, 1],
              weights: [weight, 1 - weight],
              sdef: [...c, ...r0, ...r1],
            },
          ],
        });
        for (const bone of [0, 1]) {
          setMove(rig, bone, ...moves[bone]);
          setTurn(rig, bone, new Quaternion(...turns[bone]));
        }
        update();
        expectInside(bounds, [sphericalPlace(rig, [position, c, r0, r1], weight)]);
      }),
      { numRuns: RUNS },
    );
  });
});

test.each([1, 2, 3])('vertices of a bone below %i sheared knees of a PMD are inside the bounds', (knees) => {
  const angles = Array.from({ length: 24 }, (_, i) => (i * Math.PI) / 12);
  const directions = angles.flatMap((a) =>
    angles.map((b) => new Vector3(Math.cos(a) * Math.cos(b), Math.sin(b), Math.sin(a) * Math.cos(b))),
  );
  const vertices = directions.map(({ x, y, z }) => ({ position: [x, y, -z] as [number, number, number] }));
  const { rig, bounds } = small({ bones: [{}], vertices });
  const knee = new Matrix4().makeRotationFromQuaternion(about(1, 1, 1, 80));
  knee.elements[6] *= -1; // as MMD reflects such a knee
  knee.elements[9] *= -1;
  // Each knee is turned so that it lengthens what the one above it lengthened.
  const sheared = knee.clone();
  for (let i = 1; i < knees; i++) {
    const [from, to] = [sheared, knee].map((matrix, j) => {
      const image = (v: Vector3): Vector3 => v.clone().applyMatrix4(matrix);
      const stretched = directions.reduce((a, b) => (image(a).length() > image(b).length() ? a : b));
      return j === 0 ? image(stretched).normalize() : stretched;
    });
    const turn = new Matrix4().makeRotationFromQuaternion(new Quaternion().setFromUnitVectors(from, to));
    sheared.premultiply(turn).premultiply(knee);
  }
  expect(sheared.determinant()).toBeLessThan(0.9);
  const moved = directions.map((direction) => direction.clone().applyMatrix4(sheared));
  // turned so that the longest direction is that of x
  const longest = moved.reduce((a, b) => (a.length() > b.length() ? a : b));
  expect(longest.length()).toBeGreaterThan(1.2);
  const turn = new Quaternion().setFromUnitVectors(longest.clone().normalize(), new Vector3(1, 0, 0));
  const skin = new Matrix4().makeRotationFromQuaternion(turn).multiply(sheared);
  rig.skinMatrices.set(skin.elements);
  bounds.markStale();
  expectInside(
    bounds,
    directions.map((direction) => direction.clone().applyMatrix4(skin)),
  );
});

/** Where SDEF takes a vertex of the bones 0 and 1, from its vectors in the file: v, C, R0, R1. */
function sphericalPlace(
  { skinMatrices }: Rig,
  vectors: readonly (readonly number[])[],
  weight: number,
): Vector3 {
  const [v, c, r0, r1] = vectors.map(([x, y, z]) => new Vector3(x, y, -z));
  const [m0, m1] = [0, 16].map((start) => new Matrix4().fromArray(skinMatrices, start));
  const [q0, q1] = [m0, m1].map((matrix) => new Quaternion().setFromRotationMatrix(matrix));
  const mean = r0
    .clone()
    .multiplyScalar(weight)
    .addScaledVector(r1, 1 - weight);
  const armOf = (r: Vector3): Vector3 => c.clone().add(r.clone().sub(mean).multiplyScalar(0.5));
  return v
    .sub(c)
    .applyQuaternion(q0.slerp(q1, 1 - weight))
    .addScaledVector(armOf(r0).applyMatrix4(m0), weight)
    .addScaledVector(armOf(r1).applyMatrix4(m1), 1 - weight);
}

test('in any pose and with any morph weights from 0 to 1, every vertex is inside the bounds', () => {
  fc.assert(
    fc.property(model, fc.array(pose, { minLength: 1, maxLength: 4 }), (content, poses) => {
      const { rig, geometry, bounds, update } = small(content);
      for (const { moves, turns, weights } of poses) {
        moves.forEach((move, bone) => setMove(rig, bone, ...move));
        turns.forEach((turn, bone) => setTurn(rig, bone, new Quaternion(...turn)));
        rig.pose.morphWeights.set(weights);
        update();
        expectInside(bounds, skinnedVertices(geometry, rig));
      }
    }),
    { numRuns: RUNS },
  );
});
