import {
  type Camera,
  DepthTexture,
  HalfFloatType,
  NoBlending,
  type PerspectiveCamera,
  type Scene,
  ShaderMaterial,
  SRGBColorSpace,
  type Texture,
  Vector2,
  type WebGLRenderer,
  WebGLRenderTarget,
} from 'three';
import { FullScreenQuad } from 'three/addons/postprocessing/Pass.js';
import { UnrealBloomPass } from 'three/addons/postprocessing/UnrealBloomPass.js';
import { BLOOM, BLUR, type EffectName, type PictureEffects } from '../effects.js';

/** Samples for each pixel, for smooth edges. */
const SAMPLES = 4;

/**
 * Draws pictures with effects, with `WebGLRenderer`.
 *
 * The scene is drawn as into the canvas, gamma encoded, so that colors and what is transparent stay the same;
 * only what is brighter than white is not cut off. Blur and bloom compute with light, which is linear.
 */
export class WebGLEffects implements PictureEffects {
  readonly names: ReadonlySet<EffectName>;
  focusDistance = 0;
  readonly #renderer: WebGLRenderer;
  readonly #picture = createPicture();
  /** The picture, linear and in focus; then what glows. */
  readonly #light = new WebGLRenderTarget(1, 1, { type: HalfFloatType, depthBuffer: false });
  readonly #glow = new WebGLRenderTarget(1, 1, { type: HalfFloatType, depthBuffer: false });
  readonly #bloom: UnrealBloomPass;
  readonly #focusing = createMaterial('focus', FOCUS, {
    depthMap: this.#picture.depthTexture,
    planes: new Vector2(),
    focus: 0,
    isPerspective: true,
    pixel: new Vector2(),
  });
  readonly #glowing = createMaterial('glow', GLOW, {});
  readonly #output = createMaterial('output', OUTPUT, { glowMap: this.#glow.texture, hasGlow: false });
  readonly #quad = new FullScreenQuad();
  readonly #size = new Vector2();

  constructor(renderer: WebGLRenderer, names: ReadonlySet<EffectName>) {
    this.#renderer = renderer;
    this.names = names;
    this.#bloom = new UnrealBloomPass(new Vector2(1, 1), BLOOM.strength, BLOOM.radius, 0);
  }

  draw(scene: Scene, camera: Camera): void {
    const renderer = this.#renderer;
    this.#fit();
    renderer.setRenderTarget(this.#picture);
    renderer.render(scene, camera);
    this.#writeFocus(camera);
    this.#fill(this.#light, this.#focusing, this.#picture.texture);
    const hasGlow = this.names.has('bloom');
    if (hasGlow) {
      this.#fill(this.#glow, this.#glowing, this.#light.texture);
      this.#bloom.render(renderer, this.#glow, this.#glow, 0, false);
    }
    this.#output.uniforms['hasGlow'].value = hasGlow;
    this.#fill(null, this.#output, this.#light.texture);
  }

  dispose(): void {
    for (const target of [this.#picture, this.#light, this.#glow]) target.dispose();
    this.#picture.depthTexture?.dispose();
    for (const material of [this.#focusing, this.#glowing, this.#output]) material.dispose();
    this.#bloom.dispose();
    this.#quad.dispose();
  }

  /** Gives all pictures the size of the canvas. */
  #fit(): void {
    const { x, y } = this.#renderer.getDrawingBufferSize(this.#size);
    if (this.#picture.width === x && this.#picture.height === y) return;
    for (const target of [this.#picture, this.#light, this.#glow]) target.setSize(x, y);
    this.#bloom.setSize(x, y);
  }

  #writeFocus(camera: Camera): void {
    const { planes, focus, isPerspective, pixel } = this.#focusing.uniforms;
    const { near, far } = camera as PerspectiveCamera; // orthographic ones have them, too
    (planes.value as Vector2).set(near, far);
    isPerspective.value = 'isPerspectiveCamera' in camera;
    focus.value = this.names.has('dof') ? Math.max(this.focusDistance, 0) : 0;
    (pixel.value as Vector2).set(1 / this.#size.x, 1 / this.#size.y);
  }

  #fill(target: WebGLRenderTarget | null, material: ShaderMaterial, map: Texture): void {
    material.uniforms['map'].value = map;
    this.#quad.material = material;
    this.#renderer.setRenderTarget(target);
    this.#quad.render(this.#renderer);
  }
}

/** For three, a target of a headset has the colors of a screen. */
function createPicture(): WebGLRenderTarget {
  const picture = new WebGLRenderTarget(1, 1, {
    type: HalfFloatType,
    colorSpace: SRGBColorSpace,
    samples: SAMPLES,
    depthTexture: new DepthTexture(1, 1),
  });
  return Object.assign(picture, { isXRRenderTarget: true });
}

function createMaterial(name: string, fragmentShader: string, values: object): ShaderMaterial {
  const uniforms = Object.entries(values).map(([key, value]) => [key, { value: value as unknown }]);
  return new ShaderMaterial({
    name: `effects: ${name}`,
    uniforms: { map: { value: null }, ...Object.fromEntries(uniforms) },
    vertexShader: VERTEX,
    fragmentShader,
    blending: NoBlending,
    depthTest: false,
    depthWrite: false,
    toneMapped: false,
  });
}

const VERTEX = /* glsl */ `
varying vec2 vUv;
void main() {
  vUv = uv;
  gl_Position = vec4(position.xy, 0.0, 1.0);
}
`;

/**
 * Colors are multiplied by their alpha, as on the canvas. Decodes them, and blurs what is not in focus: each
 * point that is seen in a circle around the pixel counts if its own circle reaches the pixel. What is behind
 * does not spread over what is in front.
 */
const FOCUS = /* glsl */ `
#include <packing>
uniform sampler2D map, depthMap;
uniform vec2 planes, pixel;
uniform float focus;
uniform bool isPerspective;
varying vec2 vUv;

const int STEPS = 48;
const float TURN = 2.39996323;

vec4 light(vec2 at) {
  vec4 texel = texture2D(map, at);
  float alpha = clamp(texel.a, 1e-4, 1.0); // what is added to a picture adds its alpha
  return vec4(sRGBTransferEOTF(vec4(texel.rgb / alpha, 1.0)).rgb * alpha, min(texel.a, 1.0));
}

float distanceAt(vec2 at) {
  float depth = texture2D(depthMap, at).r;
  return -(isPerspective ? perspectiveDepthToViewZ(depth, planes.x, planes.y)
    : orthographicDepthToViewZ(depth, planes.x, planes.y));
}

float circle(float far) {
  float off = max(abs(1.0 - focus / far) - ${BLUR.sharp}, 0.0);
  return min(off, 1.0) * ${BLUR.size} / pixel.y;
}

void main() {
  gl_FragColor = light(vUv);
  if (focus == 0.0) return;
  float far = distanceAt(vUv);
  float own = circle(far);
  float largest = ${BLUR.size} / pixel.y;
  float weights = 1.0;
  for (int i = 0; i < STEPS; i++) {
    float radius = largest * sqrt((float(i) + 0.5) / float(STEPS));
    vec2 at = vUv + radius * pixel * vec2(cos(float(i) * TURN), sin(float(i) * TURN));
    float there = distanceAt(at);
    float size = circle(there);
    if (there > far) size = min(size, own);
    float weight = clamp(size - radius + 0.5, 0.0, 1.0) * clamp(size, 0.0, 1.0); // sharp points stay
    gl_FragColor += weight * light(at);
    weights += weight;
  }
  gl_FragColor /= weights;
}
`;

/** What is brighter than white, in each channel: luminance would not find what glows red or blue. */
const GLOW = /* glsl */ `
uniform sampler2D map;
varying vec2 vUv;
void main() {
  gl_FragColor = vec4(max(texture2D(map, vUv).rgb - 1.0, 0.0), 0.0);
}
`;

/** Where the light of bloom lies before the page, it is a translucent color. */
const OUTPUT = /* glsl */ `
uniform sampler2D map, glowMap;
uniform bool hasGlow;
varying vec2 vUv;
void main() {
  vec4 color = texture2D(map, vUv);
  if (hasGlow) color.rgb += texture2D(glowMap, vUv).rgb;
  float alpha = clamp(max(color.a, max(color.r, max(color.g, color.b))), 0.0, 1.0);
  vec3 encoded = sRGBTransferOETF(vec4(color.rgb / max(alpha, 1e-4), 1.0)).rgb;
  gl_FragColor = vec4(min(encoded, 1.0) * alpha, alpha);
}
`;
