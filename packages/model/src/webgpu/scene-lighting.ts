import type { LightingModelDirectInput } from 'three/webgpu';
import { LightingModel, type Node, type NodeBuilder, type Object3D, type Renderer } from 'three/webgpu';
import {
  clamp,
  dot,
  float,
  max,
  mix,
  normalView,
  OnObjectUpdate,
  positionViewDirection,
  pow,
  roughness,
  select,
  vec3,
} from 'three/tsl';
import { luminance } from 'three/tsl';
import type { LookSettings } from '../surface/surface-kit.js';
import { highlight } from './lighting-sum.js';
import { materialValue } from './material-value.js';
import { decoded, type LightNode, type MmdNodeMaterial } from './mmd-node-material.js';

type Float = Node<'float'>;
type Vec3 = Node<'vec3'>;

/** The sums of webgl/scene-lights.ts, divided by π. */
export interface LightSums {
  readonly all: Vec3;
  readonly lit: Vec3;
  readonly shining: Vec3;
  readonly around: Vec3;
  /** What the environment adds to `around`, and what it reflects. */
  readonly mean: Vec3;
  readonly reflected: Vec3;
}

/** What a surface does with the lights of a scene. */
export interface SceneShading {
  /** Of highlights. */
  readonly power: Float;
  /** Whether shadows fall on it; undefined: none do. */
  readonly receivesShadow?: Float;
  /** The color, linear. */
  color(sums: LightSums): Vec3;
}

/** What three's lights hand to a lighting model. Its types leave some of it out. */
interface LightingBuilder extends NodeBuilder {
  readonly object: Object3D;
  readonly renderer: Renderer;
  readonly context: {
    readonly irradiance: Vec3;
    readonly iblIrradiance: Vec3;
    readonly radiance: Vec3;
    readonly ambientOcclusion: Float;
    readonly outgoingLight: Vec3 & { assign(color: Vec3): void };
  };
}

/** The look `'scene'`: webgl/scene-lights.ts, as a lighting model of three. */
export class SceneLighting extends LightingModel {
  readonly #shading: SceneShading;
  readonly #all = vec3(0).toVar();
  readonly #lit = vec3(0).toVar();
  readonly #shining = vec3(0).toVar();

  constructor(shading: SceneShading) {
    super();
    this.#shading = shading;
  }

  override start(builder: NodeBuilder): void {
    for (const sum of [this.#all, this.#lit, this.#shining]) sum.assign(vec3(0));
    roughness.assign(pow(float(2).div(this.#shading.power.add(2)), 0.25));
    super.start(builder);
  }

  /** Lights come without their shadows, see {@link unshadowed}. */
  override direct(
    { lightDirection, lightColor, lightNode }: LightingModelDirectInput,
    builder: NodeBuilder,
  ): void {
    const color = (lightColor as Vec3).div(Math.PI).toVar();
    const direction = lightDirection as Vec3;
    this.#all.addAssign(color);
    const reaching = color
      .mul(clamp(dot(normalView, direction).div(rampSoftness), 0, 1))
      .mul(this.#visibility(lightNode as unknown as LightNode, builder as LightingBuilder))
      .toVar();
    this.#lit.addAssign(reaching);
    const shine = highlight(normalView, direction, positionViewDirection, this.#shading.power);
    this.#shining.addAssign(reaching.mul(shine));
  }

  #visibility({ light, shadowNode }: LightNode, { renderer, object }: LightingBuilder): Vec3 {
    const { receivesShadow } = this.#shading;
    const isShadowed = renderer.shadowMap.enabled && light.castShadow && object.receiveShadow;
    if (!isShadowed || !shadowNode || !receivesShadow) return vec3(1);
    return select(receivesShadow.greaterThan(0), vec3(shadowNode as Float), vec3(1));
  }

  override directRectArea(): void {
    OnObjectUpdate(({ material }) => {
      (material as MmdNodeMaterial<Pick<LookSettings, 'scene'>>).values.scene.noteAreaLight();
    });
  }

  override finish(builder: NodeBuilder): void {
    const { context } = builder as LightingBuilder;
    const mean = context.iblIrradiance.mul(environmentShare).div(Math.PI).toVar();
    const around = context.irradiance.div(Math.PI).add(mean).mul(context.ambientOcclusion).toVar();
    const reflected = context.radiance.mul(environmentShare);
    const [all, lit, shining] = [this.#all, this.#lit, this.#shining];
    context.outgoingLight.assign(this.#shading.color({ all, lit, shining, around, mean, reflected }));
  }
}

/** For three, which asks for the color of a light with its shadow: the color without it. */
export function unshadowed(light: { readonly baseColorNode: Node }): Node {
  return light.baseColorNode;
}

/** The color of a body. `color` and `toon` are gamma encoded, and `shine`, of highlights, too. */
export function bodyInScene(color: Vec3, toon: Vec3, shine: Vec3, power: Float, sums: LightSums): Vec3 {
  const { all, lit, shining, around, mean, reflected } = sums;
  const total = all.add(around).toVar();
  const arriving = lit.add(around).toVar();
  const strength = luminance(total).toVar();
  const light = arriving.add(all.sub(lit).mul(luminance(linear(toon)))).toVar();
  light.mulAssign(strength.div(max(luminance(light), 1e-9)));
  const part = luminance(arriving).div(max(strength, 1e-9)).min(1);
  const shaded = color.mul(mix(toon, vec3(1), part)).toVar();
  const plain = linear(shaded).toVar();
  const shiningPart = luminance(shining)
    .div(max(luminance(all), 1e-9))
    .toVar();
  const shone = linear(shaded.add(shine.mul(shiningPart))).sub(plain);
  const highlights = select(
    shiningPart.greaterThan(0),
    shone.mul(shining).div(max(shiningPart, 1e-9)),
    vec3(0),
  );
  const mirrored = max(reflected.sub(mean), 0)
    .mul(linear(shine))
    .mul(float(8).div(power.add(8)));
  const contour = pow(clamp(dot(normalView, positionViewDirection), 0, 1).oneMinus(), 3);
  return plain.mul(light).add(highlights).add(mirrored).add(total.mul(contour).mul(rim));
}

function linear(color: Vec3): Vec3 {
  return decoded(clamp(color, 0, 1));
}

type Values = Pick<LookSettings, 'scene'>;

const rampSoftness = materialValue('float', ({ scene }: Values) => scene.rampSoftness.value);
const environmentShare = materialValue('float', ({ scene }: Values) => scene.environmentShare.value);
const rim = materialValue('float', ({ scene }: Values) => scene.rim.value);
