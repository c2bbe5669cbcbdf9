// scene, camera and timer (new Timer()): your own
import { createMmdLight, loadModel } from '@odori/model/webgpu';
import { loadMotion, MotionPlayer } from '@odori/runtime';
import { DirectRenderPipeline, WebGPURenderer } from 'three/webgpu';

const renderer = new WebGPURenderer({ antialias: true });
await renderer.init(); // without WebGPU, three goes on with WebGL 2
document.body.append(renderer.domElement);
renderer.setSize(innerWidth, innerHeight);
renderer.shadowMap.enabled = true;
const pipeline = new DirectRenderPipeline(renderer); // blends colors as MMD does
const model = await loadModel('dancer.pmx');
const player = new MotionPlayer({ loop: true });
player.add(model, await loadMotion('dance.vmd'));
scene.add(createMmdLight(), model.root);
void player.play();
renderer.setAnimationLoop((time) => {
  player.update(timer.update(time).getDelta());
  pipeline.render(scene, camera);
});
