import { createPmxBone, createVmd, type VmdContent } from '@odori/format';
import { createModel, type MmdModel } from '@odori/model';
import { Motion } from '@odori/runtime';
import { Vector3 } from 'three';
import { ModelBuilder } from '#test/support/model-builder.js';

/** Sizes of a dancer of two boxes: a body, which stands on the ground, with a head on it. */
export interface BoxSizes {
  readonly height: number; // 20
  readonly headHeight: number; // 4
  readonly width: number; // 6
  readonly depth: number; // 2
}

const SIZES: BoxSizes = { height: 20, headHeight: 4, width: 6, depth: 2 };

/** Looks to +z in three's space. */
export function boxDancer(sizes: Partial<BoxSizes> = {}): MmdModel {
  const { height, headHeight, width, depth } = { ...SIZES, ...sizes };
  const joint = height - headHeight;
  const builder = new ModelBuilder();
  builder.bones.splice(
    0,
    1,
    createPmxBone({ name: 'センター' }),
    createPmxBone({ name: '頭', parent: 0, position: [0, joint, 0] }),
  );
  builder.material();
  for (const [bone, bottom, top, half] of [
    [0, 0, joint, width / 2],
    [1, joint, height, width / 4],
  ]) {
    const pull = { type: 0, bones: [bone], weights: [1] };
    for (const z of [-depth / 2, depth / 2])
      builder.quad({ center: [0, (bottom + top) / 2, z], width: 2 * half, height: top - bottom }, pull);
  }
  return createModel(builder.build());
}

/** The corners of the two boxes in the scene, as the model stands now. */
export function cornersOf(model: MmdModel): Vector3[] {
  const { position } = model.mesh.geometry.attributes;
  model.root.updateMatrixWorld();
  return Array.from({ length: position.count }, (_, i) =>
    model.mesh.getVertexPosition(i, new Vector3()).applyMatrix4(model.root.matrixWorld),
  );
}

export function motionOf(content: VmdContent): Motion {
  return Motion.from(createVmd(content));
}

/** Stands still. */
export function standing(seconds: number): Motion {
  return motionOf({ bones: [{ name: 'センター', frame: 30 * seconds }] });
}

/** Seconds 0, `step`, 2 · `step` …, below `end`. */
export function times(end: number, step: number): number[] {
  return Array.from({ length: Math.floor(end / step) }, (_, i) => i * step);
}
