import type { Pmx, PmxBone } from '@odori/format';

const BDEF1 = 0;
const BDEF2 = 1;

/** The indices in a model that refer to no element. −1 is allowed where it means "none". */
export function badIndices(pmx: Pmx): string[] {
  const bad: string[] = [];
  const check = (index: number, count: number, where: string, least = -1): void => {
    if (!(Number.isInteger(index) && index >= least && index < count))
      bad.push(`${where}: ${index} of ${count}`);
  };
  const { vertices, indices, textures, materials, bones, morphs, displayFrames, rigidBodies, joints } = pmx;
  indices.forEach((vertex) => check(vertex, vertices.count, 'indices', 0));
  vertices.weightTypes.forEach((type, i) => {
    const used = type === BDEF1 ? 1 : type === BDEF2 ? 2 : 4;
    const least = bones.length > 0 ? 0 : -1;
    for (let k = 0; k < used; k++) check(vertices.boneIndices[4 * i + k], bones.length, 'vertices', least);
  });
  materials.forEach((material) => {
    check(material.texture, textures.length, 'texture');
    check(material.sphereTexture, textures.length, 'sphere texture');
    check(material.toon, material.sharedToon ? 10 : textures.length, 'toon');
  });
  const drawn = materials.reduce((sum, { indexCount }) => sum + indexCount, 0);
  check(drawn, indices.length + 1, 'indices drawn', 0);
  bones.forEach((bone) => checkBone(bone, bones, check));
  morphs.forEach((morph) => {
    if (morph.type === 'vertex')
      morph.vertices.forEach((vertex) => check(vertex, vertices.count, 'morph', 0));
  });
  for (const { type, index } of displayFrames.flatMap(({ elements }) => elements))
    check(index, (type === 'bone' ? bones : morphs).length, 'display frame', 0);
  rigidBodies.forEach(({ bone }) => check(bone, bones.length, 'body'));
  joints.forEach(({ bodyA, bodyB }) => {
    check(bodyA, rigidBodies.length, 'joint');
    check(bodyB, rigidBodies.length, 'joint');
  });
  return bad;
}

function checkBone(
  { parent, layer, tail, append, ik }: PmxBone,
  bones: readonly PmxBone[],
  check: (index: number, count: number, where: string, least?: number) => void,
): void {
  const count = bones.length;
  check(parent, count, 'parent');
  check(bones[parent]?.layer ?? 0, layer + 1, 'layer of the parent', 0);
  if (typeof tail === 'number') check(tail, count, 'tail');
  if (append) check(append.parent, count, 'append', 0);
  if (ik) check(ik.effector, count, 'effector', 0);
  for (const link of ik?.links ?? []) check(link.bone, count, 'link', 0);
  let steps = 0;
  for (let at = parent; at >= 0 && steps <= count; at = bones[at].parent) steps++;
  check(steps, count, 'ancestors', 0);
}
