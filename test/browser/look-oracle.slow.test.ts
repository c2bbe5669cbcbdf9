import { afterAll, describe, expect, test } from 'vitest';
import { exceededLimits } from '#test/support/look-oracle/look-limits.js';
import { LookStage } from '#test/support/look-oracle/look-stage.js';
import { measureLook } from '#test/support/look-oracle/measure-look.js';
import { fetchPictures, type OraclePicture } from '#test/support/look-oracle/oracle-index.js';
import { RENDERER_KINDS, type RendererKind } from '#test/support/renderers.js';

const pictures = await fetchPictures();
if (!pictures)
  console.warn(
    '*** NO CORPUS: the comparison with pictures of MMD is SKIPPED. Set ODORI_CORPUS to its folder. ***',
  );

const stages = new Map<RendererKind, LookStage>();
afterAll(async () => {
  for (const stage of stages.values()) await stage.dispose();
});

async function stageOf(kind: RendererKind): Promise<LookStage> {
  const stage = stages.get(kind) ?? (await LookStage.create(kind));
  stages.set(kind, stage);
  return stage;
}

/** Draws pictures and returns what differs from MMD by more than their limits. */
async function differences(
  files: readonly string[],
  kind: RendererKind = 'WebGLRenderer',
): Promise<string[]> {
  const stage = await stageOf(kind);
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
describe.skipIf(!pictures)('beside pictures of MMD itself', () => {
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
    expect(await differences(files)).toEqual([]);
  });
});

describe.skipIf(!pictures).each(RENDERER_KINDS)('beside pictures of MMD itself, %s', (kind) => {
  test.each([
    ['an accessory without shadow is equal', frames('acc_off', 0, 10, 20)],
    ['an accessory has the same ground shadow, and shadows on itself', frames('acc_shadow', 20)],
    ['self shadows of lights along the view are equal', frames('steep', 0, 10, 20, 30, 40, 50)],
  ])('%s', async (_title, files) => {
    expect(await differences(files, kind)).toEqual([]);
  });
});
