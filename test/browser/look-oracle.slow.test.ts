import { afterAll, describe, expect, test } from 'vitest';
import { isSwiftShader } from '#test/support/compare-pictures.js';
import { exceededLimits } from '#test/support/look-oracle/look-limits.js';
import { LookStage } from '#test/support/look-oracle/look-stage.js';
import { measureLook } from '#test/support/look-oracle/measure-look.js';
import { fetchPictures, type OraclePicture } from '#test/support/look-oracle/oracle-index.js';

const pictures = await fetchPictures();
if (!pictures)
  console.warn(
    '*** NO CORPUS: the comparison with pictures of MMD is SKIPPED. Set ODORI_CORPUS to its folder. ***',
  );

let stage: LookStage | undefined;
afterAll(() => stage?.dispose());

/** Draws pictures and returns what differs from MMD by more than their limits. */
async function differences(...files: string[]): Promise<string[]> {
  stage ??= new LookStage();
  const lines: string[] = [];
  for (const file of files) {
    const picture = pictures!.find((one: OraclePicture) => one.file === `${file}.png`)!;
    lines.push(...exceededLimits(picture, await measureLook(stage, picture)));
  }
  return lines;
}

/** `frames('edges', 0, 10)`: the files edges_0 and edges_10. */
function frames(set: string, ...numbers: number[]): string[] {
  return numbers.map((number) => `${set}_${number}`);
}

// Some pictures of each set: `pnpm fidelity` measures all of them.
describe.skipIf(!pictures || !isSwiftShader())('beside pictures of MMD itself', () => {
  test.each([
    ['base colors, toons, highlights and sphere maps are equal', frames('terms', 0, 10, 50, 80, 110)],
    ['an orthographic picture has the same size', frames('terms', 100)],
    ['transparent materials, culling and the order of materials are equal', frames('alpha', 0, 10)],
    ['materials that morphs have changed are equal', frames('morphs', 10, 20, 50, 60)],
    ['textures that UV morphs have moved are equal', frames('uvm', 10, 30)],
    ['materials with each shadow flag are equal, in light and in shade', frames('recv', 10, 30, 40)],
    ['a model without self shadow is drawn without it in a project with it', ['recv_noss_20']],
    ['edges are as wide', frames('edges', 0, 20, 40, 60, 80, 110)],
    ['a tube with SDEF that is bent by 175° has the same shape', frames('sdef', 50)],
    ['ground shadows have the same shape and color', frames('shadow', 0, 10, 20, 30, 40)],
    ['opaque ground shadows are equal', frames('shadow_opaque', 0, 40)],
    ['ground shadows on a black background are equal', frames('shadow_black', 0)],
    [
      'self shadows fall on the same places, in both modes and at several distances',
      frames('shadow', 60, 80, 90, 110),
    ],
    ['the dancer is equal without self shadow', frames('dancer_off', 0, 600, 1200)],
    ['the dancer is equal with self shadow', frames('dancer_ss', 150, 450, 900)],
  ])('%s', async (_title, files) => {
    expect(await differences(...files)).toEqual([]);
  });
});
