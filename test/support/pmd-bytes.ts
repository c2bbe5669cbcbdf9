/**
 * A PMD file written field by field, so that parser tests do not depend on the serializer.
 *
 * @example
 * new PmdBytes().u32(0, 0, 0).u16(0, 0).build(); // a header and three empty sections; the rest is missing
 */
export class PmdBytes {
  readonly #parts: Uint8Array[] = [];

  constructor({ signature = 'Pmd', version = 1, name = 'Dancer', comment = 'hello' } = {}) {
    this.bytes(Buffer.from(signature, 'latin1')).f32(version).text(name, 20).text(comment, 256);
  }

  get length(): number {
    return this.#parts.reduce((sum, part) => sum + part.length, 0);
  }

  /** ASCII in a field, ended by NUL and padded with FD. */
  text(text: string, length: number, padding = 0xfd): this {
    const field = new Uint8Array(length).fill(padding);
    for (let i = 0; i < text.length; i++) field[i] = text.charCodeAt(i);
    if (text.length < length) field[text.length] = 0;
    return this.bytes(field);
  }

  bytes(bytes: Iterable<number>): this {
    this.#parts.push(Uint8Array.from(bytes));
    return this;
  }

  u8(...values: number[]): this {
    return this.bytes(values);
  }

  u16(...values: number[]): this {
    return this.bytes(new Uint8Array(Uint16Array.from(values).buffer));
  }

  u32(...values: number[]): this {
    return this.bytes(new Uint8Array(Uint32Array.from(values).buffer));
  }

  f32(...values: number[]): this {
    return this.bytes(new Uint8Array(Float32Array.from(values).buffer));
  }

  /** A vertex at (x, 0, 0), by default half on each of two bones. */
  vertex(x: number, bones = [0, 0], weight = 50, edgeFlag = 0): this {
    return this.f32(x, 0, 0, 0, 1, 0, 0.25, 0.75)
      .u16(...bones)
      .u8(weight, edgeFlag);
  }

  material(indexCount: number, texture: string, toon = 0, edgeFlag = 1): this {
    return this.f32(0.1, 0.2, 0.3, 1, 5, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9)
      .u8(toon, edgeFlag)
      .u32(indexCount)
      .text(texture, 20);
  }

  bone(name: string, parent: number, tail: number, type: number, ik: number, position = [0, 0, 0]): this {
    return this.text(name, 20)
      .u16(parent, tail)
      .u8(type)
      .u16(ik)
      .f32(...position);
  }

  ik(target: number, effector: number, iterations: number, limit: number, links: number[]): this {
    return this.u16(target, effector)
      .u8(links.length)
      .u16(iterations)
      .f32(limit)
      .u16(...links);
  }

  morph(name: string, type: number, moved: [index: number, offset: number[]][]): this {
    this.text(name, 20).u32(moved.length).u8(type);
    for (const [index, offset] of moved) this.u32(index).f32(...offset);
    return this;
  }

  english(names: { bones: string[]; morphs: string[]; frames: string[] }): this {
    this.u8(1).text('Dancer EN', 20).text('hello EN', 256);
    for (const name of [...names.bones, ...names.morphs]) this.text(name, 20);
    for (const name of names.frames) this.text(name, 50);
    return this;
  }

  toons(): this {
    for (let i = 1; i <= 10; i++) this.text(`toon${i < 10 ? '0' : ''}${i}.bmp`, 100);
    return this;
  }

  body(name: string, bone: number): this {
    return this.text(name, 20)
      .u16(bone)
      .u8(3)
      .u16(0xfff7)
      .u8(2)
      .f32(1, 2, 3, 4, 5, 6, 0.1, 0.2, 0.3) // size, position, rotation
      .f32(10, 0.5, 0.25, 0.125, 0.75) // mass, dampings, restitution, friction
      .u8(1);
  }

  joint(name: string, bodyA: number, bodyB: number): this {
    return this.text(name, 20)
      .u32(bodyA, bodyB)
      .f32(...Array.from({ length: 24 }, (_, i) => i));
  }

  build(): Uint8Array {
    return Uint8Array.from(Buffer.concat(this.#parts));
  }
}

/** A triangle on two bones with an IK: everything up to and including the IK list. */
export function skeletonBytes(): PmdBytes {
  return new PmdBytes()
    .u32(3)
    .vertex(1)
    .vertex(2, [0, 1], 100)
    .vertex(3, [1, 0], 0, 1)
    .u32(3)
    .u16(0, 1, 2)
    .u32(1)
    .material(3, 'a.bmp*b.sph')
    .u16(3)
    .bone('root', 0xffff, 1, 1, 0)
    .bone('arm', 0, 0, 0, 0, [0, 1, 0])
    .bone('goal', 0, 0, 2, 0, [0, 2, 0])
    .u16(1)
    .ik(2, 1, 40, 0.5, [0]);
}

/** The same, followed by at least one entry of every other section. */
export function wholeBytes(): PmdBytes {
  return skeletonBytes()
    .u16(2)
    .morph('base', 0, [[2, [3, 0, 0]]])
    .morph('smile', 3, [[0, [0, 0.5, 0]]])
    .u8(1)
    .u16(1)
    .u8(1)
    .text('IK\n', 50)
    .u32(1)
    .u16(2)
    .u8(1)
    .english({ bones: ['Root', 'Arm', 'Goal'], morphs: ['Smile'], frames: ['Iks\n'] })
    .toons()
    .u32(2)
    .body('hip', 1)
    .body('free', 0xffff)
    .u32(1)
    .joint('j', 0, 1);
}
