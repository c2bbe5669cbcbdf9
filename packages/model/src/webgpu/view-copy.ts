import {
  FramebufferTexture,
  LinearFilter,
  NoBlending,
  RepeatWrapping,
  RenderTarget,
  SRGBColorSpace,
  Texture,
  Vector4,
  type WebGLRenderer,
} from 'three';
import {
  type Node,
  NodeMaterial,
  NoToneMapping,
  QuadMesh,
  RendererUtils,
  type ToneMapping,
  type WebGPURenderer,
} from 'three/webgpu';
import { renderOutput, texture, uniform, uv, vec4 } from 'three/tsl';
import { placeIn, SCREEN_SIZE, viewPart } from '../screens/capture-mode.js';
import type { ViewCopy } from '../surface/surface-kit.js';

export function createViewCopy(captureMode: number): ViewCopy {
  return new WebGPUViewCopy(captureMode);
}

/**
 * Copies the canvas into a texture of its size, if the scene was drawn into it directly, and draws that, or
 * the texture of a render target, into the texture of a screen: webgl/view-copy.ts as nodes.
 */
class WebGPUViewCopy implements ViewCopy {
  readonly #captureMode: number;
  readonly #target = new RenderTarget(SCREEN_SIZE, SCREEN_SIZE, {
    depthBuffer: false,
    generateMipmaps: false,
    wrapS: RepeatWrapping,
    wrapT: RepeatWrapping,
  });
  #canvas: FramebufferTexture | undefined;
  #quad: PictureQuad | undefined;
  readonly #place = new Vector4();
  readonly #state = {} as RendererUtils.RendererState;

  constructor(captureMode: number) {
    this.#captureMode = captureMode;
  }

  get texture(): Texture {
    return this.#target.texture;
  }

  take(webgl: WebGLRenderer, source: RenderTarget | null): boolean {
    const renderer = webgl as object as WebGPURenderer;
    const part = viewPart(renderer, source, this.#captureMode);
    if (part.z < 1 || part.w < 1) return false;
    this.#place.set(0, 0, 1, 1);
    if (source) placeIn(this.#place, part, source);
    const map = source ? source.texture : this.#copyCanvas(renderer, part);
    const isOwn = renderer.getRenderTarget() === null; // else no tone mapping has been asked for
    const toneMapping = source && isOwn ? renderer.toneMapping : NoToneMapping;
    // pipelines that draw gamma encoded do so into the output alone
    const isLinear = source !== null && source !== renderer.getOutputRenderTarget();
    if (!this.#quad?.fits(map, toneMapping)) {
      this.#quad?.dispose();
      this.#quad = new PictureQuad(map, this.#place, isLinear, toneMapping);
    }
    RendererUtils.resetRendererState(renderer, this.#state);
    renderer.setRenderTarget(this.#target);
    this.#quad.mesh.render(renderer);
    RendererUtils.restoreRendererState(renderer, this.#state);
    return true;
  }

  dispose(): void {
    this.#canvas?.dispose();
    this.#target.dispose();
    this.#quad?.dispose();
  }

  /** three's own call for this copies from a render target after the scene is drawn. */
  #copyCanvas(renderer: WebGPURenderer, part: Vector4): Texture {
    if (this.#canvas?.image.width !== part.z || this.#canvas.image.height !== part.w) {
      this.#canvas?.dispose();
      this.#canvas = new FramebufferTexture(part.z, part.w);
      this.#canvas.minFilter = this.#canvas.magFilter = LinearFilter;
    }
    renderer.initTexture(this.#canvas);
    (renderer.backend as object as CopyingBackend).copyFramebufferToTexture(this.#canvas, CANVAS, part);
    return this.#canvas;
  }
}

/** What both backends of three have. */
interface CopyingBackend {
  copyFramebufferToTexture(texture: FramebufferTexture, from: typeof CANVAS, part: Vector4): void;
}

/** The canvas, as a backend names it. */
const CANVAS = { renderTarget: null, textures: null, depth: false, stencil: false };

/** Draws one texture. What is transparent shows white, which is MMD's background. */
class PictureQuad {
  readonly mesh: QuadMesh;
  readonly #map: Texture;
  readonly #toneMapping: ToneMapping;

  constructor(map: Texture, place: Vector4, isLinear: boolean, toneMapping: ToneMapping) {
    this.#map = map;
    this.#toneMapping = toneMapping;
    const part = uniform(place);
    const texel = texture(map, part.xy.add(part.zw.mul(uv())));
    const encoded = isLinear ? renderOutput(texel, toneMapping, SRGBColorSpace) : texel;
    const color = (encoded as Node as Node<'vec4'>).toVar();
    const material = new NodeMaterial();
    material.name = 'last picture';
    material.fragmentNode = vec4(color.rgb.add(color.a.oneMinus()), 1);
    material.blending = NoBlending;
    material.depthTest = material.depthWrite = material.fog = false;
    this.mesh = new QuadMesh(material);
    this.mesh.name = material.name;
  }

  fits(map: Texture, toneMapping: ToneMapping): boolean {
    return map === this.#map && toneMapping === this.#toneMapping;
  }

  dispose(): void {
    (this.mesh.material as NodeMaterial).dispose();
  }
}
