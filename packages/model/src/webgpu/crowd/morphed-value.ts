import type { Node, NodeBuilder } from 'three/webgpu';
import { Fn, vec3, vec4 } from 'three/tsl';
import { MATERIAL_VALUES } from '../../morphs/material-morphs.js';
import { materialsStart, rowTexel } from '../instance-data.js';
import { materialValue } from '../material-value.js';
import { SkinnedMaterial } from '../skinned-material.js';

const SIZES = { float: 1, vec3: 3, vec4: 4 } as const;

/** What a material of a crowd knows besides its values. */
interface Indexed {
  /** The index of the material in the model. */
  readonly index: number;
}

const index = materialValue('int', (values: Indexed) => values.index);

/**
 * A value of the material that is drawn, which material morphs may change: as {@link materialValue}, or in a crowd that of the dancer.
 * `at`: its place, see `MATERIAL_VALUE`.
 */
export function morphedValue<Type extends keyof typeof SIZES>(
  type: Type,
  at: number,
  read: (values: never) => unknown,
): Node<Type> {
  const own = materialValue(type, read);
  const node = Fn(({ material }: NodeBuilder) => {
    const isMorphed = material instanceof SkinnedMaterial && material.features.crowd?.hasMaterialMorphs;
    return isMorphed ? dancersValue(at, SIZES[type]) : own;
  });
  return (node as unknown as () => Node<Type>)();
}

function dancersValue(at: number, size: number): Node {
  const components = Array.from({ length: size }, (_, i) => {
    const texel = rowTexel(materialsStart.add(index.mul(MATERIAL_VALUES / 4)).add(Math.floor((at + i) / 4)));
    return texel['xyzw'[(at + i) % 4] as 'x'];
  });
  const [x, y, z, w] = components;
  if (size === 1) return x;
  return size === 3 ? vec3(x, y, z) : vec4(x, y, z, w);
}
