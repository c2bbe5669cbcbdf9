// scene, camera, renderer (a WebGPURenderer, initialized), timer (new Timer()): your own
import { ModelCrowd } from '@odori/model/crowd';
import { loadModel } from '@odori/model/webgpu';
import { loadMotion, MotionPlayer } from '@odori/runtime';
import { DirectRenderPipeline } from 'three/webgpu';

const dance = await loadMotion('dance.vmd');
const first = await loadModel('dancer.pmx', { physics: true });
const crowd = new ModelCrowd(first); // draws all dancers at once
const player = new MotionPlayer({ loop: true });
for (let i = 0; i < 12; i++) {
  const model = i === 0 ? first : first.clone(); // shares geometry and textures
  model.root.position.x = 12 * (i - 5.5);
  crowd.add(model); // instead of scene.add(model.root)
  player.add(model, dance);
}
scene.add(crowd.root);
void player.play();
const pipeline = new DirectRenderPipeline(renderer); // blends colors as MMD does
renderer.setAnimationLoop((time) => {
  player.update(timer.update(time).getDelta());
  crowd.update();
  pipeline.render(scene, camera);
});
