import { describe, expect, it } from 'vitest';
import type { OpenedMotion } from '#demos/shared/open/open-motion.js';
import { parseModels } from '#demos/shared/open/parse-models.js';
import { sortFiles } from '#demos/shared/open/sort-files.js';
import { openStages, stageOfMotion } from '#demos/shared/stages/opened-stage.js';
import { createPmx, createPmxBone, createVmd, serializePmx } from '#src/format/index.js';
import { Motion } from '#src/runtime/index.js';

/** A model with a point at each corner of its floor. */
function model(bones: readonly string[], width: number, depth: number): Blob {
  const pmx = createPmx({ name: bones.join(' '), bones: bones.map((name) => createPmxBone({ name })) });
  const corners = [0, 1, 2, 3].flatMap((i) => [(i % 2) * width, 0, (i >> 1) * depth]);
  const { vertices } = pmx;
  Object.assign(vertices, {
    count: 4,
    positions: Float32Array.from(corners),
    normals: new Float32Array(12),
    uvs: new Float32Array(8),
    weightTypes: new Uint8Array(4),
    boneIndices: new Int32Array(16),
    boneWeights: new Float32Array(16),
    edgeScales: new Float32Array(4),
  });
  return new Blob([serializePmx(pmx).slice()]);
}

/** A square of an accessory; MMD draws it at ten times this size. */
const accessory = (size: number, frame = ''): Blob =>
  new Blob([
    `xof 0303txt 0032\nFrame a { ${frame} Mesh m { 4; 0;0;0;, ${size};0;0;, ${size};0;${size};, 0;0;${size};; 1; 4;0,1,2,3;; } }`,
  ]);

async function open(files: Record<string, Blob>) {
  const sorted = await sortFiles(() => new Map(Object.entries(files)));
  const models = await parseModels(sorted);
  return { models, stages: await openStages(sorted, models.stages) };
}

describe('openStages', () => {
  it('tells stages and props from dancers', async () => {
    const { models, stages } = await open({
      'a/dancer.pmx': model(['センター', '頭'], 30, 30),
      'a/dancer.png': new Blob(),
      'hall/hall.pmx': model(['センター', '床'], 60, 40),
      'mic/mic.pmx': model(['マイク'], 3, 40),
      'hall.x': accessory(2),
      'leek.x': accessory(0.5),
    });
    expect(models.dancers.map(({ path }) => path)).toEqual(['a/dancer.pmx']);
    expect(stages.map(({ name, isWide }) => [name, isWide])).toEqual([
      ['センター 床', true],
      ['マイク', false],
      ['hall.x', true], // 20 × 20
      ['leek.x', false], // 5 × 5
    ]);
    expect([...stages[0].files.keys()]).toEqual(['a/dancer.png', 'hall/hall.pmx']);
  });

  it('follows the frames of an accessory, and leaves its size to its VAC file', async () => {
    const matrix = 'FrameTransformMatrix { 4,0,0,0, 0,1,0,0, 0,0,4,0, 0,0,0,1;; }';
    const { stages } = await open({
      'grown.x': accessory(0.5, matrix),
      'held.x': accessory(0.5, matrix),
      'held.vac': new Blob(['held\r\nheld.x\r\n1\r\n0,0,0\r\n0,0,0\r\n右手首\r\n']),
    });
    expect(stages.map(({ name, isWide }) => [name, isWide])).toEqual([
      ['grown.x', true], // 0.5 · 4 · 10 = 20
      ['held.x', false],
    ]);
  });

  it('finds the stage that a motion moves', async () => {
    const { stages } = await open({ 'hall.pmx': model(['センター', '床'], 60, 40) });
    const motion = (...names: string[]): OpenedMotion => ({
      path: 'm.vmd',
      name: 'm.vmd',
      motion: Motion.from(createVmd({ bones: names.map((name) => ({ name, frame: 0 })) })),
      warnings: [],
      from: new Map(),
    });
    expect(stageOfMotion(stages, motion('床'), true)).toBe(0);
    expect(stageOfMotion(stages, motion('センター', '頭'), false)).toBeUndefined();
    expect(stageOfMotion(stages, motion('センター'), true)).toBeUndefined();
    expect(stageOfMotion(stages, motion('センター'), false)).toBe(0);
    expect(stageOfMotion(stages, motion(), false)).toBeUndefined();
  });
});
