// scene, camera, renderer and timer (new Timer()): your own
import { loadModel } from '@odori/model';
import { loadMotion, MotionPlayer } from '@odori/runtime';

const model = await loadModel('dancer.pmx');
const [heart, wave] = await Promise.all(
  ['pose-heart.vpd', 'pose-wave.vpd'].map((url) => loadMotion(url)),
);
const player = new MotionPlayer().add(model, heart);
player.crossfade(model, wave, 0.8); // seconds; IK is solved on the blend
scene.add(model.root);
renderer.setAnimationLoop((time) => {
  player.update(timer.update(time).getDelta());
  renderer.render(scene, camera);
});
