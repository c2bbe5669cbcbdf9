import { BackSide, ShaderMaterial, UniformsLib, UniformsUtils, Vector4 } from 'three';
import { EDGE_WIDTH } from '../look/mmd-look.js';
import { MATERIAL_VALUE } from '../morphs/material-morphs.js';
import { type ShaderFeatures, shaderDefines } from './body-material.js';
import { SKIN_VERTEX } from './skin-vertex.js';

/** The edge around one material: the back faces of its surface, moved outwards along the normals. */
export function createOutlineMaterial(name: string, features: ShaderFeatures): ShaderMaterial {
  return new ShaderMaterial({
    name: `${name} edge`,
    defines: shaderDefines(features),
    uniforms: Object.assign(UniformsUtils.merge([UniformsLib.fog]), {
      edgeColor: { value: new Vector4(0, 0, 0, 1) },
      edgeSize: { value: 1 },
    }),
    vertexShader: VERTEX,
    fragmentShader: FRAGMENT,
    side: BackSide,
    transparent: true,
    toneMapped: false,
    fog: true,
    clipping: true,
  });
}

/** Writes a material's edge values into the uniforms, see {@link MATERIAL_VALUE}. Allocates nothing. */
export function writeOutlineValues({ uniforms }: ShaderMaterial, values: Float32Array, start: number): void {
  uniforms['edgeColor'].value.fromArray(values, start + MATERIAL_VALUE.edgeColor);
  uniforms['edgeSize'].value = values[start + MATERIAL_VALUE.edgeSize];
}

const VERTEX = /* glsl */ `
#include <common>
#include <fog_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
${SKIN_VERTEX}
attribute float edgeScale;
uniform float edgeSize;

void main() {
  vec3 transformed = position;
  vec3 objectNormal = normal;
  skinVertex(transformed, objectNormal);
  vec4 mvPosition = modelViewMatrix * vec4(transformed, 1.0);
  float depth = isPerspectiveMatrix(projectionMatrix) ? -mvPosition.z : 1.0;
  float pictureHeight = 2.0 * depth / projectionMatrix[1][1];
  float width = ${EDGE_WIDTH} * edgeSize * edgeScale * pictureHeight;
  mvPosition.xyz += width * unit(normalMatrix * objectNormal);
  gl_Position = projectionMatrix * mvPosition;
  #include <logdepthbuf_vertex>
  #include <clipping_planes_vertex>
  #include <fog_vertex>
}
`;

const FRAGMENT = /* glsl */ `
#include <common>
#include <fog_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
uniform vec4 edgeColor;

void main() {
  #include <clipping_planes_fragment>
  #include <logdepthbuf_fragment>
  gl_FragColor = sRGBTransferEOTF(clamp(edgeColor, 0.0, 1.0));
  #include <tonemapping_fragment>
  #include <colorspace_fragment>
  #include <fog_fragment>
  #include <premultiplied_alpha_fragment>
}
`;
