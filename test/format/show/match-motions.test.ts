import { describe, expect, it } from 'vitest';
import { matchMotions } from '#src/format/internal.js';

const target = (path: string, name = '', isStage = false) => ({ path, names: [name], isStage });
const motion = (path: string, modelName = '') => ({ path, modelName, movesBones: true });
const miku = target('models/miku/miku.pmx', '初音ミク');
const luka = target('models/luka/luka.pmx', '巡音ルカ');

describe('matchMotions', () => {
  it('goes by the name of the model in the VMD', () => {
    const motions = [motion('1.vmd', '巡音ルカ'), motion('2.vmd', '初音ミク')];
    expect(matchMotions([miku, luka], motions)).toEqual([1, 0]);
  });

  it('knows names that a VMD has cut off', () => {
    const long = target('a.pmx', '初音ミクのとても長い名前'); // 20 bytes: 10 characters
    const motions = [motion('1.vmd', '初音ミクのとても長い')];
    const other = motion('2.vmd');
    expect(matchMotions([luka, long, miku], [...motions, other])).toEqual([1, undefined]);
    expect(matchMotions([luka, long, miku], [motion('1.vmd', '初音'), other])).toEqual([
      undefined,
      undefined,
    ]);
  });

  it('goes by words that paths have in common', () => {
    const motions = [motion('duet/Luka.vmd'), motion('duet/for_MIKU2.vmd')];
    expect(matchMotions([miku, luka], motions)).toEqual([1, 0]);
  });

  it('finds the name of a model in the path of a motion', () => {
    expect(matchMotions([miku, luka], [motion('巡音ルカ用.vmd'), motion('ミク/初音ミク.vmd')])).toEqual([
      1, 0,
    ]);
  });

  it('knows sides and numbers', () => {
    const sides = [target('a/dancer_L.pmx'), target('a/dancer_R.pmx')];
    expect(matchMotions(sides, [motion('duet-right.vmd'), motion('duet左.vmd')])).toEqual([1, 0]);
    const numbers = [target('dancer1.pmx'), target('dancer2.pmx'), target('dancer3.pmx')];
    const motions = [motion('dance3.vmd'), motion('dance1.vmd'), motion('dance2.vmd')];
    expect(matchMotions(numbers, motions)).toEqual([2, 0, 1]);
  });

  it('lets paths decide between models of one name', () => {
    const twins = [target('left.pmx', '踊り子'), target('right.pmx', '踊り子'), luka];
    expect(matchMotions(twins, [motion('right.vmd', '踊り子'), motion('luka.vmd', '踊り子')])).toEqual([
      1,
      undefined,
    ]);
  });

  it('gives the last motion to the last dancer, and none to a stage', () => {
    const stage = target('hall.pmx', '', true);
    expect(matchMotions([stage, miku, luka], [motion('x.vmd'), motion('miku.vmd')])).toEqual([2, 1]);
    expect(matchMotions([stage, miku], [motion('x.vmd'), motion('y.vmd')])).toEqual([1, 1]);
  });

  it('gives a stage its own motion', () => {
    const stage = target('stage/hall.pmx', 'ホール', true);
    expect(matchMotions([stage, miku, luka], [motion('a.vmd', 'ホール')])).toEqual([0]);
    expect(matchMotions([stage, miku, luka], [motion('a.vmd', 'ホール'), motion('b.vmd')])).toEqual([
      0,
      'all',
    ]);
  });

  it('lets all dancers dance the only dance, with its face', () => {
    const face = { path: 'lips.vmd', modelName: '', movesBones: false };
    expect(matchMotions([miku, luka], [motion('a.vmd', '初音ミク')])).toEqual(['all']);
    expect(matchMotions([miku, luka], [face, motion('a.vmd')])).toEqual(['all', 'all']);
    expect(matchMotions([miku], [motion('a.vmd')])).toEqual([0]);
  });

  it('leaves open what nothing says', () => {
    expect(matchMotions([miku, luka], [motion('a.vmd'), motion('b.vmd', '鏡音リン')])).toEqual([
      undefined,
      undefined,
    ]);
    expect(matchMotions([], [motion('a.vmd')])).toEqual([undefined]);
  });
});
