import { BASS_LINE } from './bass-line.js';
import { BELL_NOTES, type ChordNote, PAD_NOTES, STAB_NOTES } from './chord-parts.js';
import { COUNTER_MELODY } from './counter-melody.js';
import { type Drum, DRUM_STROKES } from './drum-pattern.js';
import { BEATS_PER_BAR, FORM, sectionAtBar, type SectionName } from './form.js';
import { playBass } from './instruments/bass.js';
import { playBell } from './instruments/bell.js';
import { playClap } from './instruments/clap.js';
import { playClosedHat, playCrash, playOpenHat } from './instruments/cymbals.js';
import type { Strike, Tone } from './instruments/event.js';
import { playKane } from './instruments/kane.js';
import { playKick } from './instruments/kick.js';
import { playKoto } from './instruments/koto.js';
import { type LeadColour, playLead } from './instruments/lead.js';
import { playPad } from './instruments/pad.js';
import { playRiser } from './instruments/riser.js';
import { playSnare } from './instruments/snare.js';
import { playStab } from './instruments/stab.js';
import { playShime, playTaiko } from './instruments/taiko.js';
import { playVoice } from './instruments/voice.js';
import { KOTO_LINE } from './koto-line.js';
import type { LineNote } from './line-notation.js';
import { MELODY } from './melody.js';
import { type Feel, STIFF, strikeOf, type Excerpt, toneOf } from './excerpt.js';
import type { Stereo } from './signal/stereo.js';

/** One track of the mixer and its instruments. */
export interface Track {
  readonly name: string;
  readonly decibels: number;
  /** The cutoff of the high pass. Only kick, taiko and bass have low frequencies. */
  readonly highPassHertz: number;
  /** How far the kick lowers this track, 0 to 1. */
  readonly ducking: number;
  /** How much is sent to the reverb and to the echo. */
  readonly reverb: number;
  readonly echo: number;
  readonly play: (excerpt: Excerpt) => void;
}

const LOOSE: Feel = { spreadSeconds: 0.004, spreadVelocity: 0.08, swingSeconds: 0.01 };
const PLUCKED: Feel = { spreadSeconds: 0.007, spreadVelocity: 0.1, swingSeconds: 0.01 };
const HELD: Feel = { spreadSeconds: 0.004, spreadVelocity: 0.04, swingSeconds: 0 };

/** The velocity of the melodic instruments. */
const DYNAMICS: Record<SectionName, number> = {
  intro: 0.9,
  verse: 0.76,
  lift: 0.85,
  chorus: 1,
  break: 0.9,
  chorusB: 1,
  outro: 1,
};
const PAD_FILTERS: Record<SectionName, readonly [fromHertz: number, toHertz: number]> = {
  intro: [900, 1800],
  verse: [850, 1000],
  lift: [1100, 2600],
  chorus: [2400, 2000],
  break: [600, 1800],
  chorusB: [2600, 2200],
  outro: [2400, 700],
};
const SOFT_LEAD: LeadColour = { saws: 0.35, square: 0.9, cutoffHertz: 2400 };
const LEAD_COLOURS: Partial<Record<SectionName, LeadColour>> = {
  lift: { saws: 0.7, square: 0.6, cutoffHertz: 4200 },
  chorus: { saws: 1, square: 0.45, cutoffHertz: 7500 },
  chorusB: { saws: 1.05, square: 0.45, cutoffHertz: 8500 },
  outro: { saws: 1, square: 0.45, cutoffHertz: 7500 },
};
const COUNTER_COLOUR: LeadColour = { saws: 0.3, square: 1, cutoffHertz: 2600 };
/** Last bars of which the wind rises, and how hard. */
const RISERS: readonly (readonly [section: SectionName, bars: number, velocity: number])[] = [
  ['intro', 1, 0.5],
  ['lift', 2, 1],
  ['break', 1, 1],
];

export const BAND: readonly Track[] = [
  drummer('kick', playKick, STIFF, { decibels: -14 }),
  drummer('snare', playSnare, STIFF, { decibels: -9.5, highPassHertz: 130, reverb: 0.14 }),
  drummer('clap', playClap, STIFF, { decibels: -8, highPassHertz: 300, reverb: 0.22 }),
  drummer('closedHat', playClosedHat, LOOSE, { decibels: -5, highPassHertz: 3000 }),
  drummer('openHat', playOpenHat, LOOSE, { decibels: -8.5, highPassHertz: 3000, ducking: 0.2 }),
  drummer('crash', playCrash, STIFF, { decibels: -14, highPassHertz: 1500, reverb: 0.2 }),
  drummer('taiko', playTaiko, STIFF, { decibels: -12, highPassHertz: 45, reverb: 0.25 }),
  drummer('shime', playShime, LOOSE, { decibels: -12.5, highPassHertz: 200, reverb: 0.2 }),
  drummer('kane', playKane, LOOSE, { decibels: -16, highPassHertz: 1200, reverb: 0.2 }),
  player('riser', { decibels: -18, highPassHertz: 250, reverb: 0.25, play: playRisers }),
  player('bass', {
    decibels: -13,
    highPassHertz: 28,
    ducking: 0.75,
    play: (excerpt) => playNotes('bass', BASS_LINE, STIFF, excerpt, playBass),
  }),
  player('pad', { decibels: -16.5, highPassHertz: 170, ducking: 0.6, reverb: 0.3, play: playPads }),
  player('stab', {
    decibels: -8,
    highPassHertz: 220,
    ducking: 0.35,
    reverb: 0.2,
    echo: 0.06,
    play: (excerpt) => playNotes('stab', STAB_NOTES, HELD, excerpt, playStab),
  }),
  player('koto', {
    decibels: -8.5,
    highPassHertz: 220,
    ducking: 0.2,
    reverb: 0.25,
    echo: 0.18,
    play: (excerpt) => playNotes('koto', KOTO_LINE, PLUCKED, excerpt, playKotoTone),
  }),
  player('bell', {
    decibels: -16.5,
    highPassHertz: 500,
    reverb: 0.4,
    echo: 0.25,
    play: (excerpt) => playNotes('bell', BELL_NOTES, PLUCKED, excerpt, playBell),
  }),
  player('counter', {
    decibels: -16,
    highPassHertz: 200,
    ducking: 0.3,
    reverb: 0.25,
    play: (excerpt) =>
      playNotes('counter', COUNTER_MELODY, HELD, excerpt, (tone, out) => playLead(tone, COUNTER_COLOUR, out)),
  }),
  player('lead', {
    decibels: -11,
    highPassHertz: 230,
    ducking: 0.15,
    reverb: 0.2,
    echo: 0.16,
    play: playLeads,
  }),
  player('voice', { decibels: -10.5, highPassHertz: 150, ducking: 0.1, reverb: 0.22, echo: 0.1, play: sing }),
];

type Settings = Partial<Track> & Pick<Track, 'decibels'>;

function player(name: string, settings: Settings & Pick<Track, 'play'>): Track {
  return { name, highPassHertz: 30, ducking: 0, reverb: 0, echo: 0, ...settings };
}

function drummer(
  drum: Drum,
  strikeDrum: (strike: Strike, out: Stereo) => void,
  feel: Feel,
  settings: Settings,
): Track {
  const strokes = DRUM_STROKES.filter((stroke) => stroke.drum === drum);
  const play = (excerpt: Excerpt): void => {
    for (const { beat, velocity } of strokes) {
      const strike = strikeOf(drum, beat, velocity, feel, excerpt);
      if (strike !== undefined) strikeDrum(strike, excerpt.out);
    }
  };
  return player(drum, { ...settings, play });
}

function playNotes<Note extends LineNote & { readonly velocity?: number }>(
  name: string,
  notes: readonly Note[],
  feel: Feel,
  excerpt: Excerpt,
  play: (tone: Tone, out: Stereo, note: Note, before: Note | undefined) => void,
): void {
  notes.forEach((note, index) => {
    const tone = toneOf(name, note, feel, excerpt);
    if (tone === undefined) return;
    const velocity = tone.velocity * DYNAMICS[sectionAtBeat(note.startBeat)];
    play({ ...tone, velocity }, excerpt.out, note, joined(notes[index - 1], note));
  });
}

/** The previous note, if it was held until this one. */
function joined<Note extends LineNote>(before: Note | undefined, note: Note): Note | undefined {
  return before !== undefined && before.startBeat + before.beats === note.startBeat ? before : undefined;
}

function playLeads(excerpt: Excerpt): void {
  playNotes('lead', MELODY, HELD, excerpt, (tone, out, { startBeat }, before) => {
    const colour = LEAD_COLOURS[sectionAtBeat(startBeat)] ?? SOFT_LEAD;
    playLead({ ...tone, seconds: 0.94 * tone.seconds, ...(before && { from: before.pitch }) }, colour, out);
  });
}

/** An octave below the lead, where vowels can still be distinguished. */
function sing(excerpt: Excerpt): void {
  playNotes('voice', MELODY, HELD, excerpt, (tone, out, { vowel, pitch }, before) => {
    const from = before && { from: before.pitch - 12, fromVowel: before.vowel };
    playVoice({ ...tone, pitch: pitch - 12, seconds: 0.95 * tone.seconds, vowel, ...from }, out);
  });
}

function playPads(excerpt: Excerpt): void {
  playNotes('pad', PAD_NOTES, STIFF, excerpt, (tone, out, { section }: ChordNote) =>
    playPad(tone, ...PAD_FILTERS[section], out),
  );
}

/** Strings ring on after they were plucked; the low ones lie to the left. */
function playKotoTone(tone: Tone, out: Stereo): void {
  const pan = Math.max(-0.6, Math.min(0.6, (tone.pitch - 76) / 20));
  playKoto({ ...tone, seconds: Math.max(0.7, tone.seconds), pan }, out);
}

function playRisers(excerpt: Excerpt): void {
  const notes = RISERS.map(([name, bars, velocity]) => {
    const section = FORM.find((one) => one.name === name)!;
    const endBeat = (section.firstBar + section.bars) * BEATS_PER_BAR;
    const pitch = sectionAtBar(section.firstBar + section.bars).tonic + 12;
    return { startBeat: endBeat - bars * BEATS_PER_BAR, beats: bars * BEATS_PER_BAR, pitch, velocity };
  });
  playNotes('riser', notes, STIFF, excerpt, playRiser);
}

function sectionAtBeat(beat: number): SectionName {
  return sectionAtBar(Math.floor(beat / BEATS_PER_BAR)).name;
}
