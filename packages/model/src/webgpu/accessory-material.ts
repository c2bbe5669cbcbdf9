import { finite } from '@odori/runtime/internal';
import type { XMaterial } from '@odori/format/x';
import { FrontSide, type Texture, Vector3, Vector4 } from 'three';
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
import type { AccessorySurface, AccessorySurfaceOptions, LookSettings } from '../surface/surface-kit.js';
import { highlight, sphereUv } from './lighting-sum.js';
import { encodedTexture, materialTexture, materialValue } from './material-value.js';
import { type MmdBuilder, MmdNodeMaterial } from './mmd-node-material.js';
import { type SceneLight, sceneLight } from './scene-light.js';
import { viewNormal } from './skinned-material.js';

/** Subtracted from the light's color to give the ambient light of accessories. */
const AMBIENT_OFFSET = 0.3;

/** What the shader of an accessory reads. */
class AccessoryValues {
  readonly softShadows: LookSettings['softShadows'];
  readonly diffuse: Vector4;
  readonly specular: Vector3;
  readonly specularPower: number;
  readonly emissive: Vector3;
  colorMap: Texture;
  isColorMapTurned = false;
  sphereMap: Texture;
  /** 0 until its texture has loaded. */
  sphereMode = 0;

  constructor(material: XMaterial | undefined, { softShadows, white }: AccessorySurfaceOptions) {
    const { diffuse = [1, 1, 1, 1], power = 0, specular = [0, 0, 0], emissive = [0, 0, 0] } = material ?? {};
    this.softShadows = softShadows;
    this.diffuse = new Vector4().fromArray(diffuse.map(finite));
    this.specular = new Vector3().fromArray(specular.map(finite));
    this.specularPower = finite(power);
    this.emissive = new Vector3().fromArray(emissive.map(finite));
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
    super(material?.name ?? '', 'mmd accessory', new AccessoryValues(material, options));
    this.side = FrontSide;
    this.#white = white;
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
    const visibility = light.shadow ? (light.shadow as Node as Node<'float'>).min(1) : float(1);
    const lit = visibility.toVar();
    const { base, shade, shine } = atVertices(light);
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

const diffuse = materialValue('vec4', (values: AccessoryValues) => values.diffuse);
const specular = materialValue('vec3', (values: AccessoryValues) => values.specular);
const specularPower = materialValue('float', (values: AccessoryValues) => values.specularPower);
const emissive = materialValue('vec3', (values: AccessoryValues) => values.emissive);
const isColorMapTurned = materialValue('int', (values: AccessoryValues) => values.isColorMapTurned);
const sphereMode = materialValue('int', (values: AccessoryValues) => values.sphereMode);
const colorMap = encodedTexture((values: AccessoryValues) => values.colorMap);
const sphereMap = materialTexture((values: AccessoryValues) => values.sphereMap);
const opacity = uniform('float').onObjectUpdate(({ material }) => material!.opacity);

function colorTexel(): Node<'vec4'> {
  const at = uv();
  return colorMap(select(isColorMapTurned.notEqual(0), vec2(at.x, at.y.oneMinus()), at));
}

interface VertexLight {
  readonly base: Node<'vec3'>;
  readonly shade: Node<'vec3'>;
  readonly shine: Node<'vec3'>;
}

/** The light of accessories is that of their vertices. */
function atVertices({ color, direction }: SceneLight): VertexLight {
  const shade = emissive.add(diffuse.rgb.mul(color.sub(AMBIENT_OFFSET)));
  const base = shade.add(diffuse.rgb.mul(dot(viewNormal, direction).max(0)));
  const shine = highlight(viewNormal, direction, normalize(positionView.negate()), specularPower);
  return {
    shade: varying(clamp(shade, 0, 1)),
    base: varying(clamp(base, 0, 1)),
    shine: varying(clamp(specular.mul(shine).mul(color), 0, 1)),
  };
}
