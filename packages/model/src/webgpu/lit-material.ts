import { EnvironmentNode, type LightsNode, type Node, type NodeBuilder } from 'three/webgpu';
import { diffuseColor, emissive, lightingContext } from 'three/tsl';
import { MmdShadow } from '@odori/runtime';
import type { LookSettings } from '../surface/surface-kit.js';
import type { MmdBuilder } from './mmd-node-material.js';
import { MmdShadowNode } from './mmd-shadow-node.js';
import { SceneLighting, type SceneShading, unshadowed } from './scene-lighting.js';
import { SkinnedMaterial } from './skinned-material.js';

/** The color of a material without lights. */
export interface LitColor {
  /** Gamma encoded, and the alpha. */
  readonly color: Node<'vec4'>;
  readonly shading: SceneShading;
}

/** What three hands to a material in a scene. Its types leave some of it out. */
export type LitBuilder = NodeBuilder & { environmentNode?: Node | null };

/** The base of the materials of a model that lights of the scene may light, see `LitSurface`. */
export abstract class LitMaterial<
  Values extends Pick<LookSettings, 'scene'>,
> extends SkinnedMaterial<Values> {
  /** The environment is that of the scene: three asks. */
  readonly envMap = null;

  protected abstract setupLit(builder: MmdBuilder): LitColor;

  override setupLighting(builder: MmdBuilder): Node {
    if (!this.isLitByScene) return super.setupLighting(builder);
    this.#keepMmdShadows(builder);
    const { color, shading } = this.setupLit(builder);
    color.a.lessThan(0.999 / 255).discard();
    diffuseColor.assign(color.clamp(0, 1));
    const lit = lightingContext(
      builder.lightsNode as unknown as LightsNode,
      new SceneLighting(shading),
      this.setupMaterialLightings(builder),
    );
    const light = (lit as Node as Node<'vec3'>).context({ getShadow: unshadowed });
    const glow = this.setupGlow();
    if (!glow) return light;
    emissive.assign(glow); // for passes that ask for it by `mrt`
    return light.add(emissive);
  }

  override setupEnvironment({ environmentNode }: LitBuilder): Node | null {
    return environmentNode ? new EnvironmentNode(environmentNode) : null;
  }

  /** MMD's own shadow maps begin at the eye, which three's node would not tell them. */
  #keepMmdShadows(builder: MmdBuilder): void {
    const { renderer, object } = builder;
    if (!renderer.shadowMap.enabled || !object.receiveShadow) return;
    for (const light of builder.lightsNode.getLights()) {
      if (light.castShadow && 'isDirectionalLight' in light && MmdShadow.of(light as never)) {
        MmdShadowNode.of(light as never, builder);
      }
    }
  }
}
