import { World } from '@odori/physics';
import type { Pmx } from '@odori/format';
import { createModel, type MmdModel, type ModelOptions } from '@odori/model';
import { rigidBody } from '#test/support/physics-model.js';
import { dancerPmx } from './small-dancer.js';
import type { SmallContent } from './small-model.js';

/** The dancer with a body at her center that follows it, and a body that falls with her head. */
export function fallingPmx(content: SmallContent = {}): Pmx {
  const rigidBodies = [
    rigidBody({ bone: 0, mode: 0, position: [0, 10, 0] }),
    rigidBody({ bone: 1, position: [0, 15, 0] }),
  ];
  return dancerPmx({ rigidBodies, ...content });
}

/** Her with physics that has loaded, and does not settle after jumps. */
export async function fallingDancer(
  physics: ModelOptions['physics'] = { settleSeconds: 0 },
  content: SmallContent = {},
): Promise<MmdModel> {
  const model = createModel(fallingPmx(content), { physics });
  await model.ready;
  return model;
}

/** Where the head is in the model's space. */
export function headOf({ rig }: MmdModel): number[] {
  return [...rig.worldPositions.subarray(3, 6)];
}

/** Worlds that count how many of them are in use. */
export class CountedWorlds {
  inUse = 0;

  createWorld(): World {
    this.inUse++;
    return Object.assign(new World(), { dispose: () => this.inUse-- });
  }
}
