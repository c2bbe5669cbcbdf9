import type { PlayerModel } from '@odori/element';
import { createMmdLight } from '@odori/model';
import { Box3, PerspectiveCamera, Scene, Vector3, WebGLRenderer } from 'three';

/** Pixels. */
const WIDTH = 120;
const HEIGHT = 160;
const FIELD_OF_VIEW = 30;
/** Of what a picture of a head shows, in MMD units. */
const HEAD_VIEW = 7;

/** Small pictures of dancers from head to chest, as data URLs; those without a head are shown as a whole. */
export function dancerPictures(models: readonly (PlayerModel | undefined)[]): string[] {
  const renderer = new WebGLRenderer({ antialias: true, alpha: true, preserveDrawingBuffer: true });
  renderer.setSize(WIDTH, HEIGHT, false);
  try {
    return models.map((model) => (model ? pictureOf(model, renderer) : ''));
  } finally {
    renderer.dispose();
    renderer.forceContextLoss();
  }
}

function pictureOf(model: PlayerModel, renderer: WebGLRenderer): string {
  const { root } = model;
  const { parent } = root;
  const scene = new Scene().add(root);
  const light = createMmdLight();
  scene.add(light, light.target);
  scene.updateMatrixWorld();
  renderer.render(scene, cameraFor(model));
  const picture = renderer.domElement.toDataURL();
  if (parent) parent.add(root);
  else scene.remove(root);
  light.dispose();
  return picture;
}

function cameraFor({ rig, root }: PlayerModel): PerspectiveCamera {
  const camera = new PerspectiveCamera(FIELD_OF_VIEW, WIDTH / HEIGHT, 0.5, 2000);
  const head = rig.boneIndex('頭');
  const target = new Vector3();
  let height = HEAD_VIEW;
  if (head >= 0) {
    target.fromArray(rig.worldPositions, 3 * head).applyMatrix4(root.matrixWorld);
  } else {
    const box = new Box3().setFromObject(root);
    box.getCenter(target);
    height = 1.2 * Math.max(box.max.y - box.min.y, box.max.x - box.min.x, 1);
  }
  const distance = height / 2 / Math.tan((FIELD_OF_VIEW / 2) * (Math.PI / 180));
  camera.position.set(target.x, target.y, target.z + distance);
  camera.lookAt(target);
  camera.updateMatrixWorld();
  return camera;
}
