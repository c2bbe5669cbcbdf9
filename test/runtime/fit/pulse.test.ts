import { createVmd } from '@odori/format';
import { Motion } from '@odori/runtime/motion';
import { expect, test } from 'vitest';
import { dancePulse, songPulse } from '#src/runtime/fit/pulse.js';
import { evenSong, stepper } from './stepper.js';

test.each([12, 15, 20])(
  'a dance that steps every %i frames has that tempo, or half or double',
  async (frames) => {
    const { tempo, beats, confidence } = await dancePulse(stepper(48, frames));
    const beat = 60 / tempo / (frames / 30); // in beats of the dance
    expect(Math.min(...[0.5, 1, 2].map((ratio) => Math.abs(beat / ratio - 1)))).toBeLessThan(0.01);
    expect(confidence).toBeGreaterThan(0.5);
    const away = Array.from(beats, (time) =>
      Math.abs(time - Math.round((60 * time) / (2 * frames)) * (frames / 30)),
    );
    expect(Math.max(...away.filter((_, i) => beat >= 1 || i % 2 === 0))).toBeLessThan(0.3);
  },
);

test('a dance that becomes slower and slower is followed', async () => {
  const frames = [0];
  for (let i = 0; i < 60; i++) frames.push(Math.round(frames[i] + 12 + i / 20));
  const positions = frames.map((_, i) => [i % 2, 0, 0] as const);
  const ease = [64, 0, 64, 127] as const;
  const curves = { x: ease, y: ease, z: ease, rotation: ease };
  const bones = frames.map((frame, i) => ({ name: 'センター', frame, position: positions[i], curves }));
  const { beats } = await dancePulse(Motion.from(createVmd({ bones })));
  const away = Array.from(beats, (beat) => Math.min(...frames.map((frame) => Math.abs(frame / 30 - beat))));
  expect(away.filter((seconds) => seconds < 0.07).length).toBeGreaterThan(0.8 * away.length);
  expect(beats.length).toBeGreaterThan(25);
});

const STILL: readonly (readonly [title: string, motion: Motion])[] = [
  ['no keyframes', Motion.from()],
  ['one keyframe', Motion.from(createVmd({ bones: [{ name: 'センター', frame: 0 }] }))],
  ['a keyframe years later', Motion.from(createVmd({ bones: [{ name: '左腕', frame: 4e9 }] }))],
  ['places that are not finite', stepperWithNan()],
  ['a camera alone', Motion.from(createVmd({ cameras: [{ frame: 0 }, { frame: 300, distance: -20 }] }))],
];

function stepperWithNan(): Motion {
  const keys = [0, 10, 20].map((frame) => ({
    name: 'センター',
    frame,
    position: [NaN, Infinity, -3e38] as const,
  }));
  return Motion.from(createVmd({ bones: keys }));
}

test.each(STILL)('a motion with %s has no beat', async (_, motion) => {
  expect(await dancePulse(motion)).toEqual({ tempo: 0, phase: 0, confidence: 0, beats: new Float64Array() });
});

test('an analysis that is aborted rejects with the reason', async () => {
  await expect(
    dancePulse(stepper(8), undefined, AbortSignal.abort(new Error('another dance'))),
  ).rejects.toThrow('another dance');
});

test('the pulse of a song says its tempo, and how even its beats are', () => {
  const song = evenSong(32, 0.5, 0.25);
  expect(songPulse(song)).toEqual({ tempo: 120, phase: 0.25, confidence: 1, beats: song.beats });
  const rough = { ...song, beats: song.beats.map((beat, i) => beat + (i % 4 === 0 ? 0.06 : 0)) };
  expect(songPulse(rough).confidence).toBeLessThan(0.6);
  expect(songPulse({ beats: Float64Array.of(3), bars: new Float64Array() }).tempo).toBe(0);
});

test('a song with as many short beats as long ones has the tempo of the short ones', () => {
  const beats = Float64Array.of(0, 0.5, 1, 2, 3);
  expect(songPulse({ beats, bars: new Float64Array() })).toMatchObject({ tempo: 120, phase: 0 });
});
