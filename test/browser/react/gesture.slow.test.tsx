import type { MmdModel as Model } from '@odori/model';
import { MmdModel, type MmdModelProps, MotionPlayer, type MotionPlayerProps, usePlayer } from '@odori/react';
import type { MotionPlayer as Player, PerformResult } from '@odori/runtime';
import { createRef, type ReactElement } from 'react';
import { expect, test } from 'vitest';
import { frames } from '#test/support/frames.js';
import {
  boardFile,
  eventually,
  files,
  inScene,
  keyAt,
  later,
  motionOf,
  newCanvas,
  notInScene,
  preload,
  setUpPage,
  showScene,
  songUrl,
  text,
  walk,
} from './page.js';

const takeComplaints = setUpPage(async () => {
  files.set('board.pmx', boardFile());
  await preload('board.pmx');
});

/** The center is at x = time: see `walk`. */
const WALK = motionOf({ bones: [keyAt(0), keyAt(10)] });
/** Steps of 10 and 30 units, for as long as a gesture fades at least. */
const STEP = motionOf({ bones: [keyAt(0, 10), keyAt(1000, 10)] });
const LEAP = motionOf({ bones: [keyAt(0, 30), keyAt(1000, 30)] });
const AT_ONCE = { fade: 0 };

const model = createRef<Model>();
const player = createRef<Player>();
const x = (): number => model.current!.rig.worldMatrices[12];

function show(props: Partial<MmdModelProps>, place: MotionPlayerProps = {}, options = {}): void {
  showScene(
    <MotionPlayer ref={player} {...place}>
      <MmdModel model="board.pmx" ref={model} {...props} />
    </MotionPlayer>,
    options,
  );
}

test('a gesture begins when it is given, over what the model plays; taken away, it stops and says so once', async () => {
  const results: PerformResult[] = [];
  const onPerformed = (result: PerformResult): void => void results.push(result);
  const dance = { motion: WALK, onPerformed, gestureOptions: AT_ONCE };
  show(dance, { currentTime: 4 });
  await inScene('board');
  await eventually(() => expect(x()).toBeCloseTo(4, 5));
  show({ ...dance, gesture: STEP }, { currentTime: 4 });
  await eventually(() => expect(x()).toBeCloseTo(10, 5));
  expect([player.current!.currentTime, player.current!.paused, results]).toEqual([4, true, []]);
  show({ ...dance, gesture: null }, { currentTime: 4 });
  await eventually(() => expect(x()).toBeCloseTo(4, 5));
  expect(results).toEqual(['stopped']);
});

test('another gesture takes the place of the last one, which does not tell; the last one tells its end', async () => {
  const results: string[] = [];
  const [one, other] = ['one', 'other'].map((name) => (result: PerformResult): void => {
    results.push(`${name} ${result}`);
  });
  const short = motionOf({ bones: [keyAt(0, 30), keyAt(0.1, 30)] });
  show({ gesture: STEP, gestureOptions: AT_ONCE, onPerformed: one });
  await inScene('board');
  await eventually(() => expect(x()).toBeCloseTo(10, 5));
  show({ gesture: short, gestureOptions: { fade: 0.1 }, onPerformed: other });
  await eventually(() => expect(results).toEqual(['other ended']));
  expect(x()).toBeCloseTo(0, 5);
});

test('a gesture on another layer ends the last one, too', async () => {
  show({ gesture: STEP, gestureOptions: { fade: 0, bones: 'all' } });
  await inScene('board');
  await eventually(() => expect(x()).toBeCloseTo(10, 5));
  show({ gesture: LEAP, gestureOptions: { fade: 0, bones: 'head' } }); // the center is no part of the head
  await eventually(() => expect(x()).toBeCloseTo(0, 5));
});

test('the weight of a gesture may change while it plays', async () => {
  show({ gesture: STEP, gestureOptions: { fade: 0, weight: 0.5 } });
  await inScene('board');
  await eventually(() => expect(x()).toBeCloseTo(5, 5));
  show({ gesture: STEP, gestureOptions: { fade: 0, weight: 0.2 } });
  await eventually(() => expect(x()).toBeCloseTo(2, 5));
  show({ gesture: STEP, gestureOptions: AT_ONCE });
  await eventually(() => expect(x()).toBeCloseTo(10, 5));
});

test('a gesture from a URL does not hide the model while it loads, and the last one goes on', async () => {
  const { promise, resolve } = later();
  files.set('leap.vmd', promise);
  show({ gesture: STEP, gestureOptions: AT_ONCE });
  await inScene('board');
  await eventually(() => expect(x()).toBeCloseTo(10, 5));
  show({ gesture: 'leap.vmd', gestureOptions: AT_ONCE });
  await frames(4);
  await inScene('board');
  expect(x()).toBeCloseTo(10, 5);
  resolve(walk(1, 5));
  await eventually(() => expect(player.current!.isPerforming).toBe(false));
});

test('in StrictMode a gesture begins once, and tells its end once', async () => {
  const results: PerformResult[] = [];
  const onPerformed = (result: PerformResult): void => void results.push(result);
  const gesture = motionOf({ bones: [keyAt(0, 10), keyAt(0.2, 10)] });
  show({ gesture, gestureOptions: { fade: 0.01 }, onPerformed }, {}, { strict: true });
  await inScene('board');
  await eventually(() => expect(x()).toBeCloseTo(10, 5));
  await eventually(() => expect(results).toEqual(['ended']));
  showScene(<group name="empty" />, { strict: true });
  await notInScene('board');
  await frames(2);
  expect(results).toEqual(['ended']);
});

test('with frameloop="demand" a gesture is drawn to its end, in a pause too', async () => {
  newCanvas();
  const results: PerformResult[] = [];
  const onPerformed = (result: PerformResult): void => void results.push(result);
  const options = { frameloop: 'demand' };
  show({ onPerformed }, {}, options);
  await inScene('board');
  await frames(3);
  const gesture = motionOf({ bones: [keyAt(0, 10), keyAt(0.2, 10)] });
  show({ onPerformed, gesture, gestureOptions: { fade: 0.01 } }, {}, options);
  await eventually(() => expect(results).toEqual(['ended']));
  newCanvas();
});

function Waver({ onPlayer }: { onPlayer: (player: Player) => void }): null {
  onPlayer(usePlayer());
  return null;
}

test('usePlayer gives the player around a component; outside of one it says what is missing', async () => {
  let used: Player | undefined;
  showScene(
    <MotionPlayer ref={player}>
      <MmdModel model="board.pmx" ref={model} />
      <Waver onPlayer={(found) => (used = found)} />
    </MotionPlayer>,
  );
  await inScene('board');
  expect(used).toBe(player.current);
  const result = used!.perform(model.current!, STEP, AT_ONCE);
  await eventually(() => expect(x()).toBeCloseTo(10, 5));
  showScene(<group name="empty" />);
  expect(await result).toBe('stopped');
  showScene(<Waver onPlayer={() => {}} />);
  await eventually(() => expect(text()).toBe('Error: usePlayer needs a <MotionPlayer> around it'));
  newCanvas();
  showScene(<MmdModel model="board.pmx" gesture={STEP} />);
  await eventually(() => expect(text()).toBe('Error: <MmdModel gesture> needs a <MotionPlayer> around it'));
  newCanvas();
  // React logs what a boundary has caught
  expect(takeComplaints().join()).toContain('needs a <MotionPlayer>');
});

/** Two motions that say when they began: x is the time since then, and 100 more for the second one. */
const SECOND = motionOf({ bones: [keyAt(0, 100), keyAt(10, 110)] });

test('with fade and without a song, a motion begins at its beginning when it is given: after another one, and after none', async () => {
  const steps: [MmdModelProps['motion'], number, number][] = [
    [WALK, 3, 3], // the first motion is in time with the player
    [SECOND, 3, 100],
    [SECOND, 5, 102],
    [null, 5, 0],
    [WALK, 5, 0],
    [WALK, 7, 2],
  ];
  for (const [motion, currentTime, place] of steps) {
    show({ motion, fade: 0 }, { currentTime });
    await inScene('board');
    await eventually(() => expect([motion, currentTime, x()]).toEqual([motion, currentTime, close(place)]));
  }
  show({ motion: SECOND, fade: 0, offset: 1 }, { currentTime: 7 });
  await eventually(() => expect(x()).toBeCloseTo(106, 5)); // its offset says when
  show({ motion: WALK }, { currentTime: 7 });
  await eventually(() => expect(x()).toBeCloseTo(7, 5)); // without fade it is in time
});

test('the offset of the player does not move the beginning of another motion', async () => {
  show({ motion: WALK, fade: 0 }, { currentTime: 3, offset: 1 });
  await inScene('board');
  await eventually(() => expect(x()).toBeCloseTo(2, 5));
  show({ motion: SECOND, fade: 0 }, { currentTime: 3, offset: 1 });
  await eventually(() => expect(x()).toBeCloseTo(100, 5));
});

test('with a song, another motion stays in time with it, also after one that has begun without a song', async () => {
  const media = songUrl(10);
  show({ motion: WALK, fade: 0 }, { currentTime: 3 });
  await inScene('board');
  show({ motion: SECOND, fade: 0 }, { currentTime: 3 });
  await eventually(() => expect(x()).toBeCloseTo(100, 5));
  show({ motion: SECOND, fade: 0 }, { media, currentTime: 3 });
  await eventually(() => expect(player.current!.media).toBeInstanceOf(HTMLAudioElement));
  show({ motion: WALK, fade: 0 }, { media, currentTime: 4 });
  await eventually(() => expect(x()).toBeCloseTo(4, 1));
});

function close(value: number): unknown {
  return expect.closeTo(value, 5);
}

test('a fade goes over from what the model plays', async () => {
  const scene = (motion: MmdModelProps['motion'], fade: number): ReactElement => (
    <MotionPlayer ref={player} currentTime={3}>
      <MmdModel model="board.pmx" ref={model} motion={motion} fade={fade} />
    </MotionPlayer>
  );
  showScene(scene(WALK, 1000));
  await inScene('board');
  await eventually(() => expect(x()).toBeCloseTo(3, 5));
  showScene(scene(SECOND, 1000));
  await eventually(() => expect(player.current!.motionOf(model.current!)).toBe(SECOND));
  await frames(2);
  expect(x()).toBeGreaterThan(2.9);
  expect(x()).toBeLessThan(4);
});
