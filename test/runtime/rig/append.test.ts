import { PMX_BONE, type PmxBone } from '@odori/format';
import { Quaternion, Vector3 } from 'three';
import { describe, expect, test } from 'vitest';
import {
  about,
  expectPlace,
  expectTurn,
  placeOf,
  rigOf,
  setMove,
  setTurn,
  solve,
  turnOf,
  worldTurnOf,
} from './small-rig.js';

const { appendRotation, appendTranslation, localAppend, afterPhysics } = PMX_BONE;
const rotation = (parent: number, ratio: number): Partial<PmxBone> => ({ append: { parent, ratio } });
const translation = (parent: number, ratio: number, flags = 0): Partial<PmxBone> => ({
  append: { parent, ratio },
  flags: appendTranslation | flags,
});

describe('an appended rotation', () => {
  test.each([
    [1, 30],
    [0.5, 15],
    [0, 0],
    [2, 60],
    [-1, -30],
    [-0.5, -15],
    [7, 210],
  ])('with ratio %d of 30° is %d°', (ratio, degrees) => {
    const rig = rigOf([{}, rotation(0, ratio)]);
    setTurn(rig, 0, about(1, 2, 3, 30));
    expectTurn(turnOf(solve(rig), 1), about(1, 2, 3, degrees));
  });

  test('takes the short way: 350° is −10°, of which half is −5°', () => {
    const rig = rigOf([{}, rotation(0, 0.5)]);
    setTurn(rig, 0, about(0, 1, 0, 350));
    expectTurn(turnOf(solve(rig), 1), about(0, 1, 0, -5));
  });

  test('with ratio −1 undoes a rotation to the last bit, as in a cancel bone', () => {
    const rig = rigOf([{}, { parent: 0, ...rotation(0, -1) }]);
    setTurn(rig, 0, about(1, -2, 0.5, 77));
    expectTurn(turnOf(solve(rig), 1), turnOf(rig, 0).invert(), 1e-15);
  });

  test('comes first: own · append', () => {
    const own = about(1, 0, 0, 40);
    const source = about(0, 0, 1, 50);
    const bones = [{}, rotation(0, 1)];
    const rig = rigOf(bones);
    const last = rigOf(bones, {}, { appendOrder: 'last' });
    for (const each of [rig, last]) {
      setTurn(each, 0, source);
      setTurn(each, 1, own);
      solve(each);
    }
    expectTurn(turnOf(rig, 1), own.clone().multiply(source));
    expectTurn(turnOf(last, 1), source.clone().multiply(own));
  });

  test('does not contain the translation or the position of the source', () => {
    const rig = rigOf([{ position: [1, 2, 3] }, { position: [4, 5, 6], ...rotation(0, 1) }]);
    setMove(rig, 0, 7, 8, 9);
    expectPlace(placeOf(solve(rig), 1), [4, 5, -6]);
  });

  test('contains the source’s own rotation, not that of its parents', () => {
    const rig = rigOf([{}, { parent: 0 }, rotation(1, 1)]);
    setTurn(rig, 0, about(1, 0, 0, 20));
    setTurn(rig, 1, about(0, 1, 0, 30));
    expectTurn(turnOf(solve(rig), 2), about(0, 1, 0, 30));
  });
});

describe('an appended translation', () => {
  test.each([1, 0.5, -1, 3])('is multiplied by ratio %d', (ratio) => {
    const rig = rigOf([{ position: [1, 0, 0] }, { position: [0, 5, 0], ...translation(0, ratio) }]);
    setMove(rig, 0, 1, 2, 3);
    setMove(rig, 1, 0.5, 0, 0);
    expectPlace(placeOf(solve(rig), 1), [0.5 + ratio, 5 + 2 * ratio, 3 * ratio]);
  });

  test('contains the translation that the source itself appends', () => {
    const rig = rigOf([{}, translation(0, 0.5), translation(1, 0.5)]);
    setMove(rig, 0, 8, 0, 0);
    setMove(rig, 1, 2, 0, 0);
    solve(rig);
    expectPlace(placeOf(rig, 1), [6, 0, 0]); // 2 + 8 / 2
    expectPlace(placeOf(rig, 2), [3, 0, 0]);
  });

  test('works together with a rotation in one bone', () => {
    const rig = rigOf([{}, { append: { parent: 0, ratio: 0.5 }, flags: appendRotation | appendTranslation }]);
    setMove(rig, 0, 2, 0, 0);
    setTurn(rig, 0, about(0, 1, 0, 80));
    solve(rig);
    expectPlace(placeOf(rig, 1), [1, 0, 0]);
    expectTurn(turnOf(rig, 1), about(0, 1, 0, 40));
  });
});

describe('a chain of appends', () => {
  const bones = [{}, rotation(0, 0.5), rotation(1, 0.5)];

  test('passes on the whole rotation of the source', () => {
    const rig = rigOf(bones);
    setTurn(rig, 0, about(0, 1, 0, 40));
    setTurn(rig, 1, about(1, 0, 0, 10));
    const source = about(1, 0, 0, 10).multiply(about(0, 1, 0, 20));
    expectTurn(turnOf(solve(rig), 2), new Quaternion().slerp(source, 0.5));
  });

  test('passes on only the inherited rotation with chainedAppend: inherited', () => {
    const rig = rigOf(bones, {}, { chainedAppend: 'inherited' });
    setTurn(rig, 0, about(0, 1, 0, 40));
    setTurn(rig, 1, about(1, 0, 0, 10));
    expectTurn(turnOf(solve(rig), 2), about(0, 1, 0, 10));
  });
});

describe('the order of source and bone', () => {
  // index, layer and physics make a source come later
  const later: [string, Partial<PmxBone>, Partial<PmxBone>][] = [
    ['by its index', {}, {}],
    ['by its layer', {}, { layer: 1 }],
    ['because it is after physics', {}, { flags: afterPhysics }],
  ];

  test.each(later)('an append whose source comes later turns whole: %s', (_, first, second) => {
    const rig = rigOf([{ ...first, ...rotation(1, 0.5) }, second]);
    setTurn(rig, 1, about(1, 2, 3, 80));
    for (let again = 0; again < 2; again++) expectTurn(turnOf(solve(rig), 0), about(1, 2, 3, 40));
  });

  test('a chain of 8 bones in which each appends the next turns by the sum of all keyframes', () => {
    const rig = rigOf(Array.from({ length: 8 }, (_, i) => (i < 7 ? rotation(i + 1, 1) : {})));
    for (let bone = 0; bone < 8; bone++) setTurn(rig, bone, about(0, 0, 1, bone + 1));
    expectTurn(turnOf(solve(rig), 0), about(0, 0, 1, 36));
    expectTurn(turnOf(rig, 5), about(0, 0, 1, 6 + 7 + 8));
  });

  test('a source that is a child of its bone turns the bone, and does not count twice', () => {
    const rig = rigOf([rotation(1, 0.5), { parent: 0, position: [0, 2, 0] }]);
    setTurn(rig, 1, about(0, 0, 1, 90));
    expectTurn(turnOf(solve(rig), 0), about(0, 0, 1, 45));
    expectTurn(worldTurnOf(rig, 1), about(0, 0, 1, 135));
    expectPlace(placeOf(rig, 1), [-Math.SQRT2, Math.SQRT2, 0]);
  });

  test('the children of a bone follow what it appends from a later source', () => {
    const rig = rigOf([rotation(2, 1), { parent: 0, position: [0, 2, 0] }, {}]);
    setTurn(rig, 2, about(0, 0, 1, 90));
    expectPlace(placeOf(solve(rig), 1), [-2, 0, 0]);
  });

  test.each(later)('a translation from a later source is the source’s own: %s', (_, first, second) => {
    const rig = rigOf([
      {},
      { ...first, ...translation(2, 0.5) },
      { ...second, ...translation(0, 1, second.flags) },
    ]);
    setMove(rig, 0, 10, 0, 0);
    setMove(rig, 1, 0, 1, 0);
    setMove(rig, 2, 4, 0, 0);
    solve(rig);
    // the source before physics is not in the pass of the source after physics
    expectPlace(placeOf(rig, 2), [14, 0, 0]);
    expectPlace(placeOf(rig, 1), [2, 1, 0]); // 4 / 2, without the 10
  });

  test('a translation from an earlier source in the other pass is the source’s own', () => {
    const rig = rigOf([{}, translation(0, 1), translation(1, 1, afterPhysics)]);
    setMove(rig, 0, 10, 0, 0);
    setMove(rig, 1, 4, 0, 0);
    solve(rig);
    expectPlace(placeOf(rig, 1), [14, 0, 0]);
    expectPlace(placeOf(rig, 2), [4, 0, 0]);
  });

  test('a bone morph of a later source counts as its own rotation and translation', () => {
    const morph = {
      type: 'bone' as const,
      name: 'morph',
      nameEn: '',
      panel: 4,
      bones: Int32Array.of(1),
      translations: Float32Array.of(0, 3, 0),
      rotations: Float32Array.of(0, 0, Math.SQRT1_2, Math.SQRT1_2),
    };
    const both = appendRotation | appendTranslation;
    const rig = rigOf([{ append: { parent: 1, ratio: 1 }, flags: both }, {}], { morphs: [morph] });
    rig.pose.morphWeights[0] = 1;
    expectPlace(placeOf(solve(rig), 0), [0, 3, 0]);
    expectTurn(turnOf(rig, 0), about(0, 0, 1, 90), 1e-7); // 32 bits
  });

  test('a source outside the skeleton gives nothing', () => {
    const rig = rigOf([
      { append: { parent: -1, ratio: 1 }, flags: appendRotation | appendTranslation },
      rotation(9, 1),
    ]);
    setMove(rig, 0, 1, 2, 3);
    setTurn(rig, 1, about(1, 0, 0, 25));
    expectPlace(placeOf(solve(rig), 0), [1, 2, 3]);
    expectTurn(turnOf(rig, 1), about(1, 0, 0, 25));
  });

  test('a bone that appends from itself keeps its own rotation', () => {
    const rig = rigOf([rotation(0, 1)]);
    setTurn(rig, 0, about(1, 0, 0, 25));
    expectTurn(turnOf(solve(rig), 0), about(1, 0, 0, 25));
  });

  test('a circle of appends is opened at the bone that comes first; its translations are MMD’s', () => {
    const both = (parent: number, layer = 0): Partial<PmxBone> => ({
      append: { parent, ratio: 1 },
      flags: appendRotation | appendTranslation,
      layer,
    });
    const rig = rigOf([both(0), both(2, 1), both(3), both(1)]); // 1 → 2 → 3 → 1, and 2 comes first
    expect(rig.definition.appendCycles).toEqual([0, 2]);
    for (let bone = 0; bone < 4; bone++) {
      setTurn(rig, bone, about(0, 0, 1, 10 ** (bone - 2)));
      setMove(rig, bone, 10 ** bone, 0, 0);
    }
    for (let again = 0; again < 2; again++) {
      solve(rig);
      expectTurn(turnOf(rig, 2), about(0, 0, 1, 1));
      expectTurn(turnOf(rig, 1), about(0, 0, 1, 1 + 0.1));
      expectTurn(turnOf(rig, 3), about(0, 0, 1, 10 + 1 + 0.1));
      expectPlace(placeOf(rig, 0), [1 + 1, 0, 0]);
      expectPlace(placeOf(rig, 2), [100 + 1000, 0, 0]);
      expectPlace(placeOf(rig, 3), [1000 + 10, 0, 0]);
      expectPlace(placeOf(rig, 1), [10 + 100 + 1000, 0, 0]); // 2 is earlier: with what it appends
    }
  });

  test('a chain of 50 000 later sources does not overflow the stack, and takes linear time', () => {
    const count = 50_000;
    const rig = rigOf(Array.from({ length: count }, (_, i) => (i + 1 < count ? rotation(i + 1, 1) : {})));
    setTurn(rig, count - 1, about(0, 0, 1, 90));
    expectTurn(turnOf(solve(rig), 0), about(0, 0, 1, 90), 1e-6);
  });

  test('a source after its bone by index but before it by layer is read', () => {
    const rig = rigOf([{ ...rotation(1, 1), layer: 1 }, {}]);
    setTurn(rig, 1, about(1, 0, 0, 25));
    expectTurn(turnOf(solve(rig), 0), about(1, 0, 0, 25));
  });
});

describe('a local append', () => {
  test.each([1, 0.5, -1])('with ratio %d does the same as an ordinary one', (ratio) => {
    const bones = (flag: number): Partial<PmxBone>[] => [
      {},
      { parent: 0, position: [0, 2, 0] },
      { append: { parent: 1, ratio }, flags: appendRotation | appendTranslation | flag },
    ];
    const rigs = [0, localAppend].map((flag) => rigOf(bones(flag)));
    for (const rig of rigs) {
      setTurn(rig, 0, about(0, 0, 1, 90));
      setTurn(rig, 1, about(1, 2, 3, 40));
      setMove(rig, 1, 1, 2, 3);
      setTurn(rig, 2, about(1, 0, 0, 20));
      solve(rig);
    }
    expect(rigs[1].worldMatrices).toEqual(rigs[0].worldMatrices);
    expectPlace(placeOf(rigs[1], 2), [ratio, 2 * ratio, 3 * ratio]);
    expectTurn(turnOf(rigs[1], 2), about(1, 0, 0, 20).multiply(about(1, 2, 3, 40 * ratio)));
  });
});

describe('a fixed axis', () => {
  const axis = new Vector3(0, 3, 4).normalize(); // three's

  test('limits the keyframe of a bone, not what the bone appends', () => {
    const rig = rigOf([{}, { ...rotation(0, 1), fixedAxis: [0, 3, -4] }]);
    const source = about(1, 1, 0, 50);
    setTurn(rig, 0, source);
    expectTurn(turnOf(solve(rig), 1), source);
    setTurn(rig, 1, about(0, 1, 0, 30)); // its angle and sign, along the axis
    expectTurn(turnOf(solve(rig), 1), about(axis.x, axis.y, axis.z, 30).multiply(source));
    setTurn(rig, 1, about(0, 1, 0, -30));
    expectTurn(turnOf(solve(rig), 1), about(axis.x, axis.y, axis.z, -30).multiply(source));
  });

  test('of a source limits what is appended from it', () => {
    const rig = rigOf([rotation(1, 1), { fixedAxis: [0, 3, -4] }]);
    setTurn(rig, 1, about(0, 1, 0, 30));
    expectTurn(turnOf(solve(rig), 0), about(axis.x, axis.y, axis.z, 30));
  });

  test('at right angles to a keyframe gives a rotation of MMD’s positive sense', () => {
    const rig = rigOf([{ fixedAxis: [1, 0, 0] }]);
    setTurn(rig, 0, about(0, 1, 0, 40));
    // an axis x in MMD's space is −x here
    expectTurn(turnOf(solve(rig), 0), about(-1, 0, 0, 40));
  });
});

describe('an append from an IK link', () => {
  // the thigh is at height 10, the ankle below; the goal is 90° away
  const leg: Partial<PmxBone>[] = [{ position: [0, 10, 0] }, { position: [0, 0, 0], parent: 0 }];
  const goal = (links: number, target: number): Partial<PmxBone> => ({
    position: [10, 10, 0],
    ik: { effector: target, loopCount: 1, limitAngle: 20, links: [{ bone: links }] },
  });
  const quarter = about(0, 0, 1, 90);

  test('reaches a bone after the IK bone', () => {
    const rig = solve(rigOf([...leg, goal(0, 1), { ...rotation(0, 1), layer: 1 }]));
    expectTurn(turnOf(rig, 0), quarter, 1e-6);
    expectTurn(turnOf(rig, 3), quarter, 1e-6);
  });

  test.each([
    ['the link, the IK and the bone in one layer, the bone first', 0, 0, 0, true],
    ['the bone in a later layer than the IK', 0, 1, 2, true],
    ['the bone in the layer of the IK', 0, 1, 1, true],
    ['the bone with the link, before the IK', 0, 1, 0, false],
    ['the bone between the link and the IK', 0, 2, 1, false],
    ['the bone before the link', 1, 2, 0, true],
  ])('depends on the layers: %s', (_, linkLayer, ikLayer, layer, follows) => {
    const moved = (bone: Partial<PmxBone>, by: number): Partial<PmxBone> => ({ ...bone, layer: by });
    const [thigh, ankle] = leg;
    const bones = [
      moved(rotation(1, 1), layer),
      moved(thigh, linkLayer),
      moved({ ...ankle, parent: 1 }, linkLayer),
      moved(goal(1, 2), ikLayer),
      { ...rotation(0, 0.5), layer }, // what appends from the bone follows the IK in any case
      { parent: 0, position: [0, -1, 0] as [number, number, number] },
    ];
    const rig = solve(rigOf(bones));
    expectTurn(turnOf(rig, 1), quarter, 1e-6);
    expectTurn(turnOf(rig, 0), follows ? quarter : new Quaternion(), 1e-6);
    expectTurn(turnOf(rig, 4), about(0, 0, 1, 45), 1e-6);
    expectPlace(placeOf(rig, 5), follows ? [1, 0, 0] : [0, -1, 0], 1e-6);
  });

  test('does not reach a bone before physics if the link is before physics and the IK after it', () => {
    const bones = (layer: number, flags: number): Partial<PmxBone>[] => [
      ...leg,
      { ...rotation(0, 1), layer, flags: appendRotation | flags },
      { ...goal(0, 1), flags: afterPhysics | PMX_BONE.ik },
    ];
    expectTurn(turnOf(solve(rigOf(bones(5, 0))), 2), new Quaternion());
    expectTurn(turnOf(solve(rigOf(bones(0, afterPhysics))), 2), quarter, 1e-6);
  });

  test('reaches the children of the bone, and bones that append from these', () => {
    const rig = rigOf([
      ...leg,
      rotation(0, 1),
      { parent: 2, position: [0, -1, 0] },
      rotation(2, 0.5),
      goal(0, 1),
    ]);
    solve(rig);
    expectPlace(placeOf(rig, 3), [1, 0, 0], 1e-6); // (0, −1, 0), rotated by 90°
    expectTurn(turnOf(rig, 4), about(0, 0, 1, 45), 1e-6);
  });

  test('contains only the keyframe while IK is off', () => {
    const rig = rigOf([...leg, goal(0, 1), rotation(0, 1)]);
    setTurn(rig, 0, about(1, 0, 0, 12));
    rig.pose.ikEnabled[0] = 0;
    expectTurn(turnOf(solve(rig), 3), about(1, 0, 0, 12));
    rig.pose.ikEnabled[0] = 1;
    solve(rig);
    expect(turnOf(rig, 3).angleTo(about(1, 0, 0, 12))).toBeGreaterThan(1);
  });
});
