import type { Pmm } from '@odori/format';

/** When each thing of a project is drawn, from 0: as `renderOrder` of three. */
export interface DrawOrder {
  /** By index in the project. */
  readonly models: readonly number[];
  readonly accessories: readonly number[];
}

/**
 * The order of a project: the accessories that are drawn before the models, the models, the other accessories, each as
 * the project orders them.
 */
export function drawOrder({ models, accessories, display }: Pmm): DrawOrder {
  const things = [
    ...models.map(({ drawOrder: order }, index) => ({ kind: 1, order, index })),
    ...accessories.map(({ drawOrder: order }, index) => ({
      kind: order < display.accessoriesAfterModels ? 0 : 2,
      order,
      index,
    })),
  ].sort((a, b) => a.kind - b.kind || a.order - b.order || a.index - b.index);
  const ranks = { models: models.map(() => 0), accessories: accessories.map(() => 0) };
  things.forEach(({ kind, index }, rank) => {
    (kind === 1 ? ranks.models : ranks.accessories)[index] = rank;
  });
  return ranks;
}
