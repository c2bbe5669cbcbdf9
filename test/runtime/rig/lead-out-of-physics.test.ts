import { describe, expect, test } from 'vitest';
import { motionOf } from '#test/runtime/clip/clip-fixtures.js';
import { rigOf } from './small-rig.js';
import { bindMotion, type MotionBinding, type Rig } from '@odori/runtime/rig';
import { MotionPlayer } from '@odori/runtime';

const HALF = Math.SQRT1_2;

/** Physics on at frame 0, off at frame 10, on at frame 20. */
function led(): { rig: Rig; binding: MotionBinding } {
  const key = (frame: number, physics: boolean, y: number): object => ({
    name: 'hair',
    frame,
    physics,
    position: [0, y, 0],
  });
  const rig = rigOf([{ name: 'root' }, { name: 'hair', parent: 0, position: [0, 2, 0] }]);
  const motion = motionOf({ bones: [key(0, true, 0), key(10, false, 4), key(20, true, 8)] as never });
  return { rig, binding: bindMotion(motion, rig) };
}

function heldAt(rig: Rig, y: number): void {
  rig.solve();
  rig.holdBone(1, [0, 0, HALF, HALF], [0, y, 0]);
  rig.freeBone(1);
}

function yOf({ pose }: Rig): number {
  return pose.translations[4];
}

describe('on the way to a keyframe that switches physics off', () => {
  test('a bone goes from where physics left it to that keyframe', () => {
    const { rig, binding } = led();
    heldAt(rig, -6); // 8 units below its rest
    binding.sample(5);
    expect(yOf(rig)).toBeCloseTo(-2, 12);
    expect(rig.pose.rotations[6]).toBeCloseTo(Math.sin(Math.PI / 8), 12); // half of 90°
    expect(rig.pose.held!.isLed[1]).toBe(1);
    binding.sample(10);
    expect([yOf(rig), rig.pose.held!.isLed[1], rig.pose.physicsEnabled[1]]).toEqual([4, 0, 0]);
  });

  test('a bone follows its keyframes if nothing is known of physics, as after a jump', () => {
    const { rig, binding } = led();
    binding.sample(5);
    expect([yOf(rig), rig.pose.held!.isLed[1]]).toEqual([2, 1]);
  });

  test('the first keyframe itself still belongs to physics', () => {
    const { rig, binding } = led();
    heldAt(rig, -6);
    binding.sample(0);
    expect([yOf(rig), rig.pose.held!.isLed[1], rig.pose.physicsEnabled[1]]).toEqual([0, 0, 1]);
  });
});

test('after a keyframe that switches physics off, keyframes alone count', () => {
  const { rig, binding } = led();
  heldAt(rig, -6);
  binding.sample(15);
  expect([yOf(rig), rig.pose.held!.isLed[1], rig.pose.physicsEnabled[1]]).toEqual([6, 0, 0]);
});

test('a motion that fades in leads bones too, from the middle of the fade on', () => {
  const { rig } = led();
  heldAt(rig, -6);
  const player = new MotionPlayer();
  const key = (frame: number, physics: boolean): object => ({ name: 'hair', frame, physics });
  const leading = motionOf({ bones: [key(0, true), key(300, false)] as never });
  const playable = { rig, update: () => {}, reset: () => {} };
  player.add(playable, motionOf({ bones: [key(0, true), key(300, true)] as never }));
  player.step(1);
  heldAt(rig, -6);
  player.crossfade(playable, leading, 1);
  player.step(0.4);
  expect(rig.pose.held!.isLed[1]).toBe(0);
  player.step(0.2);
  expect(rig.pose.held!.isLed[1]).toBe(1);
  player.step(0.3);
  const before = yOf(rig);
  player.step(0.2); // the fade ends
  expect(Math.abs(yOf(rig) - before)).toBeLessThan(1.5); // it does not pop from 0 to −8
});
