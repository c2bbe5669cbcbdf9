import { joined, language, said, say } from './language/texts.js';
const FRAMES_PER_SECOND = 30;

const whole = new Intl.NumberFormat(language);
const short = new Intl.NumberFormat(language, { maximumFractionDigits: 1 });
const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 });
const precise = new Intl.NumberFormat(language, { maximumFractionDigits: 3 });
/** By their numbers of decimals. */
const fixed = [0, 1, 2, 3].map(
  (digits) =>
    new Intl.NumberFormat(language, { minimumFractionDigits: digits, maximumFractionDigits: digits }),
);

/** `14,160`. */
export function countText(count: number): string {
  return whole.format(count);
}

/** A number with 0 to 3 decimals: `0.260`. */
export function fixedText(value: number, digits: number): string {
  return fixed[digits].format(value);
}

/** `0.260 ms`. */
export function millisecondsText(milliseconds: number, digits = 3): string {
  return `${fixedText(milliseconds, digits)} ms`;
}

/** Frames per second: `7.5`, `60`. */
export function rateText(rate: number): string {
  return fixedText(rate, rate < 10 ? 1 : 0);
}

/** `1 bone`, `2 bones`. */
export function amountText(count: number, noun: string): string {
  return said(() => (count === 1 && language === 'en' ? `1 ${noun}` : say(`{count} ${noun}s`, { count })));
}

/** `1.6 MB`, `3.2 GB`; `999 bytes` below a kilobyte. */
export function sizeText(bytes: number): string {
  if (bytes < 1000) return amountText(bytes, 'byte');
  if (bytes < 1e6) return `${short.format(bytes / 1e3)} kB`;
  if (bytes < 1e9) return `${short.format(bytes / 1e6)} MB`;
  return `${short.format(bytes / 1e9)} GB`;
}

/** Minutes and whole seconds, as a player shows them: `3:39`. */
export function clockText(frame: number): string {
  const seconds = Math.floor(frame / FRAMES_PER_SECOND);
  return `${whole.format(Math.floor(seconds / 60))}:${String(seconds % 60).padStart(2, '0')}`;
}

/** `219.4 s`. */
export function secondsText(frame: number): string {
  return `${short.format(frame / FRAMES_PER_SECOND)} s`;
}

/** `37.5%`. A part above zero is never shown as 0%, and an incomplete one never as 100%. */
export function percentText(part: number, all: number): string {
  if (part > 0 && part / all < 0.0005) return say('under 0.1%');
  if (part < all && part / all > 0.9995) return say('over 99.9%');
  return percent.format(part / all);
}

/** A coordinate or a weight; NaN and infinity are shown as such. */
export function valueText(value: number): string {
  return Math.abs(value) >= 1e9 && Number.isFinite(value) ? value.toExponential(2) : precise.format(value);
}

/** Minutes, seconds and tenths: `0:07.5`. */
export function timeText(seconds: number): string {
  const tenths = Math.floor(seconds * 10 + 1e-6);
  const minutes = Math.floor(tenths / 600);
  const rest = (tenths % 600) / 10;
  return `${minutes}:${rest.toFixed(1).padStart(4, '0')}`;
}

/** The same for screen readers: `7.5 seconds`, `1 minute 4 seconds`. */
export function spokenTime(seconds: number): string {
  if (seconds < 60) return say('{seconds} seconds', { seconds: seconds.toFixed(1) });
  const minutes = Math.floor(seconds / 60);
  const rest = say('{seconds} seconds', { seconds: Math.floor(seconds % 60) });
  return joined([amountText(minutes, 'minute'), rest]);
}
