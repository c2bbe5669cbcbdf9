import { createPmx, createPmxBone, type PmxBone, type PmxIk } from '@odori/format';
import { createRigDefinition, Rig, type RigDefinition } from '@odori/runtime/rig';
import { describe, expect, test } from 'vitest';
import { placeOf, rigOf, solve } from './small-rig.js';

const define = (bones: Partial<PmxBone>[], fromPmd?: true): RigDefinition =>
  createRigDefinition(createPmx({ bones: bones.map(createPmxBone), ...(fromPmd && { fromPmd }) }));

const chain = (ik: Partial<PmxIk>, fromPmd?: true): RigDefinition =>
  define(
    [{}, {}, { ik: { effector: 1, loopCount: 1, limitAngle: 1, links: [{ bone: 0 }], ...ik } }],
    fromPmd,
  );

/** How often a link may turn, times the links that move with it. */
function workOf({ beforePhysics }: RigDefinition): number {
  return beforePhysics.iks.reduce((sum, { iterations, links }) => sum + iterations * links.length ** 2, 0);
}

describe('the number of IK iterations', () => {
  // measured: 4π / limit, 360 at most, never less than the loop count of the file
  test.each([
    [4, 3],
    [2, 6],
    [1, 12],
    [0.12, 104],
    [0.0349, 360],
    [0.001, 360],
    [0, 360],
    [100, 1],
  ])('PMX, limit %d: at least %d times', (limitAngle, expected) => {
    expect(chain({ limitAngle }).beforePhysics.iks[0].iterations).toBe(expected);
    expect(chain({ limitAngle, loopCount: 1000 }).beforePhysics.iks[0].iterations).toBe(1000);
  });

  test('of a PMD is the loop count of the file', () => {
    expect(chain({ limitAngle: 0.12, loopCount: 8 }, true).beforePhysics.iks[0].iterations).toBe(8);
    expect(chain({ limitAngle: 0.12, loopCount: 0 }, true).beforePhysics.iks[0].iterations).toBe(0);
  });

  test('ignores a limit of NaN and a negative loop count', () => {
    expect(chain({ limitAngle: NaN, loopCount: 7 }).beforePhysics.iks[0].iterations).toBe(7);
    expect(chain({ loopCount: -5 }, true).beforePhysics.iks[0].iterations).toBe(0);
  });

  test.each([
    ['no link', []],
    ['links outside the skeleton', [{ bone: 9 }, { bone: -1 }]],
    ['a locked link', [{ bone: 0, limits: { min: [0, 0, 0], max: [0, 0, 0] } }]],
    ['a link', [{ bone: 0 }]],
    ['1000 links', Array.from({ length: 1000 }, () => ({ bone: 0 }))],
  ] as [string, PmxIk['links']][])('with a loop count of 2³¹ − 1 is bounded: %s', (_, links) => {
    const rig = new Rig(chain({ links, loopCount: 0x7fffffff }));
    rig.pose.translations.set([1, 2, 3, 4, 5, 6], 3);
    expect(workOf(rig.definition)).toBeLessThanOrEqual(4_000_000);
    solve(rig);
    expect([...rig.worldMatrices].every(Number.isFinite)).toBe(true);
  });

  test('is bounded for hundreds of IKs together, and still leaves each the 360 that MMD gives to hair', () => {
    const goals = (loopCount: number): RigDefinition => {
      const ik = { effector: 1, loopCount, limitAngle: 0, links: [{ bone: 0 }] };
      const many = Array.from({ length: 300 }, (): Partial<PmxBone> => ({ position: [5, 5, 5], ik }));
      return define([{}, { position: [0, 1, 0] }, ...many]);
    };
    expect(workOf(goals(0x7fffffff))).toBeLessThanOrEqual(4_000_000);
    expect(goals(360).beforePhysics.iks.every(({ iterations }) => iterations === 360)).toBe(true);
  });

  test('a step rotates the link nearest the effector by at most the limit, the next by twice as much', () => {
    const { links, ...ik } = chain({ limitAngle: 0.5, links: [{ bone: 1 }, { bone: 0 }] }).beforePhysics
      .iks[0];
    expect([...ik.chain]).toEqual([0, 1, ik.effector]);
    expect(links.map(({ leastCosine }) => leastCosine)).toEqual([Math.cos(0.5), Math.cos(1)]);
    expect(links.map(({ backwards }) => backwards)).toEqual([0, 0]);
  });

  test('a limit below 0 turns backwards, in as many iterations as the file says', () => {
    const { links, iterations } = chain({ limitAngle: -2, loopCount: 5, links: [{ bone: 1 }, { bone: 0 }] })
      .beforePhysics.iks[0];
    expect([iterations, ...links.map(({ backwards }) => backwards)]).toEqual([5, 2, 4]);
  });
});

describe('limits', () => {
  const limitsOf = (min: [number, number, number], max: [number, number, number]) =>
    chain({ links: [{ bone: 0, limits: { min, max } }] }).beforePhysics.iks[0].links[0].limits!;

  test('have an Euler order whose middle angle stays inside 90°', () => {
    expect(limitsOf([-1.5, -3, -3], [1.5, 3, 3]).order).toBe('YXZ');
    expect(limitsOf([-3, -1.5, -3], [3, 1.5, 3]).order).toBe('ZYX');
    expect(limitsOf([-3, -3, -1.5], [3, 3, 1.5]).order).toBe('XZY');
    expect(limitsOf([-3, -3, -3], [3, 3, 3]).order).toBe('XZY');
  });

  test('have an axis if only one has a range, and are locked if none has', () => {
    expect(limitsOf([-1, 0, 0], [0, 0, 0])).toMatchObject({ axis: 0, isLocked: false });
    expect(limitsOf([0, -1, 0], [0, 1, 0])).toMatchObject({ axis: 1, isLocked: false });
    expect(limitsOf([0, 0, 0.5], [0, 0, 0.5])).toMatchObject({ axis: 2, isLocked: false });
    expect(limitsOf([-1, -1, 0], [0, 0, 0])).toMatchObject({ axis: -1, isLocked: false });
    expect(limitsOf([0, 0, 0], [0, 0, 0])).toMatchObject({ axis: -1, isLocked: true });
  });

  test('are sorted if minimum and maximum are exchanged, and NaN counts as 0', () => {
    expect(limitsOf([0, 0, 2], [0, 0, -1])).toMatchObject({ min: [0, 0, -1], max: [0, 0, 2] });
    expect(limitsOf([NaN, 0, 0], [Infinity, 0, 1])).toMatchObject({ min: [0, 0, 0], max: [0, 0, 1] });
  });
});

test('rest positions are in three’s space, and offsets from the parent', () => {
  const { restPositions, restOffsets } = define([
    { position: [1, 2, 3] },
    { position: [2, 4, 8], parent: 0 },
  ]);
  expect([...restPositions]).toEqual([1, 2, -3, 2, 4, -8]);
  expect([...restOffsets]).toEqual([1, 2, -3, 1, 2, -5]);
});

test('a fixed axis has length 1, in three’s space; one of length 0 is none', () => {
  const { hasFixedAxis, fixedAxes } = define([{ fixedAxis: [3, 0, 4] }, { fixedAxis: [0, 0, 0] }, {}]);
  expect([...hasFixedAxis]).toEqual([1, 0, 0]);
  [0.6, 0, -0.8].forEach((value, i) => expect(fixedAxes[i]).toBeCloseTo(value, 15));
});

describe('odd skeletons', () => {
  test('may have no bones', () => {
    const rig = solve(rigOf([]));
    expect(rig.worldMatrices).toHaveLength(0);
    expect(rig.boneIndex('センター')).toBe(-1);
  });

  test('may have circles of parents and parents out of range', () => {
    const rig = rigOf([
      { parent: 0, position: [1, 0, 0] },
      { parent: 2, position: [2, 0, 0] },
      { parent: 1, position: [3, 0, 0] },
      { parent: 99, position: [4, 0, 0] },
      { parent: -7, position: [5, 0, 0] },
    ]);
    solve(rig);
    // a circle is cut at one bone: at rest all bones are where the file puts them
    expect([0, 1, 2, 3, 4].map((bone) => placeOf(rig, bone).x)).toEqual([1, 2, 3, 4, 5]);
    expect(rig.definition.parents[0]).toBe(-1);
    expect([...rig.definition.parents.subarray(1, 3)].filter((parent) => parent < 0)).toHaveLength(1);
  });

  test.each([0.5, 1.5, -0.5, NaN, Infinity])('may have a bone index of %f, which is no bone', (odd) => {
    const ik: PmxIk = { effector: odd, loopCount: 1, limitAngle: 1, links: [] };
    const definition = define([
      { parent: odd },
      { parent: odd },
      { parent: 1, append: { parent: odd, ratio: 1 } },
      { parent: 2, ik },
      { parent: 3, ik: { ...ik, effector: 2, links: [{ bone: odd }, { bone: 1 }] } },
    ]);
    expect([...definition.parents]).toEqual([-1, -1, 1, 2, 3]);
    expect([...definition.appendKinds]).toEqual([0, 0, 0, 0, 0]);
    const { iks } = definition.beforePhysics;
    expect(iks.map(({ bone, links }) => [bone, links.map((link) => link.bone)])).toEqual([[4, [1]]]);
    expect(new Rig(definition).worldPositions.every(Number.isFinite)).toBe(true);
  });

  test('may have NaN and infinite numbers, which count as 0', () => {
    const rig = rigOf([
      { position: [NaN, Infinity, 1] },
      { fixedAxis: [NaN, 0, 0], append: { parent: 0, ratio: NaN } },
    ]);
    solve(rig);
    expect(placeOf(rig, 0).toArray()).toEqual([0, 0, -1]);
    expect([...rig.skinMatrices].every(Number.isFinite)).toBe(true);
  });

  test('have no IK if its effector is out of range; links out of range are left out', () => {
    expect(chain({ effector: 77 }).ikNames).toEqual([]);
    const { links } = chain({ links: [{ bone: -1 }, { bone: 1 }, { bone: 3 }] }).beforePhysics.iks[0];
    expect(links.map(({ bone, leastCosine }) => [bone, leastCosine])).toEqual([[1, Math.cos(1)]]);
  });
});
