import { createRigDefinition, Rig } from '@odori/runtime/rig';
import { describe, expect, test } from 'vitest';
import { smallPmx } from '#test/model/small-model.js';

/** MMD's space. */
const BONES = [
  { name: '全ての親', position: [0, 1, 0] as [number, number, number] },
  { name: 'センター', parent: 0, position: [0, 8, 0] as [number, number, number] },
  { name: '右手首', parent: 1, position: [-5, 12, 0] as [number, number, number] },
];

const definition = createRigDefinition(smallPmx({ bones: BONES }));
/** 90° about y: x becomes −z, z becomes x. */
const QUARTER = Float64Array.of(0, Math.SQRT1_2, 0, Math.SQRT1_2);

function solve(rig: Rig): void {
  rig.solve();
  rig.solveAfterPhysics();
}

function placeOf(rig: Rig, bone: number): number[] {
  return Array.from(rig.worldPositions.subarray(3 * bone, 3 * bone + 3), (value) => round(value));
}

function turnOf(rig: Rig, bone: number): number[] {
  return Array.from(rig.worldRotations.subarray(4 * bone, 4 * bone + 4), (value) => round(value));
}

function round(value: number): number {
  return Math.round(value * 1e9) / 1e9 + 0; // no −0
}

describe('setExternalParent', () => {
  test('puts a bone at rest where its external parent is, together with its children', () => {
    const rig = new Rig(definition);
    rig.setExternalParent(1, { rotation: QUARTER, position: Float64Array.of(10, 20, 30) });
    solve(rig);
    expect(placeOf(rig, 0)).toEqual([0, 1, 0]);
    expect(placeOf(rig, 1)).toEqual([10, 20, 30]);
    // the wrist rests (−5, 4, 0) from the center: rotated, (0, 4, 5)
    expect(placeOf(rig, 2)).toEqual([10, 24, 35]);
    expect(turnOf(rig, 2)).toEqual(Array.from(QUARTER, round));
  });

  test('applies the bone’s translation and rotation in the external parent’s axes', () => {
    const rig = new Rig(definition);
    rig.pose.translations.set([1, 2, 3], 3);
    rig.pose.rotations.set(QUARTER, 4);
    rig.setExternalParent(1, { rotation: QUARTER, position: Float64Array.of(10, 20, 30) });
    solve(rig);
    expect(placeOf(rig, 1)).toEqual([13, 22, 29]); // (1, 2, 3) rotated is (3, 2, −1)
    expect(turnOf(rig, 1)).toEqual([0, 1, 0, 0]); // twice 90°
  });

  test('attaches the whole model by its origin for −1', () => {
    const rig = new Rig(definition);
    rig.setExternalParent(-1, { rotation: QUARTER, position: Float64Array.of(10, 20, 30) });
    solve(rig);
    expect(placeOf(rig, 0)).toEqual([10, 21, 30]);
    expect(placeOf(rig, 2)).toEqual([10, 32, 35]); // (−5, 12, 0) rotated is (0, 12, 5)
  });

  test('reads the parent at every solve, here a bone of another rig', () => {
    const [singer, microphone] = [new Rig(definition), new Rig(definition)];
    microphone.setExternalParent(-1, {
      rotation: singer.worldRotations.subarray(8, 12),
      position: singer.worldPositions.subarray(6, 9),
    });
    singer.pose.translations[3] = 2;
    solve(singer);
    solve(microphone);
    expect(placeOf(singer, 2)).toEqual([-3, 12, 0]);
    expect(placeOf(microphone, 0)).toEqual([-3, 13, 0]);
  });

  test('detaches for undefined, and does not change other rigs of the definition', () => {
    const [rig, other] = [new Rig(definition), new Rig(definition)];
    const parent = { rotation: QUARTER, position: Float64Array.of(10, 20, 30) };
    rig.setExternalParent(-1, parent);
    rig.setExternalParent(2, parent);
    rig.setExternalParent(2, undefined);
    rig.setExternalParent(-1, undefined);
    other.setExternalParent(1, undefined);
    solve(rig);
    solve(other);
    expect(rig.worldMatrices).toEqual(other.worldMatrices);
    expect(placeOf(rig, 2)).toEqual([-5, 12, 0]);
  });

  test('lets a bone keep an external parent of its own while the whole model gets one and loses it', () => {
    const rig = new Rig(definition);
    const wrist = { rotation: QUARTER, position: Float64Array.of(10, 20, 30) };
    const model = { rotation: Float64Array.of(0, 0, 0, 1), position: Float64Array.of(100, 0, 0) };
    const placesNow = (): number[][] => {
      solve(rig);
      return [placeOf(rig, 0), placeOf(rig, 2)];
    };
    const [root, onHand] = [
      [0, 1, 0],
      [10, 20, 30],
    ];
    rig.setExternalParent(2, wrist);
    rig.setExternalParent(-1, model);
    expect(placesNow()).toEqual([[100, 1, 0], onHand]);
    rig.setExternalParent(-1, undefined);
    expect(placesNow()).toEqual([root, onHand]);
    // the same for a bone without a parent
    rig.setExternalParent(-1, model);
    rig.setExternalParent(0, wrist);
    expect(placesNow()).toEqual([onHand, onHand]);
    rig.setExternalParent(0, undefined);
    expect(placesNow()).toEqual([[100, 1, 0], onHand]);
  });

  test('leaves the rest offsets of children and the pose of other bones as they are', () => {
    const rig = new Rig(definition);
    rig.setExternalParent(1, { rotation: Float64Array.of(0, 0, 0, 1), position: Float64Array.of(0, 0, 0) });
    solve(rig);
    expect(placeOf(rig, 0)).toEqual([0, 1, 0]);
    expect(placeOf(rig, 1)).toEqual([0, 0, 0]);
    expect(placeOf(rig, 2)).toEqual([-5, 4, 0]);
  });

  test('lets an IK reach for a goal with an external parent', () => {
    const leg = createRigDefinition(
      smallPmx({
        bones: [
          { name: '足', position: [0, 10, 0] },
          { name: 'ひざ', parent: 0, position: [0, 5, -0.5] },
          { name: '足首', parent: 1, position: [0, 0, 0] },
          {
            name: '足ＩＫ',
            position: [0, 0, 0],
            flags: 0x20,
            ik: { effector: 2, loopCount: 40, limitAngle: 2, links: [{ bone: 1 }, { bone: 0 }] },
          },
        ],
      }),
    );
    const rig = new Rig(leg);
    rig.setExternalParent(3, { rotation: Float64Array.of(0, 0, 0, 1), position: Float64Array.of(0, 3, 4) });
    solve(rig);
    const [x, y, z] = placeOf(rig, 2);
    expect(Math.hypot(x, y - 3, z - 4)).toBeLessThan(0.01);
  });

  test('throws for an index that is not a bone', () => {
    expect(() => new Rig(definition).setExternalParent(3, undefined)).toThrow(
      new RangeError('bone index must be from -1 to 2, not 3'),
    );
    expect(() => new Rig(definition).setExternalParent(NaN, undefined)).toThrow(RangeError);
    expect(() => new Rig(definition).setExternalParent(0.5, undefined)).toThrow(RangeError);
  });
});
