import {
  DataTexture,
  LinearFilter,
  type Material,
  SRGBColorSpace,
  type Texture,
  WebGPUCoordinateSystem,
} from 'three';
import type { Node } from 'three/webgpu';
import { select, uniform, uniformTexture, vec4 } from 'three/tsl';
import { encoded, type MmdNodeMaterial } from './mmd-node-material.js';

/** A uniform with a value of the material that is drawn. `read` gets the `values` of the material. */
export function materialValue<Type extends UniformType>(
  type: Type,
  read: (values: never) => unknown,
): Node<Type> {
  const node = uniform(type as 'float');
  return node.onObjectUpdate(({ material }) => read(valuesOf(material)) as number) as unknown as Node<Type>;
}

export type UniformType = 'float' | 'int' | 'vec2' | 'vec3' | 'vec4' | 'mat4';

/**
 * A texture of the material that is drawn, as a function of the UV. `read` gets the `values` of the material.
 */
export function materialTexture(read: (values: never) => Texture): (uv: Node<'vec2'>) => Node<'vec4'> {
  const node = uniformTexture(PLACEHOLDER);
  node.onObjectUpdate(({ material }) => read(valuesOf(material)));
  return (uv) => {
    // three builds a shader for the texture of the moment, which may be one of another material
    node.value = PLACEHOLDER;
    return node.sample(uv);
  };
}

function valuesOf(material: Material | null): never {
  return (material as MmdNodeMaterial).values as never;
}

/**
 * Its colors need no decoding, and its filter interpolates: shaders that are built for it can read all
 * textures.
 */
const PLACEHOLDER = /* @__PURE__ */ new DataTexture(new Uint8Array(4).fill(255), 1, 1);
PLACEHOLDER.magFilter = PLACEHOLDER.minFilter = LinearFilter;

/**
 * Whether the graphics card decodes the colors of a texture. Those of this package are gamma encoded; those
 * of three may be linear. WebGL 2 does not decode films.
 */
function isDecoded(texture: Texture, renderer: { readonly coordinateSystem: number } | null): boolean {
  if (texture.colorSpace !== SRGBColorSpace) return false;
  return !('isVideoTexture' in texture) || renderer?.coordinateSystem === WebGPUCoordinateSystem;
}

/** As {@link materialTexture}, gamma encoded, whatever texture a page has given. */
export function encodedTexture(read: (values: never) => Texture): (uv: Node<'vec2'>) => Node<'vec4'> {
  const map = materialTexture(read);
  const isLinear = uniform('int').onObjectUpdate(({ material, renderer }) =>
    Number(isDecoded(read(valuesOf(material)), renderer)),
  );
  return (uv) => {
    const texel = map(uv).toVar();
    return select(isLinear.notEqual(0), vec4(encoded(texel.rgb), texel.a), texel);
  };
}
