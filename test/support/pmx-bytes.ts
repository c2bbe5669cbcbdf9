/** The sections after the header, in file order. */
const SECTIONS = [
  'vertices',
  'indices',
  'textures',
  'materials',
  'bones',
  'morphs',
  'displayFrames',
  'rigidBodies',
  'joints',
];

/**
 * A PMX file written field by field, so that parser tests do not depend on the serializer.
 *
 * @example
 * new PmxBytes().upTo('morphs').u32(1).text('smile').text('').u8(3, 1).u32(0).upTo('end').build(); // one empty morph
 */
export class PmxBytes {
  readonly #parts: Uint8Array[] = [];
  readonly #isUtf8: boolean;
  #section = 0;

  /** Four texts follow the globals: the names 模型 and model, and two empty comments. */
  constructor({ signature = 'PMX ', version = 2, globals = [0, 0, 1, 1, 1, 1, 1, 1] } = {}) {
    this.#isUtf8 = globals[0] === 1;
    this.bytes(Buffer.from(signature))
      .f32(version)
      .u8(globals.length, ...globals);
    for (const text of ['模型', 'model', '', '']) this.text(text);
  }

  /** Writes empty sections up to the one that the test writes next. */
  upTo(section: string): this {
    const end = section === 'end' ? SECTIONS.length : SECTIONS.indexOf(section);
    for (; this.#section < end; this.#section++) this.u32(0);
    this.#section++;
    return this;
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

  text(text: string): this {
    const bytes = Buffer.from(text, this.#isUtf8 ? 'utf8' : 'utf16le');
    return this.u32(bytes.length).bytes(bytes);
  }

  /**
   * A vertex: position, normal and UV are the numbers 0 to 7; `then` writes the weights; the edge scale is 1.
   */
  vertex(then: (bytes: this) => this): this {
    return then(this.f32(0, 1, 2, 3, 4, 5, 6, 7)).f32(1);
  }

  /** The bytes so far. */
  get length(): number {
    return this.#parts.reduce((sum, part) => sum + part.length, 0);
  }

  build(): Uint8Array {
    return Uint8Array.from(Buffer.concat(this.#parts));
  }
}
