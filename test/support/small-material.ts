import type { PmxMaterial } from '@odori/format';

/** A white material without textures, flags and triangles. */
export function smallMaterial(material: Partial<PmxMaterial> = {}): PmxMaterial {
  return {
    name: '',
    nameEn: '',
    diffuse: [1, 1, 1, 1],
    specular: [0, 0, 0],
    specularPower: 0,
    ambient: [0, 0, 0],
    flags: 0,
    edgeColor: [0, 0, 0, 1],
    edgeSize: 1,
    texture: -1,
    sphereTexture: -1,
    sphereMode: 0,
    sharedToon: 0,
    toon: -1,
    memo: '',
    indexCount: 0,
    ...material,
  };
}
