import { expectPlace } from '#test/runtime/rig/small-rig.js';
import { SDEF } from '@odori/format/internal';
import type { MmdModel } from '@odori/model';
import { Box3, Matrix4, Raycaster, Vector3 } from 'three';
import { describe, expect, test } from 'vitest';
import { dancer, showFrame } from '../small-dancer.js';
import { smallModel, vertexMorph } from '../small-model.js';

/** The point where a ray along −z through (x, y) hits a model. */
function hits({ root }: MmdModel, x: number, y: number): Vector3[] {
  const raycaster = new Raycaster(new Vector3(x, y, 1000), new Vector3(0, 0, -1));
  return raycaster.intersectObject(root).map(({ point }) => point);
}

const moved = { bones: [{ name: 'センター', frame: 0, position: [100, 0, 5] as [number, number, number] }] };

describe('a raycaster', () => {
  test('a ray hits only the body of a model at rest', () => {
    const model = dancer();
    model.root.updateMatrixWorld();
    expect(hits(model, 0, 10).length).toBe(1);
    expectPlace(hits(model, 0, 10)[0], [0, 10, 0], 1e-6);
    expectPlace(hits(model, 2, 14)[0], [2, 14, -1], 1e-6);
    expect(hits(model, 0, 12)).toEqual([]);
  });

  test('a ray hits the posed model, not the model at rest', () => {
    const model = dancer();
    showFrame(model, moved, 0);
    expect(hits(model, 0, 10)).toEqual([]);
    expectPlace(hits(model, 100, 10)[0], [100, 10, -5], 1e-5);
    showFrame(model, {}, 0);
    expect(hits(model, 100, 10)).toEqual([]);
    expect(hits(model, 0, 10).length).toBe(1);
  });

  test('a ray hits a model below a root that is moved and scaled', () => {
    const model = dancer();
    model.root.position.set(0, 50, 0);
    model.root.scale.setScalar(2);
    showFrame(model, moved, 0);
    expectPlace(hits(model, 200, 70)[0], [200, 70, -10], 1e-4);
  });

  test('a ray hits morphed vertices', () => {
    const model = dancer({
      morphs: [
        vertexMorph('あ', ...[0, 1, 2].map((v) => [v, [0, 0, -3]] as [number, [number, number, number]])),
      ],
    });
    showFrame(model, { morphs: [{ name: 'あ', frame: 0, weight: 1 }] }, 0);
    expectPlace(hits(model, 0, 10)[0], [0, 10, 3], 1e-6);
  });

  test('a ray hits vertices whose bone the model lacks', () => {
    const corner = (x: number, y: number): object => ({ position: [x, y, 0], bones: [-1] });
    const model = dancer({
      vertices: [corner(-1, -1), corner(0, 1), corner(1, -1)],
      indices: [0, 1, 2],
      materials: [{ indexCount: 3 }],
    });
    showFrame(model, moved, 0);
    expectPlace(hits(model, 0, 0)[0], [0, 0, 0], 1e-6);
  });
});

test('an SDEF vertex is where the graphics card draws it: turned by the mean of two quaternions', () => {
  const model = dancer({
    vertices: [
      {
        position: [1, 10, 0],
        type: SDEF,
        bones: [0, 1],
        weights: [0.25, 0.75],
        sdef: [0, 10, 0, 0, 10, 0, 0, 10, 0],
      },
    ],
    bones: [
      { name: 'センター', position: [0, 10, 0] },
      { name: '頭', parent: 0, position: [0, 10, 0] },
    ],
    indices: [0, 0, 0],
    materials: [{ indexCount: 3 }],
  });
  showFrame(model, { bones: [{ name: '頭', frame: 0, rotation: [0, 0, Math.SQRT1_2, Math.SQRT1_2] }] }, 0);
  // ¼ · (0, 0, 0, 1) + ¾ · (0, 0, sin 45°, cos 45°) = (0, 0, 0.53033, 0.78033), of length 0.94349
  // cosine (0.78033² − 0.53033²) / 0.94349², sine 2 · 0.53033 · 0.78033 / 0.94349²: 68.4°, not 67.5°
  const vertex = model.mesh.getVertexPosition(0, new Vector3());
  expectPlace(vertex, [0.368099, 10.929786, 0], 1e-5);
});

test('a precise bounding box contains the posed vertices', () => {
  const model = dancer();
  showFrame(model, moved, 0);
  const box = new Box3().setFromObject(model.mesh, true);
  expectPlace(box.min, [99, 9, -6], 1e-5); // the centre's triangle: 100 − 1, 10 − 1; the arm's: −1 − 5
  expectPlace(box.max, [103, 16, -5], 1e-5); // the arm's: 100 + 2 + 1; the head's: 15 + 1
});

test('the box of a model that stands in a scene is exact at rest: a camera can frame by it', () => {
  const model = dancer({ morphs: [vertexMorph('あ', [1, [0, 20, 0]])] });
  model.root.position.set(0, 3, 0);
  model.root.scale.setScalar(0.08);
  const [box, precise] = [false, true].map((isPrecise) => new Box3().setFromObject(model.root, isPrecise));
  expectPlace(box.min, precise.min, 1e-6);
  expectPlace(box.max, precise.max, 1e-6);
});

function slot(matrices: ArrayLike<number>, bone: number): Matrix4 {
  return new Matrix4().fromArray(Array.from(matrices), 16 * bone);
}

describe('the bone texture', () => {
  test('the bone texture is a square with a matrix per bone, and one more at rest', () => {
    for (const bones of [0, 1, 3, 4, 15, 16, 200]) {
      const { mesh } = smallModel({
        bones: Array.from({ length: bones }, (_, i) => ({ position: [i, 0, 0] })),
      });
      const { boneTexture, boneMatrices } = mesh.skeleton.computeBoneTexture();
      const { width, height } = boneTexture!.image as { width: number; height: number };
      expect(width).toBe(height);
      expect(width % 4).toBe(0); // no matrix is split at the end of a row
      expect(boneTexture!.image.data!.length).toBe(4 * width * height);
      expect(boneTexture!.image.data!.buffer).toBe(boneMatrices!.buffer);
      expect(boneMatrices!.length).toBe(16 * (bones + 1)); // just the size of WebGPURenderer's buffer
      expect(slot(boneMatrices!, bones).equals(new Matrix4())).toBe(true);
    }
  });

  test('the bone matrices do not depend on the model’s position, and are updated after the rig was solved', () => {
    const model = dancer();
    const { skeleton } = model.mesh;
    model.root.position.set(1e6, 0, 0);
    model.root.updateMatrixWorld();
    skeleton.computeBoneTexture();
    skeleton.update();
    const { version } = skeleton.boneTexture!;
    skeleton.update();
    expect(skeleton.boneTexture!.version).toBe(version);
    model.rig.pose.translations[2] = 0.125;
    model.update();
    skeleton.update();
    expect(skeleton.boneTexture!.version).toBe(version + 1);
    expectPlace(new Vector3(2, 14, -1).applyMatrix4(slot(skeleton.boneMatrices!, 2)), [2, 14, -0.875]);
    expect(slot(skeleton.boneMatrices!, 3).equals(new Matrix4())).toBe(true);
  });
});

test('the skeleton has a bone for each slot: the last one follows the root alone, and vertices without a bone are on it', () => {
  const model = dancer({ vertices: [{ position: [1, 2, 3], bones: [-1] }] });
  const { bones, boneInverses } = model.mesh.skeleton;
  expect([bones.length, boneInverses.length]).toEqual([4, 4]);
  expect(model.mesh.geometry.getAttribute('skinIndex').getX(0)).toBe(3);
  model.rig.pose.translations[1] = 5; // of the root of all bones
  model.update();
  model.root.position.set(100, 0, 0);
  model.root.updateMatrixWorld();
  expectPlace(new Vector3().setFromMatrixPosition(bones[0].matrixWorld), [100, 15, 0]);
  expectPlace(new Vector3().setFromMatrixPosition(bones[3].matrixWorld), [100, 0, 0]);
  expect(boneInverses[3].equals(new Matrix4())).toBe(true);
});

test('the bone inverses are those of the rest positions', () => {
  const { mesh } = dancer();
  expectPlace(new Vector3(2, 14, -1).applyMatrix4(mesh.skeleton.boneInverses[2]), [0, 0, 0]);
});
