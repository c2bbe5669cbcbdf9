/** The draw calls of a crowd that layers must not exceed, unless those of one layer do. */
const MAX_DRAWS = 60;

/** How the draws of a crowd are put together. */
export interface DrawPlan {
  /** The first material that is drawn by layers, with all after it and the edges. */
  start: number;
  /** The number of layers. */
  layers: number;
}

/** What is known of the materials of a crowd, by index. */
export interface PlannedMaterials {
  readonly count: number;
  readonly isDrawn: (material: number) => boolean;
  readonly isSeeThrough: (material: number) => boolean;
}

/**
 * Writes the plan for dancers that need so many layers: it begins with the first see-through material from
 * which all layers can be drawn, or else with the last one and fewer layers. `edges` and `shadows` are the
 * draws of each layer for edges, and those for ground shadows. O(materials²); allocates nothing.
 */
export function planDraws(
  plan: DrawPlan,
  materials: PlannedMaterials,
  edges: number,
  shadows: number,
  layers: number,
): void {
  plan.start = materials.count;
  plan.layers = 1;
  if (layers <= 1) return;
  for (let i = 0; i < materials.count; i++) {
    if (!materials.isDrawn(i) || !materials.isSeeThrough(i)) continue;
    const before = shadows + countDrawn(materials, 0, i);
    const each = edges + countDrawn(materials, i, materials.count);
    plan.start = i;
    plan.layers = Math.min(layers, Math.max(1, Math.floor((MAX_DRAWS - before) / each)));
    if (plan.layers === layers) return;
  }
}

function countDrawn({ isDrawn }: PlannedMaterials, from: number, to: number): number {
  let count = 0;
  for (let i = from; i < to; i++) if (isDrawn(i)) count++;
  return count;
}
