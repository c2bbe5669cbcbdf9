import type { PmxMorph } from '@odori/format';
import type { Rig } from '@odori/runtime/rig';
import { Euler, MathUtils, Quaternion, Vector3 } from 'three';
import { describe, expect, test } from 'vitest';
import { flipAngleRange } from '#src/runtime/space.js';
import { vector } from '#test/support/playback-vectors.js';
import {
  expectPlace,
  expectTurn,
  mirrored,
  placeOf,
  rigOf,
  setMove,
  setTurn,
  solve,
  turnOf,
} from './small-rig.js';

type Quadruple = [number, number, number, number];
type Triple = [number, number, number];

const head = { nameEn: '', panel: 4 };

describe('vector 12: morphs', () => {
  interface Vector12 {
    group: {
      children: [string, number][];
      group_weight: number;
      own_weights: Record<string, number>;
      effective: Record<string, number>;
    };
    bone: {
      offset: Triple;
      rotation: Quadruple;
      weight: number;
      translation: Triple;
      rotation_at_weight: Quadruple;
    };
  }
  const { group, bone } = vector(12) as Vector12;

  test('a group adds to its children’s own weights', () => {
    const names = group.children.map(([name]) => name);
    const morphs: PmxMorph[] = [
      ...names.map((name): PmxMorph => ({
        ...head,
        name,
        type: 'vertex',
        vertices: new Uint32Array(0),
        offsets: new Float32Array(0),
      })),
      {
        ...head,
        name: 'group',
        type: 'group',
        morphs: Int32Array.from(names.keys()),
        weights: Float32Array.from(group.children, ([, ratio]) => ratio),
      },
    ];
    const rig = rigOf([], { morphs });
    rig.pose.morphWeights.set([...names.map((name) => group.own_weights[name]), group.group_weight]);
    solve(rig);
    names.forEach((name, i) => expect(rig.morphWeights[i]).toBeCloseTo(group.effective[name], 6));
  });

  test('a bone morph translates and rotates by its weight', () => {
    const morph: PmxMorph = {
      ...head,
      name: 'bone',
      type: 'bone',
      bones: Int32Array.of(0),
      translations: Float32Array.from(bone.offset),
      rotations: Float32Array.from(bone.rotation),
    };
    const rig = rigOf([{}], { morphs: [morph] });
    rig.pose.morphWeights[0] = bone.weight;
    solve(rig);
    const [x, y, z] = bone.translation;
    expectPlace(placeOf(rig, 0), [x, y, -z], 1e-6);
    expectTurn(turnOf(rig, 0), mirrored(bone.rotation_at_weight), 1e-6);
  });
});

describe('vector 19: angle limits', () => {
  const { ik, joint } = vector(19) as {
    ik: Record<'lh_min' | 'lh_max' | 'rh_min' | 'rh_max', [number, number, number]>;
    joint: Record<'lh' | 'rh', Record<'angular_lower' | 'angular_upper', [number, number, number]>>;
  };

  test('limits of IK match in three’s space', () => {
    expect(flipAngleRange(ik.lh_min, ik.lh_max)).toEqual([ik.rh_min, ik.rh_max]);
    const rig = rigOf([
      {},
      { position: [0, -1, 0], parent: 0 },
      {
        ik: {
          effector: 1,
          loopCount: 1,
          limitAngle: 1,
          links: [{ bone: 0, limits: { min: ik.lh_min, max: ik.lh_max } }],
        },
      },
    ]);
    expect(rig.definition.beforePhysics.iks[0].links[0].limits).toMatchObject({
      min: ik.rh_min,
      max: ik.rh_max,
    });
  });

  test('limits of joints convert by the same rule, there and back', () => {
    const { lh, rh } = joint;
    expect(flipAngleRange(lh.angular_lower, lh.angular_upper)).toEqual([rh.angular_lower, rh.angular_upper]);
    expect(flipAngleRange(rh.angular_lower, rh.angular_upper)).toEqual([lh.angular_lower, lh.angular_upper]);
  });
});

describe('vector 20: appended rotations', () => {
  const { source, own, cases, ik_source, tolerance } = vector(20) as {
    source: Quadruple;
    own: Quadruple;
    cases: { ratio: number; append: Quadruple; local: Quadruple }[];
    ik_source: { ik: Quadruple; source_total: Quadruple; child_local_ratio1: Quadruple };
    tolerance: number;
  };

  test.each(cases)('ratio $ratio', ({ ratio, append, local }) => {
    const rig = rigOf([{}, { append: { parent: 0, ratio } }]);
    setTurn(rig, 0, mirrored(source));
    expectTurn(turnOf(solve(rig), 1), mirrored(append), tolerance);
    setTurn(rig, 1, mirrored(own));
    expectTurn(turnOf(solve(rig), 1), mirrored(local), tolerance);
  });

  test('a source that IK rotates gives IK · own', () => {
    // an effector 5 along the link's own y, and a goal where IK · own would take it: a step about x, as in
    // the vector
    const ik = mirrored(ik_source.ik);
    const own3 = mirrored(source);
    const axis = new Vector3(ik.x, ik.y, ik.z).normalize();
    const across = new Vector3(0, 5, 0); // at 90° to that axis
    const goal = across.clone().applyQuaternion(ik);
    const effector = across.clone().applyQuaternion(own3.clone().invert());
    expect(Math.abs(axis.dot(across))).toBeLessThan(1e-9);
    const at = ({ x, y, z }: Vector3): Triple => [x, y, -z];
    const rig = rigOf([
      {},
      { parent: 0, position: at(effector) },
      { position: at(goal), ik: { effector: 1, loopCount: 1, limitAngle: 20, links: [{ bone: 0 }] } },
      { append: { parent: 0, ratio: 1 } },
    ]);
    setTurn(rig, 0, own3);
    solve(rig);
    expectTurn(turnOf(rig, 0), mirrored(ik_source.source_total), 1e-6);
    expectTurn(turnOf(rig, 3), mirrored(ik_source.child_local_ratio1), 1e-6);
  });
});

describe('vector 21: appended translations, and chains', () => {
  const { translation, chain, tolerance } = vector(21) as {
    translation: Record<'source_offset' | 'own_offset' | 'local_offset', Triple> & { ratio: number };
    chain: Record<string, number> & { C_quat_full: Quadruple; C_quat_append_only: Quadruple };
    tolerance: number;
  };

  test('translations match', () => {
    const rig = rigOf([{}, { append: { parent: 0, ratio: translation.ratio }, flags: 0x200 }]);
    const [x, y, z] = translation.source_offset;
    setMove(rig, 0, x, y, -z);
    const [ownX, ownY, ownZ] = translation.own_offset;
    setMove(rig, 1, ownX, ownY, -ownZ);
    const [toX, toY, toZ] = translation.local_offset;
    expectPlace(placeOf(solve(rig), 1), [toX, toY, -toZ], tolerance);
  });

  test.each([
    ['full', 'C_quat_full'],
    ['inherited', 'C_quat_append_only'],
  ] as const)('chained append: %s', (chainedAppend, key) => {
    const { ratio } = chain;
    const bones = [{}, { append: { parent: 0, ratio } }, { append: { parent: 1, ratio } }];
    const rig = rigOf(bones, {}, { chainedAppend });
    const yaw = (degrees: number): Quaternion =>
      mirrored(new Quaternion().setFromEuler(new Euler(0, MathUtils.degToRad(degrees), 0)).toArray());
    setTurn(rig, 0, yaw(chain['A_own_yaw_deg']));
    setTurn(rig, 1, yaw(chain['B_own_yaw_deg']));
    setTurn(rig, 2, yaw(chain['C_own_yaw_deg']));
    solve(rig);
    expectTurn(turnOf(rig, 1), yaw(chain['B_total_yaw_deg']), tolerance);
    expectTurn(turnOf(rig, 2), mirrored(chain[key]), tolerance);
  });
});

test('vector 22: a fixed axis matches', () => {
  const { axis, cases, tolerance } = vector(22) as {
    axis: Triple;
    cases: { q: Quadruple; out: Quadruple }[];
    tolerance: number;
  };
  const rig = rigOf([{ fixedAxis: axis }]);
  for (const { q, out } of cases) {
    setTurn(rig, 0, mirrored(q));
    expectTurn(turnOf(solve(rig), 0), mirrored(out), tolerance);
  }
});

describe('vector 23: a leg', () => {
  interface Vector23 {
    bones: Record<'leg' | 'knee' | 'ankle', Triple>;
    cases: { goal: Triple; error_bound: number; knee_x_deg_exact: number; knee_tolerance_deg: number }[];
    unreachable: {
      goal: Triple;
      minimum_possible_error: number;
      error_tolerance: number;
      knee_x_deg: number;
      knee_tolerance_deg: number;
    }[];
    disabled: { ankle: Triple };
    near_straight_residuals: { values: { lift: number; reference_error: number }[] };
  }
  const { bones, cases, unreachable, disabled, near_straight_residuals } = vector(23) as Vector23;
  const [LEG, KNEE, ANKLE, IK] = [0, 1, 2, 3];

  function legTo(goal: Triple, isOn = true): { rig: Rig; error: number; kneeDegrees: number } {
    const links = [
      { bone: KNEE, limits: { min: [-Math.PI, 0, 0] as Triple, max: [-Math.PI / 360, 0, 0] as Triple } },
      { bone: LEG },
    ];
    const rig = rigOf([
      { position: bones.leg },
      { position: bones.knee, parent: LEG },
      { position: bones.ankle, parent: KNEE },
      { position: bones.ankle, ik: { effector: ANKLE, loopCount: 40, limitAngle: 2, links } },
    ]);
    const [x, y, z] = goal.map((value, axis) => value - bones.ankle[axis]);
    setMove(rig, IK, x, y, -z);
    rig.pose.ikEnabled[0] = isOn ? 1 : 0;
    solve(rig);
    const knee = turnOf(rig, KNEE);
    // a rotation about x only, as the limits demand
    if (isOn) expect(Math.hypot(knee.y, knee.z)).toBeLessThan(1e-12);
    const kneeDegrees = -MathUtils.radToDeg(2 * Math.atan2(knee.x, knee.w)); // MMD's sign
    return { rig, error: placeOf(rig, ANKLE).distanceTo(placeOf(rig, IK)), kneeDegrees };
  }

  test.each(cases)(
    'the ankle reaches $goal',
    ({ goal, error_bound, knee_x_deg_exact, knee_tolerance_deg }) => {
      const { error, kneeDegrees } = legTo(goal);
      expect(error).toBeLessThanOrEqual(error_bound);
      expect(Math.abs(kneeDegrees - knee_x_deg_exact)).toBeLessThanOrEqual(knee_tolerance_deg);
    },
  );

  test.each(unreachable)('the leg stretches towards $goal', (to) => {
    const { error, kneeDegrees } = legTo(to.goal);
    expect(Math.abs(error - to.minimum_possible_error)).toBeLessThanOrEqual(to.error_tolerance);
    expect(Math.abs(kneeDegrees - to.knee_x_deg)).toBeLessThanOrEqual(to.knee_tolerance_deg);
  });

  test.each(near_straight_residuals.values)(
    'the ankle misses a goal lifted by $lift by the reference error',
    ({ lift, reference_error }) => {
      const [x, y, z] = bones.ankle;
      expect(Math.abs(legTo([x, y + lift, z]).error - reference_error)).toBeLessThanOrEqual(0.05);
    },
  );

  test('with IK off the ankle stays where it is', () => {
    const [x, y, z] = disabled.ankle;
    expectPlace(placeOf(legTo(cases[0].goal, false).rig, ANKLE), [x, y, -z]);
  });
});
