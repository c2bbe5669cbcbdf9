import { FrontSide, type Texture } from 'three';
import type { Node } from 'three/webgpu';
import {
  clamp,
  dot,
  float,
  If,
  mix,
  normalize,
  positionView,
  select,
  uniform,
  uv,
  varying,
  vec2,
  vec4,
} from 'three/tsl';
import { type AccessoryColors, accessoryColors, AMBIENT_OFFSET } from '../surface/accessory-colors.js';
import type { AccessorySurface, AccessorySurfaceOptions, LookSettings } from '../surface/surface-kit.js';
import { highlight, sphereUv } from './lighting-sum.js';
import { encodedTexture, materialTexture, materialValue } from './material-value.js';
import { type MmdBuilder, MmdNodeMaterial, NOWHERE } from './mmd-node-material.js';
import { type SceneLight, sceneLight } from './scene-light.js';
import { unit } from './skin-vertex.js';
import { viewNormal } from './skinned-material.js';

/** What the shader of an accessory reads. */
class AccessoryValues {
  readonly softShadows: LookSettings['softShadows'];
  readonly lightRange: LookSettings['lightRange'];
  readonly colors: AccessoryColors;
  colorMap: Texture;
  isColorMapTurned = false;
  sphereMap: Texture;
  /** 0 until its texture has loaded. */
  sphereMode = 0;

  constructor({ material, look, white }: AccessorySurfaceOptions) {
    this.softShadows = look.softShadows;
    this.lightRange = look.lightRange;
    this.colors = accessoryColors(material);
    this.colorMap = this.sphereMap = white;
  }
}

/**
 * The surface of one material of an accessory as MMD draws it, in both looks: webgl/accessory-material.ts as
 * nodes, which explains the formulas. `opacity` multiplies its alpha.
 */
export class AccessoryMaterial extends MmdNodeMaterial<AccessoryValues> implements AccessorySurface {
  readonly #white: Texture;

  constructor(options: AccessorySurfaceOptions) {
    const { material, white } = options;
    super(material?.name ?? '', 'mmd accessory', new AccessoryValues(options));
    this.side = FrontSide;
    if (!this.castsShadow) this.castShadowPositionNode = NOWHERE;
    this.#white = white;
  }

  get castsShadow(): boolean {
    return this.values.colors.castsShadow;
  }

  /** Shows a texture in place of the file's; undefined: white. */
  set colorMap(texture: Texture | undefined) {
    const { values } = this;
    values.colorMap = texture ?? this.#white;
    // In files, v is 0 at the top. three turns the pictures of its own loaders.
    values.isColorMapTurned = texture?.flipY ?? false;
  }

  /** `mode`: 1 multiply, 2 add. */
  setSphereMap(texture: Texture, mode: number): void {
    this.values.sphereMap = texture;
    this.values.sphereMode = mode;
  }

  override setupNormal(): Node {
    return viewNormal;
  }

  protected override setupColor(builder: MmdBuilder): Node<'vec4'> {
    const light = sceneLight(builder);
    const lit = (light.shadow ? (light.shadow as Node as Node<'float'>).min(1) : float(1)).toVar();
    const { base, shade } = atVertices(light);
    const shine = light.shadow
      ? shineOf(light, unit(varying(viewNormal)), specularPower.max(0.1))
      : varying(shineOf(light, viewNormal, specularPower));
    const alpha = clamp(diffuse.a.mul(opacity), 0, 1);
    const color = vec4(mix(shade, base, lit), alpha)
      .mul(colorTexel())
      .toVar();
    If(sphereMode.notEqual(0), () => {
      const sphere = sphereMap(sphereUv(varying(viewNormal))).toVar();
      const rgb = select(sphereMode.equal(2), color.rgb.add(sphere.rgb), color.rgb.mul(sphere.rgb));
      color.assign(vec4(rgb, color.a.mul(sphere.a)));
    });
    return vec4(color.rgb.add(shine.mul(lit)), color.a);
  }
}

const diffuse = materialValue('vec4', ({ colors }: AccessoryValues) => colors.diffuse);
const specular = materialValue('vec3', ({ colors }: AccessoryValues) => colors.specular);
const specularPower = materialValue('float', ({ colors }: AccessoryValues) => colors.specularPower);
const emissive = materialValue('vec3', ({ colors }: AccessoryValues) => colors.emissive);
const isColorMapTurned = materialValue('int', (values: AccessoryValues) => values.isColorMapTurned);
const sphereMode = materialValue('int', (values: AccessoryValues) => values.sphereMode);
const colorMap = encodedTexture((values: AccessoryValues) => values.colorMap);
const sphereMap = materialTexture((values: AccessoryValues) => values.sphereMap);
const opacity = uniform('float').onObjectUpdate(({ material }) => material!.opacity);

function colorTexel(): Node<'vec4'> {
  const at = uv();
  return colorMap(select(isColorMapTurned.notEqual(0), vec2(at.x, at.y.oneMinus()), at));
}

/** The light of accessories is that of their vertices. */
function atVertices({ color, direction }: SceneLight): Readonly<Record<'base' | 'shade', Node<'vec3'>>> {
  const shade = emissive.add(diffuse.rgb.mul(color.sub(AMBIENT_OFFSET)));
  const base = shade.add(diffuse.rgb.mul(dot(viewNormal, direction).max(0)));
  return { shade: varying(clamp(shade, 0, 1)), base: varying(clamp(base, 0, 1)) };
}

/** The highlight. */
function shineOf({ color, direction }: SceneLight, normal: Node<'vec3'>, power: Node<'float'>): Node<'vec3'> {
  const part = highlight(normal, direction, normalize(positionView.negate()), power);
  return clamp(specular.mul(part).mul(color), 0, 1);
}
