// scene, camera, renderer and timer (new Timer()): your own
import { loadModel, ModelCrowd } from '@odori/model';
import { loadMotion, MotionPlayer } from '@odori/runtime';
const dance = await loadMotion('dance.vmd');
const first = await loadModel('dancer.pmx', { physics: true });
const crowd = new ModelCrowd(first); // draws all dancers at once
scene.add(crowd.root);
const player = new MotionPlayer({ loop: true });
for (let i = 0; i < 12; i++) {
  const model = i === 0 ? first : first.clone(); // shares geometry and textures
  model.root.position.x = 12 * (i - 5.5);
  crowd.add(model); // instead of scene.add(model.root)
  player.add(model, dance, { offset: -0.25 * i });
}
void player.play();
renderer.setAnimationLoop((time) => {
  player.update(timer.update(time).getDelta());
  crowd.update();
  renderer.render(scene, camera);
});
