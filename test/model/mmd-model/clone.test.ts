import { expectPlace } from '#test/runtime/rig/small-rig.js';
import type { VmdContent } from '@odori/format';
import { SDEF } from '@odori/format/internal';
import type { MmdModel } from '@odori/model';
import { type BufferGeometry, Scene, type ShaderMaterial } from 'three';
import { clone as cloneSkeleton } from 'three/addons/utils/SkeletonUtils.js';
import { describe, expect, test } from 'vitest';
import { dancer, placeOf, showFrame, vertexOf } from '../small-dancer.js';
import { ADD, materialMorph, vertexMorph } from '../small-model.js';

const morphs = [
  vertexMorph('あ', [1, [0, 2, 4]]),
  materialMorph('glow', { material: 0, operation: ADD, changes: { ambient: [1, 0, 0] } }),
];

function keysOf(height: number, weight: number): VmdContent {
  return {
    bones: [{ name: 'センター', frame: 0, position: [0, height, 0] }],
    morphs: [
      { name: 'あ', frame: 0, weight },
      { name: 'glow', frame: 0, weight },
    ],
  };
}

function ambientOf({ mesh }: MmdModel): number {
  return (mesh.material as ShaderMaterial[])[0].uniforms['ambient'].value.x as number;
}

describe('a clone', () => {
  test('a clone has its own pose, morphed vertices and materials', () => {
    const model = dancer({ morphs });
    const copy = model.clone();
    showFrame(model, keysOf(1, 0.5), 0);
    showFrame(copy, keysOf(5, 1), 0);
    expectPlace(placeOf(model, '頭'), [0, 16, 0]);
    expectPlace(placeOf(copy, '頭'), [0, 20, 0]);
    expect([vertexOf(model, 'position', 1), vertexOf(copy, 'position', 1)]).toEqual([
      [0, 12, -2],
      [0, 13, -4],
    ]);
    expect([ambientOf(model), ambientOf(copy)]).toEqual([0.5, 1]);
    expect(copy.mesh.boundingBox.max.y - model.mesh.boundingBox.max.y).toBeCloseTo(4, 5);
  });

  test('a clone shares everything else', () => {
    const model = dancer({ morphs });
    const copy = model.clone();
    const [{ geometry: own }, { geometry: other }] = [model.mesh, copy.mesh];
    for (const name of Object.keys(own.attributes)) {
      if (name === 'position') expect(other.getAttribute(name)).not.toBe(own.getAttribute(name));
      else expect(other.getAttribute(name), name).toBe(own.getAttribute(name));
    }
    expect(other.index).toBe(own.index);
    expect(other.groups).toEqual(own.groups);
    expect(copy.rig.definition).toBe(model.rig.definition);
    expect(copy.report).toBe(model.report);
    const [white, same] = [model, copy].map(
      ({ mesh }) => (mesh.material as ShaderMaterial[])[0].uniforms['colorMap'].value,
    );
    expect(same).toBe(white);
  });

  test('a clone has the model’s place and pose, but is in no scene', () => {
    const model = dancer({ morphs });
    new Scene().add(model.root);
    model.root.position.set(1, 2, 3);
    model.root.scale.setScalar(2);
    model.surface.outline.visible = false;
    showFrame(model, keysOf(5, 1), 0);
    const copy = model.clone();
    copy.root.updateMatrixWorld();
    expect(copy.root.parent).toBeNull();
    expectPlace(placeOf(copy, '頭'), [1, 2 + 2 * 20, 3]);
    expect(vertexOf(copy, 'position', 1)).toEqual([0, 13, -4]);
    expect(ambientOf(copy)).toBe(1);
    expect([copy.mesh.visible, copy.surface.outline.visible, copy.surface.groundShadow.visible]).toEqual([
      true,
      false,
      true,
    ]);
    expect(copy.root.children.length).toBe(model.root.children.length);
  });

  test('a clone copies the visibility of a mesh that the user turned off', () => {
    const model = dancer();
    model.mesh.visible = false;
    expect(model.clone().mesh.visible).toBe(false);
  });

  test('a clone of a model that its motion hides is hidden, and can be shown again', () => {
    const model = dancer();
    showFrame(model, { properties: [{ frame: 0, visible: false }] }, 0);
    const copy = model.clone();
    const shown = (): boolean[] =>
      [copy.mesh, copy.surface.outline, copy.surface.groundShadow].map(({ visible }) => visible);
    expect(shown()).toEqual([false, false, false]);
    copy.rig.pose.visible = true;
    copy.update();
    expect(shown()).toEqual([true, true, true]);
  });
});

/** The attributes of a geometry when it is disposed of, which three frees with it. */
function freedWith(geometry: BufferGeometry): string[] {
  const names: string[] = [];
  geometry.addEventListener('dispose', () => {
    names.push(...Object.keys(geometry.attributes), ...(geometry.index ? ['index'] : []));
  });
  return names;
}

describe('disposing of one of two', () => {
  test.each(['model', 'clone'])(
    'disposing of the %s frees its own data; the other one keeps working',
    (which) => {
      const model = dancer({ morphs });
      const copy = model.clone();
      const [first, last] = which === 'model' ? [model, copy] : [copy, model];
      const all = [...Object.keys(last.mesh.geometry.attributes), 'index'];
      const [freed, freedLast] = [freedWith(first.mesh.geometry), freedWith(last.mesh.geometry)];
      let whites = 0;
      const white = (last.mesh.material as ShaderMaterial[])[0].uniforms['colorMap'].value as BufferGeometry;
      white.addEventListener('dispose', () => whites++);
      first.dispose();
      first.dispose();
      expect([freed, whites]).toEqual([[], 0]);
      showFrame(last, keysOf(5, 1), 0);
      expectPlace(placeOf(last, '頭'), [0, 20, 0]);
      expect(vertexOf(last, 'position', 1)).toEqual([0, 13, -4]);
      last.clone().dispose();
      expect(freedLast).toEqual([]);
      last.dispose();
      expect([freedLast.toSorted(), whites]).toEqual([all.toSorted(), 1]);
    },
  );

  test('the attributes of SDEF, which share a buffer, are freed with the last one', () => {
    const model = dancer({
      vertices: [{ type: SDEF, bones: [0, 1], weights: [0.5, 0.5], sdef: [0, 12, 0, 0, 12, 0, 0, 12, 0] }],
    });
    const copy = model.clone();
    const [freed, freedLast] = [freedWith(model.mesh.geometry), freedWith(copy.mesh.geometry)];
    model.dispose();
    expect(freed).toEqual([]);
    copy.dispose();
    expect(freedLast).toEqual(expect.arrayContaining(['sdefCenter', 'sdefArm0', 'sdefArm1']));
  });

  test('a model cannot be cloned after dispose()', () => {
    const model = dancer();
    const copy = model.clone();
    model.dispose();
    expect(() => model.clone()).toThrow(TypeError);
    copy.clone().dispose();
  });
});

test('SkeletonUtils.clone refuses a model, and says what clones it', () => {
  const { root } = dancer();
  expect(() => cloneSkeleton(root)).toThrow(TypeError);
  expect(() => cloneSkeleton(root)).toThrow(/use model\.clone\(\)/);
});
