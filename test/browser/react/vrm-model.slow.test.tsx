import { Companion, MotionPlayer, type MotionPlayerProps } from '@odori/react';
import { VrmModel, type VrmModelProps } from '@odori/react/vrm';
import { type MotionPlayer as Player, Motion } from '@odori/runtime';
import type { Companion as Character } from '@odori/runtime/companion';
import type { HumanoidBinding } from '@odori/vrm';
import { createRef } from 'react';
import { Box3, type Object3D, Vector3 } from 'three';
import { expect, test } from 'vitest';
import { smallVrm } from '#test/vrm/small-vrm.js';
import {
  canvas,
  eventually,
  files,
  inScene,
  keyAt,
  motionOf,
  requests,
  setUpPage,
  showScene,
  text,
} from './page.js';

const takeComplaints = setUpPage(() => {
  files.set('me.vrm', vrmFile('1')).set('old.vrm', vrmFile('0'));
  return Promise.resolve();
});

function vrmFile(version: '0' | '1'): File {
  return new File([Uint8Array.from(smallVrm({ version }))], 'me.vrm');
}

const avatar = createRef<HumanoidBinding>();
const player = createRef<Player>();
const WALK: Motion = motionOf({ bones: [keyAt(0), keyAt(10)] });
const x = (): number =>
  avatar.current!.rig.worldMatrices[12 + 16 * avatar.current!.rig.boneIndex('センター')];

function show(
  props: Partial<VrmModelProps>,
  { of = {}, ...options }: { of?: MotionPlayerProps } & Record<string, unknown> = {},
): void {
  showScene(
    <MotionPlayer ref={player} {...of}>
      <VrmModel src="me.vrm" ref={avatar} name="avatar" {...props} />
    </MotionPlayer>,
    options,
  );
}

/** Resolves to what is in the scene for an avatar. */
async function shown(name = 'avatar'): Promise<Object3D> {
  await inScene(name);
  return canvas().scene.getObjectByName(name)!;
}

/** The x of the hips in the world. */
function hipsX(object: Object3D): number {
  let place = 0;
  object.updateWorldMatrix(true, true);
  object.traverse((part) => {
    if (part.name === 'hips') place = part.getWorldPosition(new Vector3()).x;
  });
  return place;
}

test.each(['me.vrm', 'old.vrm'])(
  'an avatar, %s, is as large as an MMD model, faces +z, and dances',
  async (src) => {
    show({ src, motion: WALK }, { of: { currentTime: 2 }, strict: true });
    await inScene('loading');
    const object = await shown();
    await eventually(() => expect(x()).toBeCloseTo(2, 5));
    expect(player.current!.playables).toEqual([avatar.current]);
    const { max, min } = new Box3().setFromObject(object);
    expect(max.y).toBeGreaterThan(15);
    expect(max.y).toBeLessThan(25);
    expect(max.x + min.x).toBeGreaterThan(2); // the dance goes to +x: she faces +z
    expect(requests).toEqual([src]);
  },
);

test('unit gives a scene in metres, and another one makes the avatar anew in size', async () => {
  show({ unit: 0.08 });
  const object = await shown();
  const height = (): number => new Box3().setFromObject(object).max.y;
  expect(height()).toBeGreaterThan(15 * 0.08);
  expect(height()).toBeLessThan(25 * 0.08);
  const before = height();
  show({ unit: 0.8 });
  await eventually(() => expect(height()).toBeCloseTo(10 * before, 4));
});

test('gesture, adjust and a companion work as for a model', async () => {
  const seen: number[] = [];
  const leap = motionOf({ bones: [keyAt(0, 30), keyAt(10, 30)] });
  show({
    gesture: leap,
    gestureOptions: { fade: 0 },
    adjust: ({ pose }) => void seen.push(pose.rotations[3]),
  });
  await shown();
  await eventually(() => expect(x()).toBeCloseTo(30, 5));
  expect(seen.length).toBeGreaterThan(0);
  const companion = createRef<Character>();
  show({
    children: <Companion ref={companion} idle={[motionOf({ bones: [keyAt(0, 7)] })]} sway={{ amount: 0 }} />,
  });
  await eventually(() => expect(companion.current?.model).toBe(avatar.current));
  await eventually(() => expect(x()).toBeCloseTo(7, 1));
});

test('components with the same file load it once, each with an avatar of its own, which the next component takes over', async () => {
  const second = createRef<HumanoidBinding>();
  const scene = (isSecond: boolean, isFirst = true): void =>
    showScene(
      <MotionPlayer ref={player} currentTime={2}>
        {isFirst && <VrmModel key="1" src="me.vrm" ref={avatar} name="first" motion={WALK} />}
        {isSecond && <VrmModel key="2" src="me.vrm" ref={second} name="second" />}
      </MotionPlayer>,
      { strict: true },
    );
  scene(true);
  const first = await shown('first');
  const other = await shown('second');
  expect(second.current).not.toBe(avatar.current);
  await eventually(() => expect(hipsX(first) - hipsX(other)).toBeCloseTo(2, 1));
  expect(requests).toEqual(['me.vrm']);
  const { current: left } = avatar;
  scene(true, false);
  await eventually(() => expect(avatar.current).toBeNull());
  scene(true, true);
  await eventually(() => expect(avatar.current).toBe(left));
});

test('unmounting frees all GPU memory', async () => {
  const memory = (): object => ({ ...canvas().gl.info.memory });
  const empty = async (): Promise<void> => {
    showScene(<group name="empty" />);
    await inScene('empty');
    await eventually(() => expect(canvas().gl.info.memory.geometries).toBe(0));
  };
  show({});
  await shown();
  await eventually(() => expect(canvas().gl.info.memory.geometries).toBeGreaterThan(0));
  await empty();
  const before = memory(); // with what the renderer keeps for such materials
  show({});
  await shown();
  await eventually(() => expect(canvas().gl.info.memory.geometries).toBeGreaterThan(0));
  await empty();
  expect(memory()).toEqual(before);
});

test('a file, or its bytes, is a source too; what is no avatar is an error for people', async () => {
  const file = vrmFile('1');
  show({ src: file });
  await shown();
  expect(requests).toEqual([]);
  show({ src: 'missing.vrm' });
  await eventually(() => expect(text()).toBe('LoadError: missing.vrm: the server answered 404 Not Found'));
  const broken = new File(['no avatar'], 'broken.vrm');
  showScene(<group name="empty" />);
  find().click();
  await inScene('empty');
  show({ src: broken });
  await eventually(() => expect(text()).toMatch(/^LoadError: broken\.vrm: ./));
  expect(takeComplaints().join()).toContain('broken.vrm');
});

function find(): HTMLElement {
  return document.querySelector('button')!;
}
