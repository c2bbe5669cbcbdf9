import { type BakedBone, PoseReducer, type PoseTolerance, type RestingBones } from '@odori/runtime/internal';
import { expect, test } from 'vitest';

/** A rotation about z. */
function turn(degrees: number): number[] {
  const half = (degrees * Math.PI) / 360;
  return [0, 0, Math.sin(half), Math.cos(half)];
}

interface Poses extends RestingBones {
  readonly poses: readonly Float64Array[];
}

/** Bones in a row along x, one unit apart, with these angles about z per frame. */
function row(count: number, angles: (frame: number, bone: number) => number, frames = 61): Poses {
  return {
    parents: Array.from({ length: count }, (_, bone) => bone - 1),
    restOffsets: Float64Array.from({ length: 3 * count }, (_, i) => (i % 3 === 0 && i > 0 ? 1 : 0)),
    poses: Array.from({ length: frames }, (_, frame) =>
      Float64Array.from(
        Array.from({ length: count }, (__, bone) => [0, 0, 0, ...turn(angles(frame, bone))]).flat(),
      ),
    ),
  };
}

function reduced({ poses, ...bones }: Poses, tolerance: PoseTolerance): readonly BakedBone[] {
  const reducer = new PoseReducer(bones, tolerance);
  poses.forEach((pose, frame) => reducer.add(frame, pose));
  return reducer.finish();
}

test('a constant speed needs two keyframes, and a bone that stays still one', () => {
  const poses = row(2, (frame, bone) => (bone === 0 ? frame : 0));
  const baked = reduced(poses, { position: 0.001, angle: 0.05 });
  expect(baked.map(({ frames }) => [...frames])).toEqual([[0, 60], [0]]);
  expect(baked[0].values[7 + 6]).toBeCloseTo(Math.cos(Math.PI / 6), 7); // half of 60°
});

/** The angle in the model's space at each frame: the sum over the bones above. */
function worldAngles(baked: readonly BakedBone[], frames: number): number[][] {
  return Array.from({ length: frames }, (_, frame) => {
    let sum = 0;
    return baked.map((bone) => {
      const angleOf = (key: number): number =>
        (2 * Math.atan2(bone.values[7 * key + 5], bone.values[7 * key + 6]) * 180) / Math.PI;
      const next = bone.frames.findIndex((each) => each >= frame);
      const [a, b] = [Math.max(next - 1, 0), next < 0 ? bone.frames.length - 1 : next];
      const length = bone.frames[b] - bone.frames[a];
      const t = length > 0 ? (frame - bone.frames[a]) / length : 0;
      sum += angleOf(a) + (angleOf(b) - angleOf(a)) * t;
      return sum;
    });
  });
}

test('with `of: bone`, the errors of a chain do not add up', () => {
  const angles = (frame: number, bone: number): number => 20 * Math.sin(frame / (5 + bone));
  const baked = reduced(row(6, angles), { position: 1, angle: 0.5, of: 'bone' });
  expect(baked[0].frames.length).toBeLessThan(40);
  worldAngles(baked, 61).forEach((found, frame) => {
    let expected = 0;
    found.forEach((angle, bone) => {
      expected += angles(frame, bone);
      expect(Math.abs(angle - expected)).toBeLessThan(0.501);
    });
  });
});

test('with `of: model`, the tip of a chain stays within the tolerance', () => {
  const angles = (frame: number, bone: number): number => 20 * Math.sin(frame / (5 + bone));
  const baked = reduced(row(6, angles), { position: 0.02, angle: 1 });
  worldAngles(baked, 61).forEach((found, frame) => {
    const [tip, expected] = [found, found.map((_, bone) => [0, 1, 2, 3, 4, 5].slice(0, bone + 1).reduce((sum, each) => sum + angles(frame, each), 0))].map(
      (world) => [Math.cos, Math.sin].map((part) => world.slice(0, 5).reduce((sum, angle) => sum + part((angle * Math.PI) / 180), 0)),
    ); // prettier-ignore
    expect(Math.hypot(tip[0] - expected[0], tip[1] - expected[1])).toBeLessThan(0.025);
  });
});

test('a parent that comes after its child is refused', () => {
  const poses = { ...row(2, () => 0), parents: [1, -1] };
  expect(() => reduced(poses, { position: 1, angle: 1 })).toThrow('bone 0 comes before its parent 1');
});

test('a dance of many stretches stays within the tolerance, and what is still keeps one keyframe', () => {
  const angles = (frame: number, bone: number): number =>
    bone === 3 ? 0 : 20 * Math.sin(frame / (9 + bone));
  const still = row(6, (frame, bone) => (bone === 0 ? 0 : angles(frame, bone)), 4000);
  const baked = reduced(still, { position: 1, angle: 0.5, of: 'bone' });
  expect([...baked[0].frames]).toEqual([0]);
  worldAngles(baked, 4000).forEach((found, frame) => {
    let expected = 0;
    found.forEach((angle, bone) => {
      expected += bone === 0 ? 0 : angles(frame, bone);
      expect(Math.abs(angle - expected)).toBeLessThan(0.501);
    });
  });
  for (const { frames } of baked)
    expect(frames.every((frame, i) => i === 0 || frame > frames[i - 1])).toBe(true);
});
