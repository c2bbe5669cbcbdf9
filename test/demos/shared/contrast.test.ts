import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const STYLE = readFileSync(join(import.meta.dirname, '../../../demos/shared/page.css'), 'utf8');
const [, day, night] = STYLE.split(/:root \{/);
/** WCAG 2, level AA, for text of any size. */
const LEAST = 4.5;
/** The darkest and the brightest picture behind the glass. */
const PICTURES = [0, 255];

/**
 * The value of a color in a scheme: `#fff` or `rgb(255 255 255 / 88%)` as red, green, blue (0 to 255) and
 * opacity (0 to 1).
 */
function color(scheme: string, name: string): number[] {
  const [, value] = new RegExp(`--${name}: (#\\w+|rgb\\(.*?\\))`).exec(scheme)!;
  if (value.startsWith('rgb')) {
    const [red, green, blue, percent] = value.match(/\d+/g)!.map(Number);
    return [red, green, blue, percent / 100];
  }
  const digits = value.length === 4 ? value.replace(/\w/g, '$&$&') : value;
  return [...[1, 3, 5].map((at) => Number.parseInt(digits.slice(at, at + 2), 16)), 1];
}

/** Relative luminance by WCAG 2, 0 to 1. */
function luminance(channels: readonly number[]): number {
  const [red, green, blue] = channels.map((channel) => {
    const part = channel / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: readonly number[], other: readonly number[]): number {
  const [dark, bright] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (bright + 0.05) / (dark + 0.05);
}

test('black on white has a contrast of 21', () => {
  expect(contrast([0, 0, 0], [255, 255, 255])).toBeCloseTo(21);
});

test.each([
  ['by day', day],
  ['by night', night],
])('%s, all text on glass over a picture can be read, whatever the picture shows', (_, scheme) => {
  const [red, green, blue, opacity] = color(scheme, 'glass');
  for (const picture of PICTURES) {
    const behind = [red, green, blue].map((channel) => opacity * channel + (1 - opacity) * picture);
    for (const name of ['ink', 'quiet', 'accent']) {
      const [textRed, textGreen, textBlue] = color(scheme, name);
      expect(contrast([textRed, textGreen, textBlue], behind), name).toBeGreaterThanOrEqual(LEAST);
    }
  }
});
