import { createVmd, parseVmd, serializeVmd } from '@odori/format';
import { Motion, sampleBone, sampleCamera, createCameraPose, toVmd } from '@odori/runtime/motion';
import { describe, expect, test } from 'vitest';
import { fitGroupToSong, fitToSong } from '#src/runtime/fit/fit-to-song.js';
import { evenSong, stepper } from './stepper.js';

/** Where a bone is at a time. */
function placeOf(motion: Motion, seconds: number, name = 'センター'): number[] {
  const position = [0, 0, 0];
  sampleBone(motion.bones.get(name)!, 30 * seconds, position, [0, 0, 0, 1]);
  return position;
}

const dance = stepper(64); // 32 seconds

describe('a dance on an even song', () => {
  test('has its beats on the beats of the song, to the end of the song', async () => {
    const song = evenSong(64, 0.6, 0.2); // 100 beats a minute
    const fitted = await fitToSong(dance, { ...song, seconds: 38 });
    expect(fitted.duration).toBe(38);
    for (const beat of [0, 1, 2, 5, 30, 63])
      expect(placeOf(fitted, song.beats[beat])[0]).toBeCloseTo((beat % 4) / 2, 1);
    expect(placeOf(fitted, 0)[0]).toBeCloseTo(0, 1); // before the first bar she waits
  });

  test('goes at half or double time rather than at 0.5 or 1.8 times its speed', async () => {
    const slow = await fitToSong(dance, evenSong(32, 1)); // 60 a minute: two of her beats to each
    for (const beat of [1, 2, 3, 9])
      expect(placeOf(slow, beat + 0.5)[0]).toBeCloseTo(((2 * beat + 1) % 4) / 2, 1);
    const fast = await fitToSong(dance, evenSong(100, 60 / 216));
    for (const beat of [2, 4, 6, 50])
      expect(placeOf(fast, (beat * 60) / 216)[0]).toBeCloseTo(((beat / 2) % 4) / 2, 1);
  });

  test('repeats, if it is shorter than the song, and its feet step where it goes over', async () => {
    const song = evenSong(128, 0.5);
    const fitted = await fitToSong(dance, song);
    for (const beat of [10, 70, 75, 90, 125]) {
      const [x] = placeOf(fitted, song.beats[beat]);
      expect(x * 2).toBeCloseTo(Math.round(x * 2), 0);
      expect(placeOf(fitted, song.beats[beat] + 1)[0]).not.toBeCloseTo(
        placeOf(fitted, song.beats[beat])[0],
        1,
      );
    }
    const once = await fitToSong(dance, song, { repeat: false });
    expect(placeOf(once, 40)).toEqual(placeOf(once, 60));
  });

  test('every second round is the mirror image with `mirror`', async () => {
    const hands = [0, 120, 960].map((frame) => ({ name: '左腕', frame }));
    const oneArm = Motion.from(dance, Motion.from(createVmd({ bones: hands })));
    const fitted = await fitToSong(oneArm, evenSong(128, 0.5), { mirror: true });
    expect(placeOf(fitted, 49 + 0.25)[0]).toBeLessThanOrEqual(0);
    expect([...fitted.bones.keys()]).toContain('右腕');
  });

  test('gives the same bytes when it is saved, loaded and saved', async () => {
    const fitted = await fitToSong(dance, evenSong(100, 0.47));
    const bytes = serializeVmd(toVmd(fitted));
    const again = Motion.from(parseVmd(bytes));
    expect(serializeVmd(toVmd(again))).toEqual(bytes);
    for (let frame = 0; frame < fitted.lastFrame; frame += 7)
      placeOf(again, frame / 30).forEach((x, axis) =>
        expect(x).toBeCloseTo(placeOf(fitted, frame / 30)[axis], 5),
      );
  });
});

test('a song that changes its tempo is followed gently', async () => {
  const times = [0];
  for (let i = 0; i < 63; i++) times.push(times[i] + 0.45 + 0.003 * i);
  const song = { beats: Float64Array.from(times), bars: Float64Array.of(0) };
  const fitted = await fitToSong(dance, song);
  for (const beat of [4, 20, 40, 60]) expect(placeOf(fitted, times[beat])[0]).toBeCloseTo((beat % 4) / 2, 1);
});

test('camera, morphs and switches go along, and a cut of the camera stays a cut', async () => {
  const scene = createVmd({
    cameras: [
      { frame: 0, distance: -30 },
      { frame: 299, distance: -30 },
      { frame: 300, distance: -10 },
    ],
    morphs: [
      { name: 'まばたき', frame: 0, weight: 0 },
      { name: 'まばたき', frame: 300, weight: 1 },
      { name: 'あ', frame: 0, weight: 0 },
      { name: 'あ', frame: 300, weight: 1 },
    ],
    properties: [{ frame: 300, visible: false, ik: [] }],
  });
  const motion = Motion.from(dance, Motion.from(scene));
  const fitted = await fitToSong(motion, evenSong(64, 0.6)); // frame 300 is at 12 seconds
  const distanceAt = (frame: number): number =>
    sampleCamera(fitted.camera!, frame, createCameraPose()).distance;
  const cut = fitted.camera!.frames.at(-1)!;
  expect(Math.abs(cut - 360)).toBeLessThan(2); // accents are seen a bit early
  expect([cut - 1, cut - 0.1, cut].map(distanceAt)).toEqual([-30, -30, -10]);
  expect(Math.abs(fitted.property!.frames.at(-1)! - 360)).toBeLessThan(2);
  expect([...fitted.morphs.get('あ')!.frames]).toContain(cut);
  const alone = await fitToSong(motion, evenSong(64, 0.6), { lips: 'alone' });
  expect([...alone.morphs.get('あ')!.frames]).toEqual([0, 300]);
  expect([...alone.morphs.get('まばたき')!.frames]).toContain(cut);
  const none = await fitToSong(motion, evenSong(64, 0.6), { lips: 'none' });
  expect([...none.morphs.keys()]).toEqual(['まばたき']);
});

test('a group stays together: each goes as the first one, also into the mirror', async () => {
  const song = evenSong(128, 0.6);
  const still = Motion.from(createVmd({ cameras: [{ frame: 0 }, { frame: 960, target: [32, 0, 0] }] }));
  const fast = dance.retime(0.7); // alone, it would have a beat of its own
  const [first, second, camera] = await fitGroupToSong([dance, fast, still], song, { mirror: true });
  const alone = await fitToSong(dance, song, { mirror: true });
  expect(serializeVmd(toVmd(first))).toEqual(serializeVmd(toVmd(alone)));
  expect(second.duration).toBe(first.duration);
  // 6 s of the song are 5 s of the first dance; the camera goes one unit a second
  expect(placeOf(second, 6)[0]).toBeCloseTo(placeOf(fast, 5)[0], 0);
  const targetAt = (seconds: number): number =>
    sampleCamera(camera.camera!, 30 * seconds, createCameraPose()).target[0];
  expect(targetAt(6)).toBeCloseTo(5, 0);
  expect(targetAt(60)).toBeLessThan(0);
  expect(await fitGroupToSong([], song)).toEqual([]);
});

test('the first motion with a beat leads, else the longest: not a face or a pose', async () => {
  const song = evenSong(64, 0.5);
  const face = Motion.from(createVmd({ morphs: [{ name: '笑い', frame: 0, weight: 1 }] }));
  const [smile, danced] = await fitGroupToSong([face, dance], song);
  expect(placeOf(danced, 21)[0]).toBeCloseTo(placeOf(dance, 21)[0], 1);
  expect(smile.duration).toBe(32);
  expect(smile.morphs.get('笑い')!.frames.length).toBeLessThan(3); // at its beginning and its end
  const ride = Motion.from(createVmd({ cameras: [{ frame: 0 }, { frame: 960, target: [32, 0, 0] }] }));
  const [, camera] = await fitGroupToSong([face, ride], song);
  expect(sampleCamera(camera.camera!, 600, createCameraPose()).target[0]).toBeCloseTo(20, 1);
});

describe('odd motions and songs', () => {
  test('a motion without a beat keeps its speed, and an empty one stays empty', async () => {
    const song = { ...evenSong(32, 0.5), seconds: 16 };
    expect(await fitToSong(Motion.from(), song)).toMatchObject({ duration: 16 });
    const pose = Motion.from(createVmd({ bones: [{ name: 'センター', frame: 0, position: [1, 2, 3] }] }));
    expect(placeOf(await fitToSong(pose, song), 9)).toEqual(placeOf(pose, 0));
    const camera = Motion.from(createVmd({ cameras: [{ frame: 0 }, { frame: 480, distance: -20 }] }));
    const fitted = await fitToSong(camera, song);
    expect(sampleCamera(fitted.camera!, 480, createCameraPose()).distance).toBeCloseTo(-20, 3);
  });

  test('beats in disorder, and those too close to dance to, are as if they were in order', async () => {
    const { beats, bars } = evenSong(40, 0.5);
    const close = Array.from(beats, (beat) => beat + 1e-9);
    const mixed = Float64Array.of(20, ...close.toReversed(), ...beats);
    const fitted = await fitToSong(dance, { beats: mixed, bars, seconds: 20 });
    const expected = await fitToSong(dance, { beats, bars, seconds: 20 });
    expect(placeOf(fitted, 13.5)[0]).toBeCloseTo(placeOf(expected, 13.5)[0], 3);
    const one = Motion.from(createVmd({ bones: [{ name: 'センター', frame: 1 }] }));
    expect(await fitToSong(one, evenSong(50, 0.03))).toMatchObject({ lastFrame: 47 });
  });

  test('the beats before the beginning of a song that was cut are left out', async () => {
    const short = stepper(16); // it repeats before the beginning
    const { beats, bars } = evenSong(128, 0.5, -20.25);
    const fitted = await fitToSong(short, { beats, bars, seconds: 43.75 });
    const expected = await fitToSong(short, evenSong(84, 0.5, 1.75)); // the first bar in it
    for (const seconds of [0, 1.75, 5, 20.5, 40])
      expect(placeOf(fitted, seconds)[0]).toBeCloseTo(placeOf(expected, seconds)[0], 3);
  });

  test('without beats, or with numbers that make no sense, an error says what is wrong', async () => {
    const none = { beats: new Float64Array(), bars: new Float64Array() };
    await expect(fitToSong(dance, none)).rejects.toThrow('a dance cannot follow a song with 0 beats');
    const broken = { beats: Float64Array.of(NaN, 1, Infinity), bars: Float64Array.of(NaN) };
    await expect(fitToSong(dance, broken)).rejects.toThrow('a song with 1 beats');
    const song = evenSong(16, 0.5);
    await expect(fitToSong(dance, { ...song, seconds: NaN })).rejects.toThrow('seconds must be above 0');
    await expect(fitToSong(dance, song, { speed: [0, 1] })).rejects.toThrow('the least speed must be');
    await expect(fitToSong(dance, song, { speed: [1.2, 1] })).rejects.toThrow(
      'speed must be [least, greatest]',
    );
  });
});
