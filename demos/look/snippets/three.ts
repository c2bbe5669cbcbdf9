// scene, camera, renderer and timer (new Timer()): your own
import { createMmdLight, loadModel } from '@odori/model';
import { loadMotion, MotionPlayer } from '@odori/runtime';
import { BasicShadowMap } from 'three';

renderer.shadowMap.enabled = true; // model.surface.look = 'plain' for the other look
renderer.shadowMap.type = BasicShadowMap;
const model = await loadModel('dancer.pmx');
const eyes = 4 * model.rig.boneIndex('両目'); // both eyes
const player = new MotionPlayer({ loop: true });
player.add(model, await loadMotion('dance.vmd'), {
  adjust: ({ pose }) => (pose.rotations[eyes + 1] = 0.1), // she glances aside
});
scene.add(createMmdLight(), model.root);
void player.play();
renderer.setAnimationLoop((time) => {
  player.update(timer.update(time).getDelta());
  renderer.render(scene, camera);
});
