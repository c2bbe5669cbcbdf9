import {
  CustomBlending,
  DoubleSide,
  OneFactor,
  OneMinusSrcAlphaFactor,
  SrcAlphaFactor,
  type Texture,
  Vector4,
} from 'three';
import type { Node } from 'three/webgpu';
import { float, int, mix, varying, vec2, vec4, vertexIndex } from 'three/tsl';
import type { BackdropSurface } from '../surface/surface-kit.js';
import { encodedTexture, materialValue } from './material-value.js';
import { MmdNodeMaterial } from './mmd-node-material.js';

/** What the shader of a backdrop reads. */
interface BackdropValues {
  readonly map: Texture;
  readonly rect: Vector4;
}

/** A picture on the screen, of two triangles without attributes. */
class BackdropMaterial extends MmdNodeMaterial<BackdropValues> {
  constructor(values: BackdropValues) {
    super('background', 'mmd background', values);
    // Blended, but not `transparent`: three draws transparent objects after opaque ones, which would vanish
    // behind it.
    this.transparent = false;
    this.blending = CustomBlending;
    this.blendSrc = SrcAlphaFactor;
    this.blendDst = OneMinusSrcAlphaFactor;
    this.blendSrcAlpha = OneFactor;
    this.blendDstAlpha = OneMinusSrcAlphaFactor;
    this.side = DoubleSide; // its two triangles wind in opposite ways
    this.depthTest = false;
    this.depthWrite = false;
    this.fog = false;
  }

  override setupVertex(): Node {
    return vec4(mix(rect.xy, rect.zw, corner), 0, 1);
  }

  protected override setupColor(): Node<'vec4'> {
    const at = varying(vec2(corner.x, corner.y.oneMinus()));
    return map(at);
  }
}

const map = encodedTexture((values: BackdropValues) => values.map);
const rect = materialValue('vec4', (values: BackdropValues) => values.rect);
/** 0 1 2, 1 2 3 */
const index = int(vertexIndex.greaterThanEqual(3).select(int(vertexIndex).sub(2), int(vertexIndex)));
const corner = vec2(float(index.mod(2)), float(index.div(2)));

export function createBackdrop(texture: Texture): BackdropSurface {
  const rectangle = new Vector4(-1, -1, 1, 1);
  return { material: new BackdropMaterial({ map: texture, rect: rectangle }), rect: rectangle };
}
