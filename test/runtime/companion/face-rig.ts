import { createPmx, createPmxBone, type PmxMorph } from '@odori/format';
import { createRigDefinition, Rig } from '#src/runtime/rig/index.js';

/** A rig with one bone and morphs of these names. */
export function faceRig(...names: string[]): Rig {
  const morphs = names.map((name): PmxMorph => ({
    type: 'vertex',
    name,
    nameEn: '',
    panel: 0,
    vertices: new Uint32Array(),
    offsets: new Float32Array(),
  }));
  return new Rig(createRigDefinition(createPmx({ bones: [createPmxBone({ name: 'センター' })], morphs })));
}

/** Weights by name; those that a rig does not have are undefined. */
export type FaceWeights = Record<string, number> &
  Record<'あ' | 'い' | 'お' | '怒り' | '困る' | '下' | 'にこり' | 'happy', number>;

/** The weights of morphs that a rig's pose has. */
export function weightsOf({ definition, pose }: Rig): FaceWeights {
  return Object.fromEntries(
    definition.morphNames.map((name, i) => [name, pose.morphWeights[i]]),
  ) as FaceWeights;
}

/** Writes weights as a motion does: those of all morphs. */
export function moveFace({ definition, pose }: Rig, weights: Readonly<Record<string, number>> = {}): void {
  definition.morphNames.forEach((name, i) => (pose.morphWeights[i] = weights[name] ?? 0));
}
