// scene, camera, renderer and timer (new Timer()): your own
import { loadModel } from '@odori/model';
import { loadMotion, MotionPlayer } from '@odori/runtime';
import { SkeletonHelper } from 'three';

const model = await loadModel('dancer.pmx');
const leftFoot = model.rig.definition.ikNames.indexOf('左足ＩＫ');
const player = new MotionPlayer({ loop: true });
player.add(model, await loadMotion('dance.vmd'), {
  adjust: ({ pose }) => (pose.ikEnabled[leftFoot] = 0), // this IK off
});
const skeleton = new SkeletonHelper(model.root);
skeleton.renderOrder = 1e6; // over her
scene.add(model.root, skeleton);
void player.play();
renderer.setAnimationLoop((time) => {
  player.update(timer.update(time).getDelta());
  renderer.render(scene, camera);
});
