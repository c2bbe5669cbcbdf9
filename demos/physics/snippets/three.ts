// scene, camera, renderer and timer (new Timer()): your own
import { loadModel } from '@odori/model';
import { PhysicsHelper } from '@odori/physics/debug';
import { loadMotion, MotionPlayer } from '@odori/runtime';

const model = await loadModel('dancer.pmx', { physics: { wind: [60, 0, 0] } });
const player = new MotionPlayer({ loop: true });
player.add(model, await loadMotion('dance.vmd'));
scene.add(model.root);
const bodies = new PhysicsHelper(model.physics!);
model.root.add(bodies);
void player.play();
renderer.setAnimationLoop((time) => {
  player.update(timer.update(time).getDelta());
  bodies.update();
  renderer.render(scene, camera);
});
