import {
  AddOperation,
  BackSide,
  Color,
  MeshPhongMaterial,
  type ShaderMaterial,
  SRGBColorSpace,
  Texture,
} from 'three';
import { expect, test } from 'vitest';
import { pageMesh } from './page-mesh.js';

type Page = Awaited<ReturnType<typeof pageMesh>>;

function materialOf({ mesh }: Page): ShaderMaterial & MeshPhongMaterial {
  return (mesh.material as (ShaderMaterial & MeshPhongMaterial)[])[0];
}

test('a material has the colors of the file, as three keeps them', async () => {
  const material = materialOf(await pageMesh());
  expect(material.color.getHex()).toBe(0xff8040); // 1, 0.5, 0.25
  expect(material.emissive.getHex()).toBe(0x804000); // ambient
  expect([material.shininess, material.opacity, material.name]).toEqual([5, 1, 'material 0']);
});

test('a material can be copied into a MeshPhongMaterial', async () => {
  const phong = new MeshPhongMaterial().copy(materialOf(await pageMesh()));
  expect(phong.color.getHex()).toBe(0xff8040);
  expect([phong.shininess, phong.map, phong.normalScale.toArray()]).toEqual([5, null, [1, 1]]);
  expect(phong.userData).toMatchObject({ MMD: { mapFileName: 'face.png' } });
});

test('what a page writes into a material shows when the scene is drawn', async () => {
  const page = await pageMesh();
  const material = materialOf(page);
  material.color.set(0x00ff00);
  material.opacity = 0.5;
  material.emissive.set(0x0000ff);
  material.specular.set(0xff0000);
  material.shininess = 7;
  page.mesh.updateMatrixWorld();
  const { diffuse, ambient, specular, specularPower } = material.uniforms;
  expect(diffuse.value.toArray()).toEqual([0, expect.closeTo(1, 6), 0, 0.5]);
  expect(ambient.value.toArray()).toEqual([0, 0, expect.closeTo(1, 6)]);
  expect(specular.value.toArray()).toEqual([expect.closeTo(1, 6), 0, 0]);
  expect(specularPower.value).toBe(7);
});

test('a texture that a page sets is read without gamma correction, and given back as it was', async () => {
  const material = materialOf(await pageMesh());
  expect(material.map).toBeNull();
  const texture = new Texture();
  texture.colorSpace = SRGBColorSpace;
  material.map = texture;
  expect(material.map).toBe(texture);
  const { colorMap, hasColorMap } = material.uniforms;
  expect([colorMap.value.source === texture.source, colorMap.value.colorSpace]).toEqual([true, '']);
  expect(hasColorMap.value).toBe(true);
  material.map = null;
  expect([material.map, hasColorMap.value]).toEqual([null, 0]);
  expect([...colorMap.value.image.data]).toEqual([255, 255, 255, 255]); // the shader multiplies by it
});

test('a texture of the model is given with gamma correction, once and with the same image', async () => {
  const material = materialOf(await pageMesh());
  const texture = new Texture();
  material.uniforms['colorMap'].value = texture;
  material.uniforms['hasColorMap'].value = true;
  const { map } = material;
  expect([map!.colorSpace, map!.source === texture.source]).toEqual([SRGBColorSpace, true]);
  expect(material.map).toBe(map);
});

test('OutlineEffect finds width and color of the edge, unless Odori draws its own', async () => {
  const page = await pageMesh();
  const { outlineParameters } = materialOf(page).userData;
  expect(outlineParameters).toMatchObject({ thickness: 0.6 / 300, alpha: 0.5, visible: true });
  expect(new Color().fromArray(outlineParameters.color).getHex()).toBe(0xff0000);
  page.model.outline.visible = true;
  expect(outlineParameters.visible).toBe(false);
});

test('other properties of r171 are there: sphere map, toon, sides', async () => {
  const material = materialOf(await pageMesh()) as unknown as Record<string, unknown>;
  expect([material['matcap'], material['gradientMap']]).toEqual([null, null]);
  expect(material['matcapCombine']).not.toBe(AddOperation);
  expect(material['side']).not.toBe(BackSide);
  expect(material['isMeshPhongMaterial']).toBeUndefined(); // three would use it as one
});
