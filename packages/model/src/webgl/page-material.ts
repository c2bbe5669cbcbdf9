import type { PmxMaterial } from '@odori/format';
import type { Material } from 'three';
import { PageTint } from '../surface/page-tint.js';
import { type BodySurface, drawInOrder, type SkinOptions } from '../surface/surface-kit.js';
import { shaderDefines } from './body-material.js';
import { MORPHED_UVS, SKIN_VERTEX } from './skin-vertex.js';

/**
 * A material of the page as that of a body: skinned with SDEF, and tinted by material morphs.
 *
 * Its `onBeforeCompile` is called first. Shaders of the page's own have what of this they include: three's
 * chunks `skinnormal_vertex` and `skinning_vertex`, `color_fragment` and `opaque_fragment`.
 */
export function createPageSurface(
  material: Material,
  { pose, ...features }: SkinOptions,
  file: PmxMaterial,
): BodySurface {
  const tint = new PageTint(file);
  const onBeforeCompile = Reflect.get(material, 'onBeforeCompile');
  const customProgramCacheKey = Reflect.get(material, 'customProgramCacheKey');
  const names = Object.keys(shaderDefines({ ...features, hasSubTexture: false }));
  const defines = names.map((name) => `#define ${name}\n`).join('');
  const key = ['odori', ...names].join(' ');
  drawInOrder(material);
  material.onBeforeCompile = (shader, renderer) => {
    onBeforeCompile.call(material, shader, renderer);
    Object.assign(shader.uniforms, pose, { pageTint: tint });
    shader.vertexShader = defines + replaceAll(shader.vertexShader, CHUNKS);
    shader.fragmentShader = TINT_PARS + replaceAll(shader.fragmentShader, TINT_CHUNKS);
  };
  // by default it is the text of `onBeforeCompile`, here of the page's
  const page = Object.create(material, { onBeforeCompile: { value: onBeforeCompile } }) as Material;
  material.customProgramCacheKey = () => `${customProgramCacheKey.call(page)} ${key}`;
  return {
    material,
    write: (values, start, opacity) => tint.write(values, start, opacity),
    lightByScene() {}, // three's lights light it in any look
    setTexture() {}, // the page has textures that get the images, see PageTextures
    dispose() {
      Object.assign(material, { onBeforeCompile, customProgramCacheKey });
      material.dispose();
    },
  };
}

function replaceAll(shader: string, chunks: Readonly<Record<string, string>>): string {
  return Object.entries(chunks).reduce((text, [chunk, code]) => text.replace(chunk, () => code), shader);
}

/** The normal is needed before the page's code has moved the vertex. Compilers drop what is not used. */
const CHUNKS = {
  '#include <skinning_pars_vertex>': `
#ifdef USE_SKINNING
  ${SKIN_VERTEX}
  ${MORPHED_UVS}
#endif
`,
  '#include <skinnormal_vertex>': /* glsl */ `
#ifdef USE_SKINNING
  vec3 restVertex = position;
  skinVertex(restVertex, objectNormal);
  #ifdef USE_TANGENT
    restVertex = position;
    skinVertex(restVertex, objectTangent);
  #endif
#endif
`,
  '#include <skinning_vertex>': /* glsl */ `
#ifdef USE_SKINNING
  vec3 restNormal = normal;
  skinVertex(transformed, restNormal);
#endif
`,
} as const;

/** Goes before the text of the page, which may set a precision and write `main` as it likes. */
const TINT_PARS = 'uniform highp vec4 pageTint;\n';

/** The alpha comes after the alpha test, so that a material that is cut out fades, too. */
const TINT_CHUNKS = {
  '#include <color_fragment>': '#include <color_fragment>\ndiffuseColor.rgb *= pageTint.rgb;',
  '#include <opaque_fragment>': 'diffuseColor.a *= pageTint.a;\n#include <opaque_fragment>',
} as const;
