// scene, camera, renderer, timer, a model and its player: your own
import { focusOn } from '@odori/runtime';
import * as effects from 'postprocessing';
import { HalfFloatType } from 'three';

const composer = new effects.EffectComposer(renderer, {
  frameBufferType: HalfFloatType, // what glows is brighter than white
  multisampling: 4,
});
const eyes = focusOn(model, '両目');
const lens = new effects.DepthOfFieldEffect(camera, { focusRange: 14 });
lens.target = eyes.point;
const bloom = new effects.BloomEffect({ luminanceThreshold: 1 });
composer.addPass(new effects.RenderPass(scene, camera));
composer.addPass(new effects.EffectPass(camera, lens));
composer.addPass(new effects.EffectPass(camera, bloom));
renderer.setAnimationLoop((time) => {
  player.update(timer.update(time).getDelta());
  eyes.update();
  composer.render();
});
