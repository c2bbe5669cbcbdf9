import { createMmdLight, loadModel } from '@odori/model';
import { loadMotion, MotionCamera, MotionPlayer } from '@odori/runtime';
import { BasicShadowMap, Scene, Timer, WebGLRenderer } from 'three';

const status = document.querySelector('#status');
try {
  await showDance(document.querySelector('#view'), document.querySelector('#song'));
  status.textContent = 'Press play.';
} catch (error) {
  status.textContent = error.message; // such as: dancer.pmx: the server answered 404 Not Found
}

async function showDance(canvas, song) {
  const renderer = new WebGLRenderer({ canvas, antialias: true });
  renderer.setClearColor(0xdfe3ea);
  renderer.shadowMap.enabled = true; // the shaded look of MMD, with shadows on the model
  renderer.shadowMap.type = BasicShadowMap;

  const [model, dance, shots] = await Promise.all([
    loadModel('files/dancer.pmx', { physics: true }), // with its textures; hair and skirt swing
    loadMotion('files/dance.vmd'),
    loadMotion('files/camera.vmd'),
  ]);
  const scene = new Scene();
  scene.add(createMmdLight(), model.root);
  const camera = new MotionCamera(shots);

  // The player follows the <audio> of the page: its buttons play, pause and seek the dance.
  const player = new MotionPlayer({ media: song });
  player.add(model, dance);
  player.camera = camera;

  function resize() {
    renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
    renderer.setSize(canvas.clientWidth, canvas.clientHeight, false);
    camera.aspect = canvas.clientWidth / canvas.clientHeight;
  }
  addEventListener('resize', resize);
  resize();

  const timer = new Timer();
  renderer.setAnimationLoop((milliseconds) => {
    player.update(timer.update(milliseconds).getDelta()); // motion, IK, morphs, physics and camera
    renderer.render(scene, camera.active);
  });
}
