// scene, camera, renderer and timer (new Timer()): your own
import { loadModel } from '@odori/model';
import { focusOn, loadMotion, MotionPlayer } from '@odori/runtime';
import {
  BloomEffect,
  DepthOfFieldEffect,
  EffectComposer,
  EffectPass,
  RenderPass,
} from 'postprocessing';
import { HalfFloatType } from 'three';

const model = await loadModel('dancer.pmx');
const player = new MotionPlayer({ loop: true });
player.add(model, await loadMotion('dance.vmd'));
scene.add(model.root);

const eyes = focusOn(model, '両目');
const depthOfField = new DepthOfFieldEffect(camera, { focusRange: 14 });
depthOfField.target = eyes.point;
const bloom = new BloomEffect({ mipmapBlur: true, luminanceThreshold: 1 });
// half floats: what glows is brighter than white
const composer = new EffectComposer(renderer, {
  frameBufferType: HalfFloatType,
  multisampling: 4,
});
composer.addPass(new RenderPass(scene, camera));
composer.addPass(new EffectPass(camera, depthOfField));
composer.addPass(new EffectPass(camera, bloom));

void player.play();
renderer.setAnimationLoop((time) => {
  player.update(timer.update(time).getDelta());
  eyes.update();
  composer.render();
});
