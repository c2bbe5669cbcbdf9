import { type Texture, Vector3, Vector4 } from 'three';
import type { Node, NodeBuilder } from 'three/webgpu';
import {
  attribute,
  clamp,
  float,
  Fn,
  frontFacing,
  If,
  mix,
  normalize,
  positionView,
  select,
  uv,
  varying,
  vec2,
  vec3,
  vec4,
} from 'three/tsl';
import { MMD_LIGHT_COLOR } from '../look/mmd-look.js';
import { MATERIAL_VALUE } from '../morphs/material-morphs.js';
import {
  type BodyOptions,
  type LookSettings,
  setBodySides,
  type TextureSlot,
} from '../surface/surface-kit.js';
import { glowColor } from './glow.js';
import { baseColor, highlight, litPart, sphereUv, tinted, toonUv } from './lighting-sum.js';
import { drawnMorphs, type InstanceFeatures, morphedBy } from './instance-data.js';
import { type LitBuilder, type LitColor, LitMaterial } from './lit-material.js';
import { materialTexture, materialValue } from './material-value.js';
import { type MmdBuilder, NOWHERE } from './mmd-node-material.js';
import { isShaded, type SceneLight, sceneLight } from './scene-light.js';
import { bodyInScene } from './scene-lighting.js';
import { unit } from './skin-vertex.js';
import { VertexEnvironmentNode } from './vertex-environment-node.js';
import { skinnedViewNormal } from './skinned-material.js';

/** What the shader of a body reads. */
class BodyValues implements LookSettings {
  readonly look: LookSettings['look'];
  readonly softShadows: LookSettings['softShadows'];
  readonly glow: LookSettings['glow'];
  readonly lightRange: LookSettings['lightRange'];
  readonly scene: LookSettings['scene'];
  readonly index: number;
  readonly isDoubleSided: boolean;
  readonly receivesShadow: boolean;
  readonly diffuse: Vector4 = new Vector4(1, 1, 1, 1);
  readonly specular: Vector3 = new Vector3();
  readonly ambient: Vector3 = new Vector3();
  specularPower = 0;
  opacity = 1;
  colorMap: Texture;
  sphereMap: Texture;
  toonMap: Texture;
  hasColorMap = false;
  hasToon = false;
  /** 0 until its texture has loaded. */
  sphereMode = 0;
  readonly textureMultiply: Vector4 = new Vector4(1, 1, 1, 1);
  readonly sphereMultiply: Vector4 = new Vector4(1, 1, 1, 1);
  readonly toonMultiply: Vector4 = new Vector4(1, 1, 1, 1);
  readonly textureAdd: Vector4 = new Vector4(1, 1, 1, 1);
  readonly sphereAdd: Vector4 = new Vector4(1, 1, 1, 1);
  readonly toonAdd: Vector4 = new Vector4(1, 1, 1, 1);

  constructor(options: BodyOptions, index: number) {
    const {
      isDoubleSided,
      receivesShadow,
      white,
      look: { look, softShadows, glow, lightRange, scene },
    } = options;
    this.index = index;
    this.look = look;
    this.softShadows = softShadows;
    this.glow = glow;
    this.lightRange = lightRange;
    this.scene = scene;
    this.isDoubleSided = isDoubleSided;
    this.receivesShadow = receivesShadow;
    this.colorMap = this.sphereMap = this.toonMap = white;
  }
}

const COLORS = ['diffuse', 'specular', 'ambient'] as const;
const TINTS = [
  'textureMultiply',
  'sphereMultiply',
  'toonMultiply',
  'textureAdd',
  'sphereAdd',
  'toonAdd',
] as const;

/**
 * The surface of one material as MMD draws it: webgl/body-material.ts as nodes.
 *
 * It counts as transparent whatever its alpha: three draws transparent objects in the order of the materials,
 * as MMD does.
 */
export class BodyMaterial extends LitMaterial<BodyValues> {
  /** `index`: that of the material in the model. */
  constructor(options: BodyOptions & InstanceFeatures, index = 0) {
    super(options.name, 'body', options, new BodyValues(options, index));
    this.castShadowPositionNode = options.castsShadow ? this.position : NOWHERE;
  }

  /** Writes the material's values, see {@link MATERIAL_VALUE}. Allocates nothing. */
  write(from: Float32Array, start: number, opacity: number): void {
    const { values } = this;
    for (let i = 0; i < COLORS.length; i++)
      values[COLORS[i]].fromArray(from, start + MATERIAL_VALUE[COLORS[i]]);
    for (let i = 0; i < TINTS.length; i++) values[TINTS[i]].fromArray(from, start + MATERIAL_VALUE[TINTS[i]]);
    values.specularPower = from[start + MATERIAL_VALUE.specularPower];
    values.opacity = opacity;
    setBodySides(this, values.diffuse.w >= 1 && opacity === 1, values.isDoubleSided);
  }

  /** Shows a loaded texture. `sphereMode`: 0 none, 1 multiply, 2 add, 3 sub-texture. */
  setTexture(slot: TextureSlot, texture: Texture, sphereMode: number): void {
    const { values } = this;
    values[slot] = texture;
    if (slot === 'colorMap') values.hasColorMap = true;
    if (slot === 'toonMap') values.hasToon = true;
    if (slot === 'sphereMap') values.sphereMode = sphereMode;
  }

  protected override setupColor(builder: MmdBuilder): Node<'vec4'> {
    const light = sceneLight(builder);
    const mapUv = this.#uvOf('uv', uv());
    const subUv = this.#subUv;
    const alpha = clamp(diffuse.a, 0, 1).mul(opacity);
    const base = vec4(baseColor(ambient, diffuse.rgb, light.color), alpha).toVar();
    const color = vec4(0).toVar();
    If(isShaded(light), () => {
      isDoubleSided.lessThan(0.5).and(frontFacing.not()).discard();
      color.assign(shadedColor(base, light, mapUv, subUv));
    }).Else(() => {
      color.assign(plainColor(base, light, mapUv, subUv));
    });
    return color;
  }

  protected override setupGlow(): Node<'vec3'> {
    const at = this.#uvOf('uv', uv());
    return glowColor({ diffuse, specular, specularPower }, () => colorMap(at).rgb);
  }

  override setupEnvironment({ environmentNode }: LitBuilder): Node | null {
    return environmentNode ? new VertexEnvironmentNode(environmentNode) : null;
  }

  protected override setupLit(): LitColor {
    isDoubleSided.lessThan(0.5).and(frontFacing.not()).discard();
    const alpha = clamp(diffuse.a, 0, 1).mul(opacity);
    const base = vec4(baseColor(ambient, diffuse.rgb, vec3(MMD_LIGHT_COLOR)), alpha);
    const color = texturedColor(base, this.#uvOf('uv', uv()), this.#subUv).toVar();
    const power = specularPower.max(0.1).toVar();
    const toon = mix(lastToon(), shadeColor.rgb, shadeColor.w).mul(toonMultiply.rgb).add(toonAdd.rgb);
    const shine = specular.mul(MMD_LIGHT_COLOR);
    return {
      color,
      shading: {
        power,
        receivesShadow,
        color: (sums) => bodyInScene(color.rgb, toon.toVar(), shine.toVar(), power, sums),
      },
    };
  }

  get #subUv(): Node<'vec2'> {
    return this.features.hasSubTexture ? this.#uvOf('uv1', attribute('uv1', 'vec4').xy) : vec2(0);
  }

  /** A UV of the vertex under the morphs, where the attribute does not have them. */
  #uvOf(channel: 'uv' | 'uv1', at: Node<'vec2'>): Node<'vec2'> {
    const { crowd } = this.features;
    if (!crowd?.hasUvMorphs) return at;
    return varying(at.add(Fn(() => morphedBy(drawnMorphs(this.features), channel))().xy));
  }
}

const index = materialValue('int', (values: BodyValues) => values.index);
const SIZES = { float: 1, vec3: 3, vec4: 4 } as const;

/**
 * A value of the material that is drawn, which material morphs may change: as {@link materialValue}, or in a
 * crowd that of the dancer. `offset`: that of {@link MATERIAL_VALUE}.
 */
function morphedValue<Type extends keyof typeof SIZES>(
  type: Type,
  offset: number,
  read: (values: never) => unknown,
): Node<Type> {
  const own = materialValue(type, read);
  const node = Fn(({ material }: NodeBuilder) => {
    const crowd = material instanceof BodyMaterial ? material.features.crowd : undefined;
    return crowd?.hasMaterialMorphs ? crowd.materialValue(index, offset, SIZES[type]) : own;
  });
  return (node as unknown as () => Node<Type>)();
}

const diffuse = morphedValue('vec4', MATERIAL_VALUE.diffuse, (values: BodyValues) => values.diffuse);
const specular = morphedValue('vec3', MATERIAL_VALUE.specular, (values: BodyValues) => values.specular);
const ambient = morphedValue('vec3', MATERIAL_VALUE.ambient, (values: BodyValues) => values.ambient);
const specularPower = morphedValue(
  'float',
  MATERIAL_VALUE.specularPower,
  (values: BodyValues) => values.specularPower,
);
const opacity = materialValue('float', (values: BodyValues) => values.opacity);
const sphereMode = materialValue('int', (values: BodyValues) => values.sphereMode);
const hasColorMap = materialValue('int', (values: BodyValues) => values.hasColorMap);
const hasToon = materialValue('int', (values: BodyValues) => values.hasToon);
const isDoubleSided = materialValue('float', (values: BodyValues) => values.isDoubleSided);
const receivesShadow = materialValue('float', (values: BodyValues) => values.receivesShadow);
const textureMultiply = morphedValue(
  'vec4',
  MATERIAL_VALUE.textureMultiply,
  (values: BodyValues) => values.textureMultiply,
);
const textureAdd = morphedValue('vec4', MATERIAL_VALUE.textureAdd, (values: BodyValues) => values.textureAdd);
const sphereMultiply = morphedValue(
  'vec4',
  MATERIAL_VALUE.sphereMultiply,
  (values: BodyValues) => values.sphereMultiply,
);
const sphereAdd = morphedValue('vec4', MATERIAL_VALUE.sphereAdd, (values: BodyValues) => values.sphereAdd);
const toonMultiply = morphedValue(
  'vec4',
  MATERIAL_VALUE.toonMultiply,
  (values: BodyValues) => values.toonMultiply,
);
const toonAdd = morphedValue('vec4', MATERIAL_VALUE.toonAdd, (values: BodyValues) => values.toonAdd);
const shadeColor = materialValue('vec4', ({ scene }: BodyValues) => scene.shadeColor.value);
const colorMap = materialTexture((values: BodyValues) => values.colorMap);
const sphereMap = materialTexture((values: BodyValues) => values.sphereMap);
const toonMap = materialTexture((values: BodyValues) => values.toonMap);

type Float = Node<'float'>;
type Vec2 = Node<'vec2'>;
type Vec3 = Node<'vec3'>;
type Vec4 = Node<'vec4'>;

/** The color with the sphere map, whose texel `tint` may change. */
function withSphere(color: Vec4, subUv: Vec2, tint: (texel: Vec3) => Vec3): Vec4 {
  const sum = color.toVar();
  If(sphereMode.notEqual(0), () => {
    const at = select(sphereMode.equal(3), subUv, sphereUv(skinnedViewNormal));
    const texel = sphereMap(at).toVar();
    const sphere = tint(texel.rgb);
    const rgb = select(sphereMode.equal(2), sum.rgb.add(sphere), sum.rgb.mul(sphere));
    sum.assign(vec4(rgb, sum.a.mul(texel.a)));
  });
  return sum;
}

function plainColor(base: Vec4, light: SceneLight, mapUv: Vec2, subUv: Vec2): Vec4 {
  const color = base.mul(colorMap(mapUv)).toVar();
  const toon = toonMap(toonUv(skinnedViewNormal, light.direction)).rgb;
  const sum = withSphere(vec4(color.rgb.mul(toon), color.a), subUv, (texel) => texel);
  const toEye = normalize(positionView.negate());
  const shine = varying(highlight(skinnedViewNormal, light.direction, toEye, specularPower));
  return vec4(sum.rgb.add(specular.mul(shine).mul(light.color)), sum.a);
}

/** The last color of the toon, without tints. A texel of 255 counts as 255/256. */
function lastToon(): Vec3 {
  return select(hasToon.notEqual(0), toonMap(vec2(0, 1)).rgb.mul(255 / 256), vec3(1));
}

function shadedToon(): Vec3 {
  return lastToon().mul(toonMultiply.rgb).add(toonAdd.rgb);
}

/** `base` with the texture and the sphere map, with tints. */
function texturedColor(base: Vec4, mapUv: Vec2, subUv: Vec2): Vec4 {
  const textured = base.toVar();
  If(hasColorMap.notEqual(0), () => {
    const texel = colorMap(mapUv).toVar();
    textured.mulAssign(vec4(tinted(texel.rgb, textureMultiply, textureAdd), texel.a));
  });
  return withSphere(textured, subUv, (texel) => tinted(texel, sphereMultiply, sphereAdd));
}

function shadedColor(base: Vec4, light: SceneLight, mapUv: Vec2, subUv: Vec2): Vec4 {
  const normal = unit(skinnedViewNormal).toVar();
  const color = texturedColor(base, mapUv, subUv);
  const visibility: Float = light.shadow
    ? select(receivesShadow.greaterThan(0), light.shadow as Node as Float, float(1))
    : float(1);
  const lit = litPart(normal, light.direction, visibility).toVar();
  const toEye = normalize(positionView.negate());
  const shine = highlight(normal, light.direction, toEye, specularPower.max(0.1));
  const shade = mix(shadedToon(), vec3(1), lit);
  return vec4(color.rgb.mul(shade).add(specular.mul(lit.mul(shine)).mul(light.color)), color.a);
}
