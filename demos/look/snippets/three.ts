// scene, camera, renderer and timer (new Timer()): your own
import { createMmdLight, loadModel } from '@odori/model';
import { loadMotion, MotionPlayer } from '@odori/runtime';
import { BasicShadowMap } from 'three';

renderer.shadowMap.enabled = true;
renderer.shadowMap.type = BasicShadowMap;
const model = await loadModel('dancer.pmx');
model.surface.look = 'shaded'; // or 'plain', or 'scene'
model.surface.shadows = 'mmd'; // hard; 'three': soft
model.surface.outline.visible = true;
const player = new MotionPlayer({ loop: true });
player.add(model, await loadMotion('dance.vmd'));
scene.add(createMmdLight(), model.root);
void player.play();
renderer.setAnimationLoop((time) => {
  player.update(timer.update(time).getDelta());
  renderer.render(scene, camera);
});
