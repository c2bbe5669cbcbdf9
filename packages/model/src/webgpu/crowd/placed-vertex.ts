import type { Node } from 'three/webgpu';
import { attribute, Fn, int, Loop, mat3, vec3, vec4 } from 'three/tsl';
import { rowMatrix, rowStart, rowTexel, tableTexel, weightsStart } from '../instance-data.js';

/** Moves a point from the space of the dancer that is drawn to that of the crowd. */
export function placed(point: Node<'vec3'>): Node<'vec3'> {
  return rowMatrix(rowStart).mul(vec4(point, 1)).xyz;
}

/** Turns a normal as {@link placed} turns the surface. Its length changes. */
export function placedNormal(normal: Node<'vec3'>): Node<'vec3'> {
  return mat3(rowMatrix(rowStart.add(4))).mul(normal);
}

/** What morphs change. The table has the heads of a vertex in this order. */
const CHANNELS = ['position', 'uv', 'uv1'] as const;
export type MorphChannel = (typeof CHANNELS)[number];
export const MORPH_CHANNELS: readonly MorphChannel[] = CHANNELS;

/** The first texel of the heads of the vertex; 0: no morph moves it. */
const morphHead = attribute('morphHead', 'float');

const weightOf = Fn(([morph]: [Node<'int'>]) => {
  const four = rowTexel(weightsStart.add(morph.div(4))).toVar();
  return (four as unknown as Components).element(morph.mod(4));
});

interface Components {
  element(index: Node<'int'>): Node<'float'>;
}

/** What the morphs of the dancer that is drawn add to a vertex: x y z of a position, x y of a UV. Only for the vertex shader. */
export function morphedBy(channel: MorphChannel): Node<'vec3'> {
  return Fn(() => {
    const sum = vec3(0).toVar();
    const head = tableTexel(int(morphHead).add(CHANNELS.indexOf(channel))).toVar();
    const first = int(head.x).toVar();
    Loop({ start: first, end: first.add(int(head.y)), type: 'int', condition: '<' }, ({ i }) => {
      const entry = tableTexel(i as unknown as Node<'int'>).toVar();
      sum.addAssign(entry.xyz.mul(weightOf(int(entry.w))));
    });
    return sum;
  })();
}
