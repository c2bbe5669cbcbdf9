import {
  ACESFilmicToneMapping,
  AddEquation,
  AgXToneMapping,
  CineonToneMapping,
  ColorManagement,
  CustomBlending,
  CustomToneMapping,
  LinearToneMapping,
  NeutralToneMapping,
  NoBlending,
  OneFactor,
  RawShaderMaterial,
  ReinhardToneMapping,
  type Scene,
  SRGBTransfer,
  type ToneMapping,
  type WebGLRenderer,
  WebGLRenderTarget,
  ZeroFactor,
} from 'three';
import { askForCoverage, COVERED, endCoverage, keepsCoverage } from '../surface/coverage.js';
import { FullScreen } from './full-screen.js';

/**
 * The last pass of three's `EffectComposer`, in place of `OutputPass`, or of that of `postprocessing`, in
 * place of its `ToneMappingEffect`: tone maps everything but what MMD's looks draw, whose colors stay as the
 * author made them, and encodes all for the screen. Tone mapping and exposure are those of the renderer. What
 * effects before it do, such as bloom, is in both.
 *
 * The picture must have half floats: three's composer has them, that of `postprocessing` with
 * `frameBufferType: HalfFloatType`. In other pictures it tone maps everything. On a transparent canvas it
 * takes what is behind MMD's looks for transparent. Costs one more drawing of the picture, and two for the
 * cover of MMD's looks, 4 bytes a pixel; it draws no object again.
 *
 * @example
 * const composer = new EffectComposer(renderer);
 * composer.addPass(new RenderPass(scene, camera));
 * composer.addPass(new UnrealBloomPass(size, 0.5, 0.4, 1));
 * composer.addPass(new MmdOutputPass(scene)); // → skin and hair as without effects
 */
export class MmdOutputPass {
  /** Vue must not wrap this in a proxy, which has no private members. @internal */
  readonly __v_skip = true;
  readonly name = 'MmdOutputPass';
  /** Read by both composers. */
  readonly isPass = true;
  enabled = true;
  readonly needsSwap = true;
  readonly clear = false;
  /** Set by the composer: whether it is the last pass. */
  renderToScreen = false;
  readonly #scene: Scene;
  readonly #unhook: () => void;
  readonly #cover = new WebGLRenderTarget(1, 1, { depthBuffer: false });
  readonly #read = createRead();
  readonly #restore = createRestore();
  readonly #output = createOutput();
  /** `postprocessing` hands the buffers in the other order. */
  #isInputFirst = false;
  #hasCover = false;
  #toneMapping: ToneMapping | undefined;
  #isEncoded = false;

  /** `scene`: the scene of the `RenderPass`. */
  constructor(scene: Scene) {
    this.#scene = scene;
    // oxlint-disable-next-line typescript/unbound-method -- it is called as a method of the scene
    const pageHook = scene.onAfterRender;
    const hook: Scene['onAfterRender'] = (renderer, ...rest) => {
      pageHook.call(scene, renderer, ...rest);
      if (this.enabled) this.#takeCover(renderer);
    };
    scene.onAfterRender = hook;
    this.#unhook = () => {
      if (scene.onAfterRender === hook) scene.onAfterRender = pageHook;
    };
    askForCoverage(scene);
  }

  /** Called by `postprocessing`. */
  initialize(): void {
    this.#isInputFirst = true;
  }

  /** Called by composers; sizes are those of the pictures. */
  setSize(): void {}

  /** Called by `postprocessing`; depths are not read. */
  setDepthTexture(): void {}

  /** Called by `postprocessing`. */
  getDepthTexture(): null {
    return null;
  }

  /** Called by composers. */
  render(renderer: WebGLRenderer, first: WebGLRenderTarget, second: WebGLRenderTarget): void {
    const [input, output] = this.#isInputFirst ? [first, second] : [second, first];
    const { material } = this.#output;
    this.#setDefines(renderer);
    material.uniforms['map'].value = input.texture;
    material.uniforms['cover'].value = this.#cover.texture;
    material.uniforms['hasCover'].value = this.#hasCover;
    material.uniforms['toneMappingExposure'].value = renderer.toneMappingExposure;
    this.#hasCover = false;
    this.#output.draw(renderer, this.renderToScreen ? null : output);
  }

  /** Frees its GPU memory. Models write their cover no more. */
  dispose(): void {
    endCoverage(this.#scene);
    this.enabled = false;
    this.#unhook();
    this.#cover.dispose();
    for (const screen of [this.#read, this.#restore, this.#output]) screen.dispose();
  }

  /** Keeps the cover, and makes the alpha what it would be without. */
  #takeCover(renderer: WebGLRenderer): void {
    if (!keepsCoverage(renderer, this.#scene)) return;
    const target = renderer.getRenderTarget()!;
    this.#cover.setSize(target.width, target.height);
    const { uniforms } = this.#read.material;
    uniforms['map'].value = target.texture;
    uniforms['isOpaque'].value = this.#scene.background !== null || renderer.getClearAlpha() === 1;
    this.#read.draw(renderer, this.#cover);
    this.#restore.material.uniforms['cover'].value = this.#cover.texture;
    this.#restore.draw(renderer, target);
    this.#hasCover = true;
  }

  #setDefines({ toneMapping, outputColorSpace }: WebGLRenderer): void {
    const isEncoded = ColorManagement.getTransfer(outputColorSpace) === SRGBTransfer;
    if (toneMapping === this.#toneMapping && isEncoded === this.#isEncoded) return;
    this.#toneMapping = toneMapping;
    this.#isEncoded = isEncoded;
    const { material } = this.#output;
    const tone = TONE_MAPPINGS.get(toneMapping);
    material.defines = { ...(tone && { TONE_MAP: tone }), ...(isEncoded && { ENCODED: '' }) };
    material.needsUpdate = true;
  }
}

/** The functions of three's shaders. */
const TONE_MAPPINGS: ReadonlyMap<ToneMapping, string> = /* @__PURE__ */ new Map<ToneMapping, string>([
  [LinearToneMapping, 'LinearToneMapping'],
  [ReinhardToneMapping, 'ReinhardToneMapping'],
  [CineonToneMapping, 'CineonToneMapping'],
  [ACESFilmicToneMapping, 'ACESFilmicToneMapping'],
  [AgXToneMapping, 'AgXToneMapping'],
  [NeutralToneMapping, 'NeutralToneMapping'],
  [CustomToneMapping, 'CustomToneMapping'],
]);

const NO_DEPTH = { depthTest: false, depthWrite: false } as const;

const VERTEX = /* glsl */ `
precision highp float;
attribute vec3 position;
attribute vec2 uv;
varying vec2 vUv;

void main() {
  vUv = uv;
  gl_Position = vec4(position.xy, 0.0, 1.0);
}
`;

/** Cover and alpha of a pixel: behind what covers it, the picture is opaque, or transparent. */
function createRead(): FullScreen {
  const fragmentShader = /* glsl */ `
precision highp float;
uniform sampler2D map;
uniform bool isOpaque;
varying vec2 vUv;

void main() {
  float alpha = texture2D(map, vUv).a;
  float behind = isOpaque ? 1.0 : 0.0;
  float cover = clamp((alpha - behind) / (${COVERED}.0 - behind), 0.0, 1.0);
  float plain = cover > 0.0 ? cover + behind * (1.0 - cover) : min(alpha, 1.0);
  gl_FragColor = vec4(cover, plain, 0.0, 1.0);
}
`;
  const uniforms = { map: { value: null }, isOpaque: { value: true } };
  return new FullScreen(
    new RawShaderMaterial({
      uniforms,
      vertexShader: VERTEX,
      fragmentShader,
      blending: NoBlending,
      ...NO_DEPTH,
    }),
  );
}

/** Writes the alpha alone. */
function createRestore(): FullScreen {
  const fragmentShader = /* glsl */ `
precision highp float;
uniform sampler2D cover;
varying vec2 vUv;

void main() {
  gl_FragColor = vec4(vec3(0.0), texture2D(cover, vUv).g);
}
`;
  return new FullScreen(
    new RawShaderMaterial({
      uniforms: { cover: { value: null } },
      vertexShader: VERTEX,
      fragmentShader,
      blending: CustomBlending,
      blendEquation: AddEquation,
      blendSrc: ZeroFactor,
      blendDst: OneFactor,
      blendSrcAlpha: OneFactor,
      blendDstAlpha: ZeroFactor,
      ...NO_DEPTH,
    }),
  );
}

function createOutput(): FullScreen {
  const fragmentShader = /* glsl */ `
precision highp float;
#include <tonemapping_pars_fragment>
#include <colorspace_pars_fragment>
uniform sampler2D map;
uniform sampler2D cover;
uniform bool hasCover;
varying vec2 vUv;

void main() {
  vec4 texel = texture2D(map, vUv);
  vec3 color = texel.rgb;
  #ifdef TONE_MAP
    float plain = hasCover ? texture2D(cover, vUv).r : 0.0;
    color = mix(TONE_MAP(color), clamp(color, 0.0, 1.0), plain);
  #endif
  gl_FragColor = vec4(color, texel.a);
  #ifdef ENCODED
    gl_FragColor = sRGBTransferOETF(gl_FragColor);
  #endif
}
`;
  const uniforms = {
    map: { value: null },
    cover: { value: null },
    hasCover: { value: false },
    toneMappingExposure: { value: 1 },
  };
  return new FullScreen(
    new RawShaderMaterial({
      name: 'output',
      uniforms,
      vertexShader: VERTEX,
      fragmentShader,
      blending: NoBlending,
      toneMapped: false,
      ...NO_DEPTH,
    }),
  );
}
