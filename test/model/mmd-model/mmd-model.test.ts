import { expectPlace } from '#test/runtime/rig/small-rig.js';
import { parsePmx, serializePmx } from '@odori/format';
import { createModel } from '@odori/model';
import { Scene, Vector3 } from 'three';
import { describe, expect, test } from 'vitest';
import { boneOf, dancer, dancerPmx, placeOf, showFrame } from '../small-dancer.js';
import { smallModel } from '../small-model.js';

describe('a new model', () => {
  test('root has the three meshes, and a group of the bones without a parent and the extra bone', () => {
    const model = dancer();
    const {
      root,
      surface: { groundShadow, mesh, outline },
    } = model;
    expect(root.children.slice(0, 3)).toEqual([groundShadow, mesh, outline]);
    expect(root.children).toHaveLength(4);
    expect(root.children[3].children).toEqual([boneOf(model, 'センター'), mesh.skeleton.bones[3]]);
    expect(boneOf(model, 'センター').children.map(({ name }) => name)).toEqual(['頭', '左腕']);
    expect(root.name).toBe('踊り子');
  });

  test('all meshes share their vertices, one skeleton and one pair of bounds', () => {
    const { groundShadow, mesh, outline } = dancer().surface;
    for (const other of [groundShadow, outline]) {
      expect(other.geometry.index).toBe(mesh.geometry.index);
      for (const [name, attribute] of Object.entries(mesh.geometry.attributes)) {
        expect(other.geometry.getAttribute(name)).toBe(attribute);
      }
      expect(other.skeleton).toBe(mesh.skeleton);
      expect(other.boundingSphere).toBe(mesh.boundingSphere);
      expect(other.boundingBox).toBe(mesh.boundingBox);
    }
  });

  test('names and comments are those of the document', () => {
    const model = dancer({ comment: '利用規約', commentEn: 'terms' });
    expect([model.name, model.nameEn, model.comment, model.commentEn]).toEqual([
      '踊り子',
      'dancer',
      '利用規約',
      'terms',
    ]);
  });

  test('matrices and bounds are correct before the first update', () => {
    const model = dancer();
    model.root.updateMatrixWorld();
    expectPlace(placeOf(model, '左腕'), [2, 14, -1]);
    expectPlace(model.mesh.boundingBox.getCenter(new Vector3()), [1, 12.5, -0.5], 2);
  });

  test('the option groundShadow: false hides the ground shadow', () => {
    expect(dancer().surface.groundShadow.visible).toBe(true);
    expect(createModel(dancerPmx(), { groundShadow: false }).surface.groundShadow.visible).toBe(false);
  });

  test('the warnings of the parser are in the report', () => {
    const bytes = serializePmx(dancerPmx());
    const pmx = parsePmx(bytes.subarray(0, bytes.length - 3));
    expect(pmx.warnings.length).toBeGreaterThan(0);
    expect(createModel(pmx).report.warnings).toEqual(pmx.warnings);
    expect(createModel(pmx).report.notes).toEqual([]);
  });
});

describe('dispose', () => {
  test('dispose() removes the model from the scene and frees geometry, bones and materials once', () => {
    const model = dancer();
    const scene = new Scene();
    scene.add(model.root);
    model.mesh.skeleton.computeBoneTexture();
    const freed: string[] = [];
    const listen = (what: string, target: object): void =>
      (target as Scene).addEventListener('dispose' as never, () => freed.push(what));
    listen('geometry', model.mesh.geometry);
    listen('bones', model.mesh.skeleton.boneTexture!);
    for (const material of [model.mesh.material, model.surface.outline.material].flat())
      listen('material', material);
    model.dispose();
    model.dispose();
    expect(scene.children).toEqual([]);
    expect(freed.toSorted()).toEqual(['bones', 'geometry', ...Array(freed.length - 2).fill('material')]);
    expect(freed.length).toBeGreaterThan(4);
  });
});

describe('an empty model', () => {
  test('an empty model does not throw and has empty bounds', () => {
    const model = smallModel();
    showFrame(model, { bones: [{ name: '頭', frame: 0 }], morphs: [{ name: 'あ', frame: 0, weight: 1 }] }, 0);
    model.reset();
    expect(model.mesh.boundingBox.isEmpty()).toBe(true);
    expect(model.morphs.size).toBe(0);
    model.clone().dispose();
    model.dispose();
  });

  test('a model with only bones and materials, or only vertices, does not throw', () => {
    smallModel({ bones: [{}], materials: [{}] }).update();
    const model = smallModel({ vertices: [{ position: [1, 2, 3] }] });
    model.update();
    expect(model.mesh.boundingBox.min.toArray()).toEqual([1, 2, -3]);
  });
});
