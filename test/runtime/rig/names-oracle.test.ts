import { parsePmx, parseVmd } from '@odori/format';
import { Motion, type NameRule, withFirstKeys } from '@odori/runtime/motion';
import { bindMotion, createRigDefinition, type MotionBinding, Rig } from '@odori/runtime/rig';
import { describe, expect, test } from 'vitest';
import { hasCorpus, readCorpus, readOracle } from '#test/support/corpus.js';

const FOLDER = '../oracle/mmd-names';

interface Bound {
  readonly rig: Rig;
  readonly binding: MotionBinding;
  /** y of each bone, from rest. */
  readonly yAt: (frame: number) => number[];
}

/** A motion as MMD loads it, with a keyframe at frame 0 on every track. */
function bind(model: string, motion: string, names: NameRule): Bound {
  const rig = new Rig(createRigDefinition(parsePmx(readCorpus(`${FOLDER}/models/${model}`))));
  const vmd = parseVmd(readCorpus(`${FOLDER}/motions/${motion}`));
  const binding = bindMotion(withFirstKeys(Motion.from(vmd)), rig, { names });
  const yAt = (frame: number): number[] => {
    binding.sample(frame);
    return rig.definition.boneNames.map((_, bone) => rig.pose.translations[3 * bone + 1]);
  };
  return { rig, binding, yAt };
}

interface Names {
  readonly bones: string[];
  readonly frames: { readonly frame: number; readonly dy: number[] }[];
}

const ROUNDED = 0.0011; // the oracle has 32-bit world positions with three digits

describe.skipIf(!hasCorpus)('names as MMD 9.31 compares them', () => {
  test('every bone of every frame is as in MMD', () => {
    const { frames, bones } = readOracle('mmd-names/names.json') as Names;
    const { yAt, rig } = bind('names.pmx', 'namesall.vmd', 'mmd');
    expect(rig.definition.boneNames).toEqual(bones);
    for (const { frame, dy } of frames) {
      const worst = yAt(frame).map((y, bone) => Math.abs(y - dy[bone]));
      expect(Math.max(...worst), `frame ${frame}`).toBeLessThan(ROUNDED);
    }
  });

  test('by default, no bone moves that MMD leaves at rest, unless it was helped', () => {
    const { frames, bones } = readOracle('mmd-names/names.json') as Names;
    const { yAt, binding } = bind('names.pmx', 'namesall.vmd', 'help');
    const helped = new Set(binding.helped.bones.map(({ target }) => target));
    const moving = new Set(frames.flatMap(({ frame }) => bones.filter((_, bone) => yAt(frame)[bone] !== 0)));
    const inMmd = new Set(bones.filter((_, bone) => frames.some(({ dy }) => dy[bone] !== 0)));
    expect(bones.filter((bone) => moving.has(bone) && !inMmd.has(bone) && !helped.has(bone))).toEqual([]);
    const byTruncation = 'abcdefghijklmnop qwertyuiopasdf左 qwertyuiopasdf右 スカート上着制服裾';
    const byEncoding = '左头 右头 左带_0_1調整 한국 a头b 頭头 −';
    expect([...helped].toSorted()).toEqual(`${byTruncation} ${byEncoding}`.split(' ').toSorted());
  });

  test.each(['mmd', 'help'] as const)('a cut name does not move a bone of 14 bytes (%s)', (rule) => {
    expect(
      bind('names.pmx', 'merge.vmd', rule)
        .yAt(10)
        .every((y) => y === 0),
    ).toBe(true);
  });

  test.each(['mmd', 'help'] as const)('of equal names only the first moves (%s)', (rule) => {
    const { yAt, rig } = bind('dup.pmx', 'dup.vmd', rule);
    const moved = yAt(0).flatMap((y, bone) => (y === 0 ? [] : [[rig.definition.boneNames[bone], y]]));
    expect(moved).toEqual([
      ['dup', 3],
      ['case', 5],
      ['é', 6],
      ['ヴ', 7],
    ]);
  });

  test('IK switches as in MMD; names that were cut to 15 bytes switch by help', () => {
    const switchesOf = (rule: NameRule): string[] => {
      const { rig, yAt } = bind('ikn.pmx', 'ikn.vmd', rule);
      yAt(0);
      return rig.definition.ikNames.filter((_, ik) => rig.pose.ikEnabled[ik] === 0);
    };
    expect(switchesOf('mmd')).toEqual(['ik5ik', 'IK_of_15_bytes_', '左足ＩＫ先']);
    expect(switchesOf('help').length).toBe(8);
  });
});
