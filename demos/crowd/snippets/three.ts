// scene, camera, renderer and timer (new Timer()): your own
import { loadModel } from '@odori/model';
import { bindMotion, loadMotion, secondsToFrame } from '@odori/runtime';

const dance = await loadMotion('dance.vmd');
const first = await loadModel('dancer.pmx', { physics: true });
const crowd = Array.from({ length: 12 }, (_, i) => {
  const model = i === 0 ? first : first.clone(); // shares geometry and textures
  model.root.position.x = 12 * (i - 5.5);
  scene.add(model.root);
  return { model, motion: bindMotion(dance, model.rig) };
});
renderer.setAnimationLoop((time) => {
  const delta = timer.update(time).getDelta();
  for (const [i, { model, motion }] of crowd.entries()) {
    motion.sample(secondsToFrame(Math.max(0, timer.getElapsed() - 0.25 * i)));
    model.update(delta);
  }
  renderer.render(scene, camera);
});
