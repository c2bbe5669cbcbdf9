import type { PmxMorph } from '@odori/format';
import { Quaternion } from 'three';
import { describe, expect, test } from 'vitest';
import {
  about,
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

const head = { name: 'm', nameEn: '', panel: 4 };

function group(type: 'group' | 'flip', ...children: [morph: number, weight: number][]): PmxMorph {
  return {
    ...head,
    type,
    morphs: Int32Array.from(children, ([morph]) => morph),
    weights: Float32Array.from(children, ([, weight]) => weight),
  };
}

/** Of one bone, in three's space. */
function boneMorph(bone: number, move: [number, number, number], turn = new Quaternion()): PmxMorph {
  return {
    ...head,
    type: 'bone',
    bones: Int32Array.of(bone),
    translations: Float32Array.of(move[0], move[1], -move[2]),
    rotations: Float32Array.from(mirrored(turn.toArray()).toArray()),
  };
}

const leaf: PmxMorph = {
  ...head,
  type: 'vertex',
  vertices: new Uint32Array(0),
  offsets: new Float32Array(0),
};

function weights(morphs: PmxMorph[], keyed: number[]): number[] {
  const rig = rigOf([], { morphs });
  rig.pose.morphWeights.set(keyed);
  return [...solve(rig).morphWeights];
}

describe('group morphs', () => {
  test('add up on a shared child, with negative ratios too', () => {
    const morphs = [leaf, group('group', [0, 0.5]), group('group', [0, -2], [0, 0.25])];
    expect(weights(morphs, [0.25, 1, 0.5])[0]).toBe(-0.125); // 0.25 + 1 · 0.5 + 0.5 · (−2 + 0.25)
  });

  test('do not clamp weights to 0..1', () => {
    expect(weights([leaf, group('group', [0, 2])], [1, 3])[0]).toBe(7);
  });

  test('ignore a group in a group or in itself, but not its siblings', () => {
    const morphs = [leaf, leaf, group('group', [0, 1]), group('group', [2, 1], [3, 1], [1, 1])];
    expect(weights(morphs, [0, 0, 0, 0.5])).toEqual([0, 0.5, 0, 0.5]);
  });

  test('ignore children outside the model and ratios of NaN', () => {
    expect(weights([leaf, group('group', [9, 1], [-1, 1], [0, NaN], [0, Infinity])], [0.5, 1])).toEqual([
      0.5, 1,
    ]);
  });

  test('do not change the weights in the pose', () => {
    const rig = rigOf([], { morphs: [leaf, group('group', [0, 1])] });
    rig.pose.morphWeights.set([0.25, 0.5]);
    solve(solve(rig));
    expect([...rig.pose.morphWeights]).toEqual([0.25, 0.5]);
    expect([...rig.morphWeights]).toEqual([0.75, 0.5]);
  });
});

test('a flip morph shows one child at a time, clamp(⌊(n + 1)·w⌋ − 1)', () => {
  const morphs = [leaf, leaf, leaf, group('flip', [0, 1], [1, 0.5], [2, -1])];
  const shown = (weight: number): number[] => weights(morphs, [0, 0, 0, weight]).slice(0, 3);
  expect(shown(0)).toEqual([0, 0, 0]);
  expect(shown(0.24)).toEqual([0, 0, 0]);
  expect(shown(0.25)).toEqual([1, 0, 0]);
  expect(shown(0.5)).toEqual([0, 0.5, 0]);
  expect(shown(0.75)).toEqual([0, 0, -1]);
  expect(shown(1)).toEqual([0, 0, -1]);
  expect(shown(5)).toEqual([0, 0, -1]);
  expect(shown(-1)).toEqual([0, 0, 0]);
});

describe('bone morphs', () => {
  test('add up on one bone, on top of the motion', () => {
    const rig = rigOf([{ position: [0, 1, 0] }], {
      morphs: [boneMorph(0, [2, 0, 0], about(1, 0, 0, 80)), boneMorph(0, [0, 0, 4], about(0, 1, 0, 60))],
    });
    setMove(rig, 0, 1, 1, 1);
    setTurn(rig, 0, about(0, 0, 1, 30));
    rig.pose.morphWeights.set([0.5, 0.25]);
    solve(rig);
    expectPlace(placeOf(rig, 0), [2, 2, 2]);
    // morph · motion, the later morph in front; 32 bits in the file
    const expected = about(0, 1, 0, 15)
      .multiply(about(1, 0, 0, 40))
      .multiply(about(0, 0, 1, 30));
    expectTurn(turnOf(rig, 0), expected, 1e-7);
  });

  test('work in a group, and rotate back for a weight below 0', () => {
    const rig = rigOf([{}], {
      morphs: [boneMorph(0, [1, 0, 0], about(0, 1, 0, 90)), group('group', [0, -1])],
    });
    rig.pose.morphWeights[1] = 0.5;
    solve(rig);
    expectPlace(placeOf(rig, 0), [-0.5, 0, 0]);
    expectTurn(turnOf(rig, 0), about(0, 1, 0, -45), 1e-7);
  });

  test('count as the source’s own rotation for an append', () => {
    const rig = rigOf([{}, { append: { parent: 0, ratio: 0.5 } }], {
      morphs: [boneMorph(0, [0, 0, 0], about(0, 1, 0, 60))],
    });
    rig.pose.morphWeights[0] = 1;
    expectTurn(turnOf(solve(rig), 1), about(0, 1, 0, 30), 1e-7);
  });

  test('ignore a bone that does not exist and a rotation of length 0', () => {
    const none: PmxMorph = {
      ...(boneMorph(0, [0, 0, 0]) as PmxMorph & { type: 'bone' }),
      rotations: new Float32Array(4),
    };
    const rig = rigOf([{}], { morphs: [boneMorph(5, [1, 1, 1]), boneMorph(-1, [1, 1, 1]), none] });
    rig.pose.morphWeights.fill(1);
    solve(rig);
    expectPlace(placeOf(rig, 0), [0, 0, 0]);
    expectTurn(turnOf(rig, 0), new Quaternion());
  });
});
