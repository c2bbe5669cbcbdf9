import { MmdShadow } from '@odori/runtime';
import type { Camera, DirectionalLight, Light, LightShadow } from 'three';
import {
  BasicShadowMap,
  type DepthTexture,
  type Node,
  type NodeBuilder,
  type NodeFrame,
  ShadowNode,
  type ShadowMapType,
} from 'three/webgpu';
import {
  clamp,
  float,
  floor,
  Fn,
  If,
  ivec2,
  mix,
  reference,
  renderGroup,
  select,
  step,
  texture,
  vec2,
  vec3,
} from 'three/tsl';
import { OUTSIDE } from './lighting-sum.js';
import { materialValue } from './material-value.js';
import { type LightNode, type MmdBuilder, MmdNodeMaterial } from './mmd-node-material.js';
import type { LookSettings } from '../surface/surface-kit.js';

/** What three hands to the function that reads a shadow map. */
interface MapRead {
  readonly filterFn: (read: MapPlace) => Node<'float'>;
  readonly depthTexture: DepthTexture;
  readonly shadow: LightShadow;
  readonly depthLayer: number;
}

interface MapPlace extends Omit<MapRead, 'filterFn'> {
  /** x and y from the upper left corner of the map, and a depth. */
  readonly shadowCoord: Node<'vec3'>;
}

/** The parts of three's node that its types leave out. */
interface OpenShadowNode {
  setupShadow(builder: NodeBuilder): Node;
  setupRenderTarget(shadow: LightShadow, builder: NodeBuilder): { readonly depthTexture: DepthTexture };
  setupShadowCoord(builder: NodeBuilder, coord: Node<'vec4'>): Node;
  setupShadowFilter(builder: NodeBuilder, read: MapRead & MapPlace): Node;
  getShadowFilterFn(type: ShadowMapType): MapRead['filterFn'];
  renderShadow(frame: NodeFrame): void;
}

const OpenShadowNode = ShadowNode as unknown as new (light: Light) => ShadowNode & OpenShadowNode;

/**
 * The shadow map of a directional light. Materials of three see it as three makes it. Those of this package
 * read it as webgl/scene-light.ts explains: `visibility`.
 *
 * It also gives the view to MMD's map, see `MmdShadow`, which `WebGLRenderer` does by itself.
 */
export class MmdShadowNode extends OpenShadowNode {
  readonly #isMmdMap: boolean;
  #isBasic = false;
  #view: Camera | undefined;
  /** Between 0 and 1 on the map, y upwards. */
  #coord: Node<'vec3'> = vec3(0);
  #read: MapRead | undefined;

  constructor(light: DirectionalLight) {
    super(light);
    const { shadow } = light;
    this.#isMmdMap = MmdShadow.of(light) !== undefined;
    if (!this.#isMmdMap) return;
    const update: (of: Light, view?: Camera) => void = shadow.updateMatrices.bind(shadow);
    shadow.updateMatrices = (of: Light, view: Camera | undefined = this.#view) => update(of, view);
  }

  /** The node of a light. It stands for three's, so that the light has one map for all materials. */
  static of(light: DirectionalLight, builder: MmdBuilder): MmdShadowNode {
    const { shadow } = light;
    const given: unknown = shadow.shadowNode;
    const node = given instanceof MmdShadowNode ? given : new MmdShadowNode(light);
    shadow.shadowNode = node;
    builder.context.materialLightings ??= []; // three asks for it
    for (const each of builder.lightsNode.getLightNodes(builder)) {
      if (each.light === light && each.shadowNode && each.shadowNode !== node) replaceShadow(each);
    }
    return node;
  }

  override setup(builder: NodeBuilder): ReturnType<ShadowNode['setup']> {
    const { material } = builder;
    this.#isBasic = builder.renderer.shadowMap.type === BasicShadowMap;
    if (material instanceof MmdNodeMaterial) {
      material.receivedShadowNode = material.isLitByScene ? null : () => this.#visibility();
    }
    return super.setup(builder);
  }

  override setupRenderTarget(
    shadow: LightShadow,
    builder: NodeBuilder,
  ): ReturnType<OpenShadowNode['setupRenderTarget']> {
    const target = super.setupRenderTarget(shadow, builder);
    if (this.#blendsDepths) target.depthTexture.compareFunction = null;
    return target;
  }

  override setupShadowCoord(builder: NodeBuilder, coord: Node<'vec4'>): Node {
    this.#coord = coord.xyz.div(coord.w);
    return super.setupShadowCoord(builder, coord);
  }

  override setupShadowFilter(builder: NodeBuilder, read: MapRead & MapPlace): Node {
    this.#read = read;
    return super.setupShadowFilter(builder, read);
  }

  override getShadowFilterFn(type: ShadowMapType): MapRead['filterFn'] {
    return this.#blendsDepths ? isAbove : super.getShadowFilterFn(type);
  }

  override renderShadow(frame: NodeFrame): void {
    this.#view = frame.camera ?? undefined;
    super.renderShadow(frame);
  }

  /** MMD blends the depths of four pixels, where others compare each. */
  get #blendsDepths(): boolean {
    return this.#isMmdMap && this.#isBasic;
  }

  /**
   * 0 where the light is in shadow, 1 where it is not, and {@link OUTSIDE} outside of MMD's own map.
   * webgl/scene-light.ts explains the numbers.
   */
  #visibility(): Node<'float'> {
    const read = this.#read!;
    const intensity = property(read.shadow, 'intensity');
    return Fn(() => {
      const coord = this.#coord.toVar();
      const visibility = float(1).toVar();
      If(softShadows.notEqual(0), () => {
        visibility.assign(mix(1, filtered(read, coord, this.#softBias(read)), intensity));
      }).Else(() => {
        if (this.#isMmdMap) visibility.assign(this.#mmdVisibility(read, coord, intensity));
        else
          visibility.assign(
            mix(1, step(0.5, compared(read, coord, property(read.shadow, 'bias'))), intensity),
          );
      });
      return visibility;
    })();
  }

  #softBias({ shadow }: MapRead): Node<'float'> {
    if (!this.#isMmdMap) return property(shadow, 'bias');
    return property(shadow, 'radius').add(1).mul(-0.5).div(mapSize(shadow).x);
  }

  #mmdVisibility(read: MapRead, coord: Node<'vec3'>, intensity: Node<'float'>): Node<'float'> {
    const steepest = float(-0.3).div(property(read.shadow, 'bias')).toVar();
    // mode 2
    const slope = select(steepest.greaterThan(4000), steepest.mul(coord.y.oneMinus()), steepest).toVar();
    const lit = this.#blendsDepths
      ? clamp(slope.mul(coord.z.sub(blendedDepth(read, coord))).sub(0.3), 0, 1).oneMinus()
      : step(0.5, compared(read, coord, float(-0.8).div(slope)));
    return select(isInside(coord), mix(1, lit, intensity), OUTSIDE);
  }
}

/** Takes the shadow of a light away. Its map is freed after the frame, which may have drawn with it. */
function replaceShadow(light: LightNode): void {
  const shadow = light.shadowNode!;
  const dispose = shadow.dispose.bind(shadow);
  shadow.dispose = () => queueMicrotask(dispose);
  light.disposeShadow();
}

const softShadows = materialValue(
  'int',
  ({ softShadows: { value } }: Pick<LookSettings, 'softShadows'>) => value,
);

function property(shadow: LightShadow, name: 'bias' | 'intensity' | 'radius'): Node<'float'> {
  return reference(name, 'float', shadow).setGroup(renderGroup);
}

function mapSize(shadow: LightShadow): Node<'vec2'> {
  return reference('mapSize', 'vec2', shadow).setGroup(renderGroup);
}

function isInside({ x, y }: Node<'vec3'>): Node<'bool'> {
  return x.greaterThanEqual(0).and(x.lessThanEqual(1)).and(y.greaterThanEqual(0)).and(y.lessThanEqual(1));
}

/** The light at a coordinate by three's filter. */
function filtered(read: MapRead, coord: Node<'vec3'>, bias: Node<'float'>): Node<'float'> {
  const z = coord.z.add(bias);
  const lit = read.filterFn({ ...read, shadowCoord: vec3(coord.x, coord.y.oneMinus(), z) });
  return select(isInside(coord).and(z.lessThanEqual(1)), lit, 1);
}

/** The light at a coordinate: as `filtered`, with the radius 0. */
function compared(read: MapRead, coord: Node<'vec3'>, bias: Node<'float'>): Node<'float'> {
  const { depthTexture } = read;
  if (!depthTexture.compareFunction) return filtered(read, coord, bias);
  const z = coord.z.add(bias);
  const lit = texture(depthTexture, vec2(coord.x, coord.y.oneMinus())).compare(z) as unknown as Node<'float'>;
  return select(isInside(coord).and(z.lessThanEqual(1)), lit, 1);
}

function isAbove({ shadowCoord, depthTexture, shadow }: MapPlace): Node<'float'> {
  return step(shadowCoord.z, depthAt(depthTexture, shadow, floor(shadowCoord.xy.mul(mapSize(shadow)))));
}

/** The depths of the four pixels around a coordinate, blended. */
function blendedDepth({ depthTexture, shadow }: MapRead, coord: Node<'vec3'>): Node<'float'> {
  const pixel = vec2(coord.x, coord.y.oneMinus()).mul(mapSize(shadow)).sub(0.5).toVar();
  const corner = floor(pixel).toVar();
  const part = pixel.sub(corner).toVar();
  const depth = (x: number, y: number): Node<'float'> =>
    depthAt(depthTexture, shadow, corner.add(vec2(x, y)));
  return mix(mix(depth(0, 0), depth(1, 0), part.x), mix(depth(0, 1), depth(1, 1), part.x), part.y);
}

function depthAt(map: DepthTexture, shadow: LightShadow, pixel: Node<'vec2'>): Node<'float'> {
  const inside = pixel.max(0).min(mapSize(shadow).sub(1));
  return (texture(map).load(ivec2(inside)) as unknown as Node<'vec4'>).x;
}
