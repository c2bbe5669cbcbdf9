import { createModel, type MmdModel as Model } from '@odori/model';
import {
  Companion,
  type CompanionProps,
  MmdModel,
  type MmdModelProps,
  MotionPlayer,
  type MotionPlayerProps,
} from '@odori/react';
import type { MotionPlayer as Player, PerformResult } from '@odori/runtime';
import type { Companion as Character, LookTarget } from '@odori/runtime/companion';
import { createRef } from 'react';
import { expect, test } from 'vitest';
import { frames } from '#test/support/frames.js';
import { ModelBuilder } from '#test/support/model-builder.js';
import {
  boardFile,
  canvas,
  eventually,
  files,
  inScene,
  keyAt,
  later,
  motionFile,
  motionOf,
  newCanvas,
  notInScene,
  preload,
  setUpPage,
  showScene,
  text,
  walk,
} from './page.js';

const takeComplaints = setUpPage(async () => {
  files.set('board.pmx', boardFile()).set('stand.vmd', motionFile({ bones: [keyAt(0, 7)] }));
  await preload('board.pmx', 'stand.vmd');
});

const model = createRef<Model>();
const player = createRef<Player>();
const companion = createRef<Character>();
const x = (): number => model.current!.rig.worldMatrices[12];
const STILL: CompanionProps = { breathe: { depth: 0 }, sway: { amount: 0 } };

function show(
  props: CompanionProps | null,
  {
    on = {},
    of = {},
    ...options
  }: { on?: Partial<MmdModelProps>; of?: MotionPlayerProps } & Record<string, unknown> = {},
): void {
  showScene(
    <MotionPlayer ref={player} {...of}>
      <MmdModel model="board.pmx" ref={model} {...on}>
        {props && <Companion ref={companion} {...STILL} {...props} />}
      </MmdModel>
    </MotionPlayer>,
    options,
  );
}

test.each([false, true])(
  'a companion idles and performs gestures in a pause of the player, and leaves the model as it was (StrictMode: %s)',
  async (strict) => {
    const wave = motionOf({ bones: [keyAt(0, 20), keyAt(0.2, 20)] });
    show({ idle: ['stand.vmd'], gestures: { wave } }, { strict });
    await inScene('board');
    await eventually(() => expect(x()).toBeCloseTo(7, 1));
    expect(player.current!.playables).toEqual([model.current]);
    const { current: first } = companion;
    let result: PerformResult | undefined;
    void first!.perform('wave', { fade: 0.01 }).then((how) => (result = how));
    await eventually(() => expect(x()).toBeCloseTo(20, 1));
    await eventually(() => expect(result).toBe('ended'));
    expect(companion.current).toBe(first);
    show(null, { strict, on: { motion: motionOf({ bones: [keyAt(0, 3)] }) } });
    await eventually(() => expect(x()).toBeCloseTo(3, 5));
    expect([companion.current, player.current!.playables]).toEqual([null, [model.current]]);
    showScene(<group name="empty" />, { strict });
    await notInScene('board');
  },
);

test('gestures, the target, and the adjusts of model and companion may change; other idle motions make her anew', async () => {
  const nod = motionOf({ bones: [keyAt(0, 9), keyAt(10, 9)] });
  const adjust =
    (y: number): MmdModelProps['adjust'] =>
    ({ pose }) =>
      void (pose.translations[1] = y);
  const target: LookTarget = { x: 0, y: 10, z: 30 };
  show({ idle: ['stand.vmd'] });
  await inScene('board');
  await eventually(() => expect(companion.current).not.toBeNull());
  const { current: first } = companion;
  expect(first!.gaze.target).toBeUndefined();
  await expect(first!.perform('nod')).rejects.toThrow('no gesture is called nod');
  const seen: number[] = [];
  const look: CompanionProps['adjust'] = ({ pose }) => void seen.push(pose.translations[1]);
  show(
    { idle: ['stand.vmd'], gestures: { nod }, lookAt: target, adjust: look },
    { on: { adjust: adjust(4) } },
  );
  await eventually(() => expect([companion.current, first!.gaze.target]).toEqual([first, target]));
  void first!.perform('nod', { fade: 0 });
  await eventually(() => expect(x()).toBeCloseTo(9, 1));
  expect(seen.at(-1)).toBe(4); // that of the model comes first
  show({ idle: ['stand.vmd', nod], lookAt: 'camera' });
  await eventually(() => expect(companion.current).not.toBe(first));
  await eventually(() => expect(companion.current!.gaze.target).toBe(canvas().camera));
  show({ idle: ['stand.vmd', nod], lookAt: 'pointer' });
  await eventually(() => expect(companion.current!.gaze.target).toBeTypeOf('function'));
});

test('with frameloop="demand" she lives in a pause of the player, and asks for no frames once she is gone', async () => {
  newCanvas();
  const options = { frameloop: 'demand' };
  const idle = [motionOf({ bones: [keyAt(0), keyAt(10)] })];
  show({ idle }, options);
  await inScene('board');
  await eventually(() => expect(x()).toBeGreaterThan(0.3));
  expect(player.current!.paused).toBe(true);
  show(null, options);
  await eventually(() => expect(x()).toBeCloseTo(0, 5));
  await frames(3);
  let drawn = 0;
  canvas().gl.render = () => void drawn++;
  await frames(4);
  expect(drawn).toBe(0);
  newCanvas();
});

test('she dances to the end and idles again', async () => {
  const dance = motionOf({ bones: [keyAt(0, 20), keyAt(1.2, 20)] });
  show({ idle: ['stand.vmd'] });
  await inScene('board');
  await eventually(() => expect(companion.current).not.toBeNull());
  let result: PerformResult | undefined;
  void companion.current!.dance(dance).then((how) => (result = how));
  await eventually(() => expect(x()).toBeGreaterThan(15));
  await eventually(() => expect(result).toBe('ended'));
  await eventually(() => expect(x()).toBeCloseTo(7, 1));
});

test('until her motions have loaded, the nearest Suspense shows its fallback', async () => {
  const { promise, resolve } = later();
  files.set('late.vmd', promise);
  show({ idle: ['late.vmd'] });
  await inScene('loading');
  expect(canvas().scene.getObjectByName('board')).toBeUndefined();
  resolve(walk(1));
  await inScene('board');
});

test('a model of the page, which no component shows, may be a companion', async () => {
  const builder = new ModelBuilder();
  builder.material();
  builder.quad({ center: [0, 10, 0], width: 20, height: 20 });
  const own = createModel({ ...builder.build(), name: 'own' });
  showScene(
    <MotionPlayer ref={player}>
      <primitive object={own.root} />
      <Companion {...STILL} model={own} idle={['stand.vmd']} />
    </MotionPlayer>,
    { strict: true },
  );
  await inScene('own');
  await eventually(() => expect(own.rig.worldMatrices[12]).toBeCloseTo(7, 1));
  showScene(<MotionPlayer ref={player} />, { strict: true });
  await eventually(() => expect(player.current!.playables).toEqual([]));
  own.dispose();
});

test('messages say what a companion lacks, and that the motion of her model is hers', async () => {
  const needs = [
    [<Companion key="1" />, '<Companion> needs a <MotionPlayer> around it'],
    [
      <MotionPlayer key="2" children={<Companion />} />,
      '<Companion> needs a <MmdModel> or <VrmModel> around it, or a `model`',
    ],
    [
      <MotionPlayer key="3">
        <MmdModel model="board.pmx" motion="stand.vmd" children={<Companion />} />
      </MotionPlayer>,
      'a model with a <Companion> takes no `motion`: call dance() of the companion',
    ],
  ] as const;
  for (const [scene, message] of needs) {
    newCanvas();
    showScene(scene);
    await eventually(() => expect(text()).toBe(`Error: ${message}`));
  }
  newCanvas();
  expect(takeComplaints().join()).toContain('<Companion>'); // React logs what a boundary has caught
});
