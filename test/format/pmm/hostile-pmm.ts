import {
  createPmm,
  createPmmAccessory,
  createPmmModel,
  type MmdName,
  type Pmm,
  pmmTracks,
  serializePmm,
} from '@odori/format';
import { headBytes, restingProject1, sceneBytes, tailBytes } from './pmm-bytes.js';

/** About the size of each file. */
const BYTES = 2_000_000;

function named(count: number, nameOf: (i: number) => Uint8Array): MmdName[] {
  return Array.from({ length: count }, (_, i) => {
    const bytes = nameOf(i);
    return { text: Buffer.from(bytes).toString('latin1'), bytes };
  });
}

/** Two characters, or three: all of them differ. */
function shortName(i: number): Uint8Array {
  const digits = i.toString(36).padStart(2, '0');
  return new Uint8Array(Buffer.from(digits));
}

function ofModel(content: Parameters<typeof createPmmModel>[0]): Uint8Array {
  return serializePmm(createPmm({ models: [createPmmModel(content)] }));
}

/** A project of version 2 whose only model has no bones, and a pool of morph keys. */
function morphPool(
  count: number,
  linkOf: (i: number) => readonly [number: number, frame: number, next: number],
): Uint8Array {
  const head = headBytes()
    .u8(1, 0)
    .short('')
    .short('')
    .text('', 256)
    .u8(0)
    .i32(0, 0, 0, 0)
    .u8(1, 1)
    .i32(0, 0, 0, 0, 0)
    .u8(0)
    .i32(0, 0, 0);
  const keys = Buffer.alloc(21 * count);
  for (let i = 0; i < count; i++) {
    const [number, frame, next] = linkOf(i);
    keys.writeInt32LE(number | 0, 21 * i);
    keys.writeInt32LE(frame | 0, 21 * i + 4);
    keys.writeInt32LE(next | 0, 21 * i + 12);
  }
  const model = head.i32(count).bytes(keys).i32(0, 0, 0).u8(1, 0).i32(0).u8(0).f32(1).u8(1, 1);
  return tailBytes(sceneBytes(model)).build();
}

/** As many models as a project can have, with one of each part. */
function smallModels(): Pmm {
  const models = Array.from({ length: 255 }, (_, number) => {
    const [bone, morph, name] = named(3, (i) => shortName(3 * number + i));
    return createPmmModel({
      number,
      name,
      drawOrder: 1,
      calculationOrder: 1,
      boneNames: [bone],
      morphNames: [morph],
      ikBones: new Int32Array(1),
    });
  });
  return createPmm({ models });
}

/** Files that make a parser take as much memory as they can, by what they have too much of. */
export const HOSTILE_PMM: Readonly<Record<string, () => Uint8Array>> = {
  'morphs without names': () =>
    ofModel({ morphNames: named(Math.floor(BYTES / 22), () => new Uint8Array(0)) }),
  'morphs with short names': () => ofModel({ morphNames: named(Math.floor(BYTES / 25), shortName) }),
  'bones with short names': () => ofModel({ boneNames: named(Math.floor(BYTES / 93), shortName) }),
  'morphs with long names': () =>
    ofModel({ morphNames: named(Math.floor(BYTES / 71), (i) => Buffer.from(`${'x'.repeat(44)}${i}`)) }),
  IKs: () => ofModel({ ikBones: new Int32Array(Math.floor(BYTES / 6)).fill(-9) }),
  'external parents': () => ofModel({ externalParentBones: new Int32Array(Math.floor(BYTES / 28)).fill(-9) }),
  'empty models': () =>
    serializePmm(
      createPmm({
        models: Array.from({ length: 255 }, (_, number) =>
          createPmmModel({ number, drawOrder: 1, calculationOrder: 1 }),
        ),
      }),
    ),
  'small models': () => serializePmm(smallModels()),
  'small models with odd values': () => {
    const pmm = smallModels();
    for (const { bones, morphs, properties, current, ikBones, ...model } of pmm.models) {
      bones.rotations.fill(NaN);
      morphs.weights.fill(Infinity);
      current.rotations.fill(NaN);
      current.positions.fill(NaN);
      for (const { selected } of [bones, morphs, properties]) selected.fill(9);
      current.uncommitted.fill(7);
      properties.ikEnabled.fill(8);
      ikBones.fill(-9);
      model.rowsOpen.fill(3);
    }
    return serializePmm(pmm);
  },
  'empty accessories': () =>
    serializePmm(
      createPmm({ accessories: Array.from({ length: 255 }, (_, number) => createPmmAccessory({ number })) }),
    ),
  'keys without a track': () => morphPool(Math.floor(BYTES / 21), (i) => [i, 0, 0]),
  'keys with other numbers': () => morphPool(Math.floor(BYTES / 21), (i) => [i + 7, 0x80000000, -1]),
  'camera keys': () => {
    const count = Math.floor(BYTES / 82);
    const pmm = createPmm();
    const one = pmm.camera.keys;
    const many = <T extends Float32Array | Int32Array | Uint8Array>(column: T): T =>
      new (column.constructor as new (length: number) => T)(column.length * count);
    pmm.camera.keys = {
      ...pmmTracks([new Uint32Array(count)]),
      distances: many(one.distances).fill(NaN),
      targets: many(one.targets).fill(NaN),
      rotations: many(one.rotations).fill(NaN),
      followModels: many(one.followModels),
      followBones: many(one.followBones),
      curves: many(one.curves).fill(255),
      perspectiveOff: many(one.perspectiveOff).fill(255),
      fovs: many(one.fovs),
    };
    return serializePmm(pmm);
  },
  'empty models of version 1': () =>
    restingProject1(Array.from({ length: 255 }, () => ({ bones: 1, morphs: 0, iks: 0 }))).build(),
  'followed bones of version 1': () => {
    const file = restingProject1([{ bones: 1, morphs: 0, iks: 0 }]);
    file.u8(0).f32(1).u8(1).u8(1).f32(1).u8(1).u8(2).f32(9.8).i32(10).f32(0, -1, 0).u8(1);
    file.u8(1).u8(1).f32(1).u8(1).u8(1).selfShadow([0, 0, 0], 2).i32(0).u8(1).i32(1, 2, 3).u8(1).u8(1);
    const count = Math.floor(BYTES / 12);
    return file
      .u8(1)
      .i32(-1, 0)
      .i32(count)
      .bytes(new Uint8Array(12 * count))
      .i32(0, 0)
      .build();
  },
};
