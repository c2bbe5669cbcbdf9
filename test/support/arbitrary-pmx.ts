import {
  createPmx,
  createPmxBone,
  type Pmx,
  type PmxBone,
  type PmxDisplayFrame,
  type PmxJoint,
  type PmxMaterial,
  type PmxMorph,
  type PmxRigidBody,
  type PmxSoftBody,
  type PmxVertices,
  serializePmx,
} from '@odori/format';
import { SDEF } from '@odori/format/internal';
import fc from 'fast-check';

const text = fc.oneof(
  fc.constantFrom('センター', '右足ＩＫ', 'tex\\body.png', '髙', '가', '😀', '\ufeffBOM', '\ufffd', ''),
  fc.string({ maxLength: 6 }),
);
const float = fc.oneof(fc.float({ noNaN: true }), fc.constantFrom(0, -0, 1, NaN, Infinity));
const vector3 = fc.tuple(float, float, float);
const vector4 = fc.tuple(float, float, float, float);
const byte = fc.oneof(fc.nat(3), fc.nat(255));
const word = fc.oneof(fc.nat(3), fc.nat(0xffff));
const int = fc.oneof(fc.nat(3), fc.integer());
/** Mostly an existing element. */
const index = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: -1, max: 3 }) },
  fc.constantFrom(127, 128, -129, 0x7fffffff),
);
const vertexIndex = fc.oneof({ weight: 6, arbitrary: fc.nat(4) }, fc.constantFrom(255, 256, 0xffffffff));
/** Any bit pattern, also signalling NaNs. */
const bits = fc.oneof(float.map(bitsOf), fc.constantFrom(0x7f800001, 0xffc00123));

function bitsOf(value: number): number {
  return new Uint32Array(Float32Array.of(value).buffer)[0];
}

function column(length: number): fc.Arbitrary<Float32Array> {
  return fc
    .array(bits, { minLength: length, maxLength: length })
    .map((words) => new Float32Array(Uint32Array.from(words).buffer));
}

function vertices(weightTypes: number): fc.Arbitrary<PmxVertices> {
  return fc.tuple(fc.nat(5), fc.nat(4)).chain(([count, additionalUvCount]) =>
    fc
      .tuple(
        fc.array(fc.nat(weightTypes), { minLength: count, maxLength: count }),
        fc.array(index, { minLength: 4 * count, maxLength: 4 * count }),
        column((3 + 3 + 2 + 4 * additionalUvCount + 4 + 1 + 9) * count),
      )
      .map(([types, bones, floats]) => {
        let at = 0;
        const take = (width: number): Float32Array => {
          at += width * count;
          return floats.slice(at - width * count, at);
        };
        const sdefVertices = Uint32Array.from(types.flatMap((type, i) => (type === SDEF ? [i] : [])));
        return {
          count,
          positions: take(3),
          normals: take(3),
          uvs: take(2),
          additionalUvCount,
          additionalUvs: take(4 * additionalUvCount),
          weightTypes: Uint8Array.from(types),
          boneIndices: Int32Array.from(bones),
          boneWeights: take(4),
          edgeScales: take(1),
          sdefVertices,
          sdefVectors: take(9).slice(0, 9 * sdefVertices.length),
        };
      }),
  );
}

const material: fc.Arbitrary<PmxMaterial> = fc
  .record({
    name: text,
    nameEn: text,
    diffuse: vector4,
    specular: vector3,
    specularPower: float,
    ambient: vector3,
    flags: byte,
    edgeColor: vector4,
    edgeSize: float,
    texture: index,
    sphereTexture: index,
    sphereMode: byte,
    sharedToon: fc.nat(1),
    toon: index,
    memo: text,
    indexCount: int,
  })
  .map((given) => (given.sharedToon ? { ...given, toon: given.toon & 0xff } : given));

const link = fc.oneof(
  index.map((bone) => ({ bone })),
  fc.record({ bone: index, limits: fc.record({ min: vector3, max: vector3 }) }),
);

const bone: fc.Arbitrary<PmxBone> = fc
  .record(
    {
      name: text,
      nameEn: text,
      position: vector3,
      parent: index,
      layer: int,
      flags: word,
      tail: fc.oneof(index, vector3),
      append: fc.record({ parent: index, ratio: float }),
      fixedAxis: vector3,
      localAxes: fc.record({ x: vector3, z: vector3 }),
      externalParentKey: int,
      ik: fc.record({
        effector: index,
        loopCount: int,
        limitAngle: float,
        links: fc.array(link, { maxLength: 3 }),
      }),
    },
    { requiredKeys: ['name', 'nameEn', 'position', 'parent', 'layer', 'flags', 'tail'] },
  )
  .map((given) => createPmxBone(given));

function elements<T>(most: number, make: (length: number) => fc.Arbitrary<T>): fc.Arbitrary<T> {
  return fc.nat(most).chain(make);
}

function indices(length: number): fc.Arbitrary<Int32Array> {
  return fc.array(index, { minLength: length, maxLength: length }).map((list) => Int32Array.from(list));
}

function vertexIndices(length: number): fc.Arbitrary<Uint32Array> {
  return fc
    .array(vertexIndex, { minLength: length, maxLength: length })
    .map((list) => Uint32Array.from(list));
}

function bytes(length: number): fc.Arbitrary<Uint8Array> {
  return fc.array(byte, { minLength: length, maxLength: length }).map((list) => Uint8Array.from(list));
}

const head = { name: text, nameEn: text, panel: byte };
const olderMorph: fc.Arbitrary<PmxMorph> = fc.oneof(
  elements(3, (n) =>
    fc.record({ ...head, type: fc.constant('group' as const), morphs: indices(n), weights: column(n) }),
  ),
  elements(3, (n) =>
    fc.record({
      ...head,
      type: fc.constant('vertex' as const),
      vertices: vertexIndices(n),
      offsets: column(3 * n),
    }),
  ),
  elements(3, (n) =>
    fc.record({
      ...head,
      type: fc.constant('bone' as const),
      bones: indices(n),
      translations: column(3 * n),
      rotations: column(4 * n),
    }),
  ),
  elements(3, (n) =>
    fc.record({
      ...head,
      type: fc.constant('uv' as const),
      channel: fc.nat(4),
      vertices: vertexIndices(n),
      offsets: column(4 * n),
    }),
  ),
  elements(2, (n) =>
    fc.record({
      ...head,
      type: fc.constant('material' as const),
      materials: indices(n),
      operations: bytes(n),
      values: column(28 * n),
    }),
  ),
);
const newerMorph: fc.Arbitrary<PmxMorph> = fc.oneof(
  elements(3, (n) =>
    fc.record({ ...head, type: fc.constant('flip' as const), morphs: indices(n), weights: column(n) }),
  ),
  elements(3, (n) =>
    fc.record({
      ...head,
      type: fc.constant('impulse' as const),
      rigidBodies: indices(n),
      local: bytes(n),
      velocities: column(3 * n),
      torques: column(3 * n),
    }),
  ),
);

const displayFrame: fc.Arbitrary<PmxDisplayFrame> = fc.record({
  name: text,
  nameEn: text,
  special: byte,
  elements: fc.array(fc.record({ type: fc.constantFrom('bone' as const, 'morph' as const), index }), {
    maxLength: 3,
  }),
});

const rigidBody: fc.Arbitrary<PmxRigidBody> = fc.record({
  name: text,
  nameEn: text,
  bone: index,
  group: byte,
  collisionMask: word,
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
});

const joint: fc.Arbitrary<PmxJoint> = fc.record({
  name: text,
  nameEn: text,
  type: byte,
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
});

const softBody: fc.Arbitrary<PmxSoftBody> = fc.record({
  name: text,
  nameEn: text,
  shape: byte,
  material: index,
  group: byte,
  collisionMask: word,
  flags: byte,
  bendingLinkDistance: int,
  clusterCount: int,
  totalMass: float,
  collisionMargin: float,
  aeroModel: int,
  config: column(12),
  cluster: column(6),
  iterations: fc.array(int, { minLength: 4, maxLength: 4 }).map((list) => Int32Array.from(list)),
  stiffness: column(3),
  anchors: fc.array(fc.record({ rigidBody: index, vertex: vertexIndex, near: byte }), { maxLength: 2 }),
  pinnedVertices: elements(2, vertexIndices),
});

const rest = {
  encoding: fc.constantFrom('utf-16le' as const, 'utf-8' as const),
  name: text,
  nameEn: text,
  comment: text,
  commentEn: text,
  indices: elements(6, vertexIndices),
  textures: fc.array(text, { maxLength: 2 }),
  materials: fc.array(material, { maxLength: 2 }),
  bones: fc.array(bone, { maxLength: 4 }),
  displayFrames: fc.array(displayFrame, { maxLength: 2 }),
  rigidBodies: fc.array(rigidBody, { maxLength: 2 }),
  joints: fc.array(joint, { maxLength: 2 }),
};

/** Documents of both versions, with all values that they can hold. */
export const pmx: fc.Arbitrary<Pmx> = fc
  .oneof(
    fc.record({
      ...rest,
      version: fc.constant(2 as const),
      vertices: vertices(SDEF),
      morphs: fc.array(olderMorph, { maxLength: 3 }),
    }),
    fc.record({
      ...rest,
      version: fc.constant(2.1 as const),
      vertices: vertices(SDEF + 1),
      morphs: fc.array(fc.oneof(olderMorph, newerMorph), { maxLength: 3 }),
      softBodies: fc.array(softBody, { maxLength: 2 }),
    }),
  )
  .map((content) => createPmx(content));

/** The bytes of a valid file with every section. */
export const pmxBytes: fc.Arbitrary<Uint8Array> = pmx.map((document) => serializePmx(document));
