import { expect, test } from 'vitest';
import { type DrawPlan, planDraws } from '#src/model/webgl/crowd/plan-draws.js';

/** `-`: it hides what is behind it; `~`: it is see-through; a space: it is not drawn. */
function planOf(materials: string, layers: number, edges = 1, shadows = 1): DrawPlan {
  const plan = { start: -1, layers: -1 };
  const known = {
    count: materials.length,
    isDrawn: (i: number) => materials[i] !== ' ',
    isSeeThrough: (i: number) => materials[i] === '~',
  };
  planDraws(plan, known, edges, shadows, layers);
  return plan;
}

test('one layer needs no further draws', () => {
  expect(planOf('--~--', 1)).toEqual({ start: 5, layers: 1 });
  expect(planOf('--~--', 0)).toEqual({ start: 5, layers: 1 });
});

test('layers begin with the first material that is see-through and drawn', () => {
  expect(planOf('--~~-', 4)).toEqual({ start: 2, layers: 4 }); // 1 + 2 + 4 · (3 + 1) draws
});

test('without a see-through material, all is one layer', () => {
  expect(planOf('-----', 4)).toEqual({ start: 5, layers: 1 });
});

test('where 60 draws are too few, layers begin with a later see-through material', () => {
  // from 1: 2 + 15 · (4 + 1) = 77; from 3: 4 + 15 · (2 + 1) = 49
  expect(planOf('-~-~-', 15)).toEqual({ start: 3, layers: 15 });
});

test('with the last one, there are as many layers as 60 draws allow', () => {
  expect(planOf('-~-~-', 100)).toEqual({ start: 3, layers: 18 }); // 4 + 18 · 3 = 58
  expect(planOf('~'.repeat(80), 9)).toEqual({ start: 79, layers: 1 });
});

test('materials that are not drawn, edges and shadows count as they are', () => {
  expect(planOf('- ~ -', 2, 3, 5)).toEqual({ start: 2, layers: 2 });
  expect(planOf('- ~ -', 20, 3, 5)).toEqual({ start: 2, layers: 10 }); // 5 + 1 + 10 · (2 + 3) = 56
});
