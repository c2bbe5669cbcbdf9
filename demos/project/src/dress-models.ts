import type { MmdScene } from '@odori/model';
import type { DemoStage } from '../../stage/src/demo-stage.js';

/** Gives the models' shadows the colour that goes with the floor, and leaves the models where the project has them. */
export function dressModels(stage: DemoStage, { models }: MmdScene): void {
  for (const model of models) {
    const place = model?.root.parent;
    if (!model || !place) continue;
    stage.add(model);
    place.add(model.root);
  }
}
