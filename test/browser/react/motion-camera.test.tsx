import { MmdLight, MmdModel, MotionCamera, MotionPlayer } from '@odori/react';
import type { MotionCamera as Camera, MotionPlayer as Player } from '@odori/runtime';
import { createRef, type ReactElement } from 'react';
import { OrthographicCamera } from 'three';
import { expect, test } from 'vitest';
import { frames } from '#test/support/frames.js';
import {
  boardFile,
  canvas,
  eventually,
  files,
  find,
  inScene,
  motionOf,
  notInScene,
  preload,
  setUpPage,
  showScene,
} from './page.js';

setUpPage(async () => {
  files.set('board.pmx', boardFile());
  await preload('board.pmx');
});

test('the default camera is the active one of the motion, the last one when it unmounts, or another of the page', async () => {
  const cameras = [
    { frame: 0, distance: -30, perspective: true },
    { frame: 30, distance: -30, perspective: false },
  ];
  const track = motionOf({ cameras });
  showScene(<group name="empty" />);
  await inScene('empty');
  const own = canvas().camera;
  const camera = createRef<Camera>();
  const player = createRef<Player>();
  const scene = (time?: number): ReactElement => (
    <MotionPlayer ref={player} currentTime={time}>
      <MotionCamera motion={track} makeDefault unit={0.08} ref={camera} />
      <MmdModel model="board.pmx" />
    </MotionPlayer>
  );
  showScene(scene());
  await inScene('board');
  await frames(1);
  expect(canvas().camera).toBe(camera.current!.perspectiveCamera);
  expect(camera.current!.perspectiveCamera.position.z).toBeCloseTo(30 * 0.08, 5);
  showScene(scene(2));
  await eventually(() => expect(canvas().camera).toBeInstanceOf(OrthographicCamera));
  find('div').parentElement!.style.width = '128px';
  await eventually(() => expect(camera.current!.aspect).toBe(2));
  const { left, right, top } = camera.current!.orthographicCamera;
  expect(right - left).toBeCloseTo(4 * top, 5);
  find('div').parentElement!.style.width = '96px';
  showScene(<group name="empty" />);
  await eventually(() => expect(canvas().camera).toBe(own));
  const other = new OrthographicCamera();
  showScene(scene());
  await inScene('board');
  canvas().set({ camera: other }); // another component does so
  await frames(3);
  expect(canvas().camera).toBe(other);
  showScene(<group name="empty" />);
  await notInScene('board');
  expect(canvas().camera).toBe(other);
  canvas().set({ camera: own });
});

test('without a motion, or with null, the camera has the view of a new MMD project, and nothing needs a player', async () => {
  showScene(
    <>
      <MotionCamera motion={null} makeDefault />
      <MmdLight motion={null} />
      <MmdModel model="board.pmx" motion={null} />
    </>,
  );
  await inScene('board');
  await eventually(() => expect(canvas().camera.position.toArray()).toEqual([0, 10, 45]));
});
