import {
  CustomBlending,
  DoubleSide,
  OneFactor,
  OneMinusSrcAlphaFactor,
  ShaderMaterial,
  SrcAlphaFactor,
  type Texture,
  Vector4,
} from 'three';
import type { BackdropSurface } from '../surface/surface-kit.js';

/** A picture on the screen, of two triangles without attributes. */
export function createBackdrop(map: Texture): BackdropSurface {
  const rect = new Vector4(-1, -1, 1, 1);
  const material = new ShaderMaterial({
    name: 'background',
    uniforms: { map: { value: map }, rect: { value: rect } },
    vertexShader: VERTEX,
    fragmentShader: FRAGMENT,
    // Blended, but not `transparent`: three draws transparent objects after opaque ones, which would vanish
    // behind it.
    blending: CustomBlending,
    blendSrc: SrcAlphaFactor,
    blendDst: OneMinusSrcAlphaFactor,
    blendSrcAlpha: OneFactor,
    blendDstAlpha: OneMinusSrcAlphaFactor,
    side: DoubleSide, // its two triangles wind in opposite ways
    depthTest: false,
    depthWrite: false,
    toneMapped: false,
  });
  return { material, rect };
}

const VERTEX = /* glsl */ `
uniform vec4 rect;
varying vec2 vUv;

void main() {
  int corner = gl_VertexID < 3 ? gl_VertexID : gl_VertexID - 2; // 0 1 2, 1 2 3
  vec2 at = vec2(float(corner & 1), float(corner >> 1));
  vUv = vec2(at.x, 1.0 - at.y);
  gl_Position = vec4(mix(rect.xy, rect.zw, at), 0.0, 1.0);
}
`;

const FRAGMENT = /* glsl */ `
uniform sampler2D map;
varying vec2 vUv;

void main() {
  gl_FragColor = sRGBTransferEOTF(texture2D(map, vUv));
  #include <colorspace_fragment>
}
`;
