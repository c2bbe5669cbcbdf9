import { humanoidOf } from '#src/vrm/humanoid/pose/humanoid-of.js';
import { HumanoidPose } from '#src/vrm/humanoid/pose/humanoid-pose.js';
import { summary } from '#test/fidelity/humanoid/measure-humanoid.mjs';
import { hasCorpus, readCorpus, readOracle } from '#test/support/corpus.js';
import { parsePmx, parseVmd } from '@odori/format';
import { Motion } from '@odori/runtime/motion';
import { bindMotion, createRigDefinition, Rig } from '@odori/runtime/rig';
import { describe, expect, test } from 'vitest';

/** MMD's own matrices. */
interface Oracle {
  readonly bones: readonly string[];
  readonly frames: readonly { readonly frame: number; readonly world: readonly number[] }[];
}

const LIMBS = [
  ['leg', 'UpperLeg', 'LowerLeg', '足', 'ひざ'],
  ['leg', 'LowerLeg', 'Foot', 'ひざ', '足首'],
  ['arm', 'UpperArm', 'LowerArm', '腕', 'ひじ'],
  ['arm', 'LowerArm', 'Hand', 'ひじ', '手首'],
  ['arm', 'MiddleProximal', 'MiddleIntermediate', '中指１', '中指２'],
  ['arm', 'ThumbProximal', 'ThumbDistal', '親指１', '親指２'],
] as const;

const SIDES = [
  ['left', '左'],
  ['right', '右'],
] as const;

describe.skipIf(!hasCorpus)('a humanoid made from Miku, against MMD’s own matrices of wavefile', () => {
  const degrees = { arm: [] as number[], leg: [] as number[] };
  const ankles: number[] = [];

  test('is posed at all frames', () => {
    const { bones, frames } = readOracle('mmd/miku_pmx__wavefile.json') as Oracle;
    const rig = new Rig(createRigDefinition(parsePmx(readCorpus('pmx/mmd_tools_miku/miku.pmx'))));
    const dance = bindMotion(Motion.from(parseVmd(readCorpus('vmd/wavefile_v2.vmd'))), rig);
    const pose = new HumanoidPose(rig, humanoidOf(rig.definition));
    for (const { frame, world } of frames) {
      dance.sample(frame);
      rig.solve();
      rig.solveAfterPhysics();
      pose.solve();
      const mmd = (name: string): number[] => {
        const i = 16 * bones.indexOf(name) + 12;
        return [world[i], world[i + 1], -world[i + 2]];
      };
      const ours = (bone: string): number[] => {
        const i = 3 * (pose.humanoid.bones as readonly string[]).indexOf(bone);
        return [...pose.worldPositions.subarray(i, i + 3)];
      };
      for (const [side, mark] of SIDES) {
        for (const [kind, from, to, mmdFrom, mmdTo] of LIMBS) {
          const a = difference(ours(side + from), ours(side + to));
          const b = difference(mmd(mark + mmdFrom), mmd(mark + mmdTo));
          degrees[kind].push(angle(a, b));
        }
        ankles.push(Math.hypot(...difference(ours(`${side}Foot`), mmd(`${mark}足首`))));
      }
    }
    expect(ankles).toHaveLength(2 * frames.length);
  });

  test('arms, hands and fingers point as MMD’s', () => {
    // the rig's own difference from MMD, see measure-fidelity.mjs
    expect(summary(degrees.arm).max).toBeLessThan(0.03);
  });

  test('legs point as MMD’s, and ankles are where MMD puts them', () => {
    expect(summary(degrees.leg).median).toBeLessThan(0.03);
    expect(summary(degrees.leg).p95).toBeLessThan(0.5);
    expect(summary(ankles).median).toBeLessThan(1e-3);
    expect(summary(ankles).p95).toBeLessThan(0.01);
  });
});

function difference(a: readonly number[], b: readonly number[]): number[] {
  return a.map((value, k) => b[k] - value);
}

function angle(a: readonly number[], b: readonly number[]): number {
  const cross = [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
  return Math.atan2(Math.hypot(...cross), a[0] * b[0] + a[1] * b[1] + a[2] * b[2]) * (180 / Math.PI);
}
