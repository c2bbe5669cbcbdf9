import type { GltfNode } from '#src/vrm/glb/gltf.js';
import { glbBytes } from '#test/vrm/glb-bytes.js';

interface Track {
  readonly node: number;
  readonly path: 'translation' | 'rotation';
  readonly times: readonly number[];
  readonly values: readonly number[];
}

interface VrmaParts {
  readonly nodes?: readonly GltfNode[];
  readonly humanBones?: Readonly<Record<string, number>>;
  readonly expressions?: unknown;
  readonly interpolation?: string;
  readonly tracks?: readonly Track[];
  /** Those of a second animation. */
  readonly laterTracks?: readonly Track[];
  /** In place of the whole extension. */
  readonly extension?: unknown;
}

/** A VRMA with hips at node 0 and the spine at node 1, unless `parts` say otherwise. */
export function vrmaBytes(parts: VrmaParts): Uint8Array {
  const {
    nodes = [{ translation: [0, 1, 0], children: [1] }, {}],
    humanBones = { hips: 0, spine: 1 },
    interpolation = 'LINEAR',
  } = parts;
  const numbers: number[] = [];
  const accessors: unknown[] = [];
  const add = (list: readonly number[], type: string, size: number): number => {
    accessors.push({
      bufferView: 0,
      byteOffset: 4 * numbers.length,
      componentType: 5126,
      count: list.length / size,
      type,
    });
    numbers.push(...list);
    return accessors.length - 1;
  };
  const animations = [parts.tracks ?? [], parts.laterTracks ?? []].map((tracks) => ({
    samplers: tracks.map(({ path, times, values }) => ({
      input: add(times, 'SCALAR', 1),
      output: path === 'rotation' ? add(values, 'VEC4', 4) : add(values, 'VEC3', 3),
      interpolation,
    })),
    channels: tracks.map(({ node, path }, sampler) => ({ sampler, target: { node, path } })),
  }));
  const humanoid = {
    humanBones: Object.fromEntries(Object.entries(humanBones).map(([bone, node]) => [bone, { node }])),
  };
  const extension = { specVersion: '1.0', humanoid, expressions: parts.expressions };
  const bin = new Uint8Array(Float32Array.from(numbers).buffer);
  return glbBytes(
    {
      asset: { version: '2.0' },
      extensions: { VRMC_vrm_animation: 'extension' in parts ? parts.extension : extension },
      nodes,
      accessors,
      animations,
      bufferViews: [{ buffer: 0, byteLength: bin.length }],
      buffers: [{ byteLength: bin.length }],
    },
    bin,
  );
}
