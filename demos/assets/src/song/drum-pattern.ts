import { BEATS_PER_BAR, FORM, STEPS_PER_BEAT, type SectionName } from './form.js';

export type Drum = 'kick' | 'snare' | 'clap' | 'closedHat' | 'openHat' | 'crash' | 'taiko' | 'shime' | 'kane';

export interface DrumStroke {
  readonly drum: Drum;
  readonly beat: number;
  /** From 0 to 1. */
  readonly velocity: number;
}

/** One bar: a character for each sixteenth, from 1 (softest) to 9 (hardest). A dot is a rest. */
type Groove = Partial<Record<Drum, string>>;

const CALL: Groove = {
  crash: '7...............',
  kick: '9...............',
  taiko: '9..5..7.8..5..7.',
  kane: '8.448.448.448.44',
};
const CALL_FILL: Groove = {
  taiko: '9..5..7.8.5.7589',
  kane: '8.448.448.448.4.',
  snare: '........3.4.5689',
};
const WALK: Groove = {
  kick: '9.....7.8.......',
  clap: '....8.......8...',
  closedHat: '7.4.6.4.7.4.6.43',
};
const WALK_ON: Groove = {
  kick: '9.....7.8..5....',
  clap: '....8.......8..3',
  closedHat: '7.4.6.4.7.4.6.5.',
  shime: '......4...5..4..',
};
const STROLL: Groove = {
  kick: '9.....7.8.......',
  clap: '....8.......8...',
  snare: '....5..2....5...',
  closedHat: '7.436.437.436.4.',
  openHat: '..............6.',
  shime: '...5..5....5..6.',
  taiko: '6...............',
};
const STROLL_FILL: Groove = {
  kick: '9.....7.8.......',
  clap: '....8...........',
  closedHat: '7.436.43........',
  snare: '....5...5.5678.9',
  taiko: '........7..7..8.',
};
const CLIMB: Groove = {
  kick: '9...8...8...8...',
  clap: '....8.......8...',
  closedHat: '7.547.547.547.54',
  shime: '6..5..6.6..5..6.',
};
const CLIMB_TAIKO: Groove = { ...CLIMB, taiko: '7.....6.7.....6.' };
const CLIMB_SNARE: Groove = { ...CLIMB_TAIKO, clap: '8...8...8...8...', snare: '3...4...4.4.5.5.' };
const CLIMB_ROLL: Groove = {
  kick: '9...8...........',
  clap: '8...8...........',
  snare: '4.4.5.5.56678...',
  taiko: '............9.9.',
};
const DANCE: Groove = {
  kick: '9...9...9...9...',
  snare: '....9.......9..2',
  clap: '....8.......8...',
  closedHat: '6.246.246.246.24',
  openHat: '..7...7...7...7.',
  taiko: '8..5..6.........',
  kane: '7.44..447.44..44',
};
const DANCE_ON: Groove = {
  ...DANCE,
  kick: '9...9...9...9.6.',
  snare: '....9..2.2..9...',
  taiko: '8..5..6....5..6.',
  shime: '..........5.55..',
};
const DANCE_FILL: Groove = {
  kick: '9...9...9...8...',
  snare: '....9..45.67.789',
  clap: '....8...........',
  closedHat: '6.246...........',
  openHat: '..7.............',
  taiko: '8.......6..7..89',
};
/** Into the outro: lifts off the beat. */
const DANCE_LIFT: Groove = { ...DANCE, snare: '....9.......9.89', taiko: '8..5..6.8..8..8.' };
const STILL: Groove = { clap: '....8.......8...' };
const STILL_ROLL: Groove = { clap: '....8...........', taiko: '........3.4.5678', snare: '............2468' };
const LAST: Groove = {
  kick: '9...9...9...9.9.',
  snare: '....9.......9.9.',
  clap: '....8.......8.8.',
  closedHat: '6.246.246.24....',
  openHat: '..7...7...7.....',
  taiko: '8..5..6.8...9.9.',
  kane: '7.44..447.44....',
};
const END: Groove = {
  kick: '9...............',
  snare: '8...............',
  clap: '9...............',
  taiko: '9...............',
  crash: '9...............',
};

const GROOVES: Record<SectionName, readonly Groove[]> = {
  intro: [CALL, CALL_FILL],
  verse: [crashing(WALK, 5), WALK_ON, WALK, WALK_ON, STROLL, STROLL, STROLL, STROLL_FILL],
  lift: [CLIMB, CLIMB_TAIKO, CLIMB_SNARE, CLIMB_ROLL],
  chorus: [crashing(DANCE, 9), DANCE_ON, DANCE, DANCE_ON, crashing(DANCE, 7), DANCE_ON, DANCE, DANCE_FILL],
  break: [STILL, STILL_ROLL],
  chorusB: [crashing(DANCE, 9), DANCE_ON, crashing(DANCE, 6), DANCE_ON, crashing(DANCE, 8), DANCE_LIFT],
  outro: [crashing(LAST, 9), END],
};

/** All strokes of the song. The dance can use them for accents. */
export const DRUM_STROKES: readonly DrumStroke[] = FORM.flatMap(({ name, firstBar }) =>
  GROOVES[name].flatMap((groove, bar) => strokesOf(groove, (firstBar + bar) * BEATS_PER_BAR)),
);

function crashing(groove: Groove, strength: number): Groove {
  return { ...groove, crash: `${strength}...............` };
}

function strokesOf(groove: Groove, firstBeat: number): DrumStroke[] {
  return (Object.entries(groove) as [Drum, string][]).flatMap(([drum, steps]) =>
    Array.from(steps.matchAll(/\d/g), ({ 0: strength, index }) => ({
      drum,
      beat: firstBeat + index / STEPS_PER_BEAT,
      velocity: Number(strength) / 9,
    })),
  );
}
