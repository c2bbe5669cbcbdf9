/**
 * A VMD file written field by field, so that parser tests do not depend on the serializer.
 *
 * @example
 * new VmdBytes().counts(0, 0).build(); // a header and two empty sections
 */
export class VmdBytes {
  readonly #parts: Uint8Array[] = [];

  constructor({ signature = 'Vocaloid Motion Data 0002', modelName = 'Dancer', modelNameBytes = 20 } = {}) {
    this.text(signature, 30).text(modelName, modelNameBytes);
  }

  /** ASCII in a field padded with zeros. */
  text(text: string, length: number, padding = 0): this {
    const field = new Uint8Array(length).fill(padding);
    for (let i = 0; i < text.length; i++) field[i] = text.charCodeAt(i);
    if (text.length < length) field[text.length] = 0;
    return this.bytes(field);
  }

  bytes(bytes: Iterable<number>): this {
    this.#parts.push(Uint8Array.from(bytes));
    return this;
  }

  u32(...values: number[]): this {
    return this.bytes(new Uint8Array(Uint32Array.from(values).buffer));
  }

  f32(...values: number[]): this {
    return this.bytes(new Uint8Array(Float32Array.from(values).buffer));
  }

  /** Counts of empty sections. */
  counts(...values: number[]): this {
    return this.u32(...values);
  }

  /** A bone keyframe at its rest position, with the linear curves that MMD 9 writes. */
  bone(name: string, frame: number, rotation = [0, 0, 0, 1]): this {
    return this.text(name, 15)
      .u32(frame)
      .f32(0, 0, 0, ...rotation)
      .bytes(LINEAR_BLOCK);
  }

  morph(name: string, frame: number, weight: number): this {
    return this.text(name, 15).u32(frame).f32(weight);
  }

  build(): Uint8Array {
    return Uint8Array.from(Buffer.concat(this.#parts));
  }
}

/** The linear curves as MMD 9 writes them with physics on: bytes 2 and 3 are the physics flag. */
const LINEAR_BLOCK = Uint8Array.from(
  Buffer.from(
    '14140000141414146b6b6b6b6b6b6b6b' +
      '141414141414146b6b6b6b6b6b6b6b00' +
      '1414141414146b6b6b6b6b6b6b6b0000' +
      '14141414146b6b6b6b6b6b6b6b000000',
    'hex',
  ),
);
