import { GrowingBytes } from '../binary/growing-bytes.js';
import type { XOutput } from './write-objects.js';

/**
 * Writes a text in the strict grammar: `;` ends each member, `,` separates the entries of a list and `;` ends
 * it.
 */
export class XTextOutput implements XOutput {
  readonly bytes: GrowingBytes = new GrowingBytes();
  #depth = 0;
  #indent = '';

  open(template: string, name: Uint8Array = new Uint8Array(0)): void {
    this.bytes.ascii(`${this.#indent}${template} `);
    if (name.length > 0) this.#raw(name, ' ');
    this.bytes.ascii('{\r\n');
    this.#nest(1);
  }

  close(): void {
    this.#nest(-1);
    this.#line('}');
  }

  reference(name: Uint8Array): void {
    this.bytes.ascii(`${this.#indent}{ `);
    this.#raw(name, ' }\r\n');
  }

  text(text: Uint8Array): void {
    this.bytes.ascii(`${this.#indent}"`);
    this.#raw(text, '";\r\n');
  }

  index(value: number): void {
    this.#line(`${value};`);
  }

  number(value: number): void {
    this.#line(`${spell(value)};`);
  }

  indices(values: ArrayLike<number>): void {
    this.#list(values.length, (i) => String(values[i]));
  }

  matrix(values: ArrayLike<number>): void {
    this.#line(`${Array.from(values, spell).join(',')};;`);
  }

  record(values: readonly number[]): void {
    this.#line(`${values.map(spell).join(';')};;`);
  }

  records(values: ArrayLike<number>, size: number): void {
    this.#list(values.length / size, (i) => fields(values, i * size, size));
  }

  faces(starts: Uint32Array, corners: Uint32Array): void {
    this.#list(starts.length - 1, (face) => {
      const own = corners.subarray(starts[face], starts[face + 1]);
      return `${own.length};${own.join(',')};`;
    });
  }

  indexed(indices: Uint32Array, values: ArrayLike<number>, size: number): void {
    this.#list(indices.length, (i) => `${indices[i]};${fields(values, i * size, size)};`);
  }

  /** Deeper lines are not indented further: else a deep hierarchy would take O(depth²) bytes. */
  #nest(step: number): void {
    this.#depth += step;
    this.#indent = ' '.repeat(Math.min(this.#depth, MAX_INDENT));
  }

  #list(count: number, entry: (index: number) => string): void {
    for (let i = 0; i < count; i++) this.#line(entry(i) + (i < count - 1 ? ',' : ';'));
    if (count === 0) this.#line(';');
  }

  #line(text: string): void {
    this.bytes.ascii(`${this.#indent}${text}\r\n`);
  }

  #raw(bytes: Uint8Array, after: string): void {
    this.bytes.raw(bytes);
    this.bytes.ascii(after);
  }
}

const MAX_INDENT = 16;

function fields(values: ArrayLike<number>, start: number, size: number): string {
  let text = '';
  for (let i = start; i < start + size; i++) text += `${spell(values[i])};`;
  return text;
}

/**
 * As few digits as give the same 32 bits, always with a point; NaN and infinity as Microsoft's library writes
 * them.
 */
function spell(value: number): string {
  if (Number.isNaN(value)) return '1.#QNAN0';
  if (!Number.isFinite(value)) return value < 0 ? '-1.#INF00' : '1.#INF00';
  if (Object.is(value, -0)) return '-0.0';
  const single = Math.fround(value);
  let text = '';
  for (let digits = 6; digits <= 9 && Math.fround(Number(text || NaN)) !== single; digits++) {
    text = String(Number(single.toPrecision(digits)));
  }
  return /[.]/.test(text) ? text : text.replace(/^(-?\d+)/, '$1.0');
}
