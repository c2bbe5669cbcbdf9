// scene, camera and renderer: your own
import { loadModel } from '@odori/model';
import { bindMotion, loadMotion, secondsToFrame } from '@odori/runtime';

const dance = await loadMotion('dance.vmd');
const now = await loadModel('dancer.pmx');
for (const seconds of [-0.4, -0.2, 0, 0.2, 0.4]) {
  const dancer = seconds === 0 ? now : now.clone();
  bindMotion(dance, dancer.rig).sample(secondsToFrame(30 + seconds));
  dancer.update(); // IK and everything that depends on it
  dancer.root.position.z = -20 * Math.abs(seconds);
  scene.add(dancer.root);
}
renderer.setAnimationLoop(() => renderer.render(scene, camera));
