import { loadModel, type MmdModel } from '@odori/model';
import { loadMotion, type Motion, MotionCamera, MotionPlayer, OrbitHandOver } from '@odori/runtime';
import { PerspectiveCamera, Timer } from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import { onOpenedFiles } from './open-files';
import { createStage } from './stage';

const canvas = document.querySelector<HTMLCanvasElement>('#view')!;
const song = document.querySelector<HTMLAudioElement>('#song')!;
const status = document.querySelector<HTMLElement>('#status')!;
const playButton = document.querySelector<HTMLButtonElement>('#play')!;
const cameraButton = document.querySelector<HTMLButtonElement>('#camera')!;

const { renderer, scene } = createStage(canvas);
const player = new MotionPlayer({ media: song, loop: true });
let model: MmdModel | undefined;
let dance: Motion | undefined;

// Two cameras: that of the motion, and one that the viewer turns. `handOver` is set while the viewer has the
// view.
let motionCamera = new MotionCamera();
const controls = new OrbitControls(new PerspectiveCamera(30, 1, 0.5, 1000), canvas);
let handOver: OrbitHandOver | undefined;

/** Shows a model in place of the last one, with the same motion. */
function showModel(next: MmdModel): void {
  if (model) {
    player.remove(model);
    model.root.removeFromParent();
    model.dispose();
  }
  model = next;
  scene.add(model.root);
  player.add(model, dance);
}

/**
 * Plays the tracks of a motion: those of bones and morphs move the model, those of a camera move the camera.
 */
function playMotion(motion: Motion): void {
  if (motion.camera) {
    motionCamera = new MotionCamera(motion);
    player.camera = motionCamera;
    setFreeCamera(false);
  }
  if (motion.bones.size > 0 || motion.morphs.size > 0) {
    dance = motion;
    if (model) player.add(model, dance);
  }
}

function setFreeCamera(isFree: boolean): void {
  // starts where the motion's camera is
  handOver = isFree ? new OrbitHandOver(motionCamera, controls) : undefined;
  controls.enabled = isFree;
  cameraButton.textContent = isFree ? 'Motion camera' : 'Free camera';
}

/** Runs `work`, and shows its error if it fails: the messages of Odori are written for viewers. */
async function attempt(work: () => Promise<unknown>): Promise<void> {
  try {
    status.textContent = 'Loading…';
    await work();
    const lacksTextures = model?.report.notes.some(({ code }) => code === 'missing-file');
    status.textContent = lacksTextures
      ? 'Textures are missing. Open the whole folder of the model, or a zip.'
      : 'Drop your own model, motion or song here.';
  } catch (error) {
    status.textContent = error instanceof Error ? error.message : String(error);
  }
}

async function openFiles(files: Map<string, File>): Promise<void> {
  const names = [...files.keys()];
  const songName = names.find((name) => /\.(mp3|ogg|m4a|wav)$/i.test(name));
  if (names.some((name) => /\.(pmx|pmd|zip)$/i.test(name)))
    showModel(await loadModel(files, { physics: true }));
  if (names.some((name) => /\.(vmd|vpd|bvmd)$/i.test(name))) playMotion(await loadMotion(files));
  if (songName) song.src = URL.createObjectURL(files.get(songName)!);
}

playButton.addEventListener('click', () => (player.paused ? attempt(() => player.play()) : player.pause()));
for (const type of ['play', 'pause'])
  player.addEventListener(type, () => (playButton.textContent = player.paused ? 'Play' : 'Pause'));
cameraButton.addEventListener('click', () => setFreeCamera(!handOver));
onOpenedFiles(document.querySelector<HTMLInputElement>('#files')!, (files) =>
  attempt(() => openFiles(files)),
);

function resize(): void {
  const { clientWidth, clientHeight } = canvas;
  renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
  renderer.setSize(clientWidth, clientHeight, false);
  controls.object.aspect = clientWidth / clientHeight;
  controls.object.updateProjectionMatrix();
}
addEventListener('resize', resize);
resize();

const timer = new Timer();
renderer.setAnimationLoop((milliseconds) => {
  const deltaSeconds = timer.update(milliseconds).getDelta();
  motionCamera.aspect = canvas.clientWidth / canvas.clientHeight;
  player.update(deltaSeconds); // motion, IK, morphs, physics and camera, in time with the song
  handOver?.update(deltaSeconds);
  renderer.render(scene, handOver ? controls.object : motionCamera.active);
});

await attempt(async () => {
  const [dancer, bodyMotion, cameraMotion] = await Promise.all([
    loadModel('/files/dancer.pmx', { physics: true }), // with its textures; hair and skirt swing
    loadMotion('/files/dance.vmd'),
    loadMotion('/files/camera.vmd'),
  ]);
  showModel(dancer);
  playMotion(bodyMotion);
  playMotion(cameraMotion);
  playButton.disabled = false;
  cameraButton.disabled = false;
});
