import { BackSide, Color, MeshPhongMaterial, type ShaderMaterial, SRGBColorSpace, Texture } from 'three';
import { expect, test, vi } from 'vitest';
import { pageMesh } from './page-mesh.js';

type Page = Awaited<ReturnType<typeof pageMesh>>;

type PageMaterial = ShaderMaterial & MeshPhongMaterial;

function materialOf({ mesh }: Page): PageMaterial {
  return (mesh.material as PageMaterial[])[0];
}

test('a material has the colors of the file, as three keeps them', async () => {
  const material = materialOf(await pageMesh());
  expect(material.color.getHex()).toBe(0xff8040); // 1, 0.5, 0.25
  // A fifth of the ambient color, because there is a texture: 0.5 and 0.25 without gamma are 0.214 and
  // 0.0509.
  expect(material.emissive.toArray()).toEqual([0.0428, 0.01018, 0].map((x) => expect.closeTo(x, 4)));
  expect([material.shininess, material.opacity, material.name]).toEqual([5, 1, 'material 0']);
});

test('a material can be copied into a MeshPhongMaterial', async () => {
  const phong = new MeshPhongMaterial().copy(materialOf(await pageMesh()));
  expect(phong.color.getHex()).toBe(0xff8040);
  expect([phong.shininess, phong.map, phong.normalScale.toArray()]).toEqual([5, null, [1, 1]]);
  expect(phong.userData).toMatchObject({ MMD: { mapFileName: 'face.png' } });
});

test('what a page writes into a material, or into a clone of it, shows when it is drawn', async () => {
  const page = await pageMesh();
  for (const material of [materialOf(page), materialOf(page).clone()]) expectWritten(material);
});

function expectWritten(material: PageMaterial): void {
  material.color.set(0x00ff00);
  material.opacity = 0.5;
  material.emissive.setRGB(0, 0, 0.2);
  material.specular.set(0xff0000);
  material.shininess = 7;
  (material.onBeforeRender as () => void)(); // three calls it
  const { diffuse, ambient, specular, specularPower } = material.uniforms;
  expect(diffuse.value.toArray()).toEqual([0, expect.closeTo(1, 6), 0, 0.5]);
  expect(ambient.value.toArray()).toEqual([0, 0, expect.closeTo(1, 6)]);
  expect(specular.value.toArray()).toEqual([expect.closeTo(1, 6), 0, 0]);
  expect(specularPower.value).toBe(7);
}

test('a clone has colors of its own and shares textures', async () => {
  const material = materialOf(await pageMesh());
  const texture = new Texture();
  material.map = texture;
  material.color.set(0x00ff00);
  const clone = material.clone();
  expect(clone.uniforms['colorMap'].value).toBe(material.uniforms['colorMap'].value);
  clone.color.set(0x0000ff);
  (clone.onBeforeRender as () => void)();
  expect(material.color.getHex()).toBe(0x00ff00);
  expect(clone.userData['outlineParameters']).toMatchObject({ visible: true });
});

test('a page that disposes of its textures frees those that are drawn', async () => {
  const material = materialOf(await pageMesh());
  const [own, model] = [new Texture(), new Texture()];
  own.colorSpace = SRGBColorSpace;
  const disposed = vi.fn<() => void>();
  model.addEventListener('dispose', disposed);
  material.uniforms['colorMap'].value = model;
  material.uniforms['hasColorMap'].value = true;
  material.map!.dispose();
  expect(disposed).toHaveBeenCalledTimes(1);
  material.map = own;
  material.uniforms['colorMap'].value.addEventListener('dispose', disposed);
  own.dispose();
  expect(disposed).toHaveBeenCalledTimes(2);
});

test('a map that our shaders do not read is a warning once', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const material = materialOf(await pageMesh());
  material.normalMap = null;
  expect(warn).not.toHaveBeenCalled();
  const texture = new Texture();
  material.normalMap = material.normalMap ?? texture;
  material.normalMap = texture;
  expect(material.normalMap).toBe(texture);
  expect(warn.mock.calls.map(([message]) => message)).toEqual([
    "@odori/mmd-loader: models have no normalMap. Use a material of three's.",
  ]);
  warn.mockRestore();
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
  page.model.surface.outline.visible = true;
  expect(outlineParameters.visible).toBe(false);
});

test('other properties of r171 are there: sphere map, toon, sides', async () => {
  const material = materialOf(await pageMesh()) as unknown as Record<string, unknown>;
  expect([material['matcap'], material['gradientMap']]).toEqual([null, null]);
  expect(material['side']).not.toBe(BackSide);
  expect(material['isMeshPhongMaterial']).toBeUndefined(); // three would use it as one
  expect(material['isMMDToonMaterial']).toBe(true);
  expect((material as unknown as PageMaterial).clone()).toHaveProperty('isMMDToonMaterial', true);
});
