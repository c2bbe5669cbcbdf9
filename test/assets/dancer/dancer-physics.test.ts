import { describe, expect, it } from 'vitest';
import type { PmxRigidBody, Vector3 } from '@odori/format';
import { oppositeName, readDancer } from './read-dancer.js';

const dancer = readDancer();
const { rigidBodies, joints, bones } = dancer;

const FOLLOWS = 0;
const TURNS = 2;
const SPHERE = 0;
const BOX = 1;

/** The direction of y after the rotation R = Ry·Rx·Rz. */
function axisOf({ rotation: [x, y, z] }: PmxRigidBody): Vector3 {
  const [ax, ay] = [-Math.sin(z), Math.cos(z)];
  const [by, bz] = [ay * Math.cos(x), ay * Math.sin(x)];
  return [ax * Math.cos(y) + bz * Math.sin(y), by, -ax * Math.sin(y) + bz * Math.cos(y)];
}

/** Points along the axis of a body. */
function core(body: PmxRigidBody): Vector3[] {
  if (body.shape === SPHERE) return [body.position];
  const axis = axisOf(body);
  const half = body.shape === BOX ? body.size[1] : body.size[1] / 2;
  return [-1, -0.5, 0, 0.5, 1].map(
    (share) => body.position.map((value, i) => value + axis[i] * share * half) as Vector3,
  );
}

/** How thick a body is about its axis; of flat ones, across. */
function radiusOf({ shape, size }: PmxRigidBody): number {
  return shape === BOX ? size[2] : size[0];
}

describe('physics of the dancer', () => {
  it('rigid bodies refer to existing bones, and joints to existing bodies', () => {
    expect(rigidBodies.length).toBeGreaterThan(60);
    for (const { bone, name } of rigidBodies) expect(bones[bone]?.name, name).toBe(name);
    for (const { bodyA, bodyB, name } of joints) {
      expect(rigidBodies[bodyA], name).toBeDefined();
      expect(rigidBodies[bodyB], name).toBeDefined();
      expect(bodyA).not.toBe(bodyB);
    }
  });

  it('there are colliders on head, body, arms and legs', () => {
    const still = rigidBodies.filter(({ mode }) => mode === FOLLOWS).map(({ name }) => name);
    for (const name of ['頭', '上半身', '上半身2', '下半身', '左腕', '左ひじ', '左足D', '左ひざD']) {
      expect(still).toContain(name);
      expect(still).toContain(oppositeName(name));
    }
  });

  it('physics turns every strand of hair and sash, and the skirt below its top, and each hangs on a body', () => {
    const moved = rigidBodies.filter(({ mode }) => mode !== FOLLOWS);
    const strands = bones.filter(({ name }) => /テール|横髪|前髪|後髪|スカート\d_[23]|帯/.test(name));
    expect(moved.map(({ name }) => name).sort()).toEqual(strands.map(({ name }) => name).sort());
    for (const { mode, name } of moved) expect(mode, name).toBe(TURNS); // a strand is never stretched
    for (const body of moved) {
      const holders = joints.filter(({ bodyB }) => rigidBodies[bodyB] === body);
      expect(holders.length, body.name).toBeGreaterThan(0);
    }
  });

  it('masses, damping and limits are plausible', () => {
    for (const body of rigidBodies) {
      expect(body.mass).toBeGreaterThan(0);
      expect(body.size.slice(0, body.shape === SPHERE ? 1 : 2).every((value) => value > 0)).toBe(true);
      for (const value of [body.linearDamping, body.angularDamping, body.friction]) {
        expect(value).toBeGreaterThanOrEqual(0);
        expect(value).toBeLessThan(1);
      }
      expect([...body.position, ...body.rotation].every(Number.isFinite)).toBe(true);
    }
    for (const joint of joints) {
      joint.linearLower.forEach((low, i) => expect(low).toBeLessThanOrEqual(joint.linearUpper[i]));
      joint.angularLower.forEach((low, i) => expect(low).toBeLessThanOrEqual(joint.angularUpper[i]));
      expect([...joint.position, ...joint.rotation].every(Number.isFinite)).toBe(true);
    }
    // A strand's parts are no heavier than what holds them, or solvers stretch it.
    for (const { bodyA, bodyB, name } of joints) {
      if (rigidBodies[bodyA].mode === FOLLOWS || name.endsWith('横')) continue;
      expect(rigidBodies[bodyB].mass, name).toBeLessThanOrEqual(rigidBodies[bodyA].mass);
    }
  });

  it('no body at rest is inside another one that it collides with', () => {
    const meets = (a: PmxRigidBody, b: PmxRigidBody): boolean =>
      (a.collisionMask & (1 << b.group)) !== 0 && (b.collisionMask & (1 << a.group)) !== 0;
    const still = rigidBodies.filter(({ mode, shape }) => mode === FOLLOWS && shape !== BOX);
    for (const body of rigidBodies.filter(({ mode }) => mode !== FOLLOWS)) {
      for (const other of still.filter((candidate) => meets(body, candidate))) {
        for (const p of core(body)) {
          for (const q of core(other)) {
            const gap = Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]) - radiusOf(body) - radiusOf(other);
            expect(gap, `${body.name} in ${other.name}`).toBeGreaterThan(-0.02);
          }
        }
      }
    }
  });
});
