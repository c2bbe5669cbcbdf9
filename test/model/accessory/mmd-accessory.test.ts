import { parseVac } from '@odori/format/x';
import { createAccessory } from '@odori/model';
import { Box3, type Material, type ShaderMaterial, Texture, Vector3 } from 'three';
import { describe, expect, test } from 'vitest';
import { XBuilder } from '#test/support/x-builder.js';

const SIDE = { texture: 'tex\\SCREEN.bmp' };

function round(values: readonly number[]): number[] {
  return values.map((value) => Math.round(1e4 * value) / 1e4 + 0);
}

test('a file of 1 unit is 10 units of MMD', async () => {
  const { root } = await createAccessory(new XBuilder().quad([0, 0, 0], 1).build());
  expect(new Box3().setFromObject(root).getSize(new Vector3()).toArray()).toEqual([10, 10, 0]);
});

test('a VAC says size and place, in MMD’s space', async () => {
  const vac = parseVac(new TextEncoder().encode('Negi\nnegi.x\n2\n1,2,3\n0,1.5707963267948966,0\nbone\n'));
  const accessory = await createAccessory(new XBuilder().quad([1, 0, 0], 1).build(), { vac });
  expect([accessory.root.name, accessory.vac]).toEqual(['Negi', vac]);
  accessory.root.updateMatrixWorld();
  const center = new Vector3(10, 0, 0).applyMatrix4(accessory.root.matrixWorld);
  // 90° about y turns x to −z in a left-handed space: (1, 2, 3 − 20), and z changes its sign
  expect(round(center.toArray())).toEqual([1, 2, 17]);
});

describe('screens', () => {
  test('are the materials with the texture screen.bmp, in any case and folder', async () => {
    const { hasScreen, mesh } = await createAccessory(
      new XBuilder().quad([0, 0, 0], 1, SIDE).quad([1, 0, 0], 1).build(),
    );
    expect(hasScreen).toBe(true);
    expect(mesh.material.length).toBe(2);
    const other = await createAccessory(
      new XBuilder().quad([0, 0, 0], 1, { texture: 'myscreen.bmp' }).build(),
    );
    expect(other.hasScreen).toBe(false);
  });

  test('show a texture until it is taken away, as do those of clones', async () => {
    const accessory = await createAccessory(
      new XBuilder().quad([0, 0, 0], 1, SIDE).quad([1, 0, 0], 1).build(),
    );
    const shown = ({ mesh }: typeof accessory): unknown[] =>
      mesh.material.map(
        (material) => (material as Material as ShaderMaterial).uniforms['colorMap'].value as unknown,
      );
    const [white] = shown(accessory);
    const film = new Texture();
    accessory.screen = film;
    expect(shown(accessory)).toEqual([film, white]);
    const clone = accessory.clone();
    expect(shown(clone)).toEqual([film, white]);
    accessory.screen = undefined;
    expect(shown(accessory)).toEqual([white, white]);
    expect(clone.screen).toBe(film);
  });
});

describe('clones', () => {
  test('share the geometry, which is freed with the last of them, but no materials', async () => {
    const first = await createAccessory(new XBuilder().quad([0, 0, 0], 1).build());
    const second = first.clone();
    let freed = 0;
    first.mesh.geometry.addEventListener('dispose', () => freed++);
    expect(second.mesh.geometry).toBe(first.mesh.geometry);
    expect(second.mesh.material[0]).not.toBe(first.mesh.material[0]);
    first.dispose();
    first.dispose(); // no effect
    expect(freed).toBe(0);
    expect(() => first.clone()).toThrow('an accessory cannot be cloned after dispose()');
    second.dispose();
    expect(freed).toBe(1);
  });

  test('have the place and the shadows of the original', async () => {
    const first = await createAccessory(new XBuilder().quad([0, 0, 0], 1).build(), { shadows: 'three' });
    first.root.position.set(1, 2, 3);
    const second = first.clone();
    expect(second.root.position.toArray()).toEqual([1, 2, 3]);
    expect(second.shadows).toBe('three');
  });
});

test('numbers of materials that are not finite become 0', async () => {
  const { mesh } = await createAccessory(
    new XBuilder().quad([0, 0, 0], 1, { power: NaN, diffuse: [Infinity, 1, 1, NaN] }).build(),
  );
  const { diffuse, specularPower } = (mesh.material[0] as Material as ShaderMaterial).uniforms;
  expect([diffuse.value.toArray(), specularPower.value]).toEqual([[0, 1, 1, 0], 0]);
});
