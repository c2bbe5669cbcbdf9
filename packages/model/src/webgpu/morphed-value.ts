import type { Node, NodeBuilder } from 'three/webgpu';
import { Fn } from 'three/tsl';
import { materialValue } from './material-value.js';
import { SkinnedMaterial } from './skinned-material.js';

/** What a body of a crowd knows besides its values. */
interface Indexed {
  /** The index of the material in the model. */
  readonly index: number;
}

const index = materialValue('int', (values: Indexed) => values.index);
const SIZES = { float: 1, vec3: 3, vec4: 4 } as const;

/**
 * A value of the body material that is drawn, which material morphs may change: as {@link materialValue}, or in a crowd that of the dancer.
 * `at`: its place, see `MATERIAL_VALUE`.
 */
export function morphedValue<Type extends keyof typeof SIZES>(
  type: Type,
  at: number,
  read: (values: never) => unknown,
): Node<Type> {
  const own = materialValue(type, read);
  const node = Fn(({ material }: NodeBuilder) => {
    const crowd = material instanceof SkinnedMaterial ? material.features.crowd : undefined;
    return crowd?.hasMaterialMorphs ? crowd.materialValue(index, at, SIZES[type]) : own;
  });
  return (node as unknown as () => Node<Type>)();
}
