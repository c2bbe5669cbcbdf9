import { parseVmd, type Pmx } from '@odori/format';
import { createPhysics, type Physics, type PhysicsOptions } from '@odori/physics';
import { MotionPlayer, type PoseAt, type RigPlayable } from '@odori/runtime';
import { Motion } from '@odori/runtime/motion';
import { createRigDefinition, Rig } from '@odori/runtime/rig';
import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { rigidBody, rigidJoint, SlowMachine, physicsScene } from '#test/support/physics-model.js';
import { FILES, readDancer } from '#test/assets/dancer/read-dancer.js';

/** A model with physics, as a player moves it. */
class Dancer implements RigPlayable {
  readonly usesPoseAt = true;
  resets = 0;
  readonly rig: Rig;
  readonly physics: Physics;

  constructor(rig: Rig, physics: Physics) {
    this.rig = rig;
    this.physics = physics;
  }

  get isSettling(): boolean {
    return this.physics.isSettling;
  }

  update(seconds: number, poseAt?: PoseAt, isExact?: boolean): void {
    this.physics.advance(seconds, poseAt, isExact);
    this.rig.solveAfterPhysics();
  }

  reset(): void {
    this.resets++;
    this.physics.restart();
    this.rig.solveAfterPhysics();
  }
}

const dancer = readDancer();
const dance = Motion.from(parseVmd(new Uint8Array(readFileSync(`${FILES}/dance.vmd`))));

async function dancing(pmx: Pmx, options: PhysicsOptions = {}): Promise<Dancer> {
  const rig = new Rig(createRigDefinition(pmx));
  return new Dancer(rig, await createPhysics(pmx, rig, options));
}

/** The places of the bones of her tail, x y z. */
function tailOf({ rig }: Dancer): number[][] {
  const { boneNames } = rig.definition;
  const bones = [...boneNames.keys()].filter((bone) => /テール\d/.test(boneNames[bone]));
  return bones.map((bone) => [...rig.worldPositions.subarray(3 * bone, 3 * bone + 3)]);
}

/** How far each of some places is from where it was. */
function distances(from: readonly number[][], to: readonly number[][]): number[] {
  return from.map((place, i) => Math.hypot(...place.map((value, axis) => value - to[i][axis])));
}

describe('at the seam of a loop', () => {
  test('whose last pose is its first, her tail moves as before', async () => {
    const her = await dancing(dancer);
    const player = new MotionPlayer({ loop: true });
    player.add(her, dance);
    player.currentTime = dance.duration - 1;
    player.step(0);
    const resets = her.resets;
    const moves: number[][] = [];
    let last = tailOf(her);
    for (let i = 0; i < 120; i++) {
      player.step(1 / 60);
      const next = tailOf(her);
      moves.push(distances(last, next));
      last = next;
    }
    expect(player.currentTime).toBeCloseTo(1, 6);
    expect(her.resets).toBe(resets);
    const seam = moves.slice(55, 75);
    // MMD's gravity adds 98 / 3600 = 0.027 units to the move of a picture in each of them, and joints about
    // as much again
    seam
      .slice(1)
      .forEach((move, i) =>
        move.forEach((length, bone) => expect(Math.abs(length - seam[i][bone])).toBeLessThan(0.06)),
      );
  });
});

test('where the poses at the ends of a loop differ, bodies start again', async () => {
  const her = await dancing(dancer, { settleSeconds: 0 });
  const player = new MotionPlayer();
  player.add(her, dance);
  player.loopRange = { start: 10, end: 13.3 };
  player.currentTime = 13.25;
  const { resets } = her;
  for (let i = 0; i < 6; i++) player.step(1 / 60);
  expect(player.currentTime).toBeCloseTo(10.05, 6);
  expect(her.resets).toBe(resets + 1);
});

describe('a seek, where a frame may make 24 substeps', () => {
  beforeEach(() => vi.useFakeTimers({ toFake: ['performance'] }));
  afterEach(() => vi.useRealTimers());

  /** Frames of a pause in which substeps are made after a jump, once a frame has told how long these take. */
  async function settlingFrames(pmx: Pmx): Promise<number[]> {
    const machine = new SlowMachine(1);
    const her = await dancing(pmx, { backend: machine, budget: 4 * 24 });
    const player = new MotionPlayer();
    player.add(her, dance);
    player.step(0);
    void player.play();
    player.update(1 / 60);
    player.pause();
    player.currentTime = 20;
    const frames: number[] = [];
    for (let i = 0; i < 60 && her.isSettling; i++) {
      const before = machine.substeps;
      player.update(1 / 60);
      if (machine.substeps > before) frames.push(machine.substeps - before);
    }
    expect(her.isSettling).toBe(false);
    return frames;
  }

  test('takes at most 4 frames for her', async () => {
    expect((await settlingFrames(dancer)).length).toBeLessThanOrEqual(4);
  });

  test('takes at most 10 frames for a model of 175 bodies', async () => {
    const bones = Array.from({ length: 175 }, (_, i) => ({
      name: i === 0 ? 'センター' : `hair${i}`,
      parent: i - 1 - ((i - 1) % 6 === 0 ? i - 1 : 0),
      position: [Math.ceil(i / 6), 20 - (i === 0 ? 0 : ((i - 1) % 6) + 1), 0] as [number, number, number],
    }));
    const bodies = bones.map(({ position }, bone) => rigidBody({ bone, position, mode: bone === 0 ? 0 : 1 }));
    const joints = bones.slice(1).map(({ parent, position }, i) => rigidJoint(parent, i + 1, { position }));
    const { pmx } = await physicsScene(bones, bodies, joints);
    expect(pmx.rigidBodies).toHaveLength(175);
    expect((await settlingFrames(pmx)).length).toBeLessThanOrEqual(10);
  });
});
