import { Group, Matrix4, PerspectiveCamera, Vector3 } from 'three';
import { expect, test } from 'vitest';
import { Placement } from '#src/element/xr/placement.js';

/** A head 1.5 m above the floor, looking along a direction. */
function headLooking(x: number, y: number, z: number): Matrix4 {
  const head = new PerspectiveCamera();
  head.position.set(1, 1.5, 2);
  head.lookAt(head.position.clone().add(new Vector3(x, y, z)));
  head.updateMatrixWorld();
  return head.matrixWorld;
}

/** Where a place of the room is in the scene, in units; rounded. */
function inScene(placement: Placement, x: number, y: number, z: number): number[] {
  const room = new Group();
  placement.placeRoom(room);
  return room
    .localToWorld(new Vector3(x, y, z))
    .toArray()
    .map((value) => Math.round(1e6 * value) / 1e6 + 0);
}

test('begins 2 m before the viewer, and looks at him', () => {
  const placement = new Placement();
  placement.begin(headLooking(1, 0, 0));
  expect(placement.position.distanceTo(new Vector3(3, 0, 2))).toBeLessThan(1e-12);
  // the viewer is before her, which is +z: 2 m are 25 units, 1.5 m are 18.75
  expect(inScene(placement, 1, 1.5, 2)).toEqual([0, 18.75, 25]);
  placement.begin(headLooking(0, 0, -1));
  expect(placement.position.x).toBeCloseTo(3, 12); // only once
});

test('before a viewer who looks at the floor, it begins where his crown points', () => {
  const placement = new Placement();
  placement.begin(headLooking(0.01, -1, 0));
  expect(placement.position.x).toBeCloseTo(3, 3);
  expect(placement.position.y).toBe(0);
  expect(placement.position.z).toBeCloseTo(2, 3);
});

test('turns to the left if seen from above, about its own place', () => {
  const placement = new Placement();
  placement.moveTo(new Vector3(0, 0.5, -1));
  placement.turn(Math.PI / 2);
  // now she looks along +x of the room
  expect(inScene(placement, 0.8, 0.5, -1)).toEqual([0, 0, 10]);
  placement.moveBy(0.8, 0);
  expect(inScene(placement, 0.8, 0.5, -1)).toEqual([0, 0, 0]);
  expect(placement.isChosen).toBe(true);
});

test('grows and shrinks within limits', () => {
  const placement = new Placement();
  expect(placement.unitsPerMeter).toBeCloseTo(12.5, 12);
  placement.resize(2);
  expect(inScene(placement, 0, 1.6, 0)).toEqual([0, 10, 0]); // twice as large: the viewer is half as tall
  placement.resize(1000);
  expect(placement.unitsPerMeter).toBeCloseTo(2.5, 12); // 5 times
  placement.resize(1e-6);
  expect(placement.unitsPerMeter).toBeCloseTo(250, 12); // a twentieth
});
