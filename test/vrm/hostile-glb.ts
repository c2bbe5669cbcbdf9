import { HUMAN_BONES } from '@odori/runtime/joints';
import { vrm0Json, vrm1Json } from '#test/vrm/avatar-file.js';
import { glbBytes } from '#test/vrm/glb-bytes.js';

/** A file with `count` times the same thing in it, or nearly the same. */
type Hostile = (count: number) => Uint8Array;

/** JSON values in a list. */
function values(each: string | ((i: number) => string)): Hostile {
  return (count) => glbBytes(`{"extras":${list(each, count)}}`);
}

function list(each: string | ((i: number) => string), count: number): string {
  return `[${Array.from({ length: count }, (_, i) => (typeof each === 'string' ? each : each(i))).join(',')}]`;
}

/** `count` properties in one object, or `perObject` in each. */
function properties(each: (i: number) => string, perObject = Infinity): Hostile {
  return (count) => {
    const size = Math.min(perObject, count);
    const object = (first: number): string =>
      `{${Array.from({ length: size }, (_, i) => each(first * size + i)).join(',')}}`;
    return glbBytes(`{"extras":${list(object, Math.ceil(count / size))}}`);
  };
}

const name = (i: number): string => `~${i.toString(36)}`;

/** What JSON.parse makes larger than its text. */
export const HOSTILE_JSON: Readonly<Record<string, Hostile>> = {
  'empty objects': values('{}'),
  'empty arrays': values('[]'),
  'arrays of one number': values('[1]'),
  'arrays of one boxed number': values('[5e9,""]'),
  'arrays in arrays': (count) => glbBytes(`{"extras":${'['.repeat(count)}${']'.repeat(count)}}`),
  'objects in objects': (count) => glbBytes(`{"extras":${'{"":'.repeat(count)}1${'}'.repeat(count)}}`),
  'objects of one property': values('{"a":1}'),
  'objects of one boxed number': values('{"a":1e9}'),
  'objects with one name each': values((i) => `{"${name(i)}":0}`),
  'objects with one of 3,000 names': values((i) => `{"${name(i % 3000)}":0}`),
  'objects with wide names': values((i) => `{"あ${name(i)}":0}`),
  'objects of 200 properties': properties((i) => `"${name(i % 200)}":0`, 200),
  'objects of 30 distinct properties': properties((i) => `"${name(i)}":0`, 30),
  'an object of distinct properties': properties((i) => `"${name(i)}":0`),
  'names that are numbers': values('{"34":0}'),
  'names that are numbers, four each': values('{"67":0,"1":0,"2":0,"3":0}'),
  'names that are large numbers': values('{"999":0}'),
  'names that are escaped numbers': values('{"\\u0033\\u0034":0}'),
  'small numbers': values('1'),
  'boxed numbers': (count) => glbBytes(`{"extras":["",${list('5e9', count).slice(1)}}`),
  'numbers of ten digits': (count) => glbBytes(`{"extras":["",${list('4294967295', count).slice(1)}}`),
  'negative zeros': (count) => glbBytes(`{"extras":["",${list('-0', count).slice(1)}}`),
  'short strings': values((i) => `"${name(i)}"`),
  'strings of one wide letter': values((i) => `"ab${name(i)}あ"`),
  'a long string with a wide letter': (count) => glbBytes(`{"extras":"あ${'a'.repeat(count)}"}`),
  'a long string with an escape': (count) => glbBytes(`{"extras":"\\u3042${'a'.repeat(count)}"}`),
};

/** An avatar with a list of so many entries in one place of its JSON. */
function avatar(
  place: (json: ReturnType<typeof vrm1Json>, entries: unknown[]) => void,
  entry: unknown,
  is0 = false,
): Hostile {
  return (count) => {
    const json = is0 ? vrm0Json() : vrm1Json();
    place(
      json,
      Array.from({ length: count }, () => entry),
    );
    return glbBytes(json, new Uint8Array(64 * 1000));
  };
}

export const HOSTILE_AVATARS: Readonly<Record<string, Hostile>> = {
  'nodes that are numbers': avatar((json, entries) => (json.nodes = [...json.nodes, ...(entries as [])]), 0),
  'nodes in a chain': (count) => {
    const json = vrm1Json();
    const first = json.nodes.length;
    for (let i = 0; i < count; i++) json.nodes.push({ children: [i === 0 ? 0 : first + i - 1] });
    return glbBytes(json);
  },
  'human bones that are numbers': avatar(
    (json, entries) => {
      const humanoid = json.extensions!['VRM']['humanoid'] as { humanBones: unknown[] };
      humanoid.humanBones = [...humanoid.humanBones, ...entries];
    },
    0,
    true,
  ),
  'joints of a skin': (count) => {
    const { nodes } = vrm1Json();
    const joints = Array.from({ length: count }, (_, i) => i % nodes.length);
    return glbBytes(
      {
        nodes,
        skins: [{ joints, inverseBindMatrices: 0 }],
        accessors: [{ bufferView: 0, componentType: 5126, type: 'MAT4', count }],
        bufferViews: [{ buffer: 0, byteLength: 64 * count }],
      },
      new Uint8Array(64 * count),
    );
  },
};

interface Animation {
  /** Numbers in the buffer: bytes, one each. */
  readonly bytes: number;
  readonly accessors: readonly object[];
  readonly sampler?: object;
  /** Names of custom expressions. */
  readonly customs?: number;
  readonly path?: string;
  readonly channels?: number;
}

/** All human bones, and customs, on one node that one sampler moves. */
function vrma({
  bytes,
  accessors,
  sampler,
  customs = 0,
  path = 'translation',
  channels = 1,
}: Animation): Uint8Array {
  const custom = Object.fromEntries(Array.from({ length: customs }, (_, i) => [name(i), { node: 0 }]));
  const humanBones = Object.fromEntries(HUMAN_BONES.map((bone) => [bone, { node: 0 }]));
  return glbBytes(
    {
      extensions: { VRMC_vrm_animation: { humanoid: { humanBones }, expressions: { custom } } },
      nodes: [{}],
      accessors,
      animations: [
        {
          samplers: [{ input: 0, output: 1, ...sampler }],
          channels: Array.from({ length: channels }, (_, i) => ({ sampler: 0, target: { node: i, path } })),
        },
      ],
      bufferViews: [{ buffer: 0, byteLength: bytes }],
    },
    Uint8Array.from({ length: bytes }, (_, i) => (i % 4 === 0 ? i % 120 : 1)),
  );
}

/** Times of two bytes that ascend would need a column of their own: zeros are one usable keyframe. */
const ZEROS = { componentType: 5126, type: 'SCALAR' };

export const HOSTILE_VRMA: Readonly<Record<string, Hostile>> = {
  'times without a buffer': (count) =>
    vrma({
      bytes: 4,
      accessors: [
        { ...ZEROS, count: 1000 * count },
        { ...ZEROS, type: 'VEC3', count: 1000 * count },
      ],
    }),
  'rotations that all bones share': (count) => {
    const times = { bufferView: 0, componentType: 5121, type: 'SCALAR', count };
    const turns = { bufferView: 0, componentType: 5120, normalized: true, type: 'VEC4', count };
    return vrma({ bytes: 4 * count, accessors: [times, turns], path: 'rotation' });
  },
  'expressions that share a track': (count) => {
    const times = { bufferView: 0, componentType: 5121, type: 'SCALAR', count: 1000 };
    return vrma({ bytes: 4000, accessors: [times, { ...times, type: 'VEC3' }], customs: count });
  },
  'curves of bytes': (count) => {
    const times = { bufferView: 0, componentType: 5121, type: 'SCALAR', count };
    const turns = { bufferView: 0, componentType: 5120, normalized: true, type: 'VEC4', count: 3 * count };
    return vrma({
      bytes: 12 * count,
      accessors: [times, turns],
      path: 'rotation',
      sampler: { interpolation: 'CUBICSPLINE' },
    });
  },
  channels: (count) => vrma({ bytes: 4, accessors: [], channels: count }),
};
