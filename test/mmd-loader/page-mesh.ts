import { createPmxBone, createVmd, PMX_BONE, type Pmx, type VmdContent } from '@odori/format';
import { createModel } from '@odori/model';
import { Motion } from '@odori/runtime';
import { type SkinnedMesh, Vector3 } from 'three';
import { PageModel } from '#src/mmd-loader/page-model.js';
import { ModelBuilder } from '#test/support/model-builder.js';
import { rigidBody } from '#test/support/physics-model.js';

export const CENTER = 0;
export const HEAD = 1;
export const ANKLE = 4;
export const EYES = 6;
export const EYE = 7;
export const HAIR = 8;

/**
 * A leg with IK, an eye that appends half of another bone's rotation, and a hair with a body; MMD's space.
 */
export function dancerPmx(): Pmx {
  const builder = new ModelBuilder();
  builder.bones.length = 0;
  const links = [{ bone: 3, limits: { min: [-3, 0, 0], max: [-0.01, 0, 0] } }, { bone: 2 }] as const;
  builder.bones.push(
    createPmxBone({ name: 'センター', position: [0, 8, 0] }),
    createPmxBone({ name: '頭', position: [0, 16, -1], parent: CENTER }),
    createPmxBone({ name: '左足', position: [1, 10, 0], parent: CENTER }),
    createPmxBone({ name: '左ひざ', position: [1, 5.5, -0.1], parent: 2 }),
    createPmxBone({ name: '左足首', position: [1, 1, 0], parent: 3 }),
    createPmxBone({
      name: '左足ＩＫ',
      position: [1, 1, 0],
      ik: { effector: ANKLE, loopCount: 40, limitAngle: 2, links: links as never },
    }),
    createPmxBone({ name: '両目', position: [0, 17, -1], parent: HEAD }),
    createPmxBone({
      name: '右目',
      position: [-1, 17, -1],
      parent: HEAD,
      flags: PMX_BONE.appendRotation,
      append: { parent: EYES, ratio: 0.5 },
    }),
    createPmxBone({ name: '髪', position: [0, 18, 2], parent: HEAD }),
  );
  builder.textures.push('face.png');
  builder.material({
    diffuse: [1, 0.5, 0.25, 1],
    ambient: [0.5, 0.25, 0],
    specularPower: 5,
    flags: PMX_MATERIAL_EDGE,
    edgeSize: 0.6,
    edgeColor: [1, 0, 0, 0.5],
    texture: 0,
  });
  const first = builder.quad({ center: [0, 10, 0], width: 2, height: 2 });
  builder.morphs.push(
    {
      name: 'あ',
      nameEn: 'a',
      panel: 3,
      type: 'vertex',
      vertices: Uint32Array.of(first),
      offsets: Float32Array.of(0, 1, 0),
    },
    {
      name: '笑い',
      nameEn: 'smile',
      panel: 2,
      type: 'vertex',
      vertices: Uint32Array.of(first),
      offsets: Float32Array.of(0, 0, 2),
    },
  );
  const pmx = builder.build();
  pmx.rigidBodies = [rigidBody({ name: '髪', bone: HAIR, position: [0, 18, 2], mode: 1 })];
  return pmx;
}

const PMX_MATERIAL_EDGE = 16;

/** A mesh as `MMDLoader` gives it, and the bridge's part of it. */
export async function pageMesh(pmx: Pmx = dancerPmx()): Promise<PageModel> {
  const model = createModel(pmx, { groundShadow: false, physics: { mode: 'off', settleSeconds: 0 } });
  await model.ready;
  return new PageModel(pmx, model);
}

export function motionOf(keys: VmdContent): Motion {
  return Motion.from(createVmd(keys));
}

/** Where a bone is, as three would draw it. */
export function placeOf(mesh: SkinnedMesh, bone: number): number[] {
  mesh.updateMatrixWorld();
  return new Vector3().setFromMatrixPosition(mesh.skeleton.bones[bone].matrixWorld).toArray();
}

/** Where the skin of a bone is: what is drawn. */
export function skinOf({ model }: PageModel, bone: number): number[] {
  return [...model.rig.worldPositions.subarray(3 * bone, 3 * bone + 3)];
}
