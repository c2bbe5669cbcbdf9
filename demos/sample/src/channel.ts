/** One of the four things that a bone's curve leads. */
export interface Channel {
  title: string;
  unit: string;
  /** Its class in the style sheet. */
  tint: string;
}

/** In the order of a key's curves. */
export const CHANNELS: readonly Channel[] = [
  { title: 'X', unit: '', tint: 'x' },
  { title: 'Y', unit: '', tint: 'y' },
  { title: 'Z', unit: '', tint: 'z' },
  { title: 'Rotation', unit: '°', tint: 'turn' },
];

const digits = new Intl.NumberFormat('en', { minimumFractionDigits: 3, maximumFractionDigits: 3 });

/** `1.250`, `30.000°`. */
export function valueText(value: number, { unit }: Channel): string {
  const rounded = Math.round(value * 1000) / 1000;
  return digits.format(rounded === 0 ? 0 : rounded).replace('-', '−') + unit;
}
