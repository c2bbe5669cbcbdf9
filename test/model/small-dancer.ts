import { createVmd, type Pmx, type VmdContent } from '@odori/format';
import { createModel, type MmdModel } from '@odori/model';
import { bindMotion, Motion } from '@odori/runtime';
import { type Matrix4, type Object3D, Vector3 } from 'three';
import { smallPmx, type SmallContent } from './small-model.js';

/** A model with centre, head and arm, each with a triangle that faces the viewer; MMD's space. */
export function dancer(content: SmallContent = {}): MmdModel {
  return createModel(dancerPmx(content));
}

export function dancerPmx(content: SmallContent = {}): Pmx {
  const bones = [
    { name: 'センター', position: [0, 10, 0] },
    { name: '頭', parent: 0, position: [0, 15, 0] },
    { name: '左腕', parent: 0, position: [2, 14, 1] },
  ] as const;
  return smallPmx({
    name: '踊り子',
    nameEn: 'dancer',
    bones: bones.map((bone) => ({ ...bone, position: [...bone.position] })),
    vertices: bones.flatMap(({ position: [x, y, z] }, bone) => [
      { position: [x - 1, y - 1, z], normal: [0, 0, -1], bones: [bone] },
      { position: [x, y + 1, z], normal: [0, 0, -1], bones: [bone] },
      { position: [x + 1, y - 1, z], normal: [0, 0, -1], bones: [bone] },
    ]),
    indices: [0, 1, 2, 3, 4, 5, 6, 7, 8],
    materials: [
      { name: 'cloth', indexCount: 6 },
      { name: 'skin', indexCount: 3 },
    ],
    ...content,
  });
}

/** Shows a model at a frame of some keys, without a renderer. */
export function showFrame(model: MmdModel, keys: VmdContent, frame: number): void {
  bindMotion(Motion.from(createVmd(keys)), model.rig).sample(frame);
  model.update();
  model.root.updateMatrixWorld();
}

/** The bone in the scene. */
export function boneOf(model: MmdModel, name: string): Object3D {
  return model.root.getObjectByName(name)!;
}

export function matrixOf(model: MmdModel, name: string): Matrix4 {
  return boneOf(model, name).matrixWorld;
}

export function placeOf(model: MmdModel, name: string): Vector3 {
  return new Vector3().setFromMatrixPosition(matrixOf(model, name));
}

/** The numbers of one vertex in an attribute of the body. */
export function vertexOf({ mesh }: MmdModel, attribute: string, vertex: number): number[] {
  const { array, itemSize } = mesh.geometry.getAttribute(attribute);
  return [...array.subarray(itemSize * vertex, itemSize * (vertex + 1))];
}
