import { type Material, ShaderMaterial, Vector3 } from 'three';
import type { CrowdSource } from '../../crowd/crowd-kit.js';
import type { CrowdFeatures } from '../../crowd/crowd-rows.js';
import type { BodySurface, LitSurface, ModelKit } from '../../surface/surface-kit.js';
import { WEBGL_MODEL_KIT } from '../kit.js';
import { crowdFragment, crowdVertex } from './crowd-shader.js';

type Uniforms = ShaderMaterial['uniforms'];

/**
 * The materials of one crowd. Those of bodies, also the page's, are made in the order of the model. `fade` is
 * told the opacity of a material whenever its values are written.
 */
export function createCrowdKit(
  { features, rows: { layout } }: CrowdSource,
  fade: (material: number, opacity: number) => void,
): ModelKit {
  const { stride, place, materials } = layout;
  const uniforms: Uniforms = { crowdLayout: { value: new Vector3(stride, place, materials) } };
  let bodies = 0;
  return {
    ...WEBGL_MODEL_KIT,
    body(options) {
      const index = bodies++;
      const body = WEBGL_MODEL_KIT.body(options);
      const opacity = { value: 1 };
      drawCrowd(body.material, features, { ...uniforms, opacity, materialIndex: { value: index } });
      return watched(withFragment(body, features), (faded) => fade(index, (opacity.value = faded)));
    },
    page(material, options, file) {
      const index = bodies++;
      const body = WEBGL_MODEL_KIT.page(material, options, file);
      drawPageCrowd(material, uniforms);
      return watched(body, (faded) => fade(index, faded));
    },
    outline(options) {
      const outline = WEBGL_MODEL_KIT.outline(options);
      drawCrowd(outline.material, features, uniforms);
      return outline;
    },
    groundShadow(surface, look) {
      const shadow = WEBGL_MODEL_KIT.groundShadow(surface, look);
      drawCrowd(shadow.material, features, uniforms);
      return shadow;
    },
    castShadows(body, options, surface) {
      const caster = WEBGL_MODEL_KIT.castShadows(body, options, surface);
      drawCrowd(body.customDepthMaterial!, features, uniforms);
      return caster;
    },
  };
}

function drawCrowd(material: Material, features: CrowdFeatures, uniforms: Uniforms): void {
  const shader = material as ShaderMaterial;
  Object.assign(shader.uniforms, uniforms);
  shader.vertexShader = crowdVertex(shader.vertexShader, features);
}

/** The fragment shader of a body changes with its look. */
function withFragment(body: BodySurface, features: CrowdFeatures): BodySurface {
  const shader = body.material as ShaderMaterial;
  const change = (): void => void (shader.fragmentShader = crowdFragment(shader.fragmentShader, features));
  change();
  return after(body, (isLit) => {
    body.lightByScene(isLit);
    change();
  });
}

function after<T extends LitSurface>(surface: T, lightByScene: (isLit: boolean) => void): T {
  return { ...surface, lightByScene };
}

function watched(body: BodySurface, fade: (opacity: number) => void): BodySurface {
  return {
    ...body,
    write(values, start, opacity) {
      body.write(values, start, opacity);
      fade(opacity);
    },
  };
}

/** A material of the page: the code of {@link ModelKit.page} comes first. */
function drawPageCrowd(material: Material, uniforms: Uniforms): void {
  const onBeforeCompile = Reflect.get(material, 'onBeforeCompile');
  const customProgramCacheKey = Reflect.get(material, 'customProgramCacheKey');
  material.onBeforeCompile = (shader, renderer) => {
    onBeforeCompile.call(material, shader, renderer);
    Object.assign(shader.uniforms, uniforms);
    shader.vertexShader = crowdVertex(shader.vertexShader, { hasMaterialMorphs: false });
  };
  material.customProgramCacheKey = () => `${customProgramCacheKey.call(material)} crowd`;
}
