import type { Camera, PerspectiveCamera, Scene } from 'three';
import {
  DepthTexture,
  type DirectRenderPipeline,
  HalfFloatType,
  type Node,
  RenderPipeline,
  RenderTarget,
  Vector2,
  type WebGPURenderer,
} from 'three/webgpu';
import {
  convertToTexture,
  cos,
  float,
  Fn,
  Loop,
  max,
  orthographicDepthToViewZ,
  perspectiveDepthToViewZ,
  select,
  sin,
  sRGBTransferEOTF,
  sRGBTransferOETF,
  texture,
  uniform,
  uv,
  vec2,
  vec4,
} from 'three/tsl';
import { bloom } from 'three/addons/tsl/display/BloomNode.js';
import { BLOOM, BLUR, type EffectName, type PictureEffects } from '../effects.js';

/** Samples for each pixel, for smooth edges: WebGPU knows 1 and 4. */
const SAMPLES = 4;
const STEPS = 48;
/** The golden angle: points of a spiral that fill a circle evenly. */
const TURN = 2.39996323;

/** Draws pictures with effects, with `WebGPURenderer`: webgl/webgl-effects.ts as nodes. */
export class WebGPUEffects implements PictureEffects {
  readonly names: ReadonlySet<EffectName>;
  readonly #renderer: WebGPURenderer;
  readonly #direct: DirectRenderPipeline;
  readonly #picture = new RenderTarget(1, 1, {
    type: HalfFloatType,
    samples: SAMPLES,
    depthTexture: new DepthTexture(1, 1),
  });
  readonly #output: RenderPipeline;
  readonly #nodes: { dispose(): void }[] = [];
  readonly #size = new Vector2();
  readonly #planes = uniform(new Vector2());
  readonly #focus = uniform(0);
  readonly #isPerspective = uniform(1);
  readonly #pixel = uniform(new Vector2());

  /** `direct` draws scenes as MMD does. */
  constructor(renderer: WebGPURenderer, direct: DirectRenderPipeline, names: ReadonlySet<EffectName>) {
    this.#renderer = renderer;
    this.#direct = direct;
    this.names = names;
    this.#output = new RenderPipeline(renderer, this.#createOutput());
    this.#output.outputColorTransform = false; // what is transparent must be divided by its alpha before
  }

  set focusDistance(distance: number) {
    this.#focus.value = Math.max(distance, 0);
  }

  get focusDistance(): number {
    return this.#focus.value;
  }

  draw(scene: Scene, camera: Camera): void {
    const renderer = this.#renderer;
    const { x, y } = renderer.getDrawingBufferSize(this.#size);
    this.#picture.setSize(x, y);
    const { near, far } = camera as PerspectiveCamera; // orthographic ones have them, too
    this.#planes.value.set(near, far);
    this.#isPerspective.value = Number('isPerspectiveCamera' in camera);
    this.#pixel.value.set(1 / x, 1 / y);
    renderer.setOutputRenderTarget(this.#picture); // gamma encoded, as the canvas
    renderer.setRenderTarget(this.#picture);
    this.#direct.render(scene, camera);
    renderer.setRenderTarget(null);
    renderer.setOutputRenderTarget(null);
    this.#output.render();
  }

  dispose(): void {
    this.#output.dispose();
    this.#picture.depthTexture?.dispose();
    this.#picture.dispose();
    for (const node of this.#nodes) node.dispose();
  }

  #createOutput(): Node<'vec4'> {
    const light = this.#inFocus();
    const focused = this.#keep(convertToTexture(light)) as unknown as Node<'vec4'>;
    const color = this.names.has('bloom') ? focused.add(this.#createBloom(focused)) : focused;
    // where the light of bloom lies before the page, it is a translucent color
    const alpha = max(color.a, max(color.r, max(color.g, color.b))).clamp(0, 1);
    const encoded = sRGBTransferOETF(color.rgb.div(alpha.max(1e-4))) as Node<'vec3'>;
    return vec4(encoded.min(1).mul(alpha), alpha);
  }

  /** The light around what is brighter than white, without alpha. */
  #createBloom(focused: Node<'vec4'>): Node<'vec4'> {
    // luminance would not find what glows red or blue
    const bright = vec4(max(focused.rgb.sub(1), 0), 0);
    const glow = this.#keep(bloom(bright, BLOOM.strength, BLOOM.radius, 0)) as unknown as Node<'vec4'>;
    return vec4(glow.rgb, 0);
  }

  #keep<N extends object>(node: N): N {
    this.#nodes.push(node as unknown as { dispose(): void });
    return node;
  }

  /** The picture, linear, multiplied by its alpha, and blurred where it is not in focus. */
  #inFocus(): Node<'vec4'> {
    const light = (at: Node<'vec2'>): Node<'vec4'> => {
      const texel = texture(this.#picture.texture, at).toVar();
      const alpha = texel.a.clamp(1e-4, 1).toVar(); // what is added to a picture adds its alpha
      const rgb = sRGBTransferEOTF(texel.rgb.div(alpha)) as Node<'vec3'>;
      return vec4(rgb.mul(alpha), texel.a.min(1));
    };
    const blurred = Fn(() => {
      const largest = float(BLUR.size).div(this.#pixel.y);
      const far = this.#distanceAt(uv()).toVar();
      const own = this.#circle(far).toVar();
      const sum = light(uv()).toVar();
      const weights = float(1).toVar();
      Loop(STEPS, ({ i }) => {
        const step = float(i);
        const radius = largest.mul(step.add(0.5).div(STEPS).sqrt());
        const angle = step.mul(TURN);
        const at = uv().add(vec2(cos(angle), sin(angle)).mul(radius).mul(this.#pixel));
        const there = this.#distanceAt(at).toVar();
        const size = this.#circle(there);
        const reach = select(there.greaterThan(far), size.min(own), size);
        const weight = reach.sub(radius).add(0.5).clamp(0, 1).mul(reach.clamp(0, 1)).toVar();
        sum.addAssign(light(at).mul(weight));
        weights.addAssign(weight);
      });
      return sum.div(weights);
    });
    return this.names.has('dof') ? blurred() : light(uv());
  }

  #distanceAt(at: Node<'vec2'>): Node<'float'> {
    const depth = texture(this.#picture.depthTexture!, at).r;
    const { x: near, y: far } = this.#planes;
    const isPerspective = this.#isPerspective.greaterThan(0);
    const z = select(
      isPerspective,
      perspectiveDepthToViewZ(depth, near, far),
      orthographicDepthToViewZ(depth, near, far),
    );
    return z.negate();
  }

  /** The radius of the circle, in pixels, in which a point at a distance is seen. */
  #circle(far: Node<'float'>): Node<'float'> {
    const off = float(1).sub(this.#focus.div(far)).abs().sub(BLUR.sharp).clamp(0, 1);
    return select(this.#focus.greaterThan(0), off.mul(BLUR.size).div(this.#pixel.y), 0);
  }
}
