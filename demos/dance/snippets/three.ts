import { createMmdLight, loadModel } from '@odori/model';
import { loadMotion, MotionCamera, MotionPlayer } from '@odori/runtime';
import { Scene, Timer, WebGLRenderer } from 'three';

const model = await loadModel('dancer.pmx', { physics: true });
const camera = new MotionCamera(await loadMotion('camera.vmd'));
camera.aspect = innerWidth / innerHeight;
const player = new MotionPlayer({ media: new Audio('song.m4a'), loop: true });
player.add(model, await loadMotion('dance.vmd'));
player.camera = camera;

const scene = new Scene().add(createMmdLight(), model.root);
const renderer = new WebGLRenderer({ antialias: true });
renderer.setSize(innerWidth, innerHeight);
document.body.append(renderer.domElement);
const timer = new Timer();
renderer.setAnimationLoop((time) => {
  player.update(timer.update(time).getDelta());
  renderer.render(scene, camera.active);
});
addEventListener('click', () => void player.play()); // sound needs a click
