import { createPmx, createPmxBone, type PmxJoint, type PmxRigidBody } from '@odori/format';
import { createPhysics, type Physics } from '@odori/physics';
import { PhysicsHelper } from '@odori/physics/debug';
import { createRigDefinition, Rig } from '@odori/runtime/rig';
import { Color, Object3D, Quaternion, Vector3 } from 'three';
import { describe, expect, it, vi } from 'vitest';
import { rigidBody, rigidJoint } from '#test/support/physics-model.js';

/** A box that follows bone 0. */
const BODY = rigidBody({ bone: 0, shape: 1, position: [0, 10, 2], friction: 0, mode: 0 });
const JOINT = rigidJoint(0, 1, { position: [1, 10, 3] });

/** A box that follows bone 0, and one that forces move; in MMD's space at [0, 10, 2] and [2, 10, 2]. */
async function twoBoxes(joints: readonly PmxJoint[] = []): Promise<{ rig: Rig; physics: Physics }> {
  const bones = [createPmxBone({ position: [0, 10, 2] }), createPmxBone({ position: [2, 10, 2], parent: 0 })];
  const rigidBodies = [BODY, { ...BODY, bone: 1, position: [2, 10, 2] as const, mode: 1 }];
  const pmx = createPmx({ bones, rigidBodies: rigidBodies as PmxRigidBody[], joints: [...joints] });
  const rig = new Rig(createRigDefinition(pmx));
  const physics = await createPhysics(pmx, rig, { ground: false });
  physics.reset();
  rig.solveAfterPhysics();
  return { rig, physics };
}

const BOX_VERTICES = 24;

function pointsOf(helper: PhysicsHelper): Vector3[] {
  const { position } = helper.geometry.attributes;
  return Array.from({ length: position.count }, (_, i) => new Vector3().fromBufferAttribute(position, i));
}

/** The middle of the box of a body. */
function centerOf(helper: PhysicsHelper, body: number): Vector3 {
  const corners = pointsOf(helper).slice(BOX_VERTICES * body, BOX_VERTICES * (body + 1));
  return corners.reduce((sum, corner) => sum.add(corner), new Vector3()).divideScalar(BOX_VERTICES);
}

/** The colors of the lines of a body, by their hex numbers. */
function colorsOf(helper: PhysicsHelper, body: number): string[] {
  const { color } = helper.geometry.attributes;
  const hex = Array.from({ length: BOX_VERTICES }, (_, i) =>
    new Color().fromBufferAttribute(color as never, BOX_VERTICES * body + i).getHexString(),
  );
  return [...new Set(hex)];
}

const ORANGE = 'ffa500';
const DODGER_BLUE = '1e90ff';
const GRAY = '808080';

function step(physics: Physics, rig: Rig, seconds: number): void {
  physics.advance(seconds, () => rig.solve());
  rig.solveAfterPhysics();
}

describe('PhysicsHelper', () => {
  it('draws bodies where they are, in three’s space, and follows them when updated', async () => {
    const { rig, physics } = await twoBoxes();
    const helper = new PhysicsHelper(physics);
    expect(centerOf(helper, 0).distanceTo(new Vector3(0, 10, -2))).toBeLessThan(1e-5);
    const before = centerOf(helper, 1).y;
    for (let i = 0; i < 30; i++) step(physics, rig, 1 / 60);
    expect(centerOf(helper, 1).y).toBe(before);
    helper.update();
    // 31 substeps with that of the reset: y falls by g h² (1 + 2 + … + 31) = 98 / 3600 · 496 = 13.502
    expect(centerOf(helper, 1).y).toBeCloseTo(10 - 13.502, 2);
    expect(centerOf(helper, 0).y).toBeCloseTo(10, 5);
  });

  it('turns the lines with the body, in three’s space', async () => {
    const { rig, physics } = await twoBoxes();
    const helper = new PhysicsHelper(physics);
    const turn = new Quaternion().setFromAxisAngle(new Vector3(0.6, 0, 0.8), 0.5);
    turn.toArray(rig.pose.rotations as never, 0);
    step(physics, rig, 1 / 60);
    helper.update();
    const corners = pointsOf(helper).slice(0, BOX_VERTICES);
    const expected = new Vector3(0.5, 0.5, -0.5).applyQuaternion(turn).add(new Vector3(0, 10, -2));
    expect(Math.min(...corners.map((corner) => corner.distanceTo(expected)))).toBeLessThan(1e-5);
  });

  it('bodies have a color for what they do: moved by forces, following bones, switched off by keyframes', async () => {
    const { rig, physics } = await twoBoxes();
    const helper = new PhysicsHelper(physics);
    expect(colorsOf(helper, 0)).toEqual([DODGER_BLUE]);
    expect(colorsOf(helper, 1)).toEqual([ORANGE]);
    rig.pose.physicsEnabled[1] = 0;
    step(physics, rig, 1 / 60);
    helper.update();
    expect(colorsOf(helper, 1)).toEqual([GRAY]);
    helper.setColors('red', 'white', 'black').update();
    expect(colorsOf(helper, 0)).toEqual(['ffffff']);
    expect(colorsOf(helper, 1)).toEqual(['000000']);
  });

  it('a joint has axes at its place and a line over it from body to body', async () => {
    const { physics } = await twoBoxes([JOINT]);
    const helper = new PhysicsHelper(physics);
    const points = pointsOf(helper).slice(2 * BOX_VERTICES);
    expect(points).toHaveLength(12);
    const ends = [1, 3, 5].map((i) => points[i].clone().sub(points[i - 1]));
    [new Vector3(0.25, 0, 0), new Vector3(0, 0.25, 0), new Vector3(0, 0, -0.25)].forEach((axis, i) =>
      expect(ends[i].distanceTo(axis), `axis ${i}`).toBeLessThan(1e-3),
    );
    // prettier-ignore
    const line = [[0, 10, -2], [1, 10, -3], [1, 10, -3], [1, 10, -3], [1, 10, -3], [2, 10, -2]];
    line.forEach((place, i) =>
      expect(points[6 + i].distanceTo(new Vector3(...place)), `point ${i}`).toBeLessThan(0.05),
    );
  });

  it('a joint that turns about y and x before z has its axes turned like that', async () => {
    const half = Math.PI / 2;
    // Ry(90°) · Rx(90°) in MMD's left-handed space: x → −z, y → x, z → −y; three's z is MMD's −z
    const { physics } = await twoBoxes([{ ...JOINT, rotation: [half, half, 0] }]);
    const points = pointsOf(new PhysicsHelper(physics)).slice(2 * BOX_VERTICES);
    const axes = [1, 3, 5].map((i) =>
      points[i]
        .clone()
        .sub(points[i - 1])
        .multiplyScalar(4)
        .round()
        .toArray()
        .map((x) => x + 0),
    );
    expect(axes).toEqual([[0, 0, 1], [1, 0, 0], [0, -1, 0]]); // prettier-ignore
  });

  it('joints to nothing are left out, and odd numbers give finite lines', async () => {
    const bodies = [
      { ...BODY, size: [NaN, Infinity, 1], position: [NaN, 0, 0] },
    ] as unknown as PmxRigidBody[];
    const pmx = createPmx({
      bones: [createPmxBone()],
      rigidBodies: bodies,
      joints: [{ ...JOINT, bodyA: -1 }, { ...JOINT, bodyB: 9 }],
    }); // prettier-ignore
    const physics = await createPhysics(pmx, new Rig(createRigDefinition(pmx)));
    physics.reset();
    const helper = new PhysicsHelper(physics);
    const { array } = helper.geometry.getAttribute('position');
    expect(array).toHaveLength(3 * BOX_VERTICES);
    expect([...array].every(Number.isFinite)).toBe(true);
  });

  it('follows the bones when physics is off', async () => {
    const { rig, physics } = await twoBoxes();
    const helper = new PhysicsHelper(physics);
    physics.mode = 'off';
    rig.pose.translations[1] = 3;
    step(physics, rig, 1 / 60);
    helper.update();
    expect(centerOf(helper, 0).y).toBeCloseTo(13, 5);
    expect(centerOf(helper, 1).y).toBeCloseTo(13, 5);
    expect(colorsOf(helper, 1)).toEqual([GRAY]);
  });

  it('stays on a model whose bodies feel how it moves as a whole', async () => {
    const { rig, physics } = await twoBoxes();
    const helper = new PhysicsHelper(physics);
    const root = new Object3D();
    root.add(helper);
    root.position.set(5, 0, 1);
    root.quaternion.setFromAxisAngle(new Vector3(0, 1, 0), 1);
    physics.placement = {
      position: Float64Array.from(root.position),
      rotation: Float64Array.from(root.quaternion),
    };
    physics.reset();
    rig.solveAfterPhysics();
    helper.update();
    root.updateMatrixWorld();
    const expected = new Vector3(0, 10, -2).applyMatrix4(root.matrixWorld);
    expect(centerOf(helper, 0).applyMatrix4(helper.matrixWorld).distanceTo(expected)).toBeLessThan(1e-5);
  });

  it('is not drawn while the bodies settle after a jump', async () => {
    const { rig, physics } = await twoBoxes();
    const helper = new PhysicsHelper(physics);
    const isSettling = vi.spyOn(physics, 'isSettling', 'get').mockReturnValue(true);
    helper.update();
    expect(helper.material.visible).toBe(false);
    isSettling.mockRestore();
    step(physics, rig, 1 / 60);
    helper.update();
    expect(helper.material.visible).toBe(true);
    expect(helper.geometry.drawRange).toEqual({ start: 0, count: Infinity });
  });

  it('dispose frees geometry and material', async () => {
    const { physics } = await twoBoxes();
    const helper = new PhysicsHelper(physics);
    const freed: string[] = [];
    helper.geometry.addEventListener('dispose', () => freed.push('geometry'));
    helper.material.addEventListener('dispose', () => freed.push('material'));
    helper.dispose();
    expect(freed).toEqual(['geometry', 'material']);
  });
});
