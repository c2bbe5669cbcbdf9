/** A BVMD file made field by field, so that the tests of the parser do not depend on the serializer. */
export class BvmdBytes {
  readonly #bytes: number[] = [];

  constructor(...version: number[]) {
    this.u8(0x42, 0x56, 0x4d, 0x44, ...version); // BVMD
  }

  get length(): number {
    return this.#bytes.length;
  }

  u8(...values: number[]): this {
    this.#bytes.push(...values);
    return this;
  }

  u32(...values: number[]): this {
    return this.u8(...new Uint8Array(Uint32Array.from(values).buffer));
  }

  f32(...values: number[]): this {
    return this.u8(...new Uint8Array(Float32Array.from(values).buffer));
  }

  /** The length, then UTF-8 without padding. */
  text(text: string): this {
    const bytes = new TextEncoder().encode(text);
    return this.u32(bytes.length).u8(...bytes);
  }

  build(): Uint8Array {
    return Uint8Array.from(this.#bytes);
  }
}

/*
 * One motion in three versions: `a` has rotations only, 頭 (head) also has positions, one morph, one property
 * key, one camera key. The texts have three bytes: version 3 pads them with one byte, and in version 2 they
 * break the alignment.
 */

/**
 * Version 3.0. Sections begin at
 *   32 = 8 + 4 + 5 · 4
 *   76 = 32 + 4 + (4 + 4) + 4 + 4 + 16 + 4 + (1 + 3)
 *   144 = 76 + 4 + (4 + 4) + 4 + 4 + 12 + 12 + 16 + 4 + (1 + 3)
 *   176 = 144 + 4 + (4 + 4) + 4 + 2 · (4 + 4)
 *   204 = 176 + 4 + 4 + (1 + 3) + 4 + (4 + 4) + (1 + 3)
 *   268 = 204 + 4 + 4 + 12 + 12 + 12 + 4 + 4 + 4 + 4 + 4
 */
export function sample3(): BvmdBytes {
  return new BvmdBytes(3, 0, 0)
    .u8(0)
    .u32(20, 32, 76, 144, 176, 204)
    .u32(1) // bones with rotations only
    .text('a')
    .u8(0, 0, 0)
    .u32(1, 7)
    .f32(0, 0, 0.5, -0)
    .u8(1, 3, 2, 4) // x1 x2 y1 y2
    .u8(0, 0, 0, 0) // physics off, 3 bytes of padding
    .u32(1) // movable bones
    .text('頭')
    .u8(0)
    .u32(1, 9)
    .f32(1, 2, 3)
    .u8(11, 13, 12, 14, 21, 23, 22, 24, 31, 33, 32, 34)
    .f32(0, 0, 0, 1)
    .u8(41, 43, 42, 44)
    .u8(1, 0, 0, 0)
    .u32(1) // morphs
    .text('あ')
    .u8(0)
    .u32(2, 0, 30)
    .f32(0, 0.25)
    .u32(1, 5) // property keys
    .u8(1, 0, 0, 0)
    .u32(1)
    .text('足')
    .u8(0)
    .u8(0, 0, 0, 0)
    .u32(1, 6) // camera keys
    .f32(0, 10, 0)
    .u8(11, 13, 12, 14, 21, 23, 22, 24, 31, 33, 32, 34)
    .f32(0.5, 0, 0)
    .u8(41, 43, 42, 44)
    .f32(-45)
    .u8(51, 53, 52, 54)
    .f32(30.5)
    .u8(61, 63, 62, 64);
}

/** Version 2.1, or 2.0, which has no physics. Padding aligns words to a multiple of 4. */
export function sample2(minor: 0 | 1): Uint8Array {
  const file = new BvmdBytes(2, minor, 0);
  const align = (): BvmdBytes => file.u8(...Array<number>(-file.length & 3).fill(0));
  const physics = (on: number): BvmdBytes => (minor === 1 ? file.u8(on) : file);
  file.u32(1).text('a').u32(1);
  align().u32(7).f32(0, 0, 0.5, -0).u8(1, 3, 2, 4);
  physics(0).u32(1).text('頭').u32(1);
  align().u32(9).f32(1, 2, 3).u8(11, 13, 12, 14, 21, 23, 22, 24, 31, 33, 32, 34);
  align().f32(0, 0, 0, 1).u8(41, 43, 42, 44);
  physics(1).u32(1).text('あ').u32(2);
  align().u32(0, 30).f32(0, 0.25);
  file.u32(1, 1); // property keys, then IK bones
  align().u32(5).u8(1).text('足').u8(0);
  file.u32(1);
  align().u32(6).f32(0, 10, 0).u8(11, 13, 12, 14, 21, 23, 22, 24, 31, 33, 32, 34);
  align().f32(0.5, 0, 0).u8(41, 43, 42, 44).f32(-45).u8(51, 53, 52, 54).f32(30.5).u8(61, 63, 62, 64);
  return file.build();
}
