/** The links of a key: its frame, and the numbers of the previous and the next key. */
export type Base = readonly [frame: number, previous: number, next: number];
/** The number of a key in a pool, then its links. */
export type PoolBase = readonly [number: number, ...base: Base];

/** MMD's linear curve, x1 y1 x2 y2. */
export const LINEAR = [20, 20, 107, 107];

/** A PMM file made field by field, so that the tests of the parser do not depend on the serializer. */
export class PmmBytes {
  readonly #parts: Uint8Array[] = [];
  /** Where each named part begins. */
  readonly marks: Record<string, number> = {};

  get length(): number {
    return this.#parts.reduce((sum, part) => sum + part.length, 0);
  }

  mark(name: string): this {
    this.marks[name] = this.length;
    return this;
  }

  bytes(bytes: Iterable<number>): this {
    this.#parts.push(Uint8Array.from(bytes));
    return this;
  }

  u8(...values: number[]): this {
    return this.bytes(values);
  }

  i32(...values: number[]): this {
    return this.bytes(new Uint8Array(Int32Array.from(values).buffer));
  }

  f32(...values: number[]): this {
    return this.bytes(new Uint8Array(Float32Array.from(values).buffer));
  }

  /** ASCII in a field, a NUL, and leftovers of MMD's memory. */
  text(text: string, width: number, rest = 0): this {
    const field = new Uint8Array(width).fill(rest);
    field.set(Buffer.from(`${text}\0`, 'latin1'));
    return this.bytes(field);
  }

  short(text: string): this {
    return this.u8(text.length).bytes(Buffer.from(text, 'latin1'));
  }

  bone(base: Base | PoolBase, x: number, version: 1 | 2 = 2, physicsOff = 0): this {
    this.i32(...base).bytes([...LINEAR, ...LINEAR, ...LINEAR, 1, 2, 3, 4]);
    this.f32(x, 2, 3, 0, 0.6, 0, 0.8).u8(0);
    return version === 2 ? this.u8(physicsOff) : this;
  }

  morph(base: Base | PoolBase, weight: number): this {
    return this.i32(...base)
      .f32(weight)
      .u8(1);
  }

  /** One IK; in version 2, two external parents. */
  property(base: Base | PoolBase, visible: number, ik: number, parents: number[]): this {
    return this.i32(...base)
      .u8(visible, ik)
      .i32(...parents)
      .u8(0);
  }

  camera(base: Base | PoolBase, distance: number, follow: number[]): this {
    return this.i32(...base)
      .f32(distance, 0, 10, 0, 0.1, 0.2, 0.3)
      .i32(...follow)
      .bytes([1, 2, 3, 4, ...LINEAR, ...LINEAR, ...LINEAR, ...LINEAR, 5, 6, 7, 8])
      .u8(1)
      .i32(35)
      .u8(0);
  }

  light(base: Base | PoolBase, red: number): this {
    return this.i32(...base)
      .f32(red, 0.25, 0.125, -0.5, -1, 0.5)
      .u8(0);
  }

  accessory(base: Base | PoolBase, appearance: number, scale: number): this {
    return this.i32(...base)
      .u8(appearance)
      .i32(0, 1)
      .f32(1, 2, 3, 4, 5, 6, scale)
      .u8(1, 0);
  }

  gravity(base: PoolBase | Base, noise: number): this {
    return this.i32(...base)
      .u8(1)
      .i32(noise)
      .f32(9.8, 0, -1, 0)
      .u8(0);
  }

  selfShadow(base: PoolBase | Base, mode: number): this {
    return this.i32(...base)
      .u8(mode)
      .f32(0.01125)
      .u8(0);
  }

  build(): Uint8Array {
    return new Uint8Array(Buffer.concat(this.#parts));
  }
}

/** The bytes before the number of models. */
export function headBytes(version: 1 | 2 = 2): PmmBytes {
  return new PmmBytes()
    .text(`Polygon Movie maker 000${version}`, 30, 0xcc)
    .i32(1280, 720, 250)
    .f32(30)
    .bytes(version === 2 ? [0, 1, 0, 1, 0, 1, 0] : [0, 1, 0, 1, 0, 1]) // mode, panels
    .u8(0);
}

/** Names, indices and selections of a model with two bones, two morphs, an IK and two external parents. */
export function modelHead(file: PmmBytes): PmmBytes {
  return file
    .u8(3)
    .short('Dancer')
    .short('EN')
    .text('UserFile\\Model\\d.pmd', 256, 0x41)
    .u8(2)
    .i32(2)
    .short('root')
    .short('arm')
    .i32(2)
    .short('base')
    .short('smile')
    .i32(1, 1) // one IK: bone 1
    .i32(2, -1, 0)
    .u8(1, 1)
    .i32(0, 1, 2, 3, 4)
    .u8(2, 0, 1)
    .i32(5, 9);
}

/** Two bones and their pool: root links to 4, which links to 3; arm links to 2. */
export function boneKeys(file: PmmBytes, version: 1 | 2 = 2): PmmBytes {
  return file
    .bone([0, 0, 4], 10, version)
    .bone([0, 0, 2], 11, version)
    .i32(3)
    .bone([2, 7, 1, 0], 12, version)
    .bone([3, 9, 4, 0], 13, version)
    .bone([4, 5, 0, 3], 14, version, 1);
}

function morphKeys(file: PmmBytes): PmmBytes {
  return file.morph([0, 0, 0], 0).morph([0, 0, 2], 0.5).i32(1).morph([2, 6, 1, 0], 1);
}

/** Keys of the properties, and the pose. */
function modelRest(file: PmmBytes): PmmBytes {
  return file
    .property([0, 0, 1], 1, 1, [-1, 0, -1, 0])
    .i32(1)
    .property([1, 8, 0, 0], 0, 0, [0, 1, -2, 0])
    .f32(1, 2, 3, 0, 0, 0, 1)
    .u8(0, 0, 1)
    .f32(4, 5, 6, 0, 0, 0, 1)
    .u8(1, 1, 0)
    .f32(0.25, 0.75)
    .u8(1)
    .i32(0, 5, -1, 0)
    .i32(6, 9, 0, 1)
    .u8(0)
    .f32(1.5)
    .u8(1, 2);
}

/** A whole model. */
export function modelBytes(file: PmmBytes): PmmBytes {
  return modelRest(morphKeys(boneKeys(modelHead(file)).mark('morphs')).mark('properties'));
}

/** Camera, light, accessories. */
export function sceneBytes(file: PmmBytes): PmmBytes {
  return file
    .mark('camera')
    .camera([0, 0, 1], -45, [-1, 0])
    .i32(1)
    .camera([1, 20, 0, 0], -30, [0, 1])
    .f32(0, 10, 0, 0, 10, -45, 0, 0, 0)
    .u8(0)
    .light([0, 0, 1], 0.5)
    .i32(1)
    .light([1, 30, 0, 0], 0.75)
    .f32(0.5, 0.25, 0.125, -0.5, -1, 0.5)
    .u8(0)
    .i32(2)
    .u8(1)
    .text('stage', 100, 0x42)
    .u8(0)
    .text('stage', 100, 0x43)
    .text('UserFile\\Accessory\\stage.x', 256)
    .u8(0)
    .accessory([0, 0, 1], 1, 1)
    .i32(1)
    .accessory([1, 40, 0, 0], 201, 2)
    .u8(0x64) // hidden, 50 % transparent
    .i32(-1, 0)
    .f32(4, 5, 6, 1, 7, 8, 9)
    .u8(0, 1);
}

/** The bytes from the timeline on. */
export function tailBytes(file: PmmBytes): PmmBytes {
  return file
    .i32(12, 1, 2, 0)
    .u8(1, 0, 1, 0)
    .i32(3, 4)
    .u8(1)
    .text('song.wav', 256)
    .i32(1, 2)
    .f32(0.5)
    .text('film.avi', 256)
    .i32(1)
    .i32(3, 4)
    .f32(0.25)
    .text('wall.bmp', 256)
    .u8(0)
    .u8(0, 1, 1)
    .f32(60)
    .i32(0, 1)
    .f32(0.75)
    .u8(1, 2) // transparent ground shadow, physics mode
    .f32(9.8)
    .i32(10)
    .f32(0, -1, 0)
    .u8(0)
    .gravity([0, 0, 1], 10)
    .i32(1)
    .gravity([1, 50, 0, 0], 20)
    .u8(1)
    .f32(0.01125)
    .selfShadow([0, 0, 1], 1)
    .i32(1)
    .selfShadow([1, 60, 0, 0], 2)
    .i32(1, 2, 3)
    .u8(0)
    .i32(0, 1)
    .f32(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1)
    .u8(0, 0, 1)
    .i32(12);
}

/** A project with one part of each kind. */
export function wholeBytes(): PmmBytes {
  const file = tailBytes(sceneBytes(modelBytes(headBytes().u8(1))));
  return file.mark('ranges').u8(1).u8(0).i32(3);
}

/** What a model of version 1 begins with: its number, name, path, draw order and state in the window. */
function modelHead1(file: PmmBytes, number: number, name: string, order: number): PmmBytes {
  return file
    .u8(number)
    .text(name, 20, 0xfd)
    .text('d.pmd', 256)
    .u8(order, 1)
    .i32(0, 1, 2, 3, 4)
    .u8(1, 0)
    .i32(5, 9);
}

/** The model in version 1, without names and counts. */
function modelBytes1(file: PmmBytes, number: number, name: string, order: number): PmmBytes {
  boneKeys(modelHead1(file, number, name, order), 1);
  morphKeys(file).property([0, 0, 1], 1, 1, []).i32(1).property([1, 8, 0, 0], 0, 0, []);
  for (const x of [0, 0.6]) {
    file
      .f32(1, 2, 3, x, 0, 0, x === 0 ? 1 : 0.8)
      .f32(x)
      .u8(0, 1);
  }
  return file.f32(0.25, 0.75).u8(1);
}

/** The counts of a model of version 1, which its file does not contain. */
export interface Counts1 {
  readonly bones: number;
  readonly morphs: number;
  readonly iks: number;
}

/** A model of version 1 at rest: first keys alone, as MMD writes a model that was never moved. */
export function restingModel1(file: PmmBytes, number: number, { bones, morphs, iks }: Counts1): PmmBytes {
  const repeated = (count: number, add: (part: PmmBytes) => PmmBytes): Uint8Array => {
    const bytes = add(new PmmBytes()).build();
    return new Uint8Array(count * bytes.length).map((_, i) => bytes[i % bytes.length]);
  };
  const linear = [...LINEAR, ...LINEAR, ...LINEAR, ...LINEAR];
  return modelHead1(file, number, `Model ${number}`, number + 1)
    .bytes(repeated(bones, (bone) => bone.i32(0, 0, 0).bytes(linear).f32(0, 0, 0, 0, 0, 0, 1).u8(0)))
    .i32(0)
    .bytes(repeated(morphs, (morph) => morph.i32(0, 0, 0).f32(0).u8(0)))
    .i32(0)
    .i32(0, 0, 0)
    .u8(1)
    .bytes(new Uint8Array(iks).fill(1))
    .u8(0)
    .i32(0)
    .bytes(repeated(bones, (state) => state.f32(0, 0, 0, 0, 0, 0, 1, 0).u8(0, 0)))
    .bytes(new Uint8Array(4 * morphs))
    .bytes(new Uint8Array(iks).fill(1));
}

/** A project of version 1 with resting models, up to the first block. */
export function restingProject1(counts: readonly Counts1[]): PmmBytes {
  const file = headBytes(1).u8(counts.length);
  counts.forEach((_, i) => file.text(`English ${i}`, 20));
  counts.forEach((model, i) => restingModel1(file.mark(`model ${i}`), i, model));
  return sceneBytes1(file.mark('camera'));
}

/**
 * Version 1: two models, listed in the other order; a camera with a key; no accessory. Up to the first block.
 */
export function version1Bytes(): PmmBytes {
  const file = headBytes(1).u8(2).text('Other', 20, 0xfd).text('Dancer', 20, 0xfd);
  modelBytes1(file, 3, 'Dancer', 2);
  modelBytes1(file.mark('second'), 4, 'Other', 1).mark('camera');
  return sceneBytes1(file);
}

/** In version 1, what follows the models: a camera with a key, no accessory. Up to the first block. */
function sceneBytes1(file: PmmBytes): PmmBytes {
  return file
    .camera([0, 0, 1], -45, [])
    .i32(1)
    .camera([1, 20, 0, 0], -30, [])
    .f32(0, 10, 0, 0, 10, -45, 0, 0, 0)
    .u8(0)
    .light([0, 0, 0], 0.5)
    .i32(0)
    .f32(0.5, 0.25, 0.125, -0.5, -1, 0.5)
    .u8(0)
    .i32(2)
    .u8(0)
    .i32(12, 1, 2, 0)
    .u8(1, 0, 1, 0)
    .i32(3, 4)
    .u8(0)
    .text('', 256)
    .i32(0, 0)
    .f32(0)
    .text('', 256)
    .i32(0, 0, 0)
    .f32(0)
    .text('', 256)
    .u8(0)
    .u8(0, 1, 1)
    .f32(60)
    .i32(0, 1)
    .f32(0.75);
}

/** The twelve blocks of version 1, one by one. */
export const BLOCKS: readonly ((file: PmmBytes) => PmmBytes)[] = [
  (file) => file.u8(0, 1),
  (file) => file.f32(1),
  (file) => file.u8(1),
  (file) => file.u8(1).f32(1.5, 2),
  (file) => file.u8(1).u8(2).f32(9.8).i32(10).f32(0, -1, 0).u8(1),
  (file) => file.u8(1).u8(1).f32(0.01125).u8(1, 0),
  (file) => file.u8(1).selfShadow([0, 0, 0], 2).i32(0),
  (file) => file.u8(1).i32(1, 2, 3),
  (file) => file.u8(1).u8(1),
  (file) => file.u8(1).i32(-1, 0).i32(1).i32(1, 0, 1).i32(0, 1),
  (file) => file.u8(1).f32(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1).u8(0, 0),
  (file) => file.u8(1).u8(1),
];
