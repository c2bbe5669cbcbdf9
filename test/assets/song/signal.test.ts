import { describe, expect, test } from 'vitest';
import { Random, randomFor } from '#demos/assets/src/song/random.js';
import { envelopeAt, fall, strikeAt } from '#demos/assets/src/song/signal/envelopes.js';
import { OnePole, StateVariableFilter } from '#demos/assets/src/song/signal/filters.js';
import { polyBlep, Saw, Sine, Square } from '#demos/assets/src/song/signal/oscillators.js';
import { gainOf, hertzOf, panGains, SAMPLE_RATE } from '#demos/assets/src/song/signal/stereo.js';

const turn = (next: () => number): number[] => Array.from({ length: 8 }, next);

describe('oscillators', () => {
  test('polyBlep smooths a corner over one sample on each side', () => {
    expect(polyBlep(0.05, 0.1)).toBeCloseTo(-0.25, 12); // 2 * 0.5 - 0.25 - 1
    expect(polyBlep(0.95, 0.1)).toBeCloseTo(0.25, 12); // 0.25 - 2 * 0.5 + 1
    expect(polyBlep(0.5, 0.1)).toBe(0);
  });

  test('a saw rises, and is at 0 where it falls', () => {
    const saw = new Saw();
    expect(turn(() => saw.next(0.125))).toEqual([0, -0.75, -0.5, -0.25, 0, 0.25, 0.5, 0.75]);
  });

  test('a square is 1, then -1', () => {
    const square = new Square();
    expect(turn(() => square.next(0.125))).toEqual([0, 1, 1, 1, 0, -1, -1, -1]);
  });

  test('a sine keeps its phase when its frequency changes', () => {
    const sine = new Sine();
    const values = [sine.next(0.25), sine.next(0.5), sine.next(0.25), sine.next(0.25, 0.25)];
    [0, 1, -1, 1].forEach((value, index) => expect(values[index]).toBeCloseTo(value, 12));
  });
});

describe('envelopes', () => {
  const shape = { attack: 0.1, decay: 0.2, sustain: 0.5, release: 0.4 };
  const half = (Math.exp(-2.5) - Math.exp(-5)) / (1 - Math.exp(-5)); // 0.0758582

  test('fall() goes from 1 to exactly 0', () => {
    expect([fall(0), fall(1), fall(7)]).toEqual([1, 0, 0]);
    expect(fall(0.5)).toBeCloseTo(half, 12);
  });

  test('an envelope has attack, decay, sustain and release', () => {
    expect(envelopeAt(shape, 0, 0.5)).toBe(0);
    expect(envelopeAt(shape, 0.05, 0.5)).toBeCloseTo(0.5, 12);
    expect(envelopeAt(shape, 0.2, 0.5)).toBeCloseTo(0.5 + 0.5 * half, 12);
    expect(envelopeAt(shape, 0.4, 0.5)).toBe(0.5);
    expect(envelopeAt(shape, 0.7, 0.5)).toBeCloseTo(0.5 * half, 12);
    expect(envelopeAt(shape, 0.9, 0.5)).toBeCloseTo(0, 12);
  });

  test('the release starts at the current level', () => {
    expect(envelopeAt(shape, 0.25, 0.05)).toBeCloseTo(0.5 * half, 12);
  });

  test('strikeAt() starts and ends at 0', () => {
    expect([strikeAt(0, 0.3), strikeAt(0.001, 0.3), strikeAt(0.3, 0.3)]).toEqual([0, 1, 0]);
  });
});

describe('filters', () => {
  test('two samples of the three filter outputs, computed by hand', () => {
    // At a quarter of the rate g is tan(45°) = 1, and with quality 1 all three coefficients are 1/3.
    const filter = new StateVariableFilter(SAMPLE_RATE / 4, 1);
    const { low, band, high } = filter.next(1);
    [low, band, high].forEach((value) => expect(value).toBeCloseTo(1 / 3, 12));
    filter.next(1);
    expect(filter.low).toBeCloseTo(1, 12);
    expect(filter.band).toBeCloseTo(1 / 3, 12);
    expect(filter.high).toBeCloseTo(-1 / 3, 12);
  });

  test('at the cutoff, the low pass is at -3 dB and the band pass at 0 dB', () => {
    const filter = new StateVariableFilter(1000);
    const sine = new Sine();
    let [low, band] = [0, 0];
    for (let index = 0; index < 2 * SAMPLE_RATE; index++) {
      filter.next(sine.next(1000 / SAMPLE_RATE));
      if (index < SAMPLE_RATE) continue;
      low += (2 * filter.low ** 2) / SAMPLE_RATE;
      band += (2 * filter.band ** 2) / SAMPLE_RATE;
    }
    expect(low).toBeCloseTo(0.5, 4);
    expect(band).toBeCloseTo(1, 4);
  });

  test('a one-pole filter with a factor of 1/2 goes half the way each time', () => {
    const filter = new OnePole((Math.LN2 * SAMPLE_RATE) / (2 * Math.PI));
    expect(filter.next(1)).toBeCloseTo(0.5, 12);
    expect(filter.next(1)).toBeCloseTo(0.75, 12);
  });
});

describe('numbers', () => {
  test('gains, frequencies and panning', () => {
    expect(gainOf(-20)).toBeCloseTo(0.1, 12);
    expect(hertzOf(81)).toBeCloseTo(880, 9);
    const [left, right] = panGains(0.5);
    expect(left ** 2 + right ** 2).toBeCloseTo(2, 12);
    expect(right).toBeGreaterThan(left);
  });

  test('random numbers are reproducible and evenly distributed', () => {
    const [one, other] = [new Random(7), new Random(7)];
    const values = Array.from({ length: 10_000 }, () => one.signed());
    expect(values).toEqual(values.map(() => other.signed()));
    expect(values.reduce((sum, value) => sum + value, 0) / values.length).toBeCloseTo(0, 1);
    expect(values.reduce((sum, value) => sum + value ** 2, 0) / values.length).toBeCloseTo(1 / 3, 1);
    expect(randomFor('kick', 1).next()).not.toBe(randomFor('kick', 2).next());
  });
});
