import { parsePmx, parseVmd } from '@odori/format';
import { bindVrm } from '@odori/vrm';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { type CompanionModel, createCompanion } from '#src/runtime/companion/index.js';
import { Motion } from '#src/runtime/motion/index.js';
import { MotionPlayer } from '#src/runtime/player/motion-player.js';
import type { RigPlayable } from '#src/runtime/player/playable.js';
import { createRigDefinition, Rig } from '#src/runtime/rig/index.js';
import { readAsset } from '#test/support/dancer-files.js';
import { recordEvents, settle } from '#test/runtime/player/dancer.js';
import { SimulatedAnalyser } from '#test/support/simulated-analyser.js';
import { FakeMedia } from '#test/runtime/player/fake-media.js';
import { loadVrm } from '#test/vrm/load-vrm.js';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const motionOf = (name: string): Motion => Motion.from(parseVmd(readAsset(`${name}.vmd`)));
const [dance, wave, nod] = [motionOf('dance'), motionOf('gesture-wave'), motionOf('gesture-nod')];
const idle = ['idle-calm', 'idle-shift', 'idle-look'].map(motionOf);
const JOINTS = ['頭', '左手首', '右手首', '左足首', '右足首', '下半身'];
const FRAME = 1 / 60;

/** The dancer's rig, which counts its resets. */
class Dancer implements RigPlayable {
  readonly rig = new Rig(createRigDefinition(parsePmx(readAsset('dancer.pmx'))));
  resets = 0;

  update(): void {
    this.rig.solve();
    this.rig.solveAfterPhysics();
  }

  reset(): void {
    this.resets++;
  }
}

async function avatar(): Promise<CompanionModel> {
  return bindVrm(await loadVrm(readAsset('dancer.vrm')));
}

/** The largest step of each joint in a sixtieth of a second. */
class Steps {
  readonly #rig: Rig;
  readonly #bones: readonly number[];
  #last: number[][] | undefined;
  largest = JOINTS.map(() => 0);

  constructor(rig: Rig) {
    this.#rig = rig;
    this.#bones = JOINTS.map((name) => rig.boneIndex(name));
  }

  take(): void {
    const now = this.#bones.map((bone) => [...this.#rig.worldPositions.subarray(3 * bone, 3 * bone + 3)]);
    const last = this.#last ?? now;
    this.largest = this.largest.map((most, i) =>
      Math.max(most, Math.hypot(...now[i].map((x, axis) => x - last[i][axis]))),
    );
    this.#last = now;
  }
}

/** The largest steps of a motion alone. */
function ownSteps(motion: Motion): number[] {
  const dancer = new Dancer();
  const player = new MotionPlayer().add(dancer, motion);
  const steps = new Steps(dancer.rig);
  for (let frame = 0; frame * FRAME < motion.duration; frame++) {
    player.step(frame === 0 ? 0 : FRAME);
    steps.take();
  }
  return steps.largest;
}

describe('a companion', () => {
  test('lives through a minute without a jump: idles, gestures, words and a dance with a song', async () => {
    const dancer = new Dancer();
    const player = new MotionPlayer();
    const events = recordEvents(player);
    const companion = createCompanion(player, dancer, { idle, gestures: { wave, nod }, lookAt: [0, 16, 60] });
    const { resets } = dancer;
    const [told, steps] = [[] as string[], new Steps(dancer.rig)];
    const song = new FakeMedia({ duration: 12 });
    const tell = (name: string, result: Promise<string>): void =>
      void result.then((how) => told.push(`${name} ${how}`));
    const plan: Record<number, () => void> = {
      10: () => tell('wave', companion.perform('wave', { bones: 'arms' })),
      11: () => tell('second wave', companion.perform('wave', { bones: 'arms' })),
      30: () => tell('nod', companion.perform('nod')),
      40: () => tell('dance', companion.dance(dance, song)),
      42: () => tell('words', companion.say('おはよう')),
      45: () => tell('third wave', companion.perform('wave', { bones: 'arms' })),
    };
    events.length = 0;
    for (let frame = 0; frame < 60 * 60; frame++) {
      if (frame % 60 === 0) plan[frame / 60]?.();
      song.advance(FRAME);
      player.update(FRAME);
      if (frame > 0) steps.take();
      if (frame % 30 === 0) await settle();
    }
    expect(told).toEqual([
      'wave replaced',
      'second wave ended',
      'nod ended',
      'words ended',
      'third wave ended',
      'dance ended',
    ]);
    expect(companion.isDancing).toBe(false);
    expect(dancer.resets).toBe(resets);
    expect(events.filter((type) => type.startsWith('jump'))).toEqual([]);
    const own = [dance, wave, nod, ...idle].map(ownSteps);
    // Fades of at least 0.3 s, of poses that are up to 12 units apart (the wrists), with a slope of 1.5.
    const fade = 12 * 1.5 * (FRAME / 0.3);
    steps.largest.forEach((step, i) => {
      const most = Math.max(...own.map((each) => each[i]));
      expect(step, JOINTS[i]).toBeLessThanOrEqual(1.5 * (most + fade));
    });
  });

  test.each([
    ['an MMD model', (): Promise<CompanionModel> => Promise.resolve(new Dancer())],
    ['an avatar', avatar],
  ])('does the same on %s', async (_, load) => {
    const model = await load();
    const player = new MotionPlayer();
    const companion = createCompanion(player, model, { idle, gestures: { wave } });
    const update = (seconds: number): void => {
      for (let i = 0; i < Math.round(seconds * 60); i++) player.update(FRAME);
    };
    update(1);
    const { pose, definition } = model.rig;
    const hand = 4 * model.rig.boneIndex('右腕');
    const rest = [...pose.rotations.subarray(hand, hand + 4)];
    const result = companion.perform('wave', { bones: 'arms' });
    update(1.5);
    const raised = [...pose.rotations.subarray(hand, hand + 4)];
    expect(Math.max(...raised.map((value, i) => Math.abs(value - rest[i])))).toBeGreaterThan(0.2);
    update(3);
    expect(await result).toBe('ended');
    const words = companion.say('あああ', { rate: 2 });
    update(0.5);
    expect(pose.morphWeights[definition.morphNames.indexOf('あ')]).toBeGreaterThan(0.5);
    update(2);
    expect(await words).toBe('ended');
    const smile = Math.max(...['笑い', 'happy'].map((name) => definition.morphNames.indexOf(name)));
    companion.feel('joy', 1, { hold: 2 });
    update(1);
    expect(pose.morphWeights[smile]).toBe(1);
    update(3);
    expect(pose.morphWeights[smile]).toBe(0);
    companion.dispose();
    expect(player.playables).toEqual([]);
  });

  test('never idles twice in the same way in a row', () => {
    const player = new MotionPlayer();
    const crossfade = vi.spyOn(player, 'crossfade');
    const add = vi.spyOn(player, 'add');
    createCompanion(player, new Dancer(), { idle });
    for (let i = 0; i < 10 * 120; i++) player.update(0.1);
    const shown = [
      ...add.mock.calls.map(([, , options]) => options),
      ...crossfade.mock.calls.map((call) => call[3]),
    ]
      .map((options) => options?.idle)
      .map((motion) => idle.indexOf(motion!));
    expect(shown.length).toBeGreaterThan(8);
    expect(new Set(shown)).toEqual(new Set([0, 1, 2]));
    expect(shown.some((motion, i) => motion === shown[i + 1])).toBe(false);
  });

  test('says what it does not know, and tells of refused songs', async () => {
    const player = new MotionPlayer();
    const companion = createCompanion(player, new Dancer(), { gestures: { wave } });
    await expect(companion.perform('bow')).rejects.toThrow('no gesture is called bow; there are: wave');
    expect(() => companion.feel('envy')).toThrow(RangeError);
    const song = new FakeMedia();
    song.refusesPlay = true;
    await expect(companion.dance(dance, song)).rejects.toMatchObject({ name: 'NotAllowedError' });
    expect(companion.isDancing).toBe(false);
  });

  test('dances another dance, and rests when it is told to', async () => {
    const player = new MotionPlayer();
    const companion = createCompanion(player, new Dancer(), { idle });
    const first = companion.dance(dance);
    const second = companion.dance(wave);
    expect(await first).toBe('replaced');
    player.update(1);
    companion.rest();
    expect(await second).toBe('stopped');
    const third = companion.dance(nod);
    companion.dispose();
    expect(await third).toBe('stopped');
  });
});

describe('spoken words', () => {
  /** Counts what is closed, and gives analysers of silence. */
  class FakeContext {
    static closed = 0;
    createAnalyser = (): object =>
      Object.assign(new SimulatedAnalyser(new Float32Array(4096)), { connect: () => {} });
    createMediaElementSource = (): object => ({ connect: (node: object) => node });
    resume = async (): Promise<void> => {};
    close = async (): Promise<void> => {
      FakeContext.closed++;
    };
  }

  /** Media whose connections to an analyser do nothing. */
  function voice(): { media: FakeMedia; audio: HTMLMediaElement } {
    const media = new FakeMedia({ duration: 1 });
    return { media, audio: media as unknown as HTMLMediaElement };
  }

  function companionOf(): ReturnType<typeof createCompanion> {
    vi.stubGlobal('AudioContext', FakeContext);
    return createCompanion(new MotionPlayer(), new Dancer(), { gestures: { wave } });
  }

  test('end with the sound; what the lips heard before, they hear again', async () => {
    const companion = companionOf();
    const { media, audio } = voice();
    const words = companion.say(audio);
    expect(companion.lips.source).toBeDefined();
    media.advance(2);
    await settle();
    media.advance(1);
    expect(await words).toBe('ended');
    expect(companion.lips.source).toBeUndefined();
  });

  test('are silenced before they have begun, and replaced', async () => {
    const companion = companionOf();
    const [first, second] = [voice(), voice()];
    const words = companion.say(first.audio);
    const others = companion.say(second.audio);
    expect(await words).toBe('replaced');
    companion.hush();
    expect(await others).toBe('stopped');
    expect([first.media.paused, second.media.paused]).toEqual([true, true]);
  });

  test('that are refused leave nothing', async () => {
    const companion = companionOf();
    const { media, audio } = voice();
    media.refusesPlay = true;
    await expect(companion.say(audio)).rejects.toMatchObject({ name: 'NotAllowedError' });
    expect(companion.lips.source).toBeUndefined();
  });

  test('after dispose, nothing begins, and the sound is given back once', async () => {
    const companion = companionOf();
    const { audio } = voice();
    const words = companion.say(audio);
    companion.dispose();
    companion.dispose();
    expect(await words).toBe('stopped');
    expect(FakeContext.closed).toBe(1);
    expect(await companion.perform('wave')).toBe('stopped');
    expect(await companion.say('あ')).toBe('stopped');
    expect(await companion.dance(dance)).toBe('stopped');
    expect(companion.player.isPerforming).toBe(false);
  });
});
