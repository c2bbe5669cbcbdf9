// scene, camera, canvas and timer (new Timer()): your own
import { ModelCrowd } from '@odori/model/crowd';
import { loadModel } from '@odori/model/webgpu';
import { loadMotion, MotionPlayer } from '@odori/runtime';
import { DirectRenderPipeline, WebGPURenderer } from 'three/webgpu';
const dance = await loadMotion('dance.vmd');
const first = await loadModel('dancer.pmx', { physics: true });
const crowd = new ModelCrowd(first); // draws all dancers at once
scene.add(crowd.root);
const player = new MotionPlayer({ loop: true });
for (let i = 0; i < 12; i++) {
  const model = i === 0 ? first : first.clone(); // shares geometry and textures
  model.root.position.x = 12 * (i - 5.5);
  crowd.add(model); // instead of scene.add(model.root)
  player.add(model, dance);
}
void player.play();
const renderer = new WebGPURenderer({ canvas, antialias: true });
const pipeline = new DirectRenderPipeline(renderer); // blends colors as MMD does
await renderer.setAnimationLoop((time) => {
  player.update(timer.update(time).getDelta());
  crowd.update();
  pipeline.render(scene, camera);
});
