import { strikeAt } from '../signal/envelopes.js';
import { StateVariableFilter } from '../signal/filters.js';
import { Square } from '../signal/oscillators.js';
import { SAMPLE_RATE, type Stereo } from '../signal/stereo.js';
import type { Strike } from './event.js';

interface Metal {
  readonly decaySeconds: number;
  readonly highPassHertz: number;
  /** How much of it is squares that do not fit together, the rest being noise. */
  readonly ring: number;
  readonly pan: number;
  readonly level: number;
}

const CLOSED: Metal = { decaySeconds: 0.07, highPassHertz: 7800, ring: 0.5, pan: 0.18, level: 0.55 };
const OPEN: Metal = { decaySeconds: 0.3, highPassHertz: 6800, ring: 0.5, pan: 0.18, level: 0.45 };
const CRASH: Metal = { decaySeconds: 1.9, highPassHertz: 3600, ring: 0.35, pan: -0.12, level: 0.5 };

/** The six of a well-known drum machine, in hertz. */
const RINGS: readonly number[] = [205.3, 304.4, 369.6, 522.7, 540, 800];

export function playClosedHat(strike: Strike, out: Stereo): void {
  playMetal(strike, CLOSED, out);
}

export function playOpenHat(strike: Strike, out: Stereo): void {
  playMetal(strike, OPEN, out);
}

export function playCrash(strike: Strike, out: Stereo): void {
  playMetal(strike, CRASH, out);
}

function playMetal({ start, velocity, random }: Strike, metal: Metal, out: Stereo): void {
  const squares = RINGS.map(() => new Square(random.next()));
  const increments = RINGS.map((hertz) => (2.1 * hertz) / SAMPLE_RATE);
  const filters = [
    new StateVariableFilter(metal.highPassHertz),
    new StateVariableFilter(metal.highPassHertz),
  ];
  // Softer strokes are shorter too: that is what makes a row of them breathe.
  const decay = metal.decaySeconds * (0.5 + 0.5 * velocity);
  const end = Math.min(out.left.length, start + decay * SAMPLE_RATE);
  for (let index = start; index < end; index++) {
    const level = velocity * metal.level * strikeAt((index - start) / SAMPLE_RATE, decay);
    let ring = 0;
    for (let one = 0; one < squares.length; one++) ring += squares[one].next(increments[one]);
    ring *= 0.35 * metal.ring;
    const noise = 1 - metal.ring;
    const common = random.signed();
    const left = ring + noise * (0.7 * common + 0.7 * random.signed());
    const right = ring + noise * (0.7 * common + 0.7 * random.signed());
    out.left[index] += (1 - metal.pan) * level * filters[0].next(left).high;
    out.right[index] += (1 + metal.pan) * level * filters[1].next(right).high;
  }
}
