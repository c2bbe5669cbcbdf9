import { createPmxBone } from '@odori/format';
import type { MmdModel as Model } from '@odori/model';
import {
  MmdLight,
  MmdModel,
  MotionCamera,
  MotionPlayer,
  type MotionPlayerProps,
  useMotion,
} from '@odori/react';
import { MotionPlayer as Player, Motion, type MotionJumpEvent } from '@odori/runtime';
import { Canvas, flushSync, useFrame } from '@react-three/fiber';
import {
  Activity,
  createRef,
  type ReactElement,
  type ReactNode,
  type RefObject,
  Suspense,
  useState,
} from 'react';
import { type DirectionalLight, type PerspectiveCamera } from 'three';
import { expect, test, vi } from 'vitest';
import { frames } from '#test/support/frames.js';
import { drawNothing, setDrawing } from '#test/support/open-page.js';
import {
  boardFile,
  canvas,
  eventually,
  files,
  find,
  inScene,
  keyAt,
  later,
  motionFile,
  motionOf,
  newCanvas,
  notInScene,
  pixel,
  preload,
  requests,
  setUpPage,
  show,
  showScene,
  songUrl,
  text,
  walk,
} from './page.js';

drawNothing();
setUpPage(async () => {
  files.set('board.pmx', boardFile());
  await preload('board.pmx');
});

/** The center is at x = time: see `walk`. */
const WALK = motionOf({ bones: [keyAt(0), keyAt(10)] });

const model = createRef<Model>();
const player = createRef<Player>();
const x = (): number => model.current!.rig.worldMatrices[12];

/** Shows the board in a player, and resolves when it is in the scene. */
async function play(props: MotionPlayerProps, children?: ReactNode, options = {}): Promise<void> {
  render(props, children, options);
  await inScene('board');
  await frames(1);
}

function render(props: MotionPlayerProps, children?: ReactNode, options = {}): void {
  showScene(
    <MotionPlayer ref={player} {...props}>
      {children ?? <MmdModel model="board.pmx" motion={WALK} ref={model} />}
    </MotionPlayer>,
    options,
  );
}

test('a dance plays in time with its song, seen by the camera of its motion', async () => {
  files.set('walk.vmd', walk(10));
  files.set(
    'camera.vmd',
    motionFile({ cameras: [{ frame: 0, distance: -60, target: [0, 10, 0], fov: 40 }] }),
  );
  await preload('walk.vmd', 'camera.vmd');
  const song = songUrl(2);
  function Dance(): ReactElement {
    return (
      <MotionPlayer ref={player} media={song} playing>
        <MmdModel model="board.pmx" motion="walk.vmd" ref={model} />
        <MotionCamera motion="camera.vmd" makeDefault />
        <MmdLight motion="camera.vmd" />
      </MotionPlayer>
    );
  }
  showScene(<Dance />);
  await inScene('board');
  await eventually(() => expect(x()).toBeGreaterThan(0.1));
  expect(x()).toBeCloseTo(player.current!.currentTime, 1);
  expect(player.current!.media).toBeInstanceOf(HTMLAudioElement);
  const camera = canvas().camera as PerspectiveCamera;
  expect([camera.fov, camera.position.y, camera.position.z]).toEqual([40, 10, 60]);
  expect(camera.aspect).toBe(96 / 64);
});

test('the props of time set the player, and give back what was before', async () => {
  await play({});
  const { current } = player;
  const values = (): unknown => {
    const { loop, playbackRate, offset, loopRange, idle } = current!;
    return { loop, playbackRate, offset, loopRange, idle };
  };
  const before = values();
  const set = { loop: true, playbackRate: 0.5, offset: 1, loopRange: { start: 2, end: 4 }, idle: WALK };
  render(set);
  await eventually(() => expect(values()).toEqual(set));
  render({});
  await eventually(() => expect(values()).toEqual(before));
});

test('playing plays and pauses; a time that the page writes back meanwhile is no seek', async () => {
  const jumps: string[] = [];
  const onJump = (event: MotionJumpEvent): void => void jumps.push(event.reason);
  await play({ playing: false, onJump });
  expect(player.current!.paused).toBe(true);
  render({ playing: true, onJump });
  await eventually(() => expect(x()).toBeGreaterThan(0.2));
  render({ playing: true, onJump, currentTime: player.current!.currentTime - 0.1 });
  await frames(3);
  render({ playing: false, onJump });
  await eventually(() => expect(player.current!.paused).toBe(true));
  const { currentTime } = player.current!;
  const at = x();
  render({ playing: false, onJump, currentTime });
  await frames(3);
  expect([jumps, x()]).toEqual([[], at]);
  render({ playing: false, onJump, currentTime: currentTime + 0.01 });
  await eventually(() => expect(jumps).toEqual(['seek']));
});

test('an <audio> that the page shows later, replaces, or hides while it loads, becomes the clock of its ref', async () => {
  const song = songUrl(3);
  const media: RefObject<HTMLAudioElement | null> = { current: null };
  await play({ media, loop: true, playing: true });
  await eventually(() => expect(player.current!.paused).toBe(false));
  expect(player.current!.media).toBeUndefined();
  for (const audio of [new Audio(song), new Audio(song)]) {
    media.current = audio;
    render({ media, loop: true, playing: true });
    await eventually(() => expect(player.current!.media).toBe(audio));
    await eventually(() => expect([audio.loop, audio.paused]).toEqual([true, false]));
  }
  media.current = null;
  render({ media, loop: true, playing: true });
  await eventually(() => expect(player.current!.media).toBeUndefined());
  // React takes a ref away while it hides a page whose canvas loads.
  const { promise, resolve } = later();
  files.set('slow.pmx', promise);
  newCanvas();
  show(
    <Suspense fallback="loading">
      <audio ref={media} src="data:," />
      <Canvas frameloop="demand">
        <MotionPlayer media={media} ref={player} children={<MmdModel model="slow.pmx" />} />
      </Canvas>
    </Suspense>,
  );
  await eventually(() => expect(text()).toBe('loading'));
  resolve(boardFile());
  await eventually(() => expect(player.current?.media).toBe(find('audio')));
});

test('currentTime seeks when it changes, and poses the model there', async () => {
  await play({ currentTime: 3 });
  await eventually(() => expect(x()).toBeCloseTo(3, 5));
  player.current!.currentTime = 5;
  render({ currentTime: 3 });
  await frames(2);
  expect(x()).toBeCloseTo(5, 5);
  render({ currentTime: 7 });
  await eventually(() => expect(x()).toBeCloseTo(7, 5));
});

test('currentTime is reached as soon as a motion that loads later is long enough', async () => {
  const { promise, resolve } = later();
  files.set('walk.vmd', promise);
  render(
    { currentTime: 3 },
    <Suspense fallback={<group name="waiting" />}>
      <MmdModel model="board.pmx" motion="walk.vmd" ref={model} />
    </Suspense>,
  );
  await inScene('waiting');
  await frames(2);
  expect(player.current!.currentTime).toBe(0);
  resolve(walk(10));
  await inScene('board');
  await eventually(() => expect(x()).toBeCloseTo(3, 5));
});

test('every event of the player calls its prop, also the duration that the motions of the first render give', async () => {
  const seen: string[] = [];
  const names = [
    'Play',
    'Playing',
    'Pause',
    'Seeking',
    'Seeked',
    'TimeUpdate',
    'RateChange',
    'DurationChange',
    'Ended',
    'Jump',
  ];
  const handlers = Object.fromEntries(
    names.map((name) => [`on${name}`, ({ type }: Event) => void seen.push(type)]),
  );
  const short = <MmdModel model="board.pmx" motion={motionOf({ bones: [keyAt(0), keyAt(0.1)] })} />;
  await play({ ...handlers, playing: true, currentTime: 0.05 }, short);
  render({ ...handlers, playing: true, currentTime: 0.05, playbackRate: 2 }, short);
  await eventually(() =>
    expect([...new Set(seen)].toSorted()).toEqual(names.map((name) => name.toLowerCase()).toSorted()),
  );
});

test('an <audio> outside the canvas, in a ref, is the clock; it pauses when the player unmounts', async () => {
  const song = songUrl(3);
  const audio = createRef<HTMLAudioElement>();
  newCanvas();
  const onPause = vi.fn<() => void>();
  show(<audio ref={audio} src={song} muted />);
  await eventually(() => expect(audio.current?.readyState).toBeGreaterThan(1));
  const element = audio.current!;
  await play({ media: { current: element }, onPause, loop: true });
  await element.play();
  await eventually(() => expect(x()).toBeGreaterThan(0.05));
  expect(x()).toBeCloseTo(element.currentTime, 1);
  expect(element.loop).toBe(true);
  showScene(<group name="empty" />);
  await inScene('empty');
  await eventually(() => expect(element.paused).toBe(true));
  expect(element.loop).toBe(false);
});

test('a song that plays while the model loads plays on when the player mounts, also in StrictMode', async () => {
  const song = new Audio(songUrl(3));
  song.muted = true;
  await song.play();
  const paused = vi.fn<() => void>();
  song.addEventListener('pause', paused);
  files.set('late.pmx', boardFile()); // React runs effects twice only for what it has shown a fallback for
  const late = <MmdModel model="late.pmx" motion={WALK} ref={model} />;
  newCanvas();
  await play({ media: song }, late, { strict: true });
  await eventually(() => expect(x()).toBeGreaterThan(0.05));
  expect(song.paused).toBe(false);
  expect(paused).not.toHaveBeenCalled();
  showScene(<group name="empty" />, { strict: true });
  await eventually(() => expect(song.paused).toBe(true));
});

test('another song keeps the time and plays on, and the last one is released', async () => {
  const [one, two] = [songUrl(3), songUrl(3)];
  await play({ media: one, playing: true });
  await eventually(() => expect(player.current!.currentTime).toBeGreaterThan(0.1));
  const last = player.current!.media as HTMLAudioElement;
  render({ media: two, playing: true });
  await eventually(() => expect((player.current!.media as HTMLAudioElement).src).toBe(two));
  await eventually(() => expect(player.current!.paused).toBe(false));
  expect(player.current!.currentTime).toBeGreaterThan(0.1);
  expect(last.getAttribute('src')).toBeNull();
  render({ media: null, playing: true });
  await eventually(() => expect(player.current!.media).toBeUndefined());
});

test('a song that the browser does not start gives the error to onPlayRejected', async () => {
  const media = Object.assign(new Audio(), {
    play: () => Promise.reject(new DOMException('click first', 'NotAllowedError')),
  });
  const onPlayRejected = vi.fn<(error: DOMException) => void>();
  await play({ media, playing: true, onPlayRejected });
  await eventually(() => expect(onPlayRejected).toHaveBeenCalledTimes(1));
  expect(onPlayRejected.mock.calls[0][0].name).toBe('NotAllowedError');
});

test('a model changes to another motion, at once or in a crossfade, and leaves the player when it unmounts', async () => {
  const still = motionOf({ bones: [keyAt(0, 4)] });
  const board = (motion: Motion, fade?: number): ReactElement => (
    <MmdModel model="board.pmx" motion={motion} fade={fade} ref={model} />
  );
  await play({}, board(WALK));
  render({}, board(still));
  await eventually(() => expect(x()).toBe(4));
  render({}, board(WALK, 1000));
  await eventually(() => expect(player.current!.motionOf(model.current!)).toBe(WALK));
  expect(x()).toBeGreaterThan(3.9);
  render({}, <group name="empty" />);
  await inScene('empty');
  expect(player.current!.playables).toEqual([]);
});

test('offset and loop of a model, and adjust, which may be another function in every render', async () => {
  const short = motionOf({ bones: [keyAt(0), keyAt(1), keyAt(2, 0)] }); // its end meets its beginning
  const board = (height: number): ReactElement => (
    <>
      <MmdModel model="board.pmx" motion={WALK} />
      <MmdModel
        {...{ model: 'board.pmx', motion: short, offset: 1, loop: true, ref: model }}
        adjust={({ pose }) => void (pose.translations[1] = height)}
      />
    </>
  );
  await play({ currentTime: 4.5 }, board(1));
  await eventually(() => expect(x()).toBeCloseTo(0.5, 5));
  render({ currentTime: 4.5 }, board(2));
  await eventually(() => expect(model.current!.rig.worldMatrices[13]).toBe(2));
});

test('names of a motion find bones as the prop says', async () => {
  // a name that fills its field and is cut there
  const cut = motionOf({ bones: [{ name: 'スカート上着制服裾', frame: 0 }] });
  const bones = [{ name: 'スカート上着制服裾' }].map((bone) => createPmxBone(bone));
  const file = boardFile('board', { bones });
  const board = (names?: 'help' | 'mmd'): ReactElement => (
    <MmdModel model={file} motion={cut} names={names} ref={model} />
  );
  const missing = (): unknown => player.current!.missingOf(model.current!)?.bones.length;
  await play({}, board());
  await eventually(() => expect(missing()).toBe(0));
  render({}, board('mmd'));
  await eventually(() => expect(missing()).toBe(1));
  render({}, board());
  await eventually(() => expect(missing()).toBe(0));
});

test('files of a motion become one motion, loaded once for all components', async () => {
  const head = motionFile({ bones: [{ name: '頭', frame: 60 }] });
  files.set('walk.vmd', walk(1)).set('head.vmd', head);
  const seen = new Set<Motion>();
  const Reader = (): ReactElement => {
    const dance = useMotion('walk.vmd', 'head.vmd');
    seen.add(useMotion('walk.vmd'));
    return <group name={[...dance.bones.keys()].join()} userData={{ dance }} />;
  };
  useMotion.preload('walk.vmd', 'head.vmd');
  await eventually(() => expect(requests).toContain('head.vmd'));
  showScene(
    <>
      <Reader />
      <Reader />
      <MotionPlayer>
        <MmdModel model="board.pmx" motion={['walk.vmd', 'head.vmd']} ref={model} />
      </MotionPlayer>
    </>,
  );
  await inScene('センター,頭');
  expect(requests.filter((url) => url.endsWith('.vmd')).toSorted()).toEqual(['head.vmd', 'walk.vmd']);
  expect(seen.size).toBe(1);
});

test('the light follows its motion, and takes the props of a light, which it gives back', async () => {
  const track = motionOf({
    lights: [{ frame: 0, color: [1, 0, 0], direction: [0, -1, 0] }],
    selfShadows: [{ frame: 0, mode: 0, distance: 0.01125 }],
  });
  const light = createRef<DirectionalLight>();
  const scene = (motion?: Motion): ReactElement => (
    <>
      <MmdLight ref={light} motion={motion} unit={0.08} intensity={2} />
      <MmdModel model="board.pmx" />
    </>
  );
  await play({}, scene());
  expect([light.current!.castShadow, light.current!.intensity]).toEqual([true, 2]);
  expect(light.current!.position.length()).toBeCloseTo(8, 5);
  render({}, scene(track));
  await eventually(() => expect(light.current!.castShadow).toBe(false));
  expect(light.current!.color.getHex()).toBe(0xff0000);
  expect(light.current!.position.toArray()).toEqual([0, 8, 0]);
  expect(player.current!.light).toBeDefined();
  render({}, scene());
  await eventually(() => expect(player.current!.light).toBeUndefined());
  const values = (): unknown[] => {
    const { intensity, color, castShadow } = light.current!;
    return [intensity, color.getHexString(), castShadow];
  };
  showScene(<MmdLight ref={light} intensity={3} color="blue" castShadow={false} />);
  await eventually(() => expect(values()).toEqual([3, '0000ff', false]));
  showScene(<MmdLight ref={light} />);
  await eventually(() => expect(values()).toEqual([1, '999999', true])); // MMD's 154 / 256
});

test('the light lights other objects than MMD models too, unless the page leaves that out', async () => {
  setDrawing(window, true);
  const wall = (fill?: boolean): ReactElement => (
    <>
      <MmdLight fill={fill} />
      <mesh name={`wall ${fill}`}>
        <planeGeometry args={[50, 50]} />
        <meshStandardMaterial color="white" />
      </mesh>
    </>
  );
  showScene(wall(false), { flat: true });
  await inScene('wall false');
  await eventually(() => expect(pixel(48, 32)[3]).toBe(255));
  expect(pixel(48, 32)[0]).toBeLessThan(110); // as 0.323 · cos / π
  showScene(wall(), { flat: true });
  await eventually(() => expect(pixel(48, 32)[0]).toBeGreaterThan(200));
});

test('events arrive while React hides the player because something beside it loads', async () => {
  const { promise, resolve } = later();
  files.set('walk.vmd', promise);
  const Late = (): ReactElement => <group name={`late ${useMotion('walk.vmd').duration}`} />;
  const onRateChange = vi.fn<() => void>();
  const scene = (isLate: boolean): ReactElement => (
    <>
      <MotionPlayer ref={player} onRateChange={onRateChange}>
        <MmdModel model="board.pmx" motion={WALK} ref={model} />
      </MotionPlayer>
      {isLate && <Late />}
    </>
  );
  showScene(scene(false));
  await inScene('board');
  const shown = player.current!;
  showScene(scene(true));
  await inScene('loading');
  shown.playbackRate = 2;
  await eventually(() => expect(onRateChange).toHaveBeenCalledTimes(1));
  resolve(walk(1));
  await inScene('late 1');
  shown.playbackRate = 3;
  await eventually(() => expect(onRateChange).toHaveBeenCalledTimes(2));
});

test('a player whose effects React ends and begins again at once, as for fast refresh, plays on without a pause', async () => {
  const onPause = vi.fn<() => void>();
  let setMode!: (mode: 'visible' | 'hidden') => void;
  const Dance = (): ReactElement => {
    const [mode, set] = useState<'visible' | 'hidden'>('visible');
    setMode = set;
    return (
      <Activity mode={mode}>
        <MotionPlayer ref={player} playing onPause={onPause}>
          <MmdModel model="board.pmx" motion={WALK} ref={model} />
        </MotionPlayer>
      </Activity>
    );
  };
  showScene(<Dance />);
  await inScene('board');
  await eventually(() => expect(x()).toBeGreaterThan(0.05));
  const { currentTime } = player.current!;
  flushSync(() => setMode('hidden'));
  flushSync(() => setMode('visible'));
  await eventually(() => expect(player.current!.currentTime).toBeGreaterThan(currentTime + 0.05));
  expect(onPause).not.toHaveBeenCalled();
  expect(player.current!.playables).toEqual([model.current!]);
});

test('in StrictMode everything plays once, and unmounting leaves the player empty', async () => {
  const song = songUrl(3);
  const scene = (
    <>
      <MmdModel model="board.pmx" motion={WALK} ref={model} />
      <MotionCamera motion={WALK} makeDefault />
    </>
  );
  await play({ media: song, playing: true }, scene, { strict: true });
  await eventually(() => expect(x()).toBeGreaterThan(0.05));
  const { playables, media, camera } = player.current!;
  expect(playables).toEqual([model.current!]);
  expect(camera).toBeDefined();
  const last = player.current!;
  showScene(<group name="empty" />, { strict: true });
  await notInScene('board');
  await eventually(() =>
    expect([last.media, last.playables, last.camera]).toEqual([undefined, [], undefined]),
  );
  expect((media as HTMLAudioElement).paused).toBe(true);
});

test('with frameloop="demand" a player asks for frames while it plays, and the pause before it takes no time', async () => {
  newCanvas();
  await play({ playing: false }, undefined, { frameloop: 'demand' });
  await frames(3);
  const drawn: number[] = [];
  canvas().gl.render = () => void drawn.push(x());
  await frames(4);
  expect(drawn).toEqual([]);
  render({ playing: true }, undefined, { frameloop: 'demand' });
  await eventually(() => expect(drawn.at(-1)).toBeGreaterThan(0));
  expect(drawn[0]).toBe(0);
  render({ playing: false }, undefined, { frameloop: 'demand' });
  await eventually(() => expect(player.current!.paused).toBe(true));
  player.current!.currentTime = 6;
  await frames(2);
  expect(x()).toBeCloseTo(6, 5);
  newCanvas();
});

test('in each frame everything is posed before the functions of useFrame, and rendered after them', async () => {
  const order: string[] = [];
  const Reader = (): null => {
    useFrame(() => void order.push('read'));
    return null;
  };
  await play(
    { playing: true },
    <>
      <Reader />
      <MmdModel model="board.pmx" motion={WALK} ref={model} adjust={() => void order.push('posed')} />
    </>,
  );
  canvas().scene.onAfterRender = () => void order.push('rendered');
  await eventually(() => expect(order.join()).toContain('rendered,posed,read,rendered,posed,read,rendered'));
  canvas().scene.onAfterRender = () => {};
});
