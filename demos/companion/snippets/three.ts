// scene, camera, timer (new Timer()) and renderer (with alpha: true): your own
import { createMmdLight, loadModel } from '@odori/model';
import { loadMotion, MotionPlayer } from '@odori/runtime';
import { createCompanion, pointerTarget } from '@odori/runtime/companion';

const model = await loadModel('dancer.pmx');
const player = new MotionPlayer();
const companion = createCompanion(player, model, {
  idle: [await loadMotion('idle-calm.vmd'), await loadMotion('idle-look.vmd')],
  gestures: { wave: await loadMotion('gesture-wave.vmd') },
  lookAt: pointerTarget(renderer.domElement, camera),
});
scene.add(createMmdLight(), model.root);
renderer.setAnimationLoop((time) => {
  player.update(timer.update(time).getDelta());
  renderer.render(scene, camera);
});
await companion.perform('wave'); // → 'ended'
companion.feel('joy');
await companion.say('Konnichiwa!'); // or an <audio> with a voice
const dance = await loadMotion('dance.vmd');
addEventListener('click', () => companion.dance(dance, new Audio('song.m4a')));
