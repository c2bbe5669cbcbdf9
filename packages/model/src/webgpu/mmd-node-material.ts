import type { Light, WebGLRenderer } from 'three';
import {
  Fog,
  FogExp2,
  type Node,
  type NodeBuilder,
  NodeMaterial,
  NoToneMapping,
  type Scene,
  type ToneMapping,
} from 'three/webgpu';
import {
  cameraProjectionMatrix,
  clamp,
  densityFogFactor,
  diffuseColor,
  emissive,
  highpModelViewMatrix,
  mix,
  positionLocal,
  rangeFogFactor,
  reference,
  sRGBTransferEOTF,
  sRGBTransferOETF,
  vec3,
  vec4,
} from 'three/tsl';
import { checkRenderer } from '../surface/surface-kit.js';

/** What three hands to a material while it builds a shader. Its types leave some of it out. */
export interface MmdBuilder extends NodeBuilder {
  readonly scene: Scene;
  readonly lightsNode: SceneLights;
  readonly fogNode: Node | null;
  readonly context: { getOutput?: GetOutput; materialLightings?: readonly Node[] };
}

/** The lights of a scene, and their nodes. */
interface SceneLights {
  getLights(): readonly Light[];
  getLightNodes(builder: NodeBuilder): readonly LightNode[];
}

/** The node of a light. */
export interface LightNode {
  readonly light: Light;
  readonly shadowNode: Node | null;
  setupShadow(builder: NodeBuilder): void;
  disposeShadow(): void;
}

/** The node that turns a color into one of the screen. */
interface ToneMapped {
  setToneMapping(toneMapping: ToneMapping): void;
}

type GetOutput = (color: Node, builder: NodeBuilder) => Node;

/**
 * The base of the materials for `WebGPURenderer`.
 *
 * All materials of one class and with the same features share one shader: the nodes are constants of their
 * files, and read the `values` of the material that is drawn. They are not tone mapped, so that colors stay
 * as the author made them, unless the scene lights them.
 */
export abstract class MmdNodeMaterial<Values extends object = object> extends NodeMaterial {
  readonly values: Values;
  readonly #program: string;
  /** Whether the lights of the scene light it and it is tone mapped, in place of MMD's light. */
  isLitByScene = false;

  /** `program`: materials with the same one share a shader. */
  constructor(name: string, program: string, values: Values) {
    super();
    this.name = name;
    this.#program = program;
    this.values = values;
    this.transparent = true;
    this.toneMapped = false;
    this.forceSinglePass = true;
  }

  override customProgramCacheKey(): string {
    return this.isLitByScene ? `${this.#program} in scene` : this.#program;
  }

  /** See `LitSurface`. */
  lightByScene(isLit: boolean): void {
    this.isLitByScene = this.toneMapped = isLit;
    this.needsUpdate = true;
  }

  /** `WebGLRenderer` calls this before it draws; `WebGPURenderer` does not. */
  override onBeforeRender(renderer: WebGLRenderer): void {
    checkRenderer('WebGPURenderer', renderer);
  }

  /** Asks for an update of the values at each draw. */
  override setupObserver(builder: NodeBuilder): ReturnType<NodeMaterial['setupObserver']> {
    const observer = super.setupObserver(builder);
    return Object.assign(observer, { hasNode: true });
  }

  override setup(builder: MmdBuilder): void {
    const { context } = builder;
    const { getOutput } = context;
    if (!getOutput || this.isLitByScene) return super.setup(builder);
    context.getOutput = (color, of) => {
      const output = getOutput(color, of);
      if ('setToneMapping' in output) (output as Node & ToneMapped).setToneMapping(NoToneMapping);
      return output;
    };
    super.setup(builder);
    context.getOutput = getOutput;
  }

  /** The color, gamma encoded, and the alpha. */
  protected abstract setupColor(builder: MmdBuilder): Node<'vec4'>;

  /** What is added to the color above white, linear. */
  protected setupGlow(): Node<'vec3'> | undefined {
    return undefined;
  }

  override setupDiffuseColor(): void {}

  override setupLighting(builder: MmdBuilder): Node {
    const color = this.setupColor(builder).toVar();
    color.a.lessThan(0.999 / 255).discard();
    const clamped = clamp(color, 0, 1).toVar();
    diffuseColor.assign(clamped);
    const glow = this.setupGlow();
    if (!glow) return decoded(clamped.rgb);
    emissive.assign(glow); // for passes that ask for it by `mrt`
    return decoded(clamped.rgb).add(emissive);
  }

  override setupModelViewProjection(_builder?: NodeBuilder): Node {
    return super.setupModelViewProjection();
  }

  override setupPositionView(_builder: NodeBuilder): Node<'vec3'> {
    return modelView.mul(vec4(positionLocal, 1)).xyz;
  }

  /**
   * Mixes fog as `WebGLRenderer` does: in encoded colors. A `fogNode` of the scene is three's, and what the
   * scene lights has fog as its neighbors.
   */
  override setupFog(builder: MmdBuilder, color: Node<'vec4'>): Node {
    const { fog, fogNode } = builder.scene;
    if (this.isLitByScene || fogNode || !builder.fogNode || !(fog instanceof Fog || fog instanceof FogExp2)) {
      return super.setupFog(builder, color);
    }
    const fogColor = encoded(reference('color', 'color', fog) as Node as Node<'vec3'>);
    const mixed = mix(encoded(color.rgb), fogColor, fogFactor(fog));
    return vec4(decoded(mixed), color.a);
  }
}

/** For what casts no shadow: one point for all vertices. Such triangles have no area. */
export const NOWHERE: Node<'vec3'> = /* @__PURE__ */ vec3(0);

/** An element of the projection matrix. */
export function projectionElement(column: number, row: 0 | 1 | 2 | 3): Node<'float'> {
  return (cameraProjectionMatrix as unknown as Columns).element(column)[COMPONENTS[row]];
}

interface Columns {
  element(column: number): Node<'vec4'>;
}

const COMPONENTS = ['x', 'y', 'z', 'w'] as const;

function fogNumber<F extends Fog | FogExp2>(fog: F, name: string & keyof F): Node<'float'> {
  return reference(name, 'float', fog) as Node as Node<'float'>;
}

function fogFactor(fog: Fog | FogExp2): Node<'float'> {
  return fog instanceof Fog
    ? rangeFogFactor(fogNumber(fog, 'near'), fogNumber(fog, 'far'))
    : densityFogFactor(fogNumber(fog, 'density'));
}

/** The matrix from the object that is drawn to the view, multiplied in 64 bits. */
export const modelView: Node<'mat4'> = highpModelViewMatrix;

/** A linear color, gamma encoded. */
export function encoded(color: Node<'vec3'>): Node<'vec3'> {
  return sRGBTransferOETF(color) as Node<'vec3'>;
}

/** A gamma-encoded color, linear. */
export function decoded(color: Node<'vec3'>): Node<'vec3'> {
  return sRGBTransferEOTF(color) as Node<'vec3'>;
}
