import { FrontSide, ShaderMaterial, SRGBColorSpace, type Texture, UniformsLib, UniformsUtils } from 'three';
import { type AccessoryColors, accessoryColors, AMBIENT_OFFSET } from '../surface/accessory-colors.js';
import type { AccessorySurface, AccessorySurfaceOptions } from '../surface/surface-kit.js';
import { HIGHLIGHT, LIGHTING_SUM } from './lighting-sum.js';
import {
  SCENE_LIGHT,
  SCENE_LIGHT_COLOR,
  SCENE_LOOK,
  SCENE_SHADOW,
  SUN_LIGHT_DEFINES,
} from './scene-light.js';
import { UNIT } from './skin-vertex.js';

/*
 * The light of accessories in both of MMD's looks, in gamma-encoded colors:
 *
 *     shade  = clamp(emissive + diffuse · (light − 0.3))
 *     base   = clamp(emissive + diffuse · (light − 0.3) + diffuse · max(N·L, 0))
 *     color = base · texture · sphere + highlight      or   base · texture + sphere + highlight
 *     highlight = specular / 10 · light · (N·H)^power
 *
 * All is computed at the vertices, but in the shaded look the highlight at each pixel, with a power of 0.1 at
 * least. The part with N·L is white whatever the light's color: MMD's light has a diffuse of 10 and its
 * material a tenth. In a shadow that is cast, the shade takes the place of the base, and there is no
 * highlight.
 *
 * Read from the states that MMD 9.31 hands to Direct3D for its own stage01.x and negi.x. Of four pictures of
 * an accessory in both looks, 99.96 % of the pixels agree within 1/255.
 */

/**
 * The surface of one material of an accessory as MMD draws it, in both looks.
 *
 * It counts as transparent whatever its alpha: three draws transparent objects in the order of the materials,
 * as MMD does. It is culled, because that is Direct3D's default. `opacity` multiplies its alpha.
 */
export class AccessoryMaterial extends ShaderMaterial implements AccessorySurface {
  readonly castsShadow: boolean;
  readonly #white: Texture;

  constructor({ material, white, look }: AccessorySurfaceOptions) {
    const { castsShadow, ...colors } = accessoryColors(material);
    const { scene: _scene, ...shared } = look;
    super({
      name: material?.name ?? '',
      defines: { ...SUN_LIGHT_DEFINES },
      uniforms: { ...accessoryUniforms(colors, white), ...shared },
      vertexShader: VERTEX,
      fragmentShader: FRAGMENT,
      side: FrontSide,
      transparent: true,
      toneMapped: false,
      lights: true,
      fog: true,
      clipping: true,
    });
    this.castsShadow = castsShadow;
    this.#white = white;
  }

  override onBeforeRender(): void {
    this.uniforms['opacity'].value = this.opacity;
  }

  /** Shows a texture in place of the file's; undefined: white. */
  set colorMap(texture: Texture | undefined) {
    const { uniforms } = this;
    uniforms['colorMap'].value = texture ?? this.#white;
    // In files, v is 0 at the top. three turns the pictures of its own loaders, and what it draws itself is
    // upside down.
    uniforms['isColorMapTurned'].value = texture ? texture.flipY || texture.isRenderTargetTexture : false;
    // Textures of this package are gamma encoded. The graphics card decodes those of three, but not videos.
    uniforms['isColorMapDecoded'].value =
      texture?.colorSpace === SRGBColorSpace && !('isVideoTexture' in texture);
  }

  /** `mode`: 1 multiply, 2 add. */
  setSphereMap(texture: Texture, mode: number): void {
    this.uniforms['sphereMap'].value = texture;
    this.uniforms['sphereMode'].value = mode;
  }
}

function accessoryUniforms(
  { diffuse, specular, specularPower, emissive }: Omit<AccessoryColors, 'castsShadow'>,
  white: Texture,
): ShaderMaterial['uniforms'] {
  return Object.assign(UniformsUtils.merge([UniformsLib.lights, UniformsLib.fog]), {
    diffuse: { value: diffuse },
    specular: { value: specular },
    specularPower: { value: specularPower },
    emissive: { value: emissive },
    opacity: { value: 1 },
    colorMap: { value: white },
    isColorMapTurned: { value: false },
    isColorMapDecoded: { value: false },
    sphereMap: { value: white },
    sphereMode: { value: 0 }, // until its texture has loaded
  });
}

const VERTEX = /* glsl */ `
#include <common>
#include <fog_pars_vertex>
#include <bsdfs>
#include <lights_pars_begin>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
#include <colorspace_pars_fragment>
${SCENE_LIGHT}
${SCENE_LIGHT_COLOR}
${HIGHLIGHT}
${UNIT}
uniform vec4 diffuse;
uniform vec3 emissive;
uniform vec3 specular;
uniform float specularPower;
varying vec3 vBase;
varying vec3 vShade;
varying vec3 vHighlight;
varying vec3 vViewNormal;
varying vec3 vToEye;
varying vec2 vColorUv;

void main() {
  vec3 transformed = position;
  vec3 transformedNormal = unit(normalMatrix * normal);
  vViewNormal = transformedNormal;
  vColorUv = uv;
  #include <project_vertex>
  #include <logdepthbuf_vertex>
  #include <clipping_planes_vertex>
  vec3 light = lightColor();
  vec3 toLight = lightDirection();
  vec3 shade = emissive + diffuse.rgb * (light - ${AMBIENT_OFFSET});
  vShade = clamp(shade, 0.0, 1.0);
  vBase = clamp(shade + diffuse.rgb * max(dot(transformedNormal, toLight), 0.0), 0.0, 1.0);
  vToEye = -mvPosition.xyz;
  vHighlight = clamp(highlight(transformedNormal, toLight, normalize(vToEye), specularPower) * specular * light, 0.0, 1.0);
  #include <worldpos_vertex>
  #include <shadowmap_vertex>
  #include <fog_vertex>
}
`;

const FRAGMENT = /* glsl */ `
#include <common>
#include <packing>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <shadowmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
${SCENE_LIGHT}
${SCENE_LIGHT_COLOR}
${SCENE_LOOK}
${SCENE_SHADOW}
${UNIT}
${HIGHLIGHT}
${LIGHTING_SUM}
uniform vec4 diffuse;
uniform vec3 specular;
uniform float specularPower;
uniform float opacity;
uniform sampler2D colorMap;
uniform bool isColorMapTurned;
uniform bool isColorMapDecoded;
uniform sampler2D sphereMap;
uniform int sphereMode;
varying vec3 vBase;
varying vec3 vShade;
varying vec3 vHighlight;
varying vec3 vViewNormal;
varying vec3 vToEye;
varying vec2 vColorUv;

vec4 colorTexel() {
  vec4 texel = texture2D(colorMap, isColorMapTurned ? vec2(vColorUv.x, 1.0 - vColorUv.y) : vColorUv);
  return isColorMapDecoded ? sRGBTransferOETF(texel) : texel;
}

vec3 shine() {
  if (!isShaded()) return vHighlight;
  float part = highlight(unit(vViewNormal), lightDirection(), normalize(vToEye), max(specularPower, 0.1));
  return clamp(part * specular * lightColor(), 0.0, 1.0);
}

void main() {
  #include <clipping_planes_fragment>
  #include <logdepthbuf_fragment>
  float lit = receiveShadow ? min(visibility(), 1.0) : 1.0;
  vec4 color = vec4(mix(vShade, vBase, lit), clamp(diffuse.a * opacity, 0.0, 1.0)) * colorTexel();
  if (sphereMode != 0) {
    vec4 sphere = texture2D(sphereMap, sphereUv(vViewNormal));
    color.rgb = sphereMode == 2 ? color.rgb + sphere.rgb : color.rgb * sphere.rgb;
    color.a *= sphere.a;
  }
  color.rgb += lit * shine();
  if (color.a < 0.999 / 255.0) discard;
  gl_FragColor = sRGBTransferEOTF(clamp(color, 0.0, 1.0));
  #include <tonemapping_fragment>
  #include <colorspace_fragment>
  #include <fog_fragment>
  #include <premultiplied_alpha_fragment>
}
`;
