import { type MmdName, type Pmd, serializePmd } from '@odori/format';
import { encodeName } from '@odori/format/internal';
import fc from 'fast-check';

const name: fc.Arbitrary<MmdName> = fc
  .constantFrom(
    'センター',
    '左ひざ',
    '足ＩＫ',
    'arm',
    '',
    'スカート上着制服裾後',
    'a.bmp*b.sph',
    'c.spa',
    '髙\n',
  )
  .map((text) => encodeName(text));
const float = fc.constantFrom(0, -0, 1, 0.5, -3.25, 0.98, NaN, Infinity).map(Math.fround);
const vector3 = fc.tuple(float, float, float);
/** Mostly an existing element. */
const index = fc.constantFrom(0, 0, 1, 1, 2, 3, -1, 700);
const unsigned = index.map((value) => value & 0xffff);
const byte = fc.constantFrom(0, 1, 2, 3, 4, 100, 255);

const few = <T>(item: fc.Arbitrary<T>, maxLength = 3): fc.Arbitrary<T[]> => fc.array(item, { maxLength });

const vertices: fc.Arbitrary<Pmd['vertices']> = few(
  fc.tuple(vector3, vector3, fc.tuple(float, float), fc.tuple(unsigned, unsigned), byte, byte),
).map((list) => ({
  count: list.length,
  positions: Float32Array.from(list.flatMap(([position]) => position)),
  normals: Float32Array.from(list.flatMap(([, normal]) => normal)),
  uvs: Float32Array.from(list.flatMap(([, , uv]) => uv)),
  boneIndices: Uint16Array.from(list.flatMap(([, , , bones]) => bones)),
  weights: Uint8Array.from(list.map(([, , , , weight]) => weight)),
  edgeFlags: Uint8Array.from(list.map(([, , , , , edgeFlag]) => edgeFlag)),
}));

const materials = few(
  fc.record({
    diffuse: fc.tuple(float, float, float, float),
    specularPower: float,
    specular: vector3,
    ambient: vector3,
    toonIndex: byte,
    edgeFlag: byte,
    indexCount: fc.constantFrom(0, 3, 0xffffffff),
    texture: name,
  }),
  2,
);

const bones = few(
  fc.record({
    name,
    parent: index,
    tail: index,
    type: fc.oneof(fc.nat(10), byte),
    ik: index,
    position: vector3,
  }),
  5,
);

const iks = few(
  fc.record({
    bone: index,
    effector: index,
    loopCount: fc.constantFrom(0, 40, 0xffff),
    limitAngle: float,
    links: few(unsigned).map((links) => Uint16Array.from(links)),
  }),
  4,
);

const morphs = few(
  fc
    .record({ name, type: byte, moved: few(fc.tuple(index, vector3)) })
    .map(({ name: morphName, type, moved }) => ({
      name: morphName,
      type,
      indices: Uint32Array.from(moved.map(([vertex]) => vertex)),
      offsets: Float32Array.from(moved.flatMap(([, offset]) => offset)),
    })),
);

const rigidBodies = few(
  fc.record({
    name,
    bone: index,
    group: byte,
    collisionMask: fc.constantFrom(0, 0xffff),
    shape: byte,
    size: vector3,
    position: vector3,
    rotation: vector3,
    mass: float,
    linearDamping: float,
    angularDamping: float,
    restitution: float,
    friction: float,
    mode: byte,
  }),
  2,
);

const joints = few(
  fc.record({
    name,
    bodyA: index,
    bodyB: index,
    position: vector3,
    rotation: vector3,
    linearLower: vector3,
    linearUpper: vector3,
    angularLower: vector3,
    angularUpper: vector3,
    linearSpring: vector3,
    angularSpring: vector3,
  }),
  2,
);

const skeleton = fc.record({
  format: fc.constant('pmd' as const),
  version: fc.constantFrom(1, 1, 1, 2, NaN),
  name,
  comment: name,
  vertices,
  indices: few(unsigned, 6).map((list) => Uint16Array.from(list)),
  materials,
  bones,
  iks,
  morphs,
  facialList: few(unsigned).map((list) => Uint16Array.from(list)),
  frameNames: few(name),
  frameBones: few(fc.record({ bone: index, frame: byte })),
});

/** English names, as many as there are names to translate. */
const english = ({ bones: b, morphs: m, frameNames: f }: Pick<Pmd, 'bones' | 'morphs' | 'frameNames'>) =>
  fc.record({
    name,
    comment: name,
    boneNames: exactly(name, b.length),
    morphNames: exactly(name, Math.max(0, m.length - 1)),
    frameNames: exactly(name, f.length),
  });

function exactly<T>(item: fc.Arbitrary<T>, length: number): fc.Arbitrary<T[]> {
  return fc.array(item, { minLength: length, maxLength: length });
}

/**
 * Models with all values that a document can hold, and with any number of the optional sections at the end.
 */
export const pmd: fc.Arbitrary<Pmd> = skeleton.chain((model) =>
  fc
    .tuple(
      fc.nat(4),
      fc.boolean().chain((hasEnglish) => (hasEnglish ? english(model) : fc.constant(undefined))),
      exactly(name, 10),
      rigidBodies,
      joints,
      fc.oneof({ weight: 4, arbitrary: fc.constant(new Uint8Array(0)) }, fc.uint8Array({ maxLength: 5 })),
    )
    .map(([ends, names, toonNames, bodies, links, trailing]): Pmd => ({
      ...model,
      ...(ends >= 1 && names && { english: names }),
      ...(ends >= 2 && { toonNames }),
      ...(ends >= 3 && { rigidBodies: bodies }),
      ...(ends >= 4 && { joints: links }),
      trailing: ends >= 4 ? trailing : new Uint8Array(0),
      warnings: [],
    })),
);

/** The bytes of such models. */
export const pmdBytes: fc.Arbitrary<Uint8Array> = pmd.map((document) => serializePmd(document));
