import { reducePoses, type SkeletonPoses } from '@odori/runtime/internal';
import { expect, test } from 'vitest';

/** A rotation about z. */
function turn(degrees: number): number[] {
  const half = (degrees * Math.PI) / 360;
  return [0, 0, Math.sin(half), Math.cos(half)];
}

/** Bones in a row along x, one unit apart, with these angles about z per frame. */
function row(count: number, angles: (frame: number, bone: number) => number, frames = 61): SkeletonPoses {
  return {
    frames: Array.from({ length: frames }, (_, frame) => frame),
    parents: Array.from({ length: count }, (_, bone) => bone - 1),
    restOffsets: Float64Array.from({ length: 3 * count }, (_, i) => (i % 3 === 0 && i > 0 ? 1 : 0)),
    poses: Array.from({ length: frames }, (_, frame) =>
      Float64Array.from(
        Array.from({ length: count }, (__, bone) => [0, 0, 0, ...turn(angles(frame, bone))]).flat(),
      ),
    ),
  };
}

test('a constant speed needs two keyframes, and a bone that stays still one', () => {
  const poses = row(2, (frame, bone) => (bone === 0 ? frame : 0));
  const baked = reducePoses(poses, { position: 0.001, angle: 0.05 });
  expect(baked.map(({ keys }) => keys.map(({ frame }) => frame))).toEqual([[0, 60], [0]]);
  expect(baked[0].keys[1].values[6]).toBeCloseTo(Math.cos(Math.PI / 6), 12); // half of 60°
});

/** The angle in the model's space at each frame: the sum over the bones above. */
function worldAngles(baked: ReturnType<typeof reducePoses>, frames: number): number[][] {
  const angleOf = (values: Float64Array): number => (2 * Math.atan2(values[5], values[6]) * 180) / Math.PI;
  return Array.from({ length: frames }, (_, frame) => {
    let sum = 0;
    return baked.map(({ keys }) => {
      const next = keys.findIndex((key) => key.frame >= frame);
      const [a, b] = [keys[Math.max(next - 1, 0)], keys[next < 0 ? keys.length - 1 : next]];
      const t = b.frame > a.frame ? (frame - a.frame) / (b.frame - a.frame) : 0;
      sum += angleOf(a.values) + (angleOf(b.values) - angleOf(a.values)) * t;
      return sum;
    });
  });
}

test('with `of: bone`, the errors of a chain do not add up', () => {
  const angles = (frame: number, bone: number): number => 20 * Math.sin(frame / (5 + bone));
  const baked = reducePoses(row(6, angles), { position: 1, angle: 0.5, of: 'bone' });
  expect(baked[0].keys.length).toBeLessThan(40);
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
  const baked = reducePoses(row(6, angles), { position: 0.02, angle: 1 });
  worldAngles(baked, 61).forEach((found, frame) => {
    const [tip, expected] = [found, found.map((_, bone) => [0, 1, 2, 3, 4, 5].slice(0, bone + 1).reduce((sum, each) => sum + angles(frame, each), 0))].map(
      (world) => [Math.cos, Math.sin].map((part) => world.slice(0, 5).reduce((sum, angle) => sum + part((angle * Math.PI) / 180), 0)),
    ); // prettier-ignore
    expect(Math.hypot(tip[0] - expected[0], tip[1] - expected[1])).toBeLessThan(0.025);
  });
});

test('a parent that comes after its child is refused', () => {
  const poses = { ...row(2, () => 0), parents: [1, -1] };
  expect(() => reducePoses(poses, { position: 1, angle: 1 })).toThrow('bone 0 comes before its parent 1');
});
