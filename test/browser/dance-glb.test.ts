import { parsePmx, parseVmd } from '@odori/format';
import { createModel } from '@odori/model';
import { bindMotion, Motion } from '@odori/runtime';
import { createDanceGlb } from '@odori/vrm/glb';
import { AnimationMixer, DoubleSide, MeshBasicMaterial, type Object3D } from 'three';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { afterAll, expect, test } from 'vitest';
import dance from '@odori/sample/files/dance.vmd?url';
import dancer from '@odori/sample/files/dancer.pmx?url';
import { ModelPicture } from '#test/support/model-picture.js';

const SIZE = [96, 128] as const;
const picture = await ModelPicture.create('WebGLRenderer', ...SIZE, 26);
picture.camera.position.y = 10;
picture.scene.overrideMaterial = new MeshBasicMaterial({ color: 0xffffff, side: DoubleSide });

afterAll(() => picture.dispose());

async function bytesOf(url: string): Promise<Uint8Array> {
  return new Uint8Array(await (await fetch(url)).arrayBuffer());
}

/** Which pixels an object covers. */
async function silhouetteOf(object: Object3D): Promise<boolean[]> {
  picture.scene.add(object);
  await picture.draw();
  picture.scene.remove(object);
  const pixels = picture.pixels();
  return Array.from({ length: SIZE[0] * SIZE[1] }, (_, i) => pixels[4 * i] > 200);
}

/** The share of the pixels of either picture that both cover. */
function overlap(a: readonly boolean[], b: readonly boolean[]): number {
  const both = a.filter((covered, i) => covered && b[i]).length;
  const either = a.filter((covered, i) => covered || b[i]).length;
  return both / either;
}

test('three’s GLTFLoader draws the dancer of a GLB where MmdModel draws her', async () => {
  const pmx = parsePmx(await bytesOf(dancer));
  const motion = Motion.from(parseVmd(await bytesOf(dance))).slice(600, 640);
  const model = createModel(pmx);
  await model.ready;
  model.surface.outline.visible = model.surface.groundShadow.visible = false;
  const binding = bindMotion(motion, model.rig);
  const { bytes } = await createDanceGlb(pmx, motion);
  const { scene, animations } = await new GLTFLoader().parseAsync(Uint8Array.from(bytes).buffer, '');
  scene.scale.setScalar(1 / 0.08);
  scene.traverse((part) => (part.frustumCulled = false));
  const mixer = new AnimationMixer(scene);
  mixer.clipAction(animations[0]).play();
  const shown: { own: boolean[]; glb: boolean[] }[] = [];
  for (const frame of [0, 17, 38]) {
    binding.sample(frame);
    model.update();
    mixer.setTime(frame / 30);
    shown.push({ own: await silhouetteOf(model.root), glb: await silhouetteOf(scene) });
  }
  for (const { own, glb } of shown) {
    const covered = own.filter(Boolean).length / own.length;
    expect(covered).toBeGreaterThan(0.08);
    expect(covered).toBeLessThan(0.6);
    expect(overlap(own, glb)).toBeGreaterThan(0.98);
  }
  // Pictures of different moments differ more than that.
  expect(overlap(shown[0].own, shown[1].glb)).toBeLessThan(0.95);
  model.dispose();
});
