import {
  FramebufferTexture,
  LinearFilter,
  NoBlending,
  RepeatWrapping,
  RGBAFormat,
  RGBFormat,
  type RenderTarget,
  ShaderMaterial,
  SRGBColorSpace,
  type Texture,
  Vector4,
  type WebGLRenderer,
  WebGLRenderTarget,
} from 'three';
import { placeIn, SCREEN_SIZE, viewPart } from '../screens/capture-mode.js';
import type { ViewCopy } from '../surface/surface-kit.js';
import { FullScreen } from './full-screen.js';

/** The canvas is gamma encoded, and so is what three takes for the target of a headset. */
function isEncoded(source: RenderTarget): boolean {
  const { isXRRenderTarget } = source as { isXRRenderTarget?: boolean };
  return isXRRenderTarget === true && source.texture.colorSpace === SRGBColorSpace;
}

export function createViewCopy(captureMode: number): ViewCopy {
  return new WebGLViewCopy(captureMode);
}

/**
 * Copies the canvas into a texture of its size, which resolves its samples, and draws that, or the texture of
 * a render target, into the texture of a screen.
 */
class WebGLViewCopy implements ViewCopy {
  readonly #captureMode: number;
  readonly #target = new WebGLRenderTarget(SCREEN_SIZE, SCREEN_SIZE, {
    depthBuffer: false,
    generateMipmaps: false,
    wrapS: RepeatWrapping,
    wrapT: RepeatWrapping,
  });
  #canvas: FramebufferTexture | undefined;
  readonly #screen = new FullScreen(
    new ShaderMaterial({
      name: 'last picture',
      uniforms: { map: { value: null }, part: { value: new Vector4() }, isLinear: { value: false } },
      vertexShader: VERTEX,
      fragmentShader: FRAGMENT,
      blending: NoBlending,
      depthTest: false,
      depthWrite: false,
      toneMapped: false,
    }),
  );

  constructor(captureMode: number) {
    this.#captureMode = captureMode;
    // as those of files: the shader below puts the first row on top
    this.#target.texture.isRenderTargetTexture = false;
  }

  get texture(): Texture {
    return this.#target.texture;
  }

  take(renderer: WebGLRenderer, source: RenderTarget | null): boolean {
    const part = viewPart(renderer, source, this.#captureMode);
    if (part.z < 1 || part.w < 1) return false;
    const { map, part: place, isLinear } = this.#screen.material.uniforms;
    const shown = place.value as Vector4;
    shown.set(0, 0, 1, 1);
    if (source) placeIn(shown, part, source);
    map.value = source ? source.texture : this.#copyCanvas(renderer, part);
    isLinear.value = source !== null && !isEncoded(source);
    this.#screen.draw(renderer, this.#target);
    return true;
  }

  dispose(): void {
    this.#canvas?.dispose();
    this.#target.dispose();
    this.#screen.dispose();
  }

  #copyCanvas(renderer: WebGLRenderer, part: Vector4): Texture {
    const canvas = (this.#canvas ??= createCanvasTexture(renderer));
    const { image } = canvas;
    if (image.width !== part.z || image.height !== part.w) {
      canvas.dispose(); // three gives the next one its size
      image.width = part.z;
      image.height = part.w;
      canvas.needsUpdate = true;
    }
    renderer.copyFramebufferToTexture(canvas, part as never); // its x and y
    return canvas;
  }
}

/** A texture of the canvas. It has the channels of the canvas, or nothing could be copied. */
function createCanvasTexture(renderer: WebGLRenderer): FramebufferTexture {
  const texture = new FramebufferTexture(0, 0);
  texture.format = renderer.getContextAttributes().alpha ? RGBAFormat : RGBFormat;
  texture.minFilter = texture.magFilter = LinearFilter;
  return texture;
}

const VERTEX = /* glsl */ `
uniform vec4 part;
varying vec2 vUv;

void main() {
  vUv = part.xy + part.zw * vec2(uv.x, 1.0 - uv.y);
  gl_Position = vec4(position.xy, 0.0, 1.0);
}
`;

/** What is transparent shows white, which is MMD's background; colors are multiplied by their alpha. */
const FRAGMENT = /* glsl */ `
uniform sampler2D map;
uniform bool isLinear;
varying vec2 vUv;

void main() {
  vec4 texel = texture2D(map, vUv);
  float alpha = clamp(texel.a, 0.0, 1.0);
  vec3 color = texel.rgb;
  if (isLinear && alpha > 0.0) color = sRGBTransferOETF(clamp(texel / alpha, 0.0, 1.0)).rgb * alpha;
  gl_FragColor = vec4(color + (1.0 - alpha), 1.0);
}
`;
