import { Matrix4, Vector3 } from 'three';
import { describe, expect, test } from 'vitest';
import { expectPlace } from '#test/runtime/rig/small-rig.js';
import { dancer } from './small-dancer.js';
import { smallModel } from './small-model.js';

function slot(matrices: ArrayLike<number>, bone: number): Matrix4 {
  return new Matrix4().fromArray(Array.from(matrices), 16 * bone);
}

describe('what the GPU gets', () => {
  test('a square that holds a matrix for each bone, and one at rest behind them', () => {
    for (const bones of [0, 1, 3, 4, 15, 16, 200]) {
      const { mesh } = smallModel({
        bones: Array.from({ length: bones }, (_, i) => ({ position: [i, 0, 0] })),
      });
      const { boneTexture, boneMatrices } = mesh.skeleton.computeBoneTexture();
      const { width, height } = boneTexture!.image as { width: number; height: number };
      expect(width).toBe(height);
      expect(width % 4).toBe(0); // no matrix is broken at the end of a row
      expect(boneMatrices!.length).toBe(4 * width * height);
      expect(boneMatrices!.length).toBeGreaterThanOrEqual(16 * (bones + 1));
      expect(slot(boneMatrices!, bones).equals(new Matrix4())).toBe(true);
    }
  });

  test('from rest to pose, wherever the model stands; anew once the rig was solved', () => {
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

test('three’s own inverses are those of the rest positions', () => {
  const { mesh } = dancer();
  expectPlace(new Vector3(2, 14, -1).applyMatrix4(mesh.skeleton.boneInverses[2]), [0, 0, 0]);
});
