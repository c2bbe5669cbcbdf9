import { type DirectionalLight, type Light, Vector3 } from 'three';
import type { Node } from 'three/webgpu';
import {
  bool,
  cameraViewMatrix,
  clamp,
  Fn,
  normalize,
  renderGroup,
  select,
  uniform,
  vec3,
  vec4,
} from 'three/tsl';
import {
  LOOKS,
  MMD_LIGHT_COLOR,
  MMD_LIGHT_DIRECTION,
  MMD_LIGHT_STRENGTH,
  MMD_RULES_ABOVE,
} from '../look/mmd-look.js';
import type { LookSettings } from '../surface/surface-kit.js';
import { materialValue } from './material-value.js';
import { encoded, type MmdBuilder } from './mmd-node-material.js';
import { MmdShadowNode } from './mmd-shadow-node.js';

/** The light that models are drawn with. */
export interface SceneLight {
  /** The direction towards it, in view space. */
  readonly direction: Node<'vec3'>;
  /** Gamma encoded. */
  readonly color: Node<'vec3'>;
  /** Its strength in parts of MMD's own light, 1 at most. */
  readonly part: Node<'float'>;
  /** Undefined: the light casts no shadow on the object that is drawn. */
  readonly shadow: MmdShadowNode | undefined;
}

/**
 * The first directional light of the scene, else the light of a new MMD project. As in `WebGLRenderer`,
 * lights that cast shadows come first.
 */
export function sceneLight(builder: MmdBuilder): SceneLight {
  const light = firstLight(builder.lightsNode.getLights());
  if (!light) return DEFAULT_LIGHT;
  let nodes = lights.get(light);
  if (!nodes) lights.set(light, (nodes = createLight(light)));
  const isShadowed = builder.renderer.shadowMap.enabled && light.castShadow && builder.object.receiveShadow;
  return { ...nodes, shadow: isShadowed ? MmdShadowNode.of(light, builder) : undefined };
}

function firstLight(all: readonly Light[]): DirectionalLight | undefined {
  const directional = all.filter((light): light is DirectionalLight => 'isDirectionalLight' in light);
  return directional.find(({ castShadow }) => castShadow) ?? directional[0];
}

type LightNodes = Omit<SceneLight, 'shadow'>;

const lights = /* @__PURE__ */ new WeakMap<DirectionalLight, LightNodes>();

function createLight(light: DirectionalLight): LightNodes {
  const target = new Vector3();
  const direction = uniform(new Vector3())
    .setGroup(renderGroup)
    .onRenderUpdate(({ camera }, { value }) => {
      value
        .setFromMatrixPosition(light.matrixWorld)
        .sub(target.setFromMatrixPosition(light.target.matrixWorld));
      value.transformDirection(camera!.matrixWorldInverse);
    });
  const linear = uniform(new Vector3())
    .setGroup(renderGroup)
    .onRenderUpdate((_frame, { value }) => {
      const { r, g, b } = light.color;
      value.set(r, g, b).multiplyScalar(light.intensity);
    });
  return { direction, ...strengthened(linear) };
}

const lightRange = materialValue(
  'vec2',
  ({ lightRange: { value } }: Pick<LookSettings, 'lightRange'>) => value,
);

/** Whether the light of the material that is drawn has its own strength, see `LightStrength`. */
export const followsMmd: Node<'bool'> = lightRange.y.greaterThan(MMD_RULES_ABOVE);

function strengthened(linear: Node<'vec3'>): Pick<SceneLight, 'color' | 'part'> {
  const light = withinRange(linear);
  return { color: encoded(light), part: strongest(light).div(MMD_LIGHT_STRENGTH).min(1) };
}

const withinRange: (color: Node<'vec3'>) => Node<'vec3'> = Fn(([color]: [Node<'vec3'>]) => {
  const strength = strongest(color).toVar();
  const within = clamp(strength, lightRange.x, lightRange.y).toVar();
  return select(within.equal(strength), color, color.mul(within.div(strength.max(1e-6))));
});

function strongest({ x, y, z }: Node<'vec3'>): Node<'float'> {
  return x.max(y).max(z);
}

const { x, y, z } = MMD_LIGHT_DIRECTION;

const DEFAULT_STRENGTH = strengthened(vec3(MMD_LIGHT_STRENGTH));

const DEFAULT_LIGHT: SceneLight = {
  direction: normalize(cameraViewMatrix.mul(vec4(x, y, z, 0)).xyz),
  ...DEFAULT_STRENGTH,
  color: select(followsMmd, vec3(MMD_LIGHT_COLOR), DEFAULT_STRENGTH.color), // exact
  shadow: undefined,
};

const look = materialValue('int', ({ look: { value } }: Pick<LookSettings, 'look'>) => value);

/** Whether the material that is drawn has MMD's shaded look. */
export function isShaded({ shadow }: SceneLight): Node<'bool'> {
  return select(look.equal(LOOKS.auto), bool(shadow !== undefined), look.equal(LOOKS.shaded));
}
