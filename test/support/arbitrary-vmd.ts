import { type BoneKey, createVmd, serializeVmd, type Vmd, type VmdContent } from '@odori/format';
import fc from 'fast-check';

const name = fc.oneof(
  fc.constantFrom('センター', '右足ＩＫ', 'arm', 'スカート上着制服裾', 'スカート上着制服袖', '髙', '가', ''),
  fc.string({ maxLength: 8 }).filter((text) => !text.includes('\0')),
);
const frame = fc.oneof(fc.nat(90), fc.constantFrom(0, 0x7fffffff, 0xffffffff));
const float = fc.oneof(fc.float(), fc.constantFrom(0, -0, 1, NaN, Infinity));
const vector3 = fc.tuple(float, float, float);
const quaternion = fc.tuple(float, float, float, float);
const byte = fc.oneof(fc.constantFrom(20, 107, 0, 127), fc.nat(255));
const curve = fc.tuple(byte, byte, byte, byte);

const boneKey: fc.Arbitrary<BoneKey> = fc.record({
  name,
  frame,
  position: vector3,
  rotation: quaternion,
  curves: fc.record({ x: curve, y: curve, z: curve, rotation: curve }),
  physics: fc.boolean(),
});
const cameraCurves = fc.record({
  x: curve,
  y: curve,
  z: curve,
  rotation: curve,
  distance: curve,
  fov: curve,
});

/** Keyframes for `createVmd`, with all values that they can hold. */
export const vmdContent: fc.Arbitrary<VmdContent> = fc.record({
  modelName: name,
  bones: fc.array(boneKey, { maxLength: 6 }),
  morphs: fc.array(fc.record({ name, frame, weight: float }), { maxLength: 4 }),
  cameras: fc.array(
    fc.record({
      frame,
      distance: float,
      target: vector3,
      rotation: vector3,
      curves: cameraCurves,
      fov: fc.oneof(fc.nat(125), fc.constant(0xffffffff)),
      perspective: fc.boolean(),
    }),
    { maxLength: 3 },
  ),
  lights: fc.array(fc.record({ frame, color: vector3, direction: vector3 }), { maxLength: 2 }),
  selfShadows: fc.array(fc.record({ frame, mode: fc.nat(255), distance: float }), { maxLength: 2 }),
  properties: fc.array(
    fc.record({
      frame,
      visible: fc.boolean(),
      ik: fc.array(fc.record({ name, enabled: fc.boolean() }), { maxLength: 3 }),
    }),
    { maxLength: 3 },
  ),
});

export const vmd: fc.Arbitrary<Vmd> = vmdContent.map((content) => createVmd(content));

/** The bytes of a valid file with every section. */
export const vmdBytes: fc.Arbitrary<Uint8Array> = vmd.map((document) => serializeVmd(document));
