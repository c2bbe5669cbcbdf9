// scene, camera, renderer and timer (new Timer()): your own
import { loadModel } from '@odori/model';
import { createAnimationClip, loadMotion } from '@odori/runtime';
import { AnimationMixer } from 'three';

const model = await loadModel('dancer.pmx');
const dance = await loadMotion('dance.vmd');
const mixer = new AnimationMixer(model.poseTarget);
const [verse, lift] = [dance.slice(120, 360), dance.slice(600, 720)].map(
  (part) => mixer.clipAction(createAnimationClip(part, model.poseTarget)),
);
verse.play();
lift.play().crossFadeFrom(verse, 2, false); // weights: setEffectiveWeight()
scene.add(model.root);
renderer.setAnimationLoop((time) => {
  mixer.update(timer.update(time).getDelta());
  model.update(timer.getDelta()); // IK, once, on the blended pose
  renderer.render(scene, camera);
});
