import { language, say } from '../../shared/language/texts.js';

/** One of the four values of a bone that have a curve. */
export interface Channel {
  /** A key of the catalog. */
  title: string;
  unit: string;
  /** The class in the style sheet. */
  tint: string;
}

/** In the order of the curves of a keyframe. */
export const CHANNELS: readonly Channel[] = [
  { title: 'X', unit: '', tint: 'x' },
  { title: 'Y', unit: '', tint: 'y' },
  { title: 'Z', unit: '', tint: 'z' },
  { title: 'Rotation', unit: '°', tint: 'turn' },
];

const digits = new Intl.NumberFormat(language, { minimumFractionDigits: 3, maximumFractionDigits: 3 });

/** `1.250`, `30.000°`. */
export function valueText(value: number, { unit }: Channel): string {
  const rounded = Math.round(value * 1000) / 1000;
  return digits.format(rounded === 0 ? 0 : rounded).replace('-', '−') + unit;
}

/** The table of values: sampled at the current time, and at the whole frame before it. */
export class Readout {
  readonly #cells: readonly (readonly [HTMLElement, HTMLElement])[];

  constructor(body: HTMLElement) {
    this.#cells = CHANNELS.map(({ title, tint }) => {
      const row = document.createElement('tr');
      const name = document.createElement('th');
      name.scope = 'row';
      name.className = tint;
      name.textContent = say(title);
      const sampled = cell();
      const stepped = cell();
      row.append(name, sampled, stepped);
      body.append(row);
      return [sampled, stepped] as const;
    });
  }

  show(sampled: readonly number[], stepped: readonly number[]): void {
    this.#cells.forEach(([sampledCell, steppedCell], i) => {
      sampledCell.textContent = valueText(sampled[i], CHANNELS[i]);
      steppedCell.textContent = valueText(stepped[i], CHANNELS[i]);
    });
  }
}

function cell(): HTMLElement {
  const made = document.createElement('td');
  made.className = 'number';
  return made;
}
