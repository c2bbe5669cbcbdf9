import { expect, test } from 'vitest';
import { dancer, vertexOf } from '../small-dancer.js';
import { boneMorph, groupMorph, vertexMorph } from '../small-model.js';

const MORPHS = [
  { ...vertexMorph('笑い', [0, [0, 1, 0]]), nameEn: 'smile', panel: 2 },
  { ...boneMorph('伸び', 0, [0, 1, 0]), panel: 0 },
  { ...groupMorph('全部', 'group', [0, 0.5]), panel: 99 },
  { ...vertexMorph('笑い', [1, [0, 1, 0]]), panel: 3 },
];

test('morphs are found by name, in file order; the first one of several with the same name', () => {
  const { morphs } = dancer({ morphs: MORPHS });
  expect([...morphs.keys()]).toEqual(['笑い', '伸び', '全部']);
  expect([...morphs.values()].map(({ index, type }) => [index, type])).toEqual([
    [0, 'vertex'],
    [1, 'bone'],
    [2, 'group'],
  ]);
  expect(morphs.get('笑い')!.nameEn).toBe('smile');
});

test('the panel number selects MMD’s panel; unknown numbers mean the last panel', () => {
  const panels = [0, 1, 2, 3, 4, 5, 255].map((panel) => {
    const { morphs } = dancer({ morphs: [{ ...MORPHS[0], panel }] });
    return morphs.get('笑い')!.panel;
  });
  expect(panels).toEqual(['hidden', 'brow', 'eye', 'mouth', 'other', 'other', 'other']);
});

test('a weight is that of the pose, and the next update shows it', () => {
  const model = dancer({ morphs: MORPHS });
  const smile = model.morphs.get('笑い')!;
  smile.weight = 0.5;
  expect([smile.weight, model.rig.pose.morphWeights[0]]).toEqual([0.5, 0.5]);
  expect(vertexOf(model, 'position', 0)).toEqual([-1, 9, -0]);
  model.update();
  expect(vertexOf(model, 'position', 0)).toEqual([-1, 9.5, -0]);
  model.rig.pose.reset();
  expect(smile.weight).toBe(0);
});

test('a weight does not include group morphs', () => {
  const model = dancer({ morphs: MORPHS });
  model.morphs.get('全部')!.weight = 1;
  model.update();
  expect(model.morphs.get('笑い')!.weight).toBe(0);
  expect(model.rig.morphWeights[0]).toBe(0.5);
});
