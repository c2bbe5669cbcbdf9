import { createMmdLight, PMXLoader } from '@odori/model';
import { Motion, MotionCamera, MotionLight, MotionPlayer, VMDLoader } from '@odori/runtime';
import { BasicShadowMap, Scene, WebGLRenderer } from 'three';
import { createFestivalStage } from '../../festival/src/festival-stage.js';

/*
 * A page that draws contact sheets of the dance on its stage, with physics: `drawDance(moments, columns,
 * width, height)`. `moments` is how many, spread over the dance, or a list of seconds.
 */

declare global {
  interface Window {
    drawDance?: (
      moments: number | readonly number[],
      columns: number,
      width: number,
      height: number,
    ) => string;
  }
}

const FILES = '/packages/sample/files/';
const FRAMES_PER_SECOND = 30;
/** Narrower pictures show as much from side to side as a picture of this aspect ratio, as in the player. */
const MIN_ASPECT = 0.8;

const model = await new PMXLoader({ physics: true }).loadAsync(`${FILES}dancer.pmx`);
const cameraMotion = Motion.from(await new VMDLoader().loadAsync(`${FILES}camera.vmd`));
const player = new MotionPlayer();
player.add(model, Motion.from(await new VMDLoader().loadAsync(`${FILES}dance.vmd`)));
const light = createMmdLight();
const camera = new MotionCamera(cameraMotion);
player.camera = camera;
player.light = new MotionLight(cameraMotion, light);

const renderer = new WebGLRenderer({ antialias: true, preserveDrawingBuffer: true });
renderer.shadowMap.enabled = true;
renderer.shadowMap.type = BasicShadowMap;
const stage = createFestivalStage();
const scene = new Scene().add(light, model.root, stage.root);

function drawFrame(): void {
  const { active } = camera;
  const { currentTime } = player;
  active.updateMatrixWorld();
  const color = light.color.clone();
  stage.update!({
    camera: active,
    light,
    model,
    models: [model],
    renderer,
    currentTime,
    deltaSeconds: 1 / FRAMES_PER_SECOND,
  });
  renderer.render(scene, active);
  light.color.copy(color);
}

window.drawDance = (moments, columns, width, height) => {
  const { duration } = player;
  const times =
    typeof moments === 'number'
      ? Array.from({ length: moments }, (_, i) => ((i + 0.5) / moments) * duration)
      : moments;
  const count = times.length;
  const canvas = document.querySelector<HTMLCanvasElement>('#sheet')!;
  canvas.width = columns * width;
  canvas.height = Math.ceil(count / columns) * height;
  const context = canvas.getContext('2d')!;
  context.font = '12px sans-serif';
  context.fillStyle = '#f0f';
  renderer.setSize(width, height, false);
  camera.aspect = width / height;
  camera.perspectiveCamera.zoom = camera.orthographicCamera.zoom = Math.min(1, camera.aspect / MIN_ASPECT);
  camera.update();
  player.currentTime = 0;
  void player.play();
  for (let i = 0, frame = 0; i < count; i++) {
    const end = Math.round(times[i] * FRAMES_PER_SECOND);
    for (; frame < end; frame++) player.update(1 / FRAMES_PER_SECOND);
    drawFrame();
    const [x, y] = [(i % columns) * width, Math.floor(i / columns) * height];
    context.drawImage(renderer.domElement, x, y);
    context.fillText(player.currentTime.toFixed(1), x + 4, y + 14);
  }
  player.pause();
  return canvas.toDataURL('image/png');
};
