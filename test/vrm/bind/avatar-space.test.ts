import { bindHumanoid } from '#src/vrm/bind/bind-humanoid.js';
import { bindVrm } from '#src/vrm/bind/bind-vrm.js';
import type { HumanoidBinding } from '#src/vrm/bind/humanoid-binding.js';
import { readAsset } from '#test/support/dancer-files.js';
import { loadGltf, loadVrm } from '#test/vrm/load-vrm.js';
import { smallVrm } from '#test/vrm/small-vrm.js';
import { parseVmd } from '@odori/format';
import { Motion, MotionPlayer } from '@odori/runtime';
import { lookAt } from '@odori/runtime/companion';
import type { VRM, VRMHumanBoneName } from '@pixiv/three-vrm';
import { Group, Object3D, Quaternion, Vector3 } from 'three';
import { describe, expect, test } from 'vitest';

/** Stands somewhere in the world, turned and larger. */
function placed(scene: Object3D): Group {
  const root = new Group().add(scene);
  root.position.set(3, -2, 5);
  root.rotation.set(0.1, 2, -0.2);
  root.scale.setScalar(4);
  root.updateMatrixWorld(true);
  return root;
}

/** A point before an avatar, in metres of its own. */
function before(root: Object3D, vrm: VRM, x: number, y: number, z: number): Vector3 {
  const sign = vrm.meta.metaVersion === '0' ? -1 : 1;
  return root.localToWorld(new Vector3(sign * x, y, sign * z));
}

/** Measures by three-vrm's own objects how many degrees the gaze is off. */
class Eyes {
  readonly #vrm: VRM;
  readonly #rests: readonly Quaternion[];

  constructor(vrm: VRM) {
    this.#vrm = vrm;
    this.#rests = this.#rotations.map((rotation) => rotation.premultiply(this.#sceneRotation.invert()));
  }

  errorTo(target: Vector3): number {
    this.#vrm.scene.updateWorldMatrix(true, true);
    const sign = this.#vrm.meta.metaVersion === '0' ? -1 : 1;
    const way = target.clone().sub(this.#vrm.lookAt!.getLookAtWorldPosition(new Vector3()));
    const angles = this.#rotations.map((rotation, i) =>
      new Vector3(0, 0, sign)
        .applyQuaternion(rotation.multiply(this.#rests[i].clone().invert()))
        .angleTo(way),
    );
    return (Math.max(...angles) * 180) / Math.PI;
  }

  get #sceneRotation(): Quaternion {
    return this.#vrm.scene.getWorldQuaternion(new Quaternion());
  }

  get #rotations(): Quaternion[] {
    return (['leftEye', 'rightEye'] as VRMHumanBoneName[]).map((eye) =>
      this.#vrm.humanoid.getRawBoneNode(eye)!.getWorldQuaternion(new Quaternion()),
    );
  }
}

describe.each([
  ['a small VRM 0.x', () => smallVrm({ version: '0' })],
  ['a small VRM 1.0', () => smallVrm({ version: '1' })],
  ['our dancer', () => readAsset('dancer.vrm')],
])('%s', (name, read) => {
  test('looks at a point of the world, to within 1° after half a second', async () => {
    const vrm = await loadVrm(read());
    const eyes = new Eyes(vrm);
    const root = placed(vrm.scene);
    const avatar = bindVrm(vrm);
    const target = before(root, vrm, 1, 1.2, 2);
    const look = lookAt(target, { space: avatar.space, saccades: 0 });
    for (let frame = 0; frame < 30; frame++) {
      avatar.rig.pose.reset();
      look(avatar.rig, 1 / 60);
      avatar.update(1 / 60);
    }
    expect(eyes.errorTo(target)).toBeLessThan(1);
  });

  test('its eyes are where three-vrm says', async () => {
    const vrm = await loadVrm(read());
    const root = placed(vrm.scene);
    const { space, rig, ...avatar } = bindVrm(vrm);
    expect(avatar.humanoid.bones).toContain('head');
    expect(rig.definition.boneCount).toBeGreaterThan(0);
    root.updateMatrixWorld(true);
    const place = new Vector3(...(Array.from(space.eyes!) as [number, number, number]));
    const { elements } = space.matrixWorld;
    const [x, y, z] = place;
    const [wx, wy, wz] = [0, 1, 2].map(
      (k) => elements[k] * x + elements[4 + k] * y + elements[8 + k] * z + elements[12 + k],
    );
    const expected = vrm.lookAt!.getLookAtWorldPosition(new Vector3());
    expect(expected.distanceTo(new Vector3(wx, wy, wz)), name).toBeLessThan(1e-6);
  });
});

test('our dancer looks at a point before her while she dances, to within 1° most of the time', async () => {
  const vrm = await loadVrm(readAsset('dancer.vrm'));
  const eyes = new Eyes(vrm);
  const root = placed(vrm.scene);
  const avatar = bindVrm(vrm);
  const target = before(root, vrm, 0.5, 1.3, 3);
  const player = new MotionPlayer();
  const limits = { eyes: [40, 30], head: [60, 40] } as const;
  const adjust = lookAt(target, { space: avatar.space, saccades: 0, limits });
  player.add(avatar, Motion.from(parseVmd(readAsset('dance.vmd'))), { adjust });
  await player.play();
  const errors: number[] = [];
  for (let frame = 0; frame < 20 * 60; frame++) {
    player.update(1 / 60);
    if (frame >= 30) errors.push(eyes.errorTo(target));
  }
  // in a tenth of the time she turns her back on it, or her neck cannot follow
  expect(errors.filter((error) => error < 1).length / errors.length).toBeGreaterThan(0.9);
});

test('any humanoid has a space, whatever axis it faces', async () => {
  const { scene } = await loadGltf(smallVrm({ version: '0' })); // faces −z
  placed(scene);
  const avatar: HumanoidBinding = bindHumanoid(scene);
  const hips = new Vector3().fromArray(avatar.pose.worldPositions).divideScalar(avatar.pose.unit);
  const { elements } = avatar.space.matrixWorld;
  const [x, y, z] = [0, 1, 2].map(
    (k) => elements[k] * hips.x + elements[4 + k] * hips.y + elements[8 + k] * hips.z + elements[12 + k],
  );
  scene.updateWorldMatrix(true, true);
  const expected = scene.getObjectByName('leftUpperLeg')!.parent!.getWorldPosition(new Vector3());
  expect(expected.distanceTo(new Vector3(x, y, z))).toBeLessThan(1e-6);
  const left = scene.getObjectByName('leftHand')!.getWorldPosition(new Vector3()).sub(expected);
  expect(left.dot(new Vector3(elements[0], elements[1], elements[2]))).toBeGreaterThan(0); // +x is her left
});
