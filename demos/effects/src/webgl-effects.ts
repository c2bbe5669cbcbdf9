import type { Focus } from '@odori/runtime';
import { N8AOPostPass } from 'n8ao';
import {
  BlendFunction,
  BloomEffect,
  BrightnessContrastEffect,
  DepthOfFieldEffect,
  EffectComposer,
  EffectPass,
  HueSaturationEffect,
  NoiseEffect,
  type Pass,
  RenderPass,
} from 'postprocessing';
import { HalfFloatType, type PerspectiveCamera, type Scene, Vector2, type WebGLRenderer } from 'three';
import { EFFECTS, type EffectName, type Effects } from './effects.js';

/**
 * The effects by `postprocessing` of pmndrs, and N8AO. Each has a pass of its own, so that its cost can be
 * measured: a page that needs no figures gives one `EffectPass` several effects.
 */
export class WebGLEffects implements Effects {
  readonly #renderer: WebGLRenderer;
  readonly #focus: Focus;
  readonly #composer: EffectComposer;
  readonly #picture: RenderPass;
  readonly #passes: Readonly<Record<EffectName, Pass>>;
  readonly #size = new Vector2();

  constructor(renderer: WebGLRenderer, scene: Scene, camera: PerspectiveCamera, focus: Focus) {
    this.#renderer = renderer;
    this.#focus = focus;
    this.#composer = new EffectComposer(renderer, { frameBufferType: HalfFloatType, multisampling: 4 });
    this.#picture = new RenderPass(scene, camera);
    this.#composer.addPass(this.#picture);
    this.#passes = createPasses(scene, camera, focus);
    for (const name of EFFECTS) this.#composer.addPass(this.#passes[name]);
  }

  show(names: ReadonlySet<EffectName>): void {
    const all = [this.#picture, ...EFFECTS.map((name) => this.#passes[name])];
    for (const name of EFFECTS) this.#passes[name].enabled = names.has(name);
    const last = all.findLast(({ enabled }) => enabled);
    for (const pass of all) pass.renderToScreen = pass === last;
  }

  draw(): void {
    const { x, y } = this.#renderer.getSize(this.#size);
    const { width, height } = this.#renderer.domElement;
    const { inputBuffer } = this.#composer;
    if (inputBuffer.width !== width || inputBuffer.height !== height) this.#composer.setSize(x, y, false);
    this.#focus.update();
    this.#composer.render();
  }

  async finish(): Promise<void> {
    const gl = this.#renderer.getContext();
    gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4)); // waits
  }
}

function createPasses(scene: Scene, camera: PerspectiveCamera, focus: Focus): Record<EffectName, Pass> {
  const dof = new DepthOfFieldEffect(camera, { focusRange: 14, bokehScale: 3, resolutionScale: 0.75 });
  dof.target = focus.point;
  const grading = [
    new HueSaturationEffect({ saturation: 0.04 }),
    new BrightnessContrastEffect({ contrast: 0.06 }),
  ];
  const grain = new NoiseEffect({ blendFunction: BlendFunction.OVERLAY });
  grain.blendMode.opacity.value = 0.25;
  const bloom = new BloomEffect({ mipmapBlur: true, luminanceThreshold: 0.9, intensity: 1.4, radius: 0.7 });
  return {
    ao: createOcclusion(scene, camera),
    dof: new EffectPass(camera, dof),
    bloom: new EffectPass(camera, bloom),
    grading: new EffectPass(camera, ...grading),
    grain: new EffectPass(camera, grain),
  };
}

/** Radii are units of MMD, of about 8 cm. */
function createOcclusion(scene: Scene, camera: PerspectiveCamera): Pass {
  const occlusion = new N8AOPostPass(scene, camera);
  Object.assign(occlusion.configuration, {
    aoRadius: 3,
    distanceFalloff: 1,
    intensity: 2,
    gammaCorrection: false,
  });
  occlusion.setQualityMode('Medium');
  return occlusion;
}
