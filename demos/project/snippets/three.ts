// scene, renderer and timer (new Timer()): your own
import { PMMLoader } from '@odori/model';
import { MotionPlayer } from '@odori/runtime';

const show = await new PMMLoader().loadAsync('show/show.pmm');
const player = new MotionPlayer({ loop: true }).add(show, show.motion);
player.camera = show.camera;
player.light = show.light;
show.fit(innerWidth / innerHeight);
scene.add(show.root);
void player.play();
renderer.setAnimationLoop((time) => {
  player.update(timer.update(time).getDelta());
  renderer.render(scene, show.camera.active);
});
