import { createMmdLight, type MmdModel, PMXLoader } from '@odori/model';
import { Motion, MotionPlayer, VMDLoader } from '@odori/runtime';
import { bindVrm, type HumanoidBinding, scaleVrm } from '@odori/vrm';
import { type VRM, VRMLoaderPlugin } from '@pixiv/three-vrm';
import { AmbientLight, Color, type Object3D, PerspectiveCamera, Scene, Vector3, WebGLRenderer } from 'three';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';

/*
 * A page that draws contact sheets of an idle motion, or a gesture over one: `drawGesture(name, isVrm,
 * moments)`. `moments` is how many, spread over the motion, or a list of seconds. Two rows, from two sides.
 */

declare global {
  interface Window {
    drawGesture?: (name: string, isVrm: boolean, moments: number | readonly number[]) => Promise<string>;
  }
}

const FILES = '/packages/sample/files/';
const FRAMES_PER_SECOND = 30;
const UNIT_METERS = 0.08;
const MAX_WIDTH = 2200;
const MAX_CELL = 440;
const ASPECT = 1.77;

interface View {
  readonly around: number;
  readonly above: number;
  /** In units. */
  readonly at: number;
  readonly height: number;
}

const VIEWS: readonly View[] = [
  { around: 0, above: 2, at: 10, height: 21.5 },
  { around: -62, above: 6, at: 10, height: 21.5 },
];

const renderer = new WebGLRenderer({ antialias: true, preserveDrawingBuffer: true });

/** Resolves to the avatar and what it draws. */
async function openAvatar(isVrm: boolean): Promise<{ avatar: MmdModel | HumanoidBinding; root: Object3D }> {
  if (!isVrm) {
    const avatar = await new PMXLoader({ physics: true }).loadAsync(`${FILES}dancer.pmx`);
    return { avatar, root: avatar.root };
  }
  const loader = new GLTFLoader();
  loader.register((parser) => new VRMLoaderPlugin(parser));
  const { userData } = await loader.loadAsync(`${FILES}dancer.vrm`);
  const vrm = userData['vrm'] as VRM;
  scaleVrm(vrm, 1 / UNIT_METERS);
  vrm.scene.add(new AmbientLight('#fff', 2.5)); // its materials are physically lit
  return { avatar: bindVrm(vrm), root: vrm.scene };
}

async function open(name: string): Promise<Motion> {
  return Motion.from(await new VMDLoader().loadAsync(`${FILES}${name}.vmd`));
}

function cameraOf({ around, above, at, height }: View): PerspectiveCamera {
  const fov = 22;
  const camera = new PerspectiveCamera(fov, 1 / ASPECT, 0.5, 200);
  const [a, e] = [around, above].map((degrees) => (degrees * Math.PI) / 180);
  const distance = height / 2 / Math.tan((fov * Math.PI) / 360);
  const target = new Vector3(0, at, 0);
  camera.position
    .set(Math.sin(a) * Math.cos(e), Math.sin(e), Math.cos(a) * Math.cos(e))
    .multiplyScalar(distance)
    .add(target);
  camera.lookAt(target);
  return camera;
}

window.drawGesture = async (name, isVrm, moments) => {
  const { avatar, root } = await openAvatar(isVrm);
  const [motion, idle] = await Promise.all([open(name), open('idle-calm')]);
  const player = new MotionPlayer();
  const scene = new Scene().add(createMmdLight(), root);
  scene.background = new Color('#dfe4ea');
  const duration = motion.duration;
  const times =
    typeof moments === 'number'
      ? Array.from({ length: moments }, (_, i) => (i / (moments - 1)) * duration)
      : moments;
  const width = Math.min(Math.floor(MAX_WIDTH / times.length), MAX_CELL);
  const height = Math.round(ASPECT * width);
  renderer.setSize(width, height, false);
  const canvas = document.querySelector<HTMLCanvasElement>('#sheet')!;
  canvas.width = times.length * width;
  canvas.height = VIEWS.length * height;
  const context = canvas.getContext('2d')!;
  context.font = '12px sans-serif';
  const isIdle = name.startsWith('idle');
  player.add(avatar, isIdle ? motion : idle);
  player.currentTime = 0;
  void player.play();
  if (!isIdle) void player.perform(avatar, motion);
  let frame = 0;
  times.forEach((seconds, column) => {
    for (; frame < Math.round(seconds * FRAMES_PER_SECOND); frame++) player.update(1 / FRAMES_PER_SECOND);
    VIEWS.forEach((view, row) => {
      renderer.render(scene, cameraOf(view));
      context.drawImage(renderer.domElement, column * width, row * height);
    });
    context.fillText(seconds.toFixed(2), column * width + 4, 14);
  });
  player.pause();
  return canvas.toDataURL('image/png');
};
