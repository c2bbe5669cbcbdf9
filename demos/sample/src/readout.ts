import { CHANNELS, valueText } from './channel.js';

/** The table of values: where the bone is, and where it would be if only whole frames counted. */
export class Readout {
  readonly #cells: readonly (readonly [HTMLElement, HTMLElement])[];

  constructor(body: HTMLElement) {
    this.#cells = CHANNELS.map(({ title, tint }) => {
      const row = document.createElement('tr');
      const name = document.createElement('th');
      name.scope = 'row';
      name.className = tint;
      name.textContent = title;
      const sampled = cell();
      const stepped = cell();
      row.append(name, sampled, stepped);
      body.append(row);
      return [sampled, stepped] as const;
    });
  }

  show(sampled: readonly number[], stepped: readonly number[]): void {
    this.#cells.forEach(([here, there], i) => {
      here.textContent = valueText(sampled[i], CHANNELS[i]);
      there.textContent = valueText(stepped[i], CHANNELS[i]);
    });
  }
}

function cell(): HTMLElement {
  const made = document.createElement('td');
  made.className = 'number';
  return made;
}
