import { createRigDefinition, Rig } from '@odori/runtime';
import { Matrix4, Ray, Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import { boneIndex, facesOf, readDancer, verticesOf } from './read-dancer.js';

const dancer = readDancer();
const { vertices } = dancer;

/** The height of the lower edge of the sash. */
const SASH_EDGE = 11.52;

describe('clothes of the dancer', () => {
  it('the top of the skirt stays under the sash in any pose', () => {
    const belt = ['下半身', '上半身'].map((name) => boneIndex(dancer, name));
    const tucked = verticesOf(dancer, 'Skirt').filter((i) => vertices.positions[3 * i + 1] > SASH_EDGE);
    // Two rows of 24 pleats, four points each.
    expect(tucked).toHaveLength(2 * 24 * 4);
    for (const i of tucked) {
      const weights = [...vertices.boneWeights.subarray(4 * i, 4 * i + 4)];
      weights.forEach((weight, k) => weight > 0 && expect(belt).toContain(vertices.boneIndices[4 * i + k]));
      // The sash is 1.23 wide and 0.99 deep at its lower edge; 0.1 less than that is well under it.
      const [x, , z] = vertices.positions.subarray(3 * i, 3 * i + 3);
      expect(Math.hypot(x / 1.13, (z - 0.12) / 0.89)).toBeLessThan(1);
    }
  });

  it('the front of the skirt lies on a horizontal thigh', () => {
    const rig = new Rig(createRigDefinition(dancer));
    rig.pose.ikEnabled.fill(0);
    rig.pose.rotations.set([-Math.SQRT1_2, 0, 0, Math.SQRT1_2], 4 * rig.boneIndex('左足'));
    rig.solve();
    const place = (bone: string): number[] => [
      ...rig.worldPositions.subarray(3 * rig.boneIndex(bone), 3 * rig.boneIndex(bone) + 3),
    ];
    // 64.8°, 72 % of the thigh's turn: from (0.659, −2.55) in front of and below the waist to (2.588,
    // −0.490).
    const [, y, z] = place('左スカート2_3');
    expect(y).toBeCloseTo(11.51, 2);
    expect(z).toBeCloseTo(3.068, 2);
    // The thigh's axis is at 10.4, and it is 0.6 thick.
    expect(y).toBeGreaterThan(10.4 + 0.6);
    // The foremost strand on the other side rises by 24% of that, 21.6°: from (0.907, −2.55) to (1.782,
    // −2.037).
    expect(place('右スカート1_3')[1]).toBeCloseTo(9.963, 2);
    expect(place('右スカート2_3')[1]).toBeCloseTo(9.45, 4);
  });

  it('the skirt covers the belly when a leg goes back by 40°', () => {
    const rig = new Rig(createRigDefinition(dancer));
    rig.pose.ikEnabled.fill(0);
    const half = (20 * Math.PI) / 180;
    rig.pose.rotations.set([Math.sin(half), 0, 0, Math.cos(half)], 4 * rig.boneIndex('左足'));
    rig.solve();
    rig.solveAfterPhysics();
    const skirt = facesOf(dancer, 'Skirt').map((face) => face.map((i) => skinned(rig, i)));
    const belly = verticesOf(dancer, 'Shorts and socks').filter((i) => {
      const [x, y, z] = vertices.positions.subarray(3 * i, 3 * i + 3);
      return y > 9.6 && y < 11.4 && z < -0.4 && x > -0.9 && x < 0.9;
    });
    expect(belly.length).toBeGreaterThan(20);
    for (const i of belly) {
      const ahead = new Ray(skinned(rig, i), new Vector3(0, 0, 1));
      const hit = skirt.some(([a, b, c]) => ahead.intersectTriangle(a, b, c, false, new Vector3()));
      expect(hit, `the skirt before vertex ${i}`).toBe(true);
    }
  });

  it('the normals under the chin shade the neck', () => {
    const neck = verticesOf(dancer, 'Skin').filter((i) => {
      const [x, y] = vertices.positions.subarray(3 * i, 3 * i + 2);
      return Math.abs(x) < 0.5 && y > 15.9;
    });
    expect(neck.length).toBeGreaterThan(20);
    // 0.44 of a level normal and 0.56 down: −0.56 / √(0.44² + 0.56²) = −0.786.
    for (const i of neck) expect(vertices.normals[3 * i + 1]).toBeLessThan(-0.6);
  });
});

/**
 * The position of a vertex in a solved pose, in three.js space. All weights are blended linearly, also those
 * of SDEF.
 */
function skinned(rig: Rig, vertex: number): Vector3 {
  const [x, y, z] = vertices.positions.subarray(3 * vertex, 3 * vertex + 3);
  const sum = new Vector3();
  for (let k = 4 * vertex; k < 4 * vertex + 4; k++) {
    const matrix = new Matrix4().fromArray(rig.skinMatrices, 16 * Math.max(vertices.boneIndices[k], 0));
    sum.addScaledVector(new Vector3(x, y, -z).applyMatrix4(matrix), vertices.boneWeights[k]);
  }
  return sum;
}
