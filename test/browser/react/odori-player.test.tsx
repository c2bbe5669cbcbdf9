import type { OdoriPlayerElement } from '@odori/element';
import { OdoriPlayer, type OdoriPlayerProps } from '@odori/react/element';
import { createRef, type ReactElement, StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server.browser';
import { expect, test, vi } from 'vitest';
import { frames } from '#test/support/frames.js';
import { boardFile, eventually, setUpPage, show, songFile, walk } from './page.js';

setUpPage();

const SIZE = { style: { width: 80, height: 45 } };
const ref = createRef<OdoriPlayerElement>();

function render(props: OdoriPlayerProps): void {
  show(<OdoriPlayer {...SIZE} ref={ref} {...props} />);
}

/** Shows the element, and resolves when it is there. */
async function shown(props: OdoriPlayerProps): Promise<OdoriPlayerElement> {
  render(props);
  await eventually(() => expect(ref.current).not.toBeNull());
  return ref.current!;
}

test('files, motions and a song load, the events call their props, and the ref is the element', async () => {
  const seen: string[] = [];
  const note = (event: Event & { currentTarget: OdoriPlayerElement }): void => {
    expect(event.currentTarget).toBe(ref.current);
    seen.push(event.type);
  };
  const [model, motion, audio] = [boardFile(), [walk(2), walk(3)], songFile(1)];
  const events = { onLoadStart: note, onCanPlayThrough: note, onDurationChange: note, onMotionChange: note };
  const element = await shown({ model, motion, audio, muted: true, ...events, onPlay: note });
  await eventually(() => expect(seen).toContain('canplaythrough'));
  expect(seen[0]).toBe('loadstart');
  expect(element.loadedModel?.name).toBe('board');
  expect(element.motion).toEqual(motion);
  await element.play();
  expect(seen).toContain('play');
  render({ model, motion, audio, muted: true, ...events, motionIndex: 1, currentTime: 0.5 });
  await eventually(() => expect(element.motionIndex).toBe(1));
  expect(seen).toContain('motionchange');
  expect(element.currentTime).toBeGreaterThanOrEqual(0.5);
});

test('each prop sets its attribute or property, and a prop that is taken away takes its attribute along', async () => {
  const element = await shown({
    controls: true,
    loop: true,
    autoPlay: true,
    muted: true,
    physics: false,
    stage: 'grid',
    look: 'plain',
    poster: 'data:,',
    alt: 'a dance',
    offset: 0.5,
    className: 'wide',
    playbackRate: 2,
    volume: 0.5,
    cameraMode: 'orbit',
  });
  const attributes = (): Record<string, string> =>
    Object.fromEntries(
      [...element.attributes].filter(({ name }) => name !== 'style').map(({ name, value }) => [name, value]),
    );
  expect(attributes()).toEqual({
    controls: '',
    loop: '',
    autoplay: '',
    physics: 'off',
    stage: 'grid',
    look: 'plain',
    poster: 'data:,',
    alt: 'a dance',
    offset: '0.5',
    class: 'wide',
  });
  const { muted, playbackRate, volume, cameraMode } = element;
  expect([muted, playbackRate, volume, cameraMode]).toEqual([true, 2, 0.5, 'orbit']);
  render({});
  await eventually(() => expect(attributes()).toEqual({}));
  const { controls, loop, physics, offset } = element;
  expect([controls, loop, element.muted, physics, offset]).toEqual([false, false, false, true, 0]);
});

test('a list of motions that is written anew in every render is loaded once', async () => {
  const [a, b] = [walk(1), walk(2)];
  const element = await shown({ motion: [a, b] });
  const { motion } = element;
  render({ motion: [a, b], alt: 'rendered again' });
  await eventually(() => expect(element.alt).toBe('rendered again'));
  expect(element.motion).toBe(motion);
  render({ motion: [b] });
  await eventually(() => expect(element.motion).toEqual([b]));
});

test('a source changes from a URL to a file, and away', async () => {
  const url = new URL('dance.vmd', location.href);
  const element = await shown({ motion: url });
  expect(element.motion).toBe(url.href);
  const file = walk(1);
  render({ motion: file });
  await eventually(() => expect(element.motion).toBe(file));
  render({ motion: 'data:,x' });
  await eventually(() => expect(element.motion).toBe('data:,x'));
  render({});
  await eventually(() => expect(element.motion).toBeNull());
});

test('in StrictMode one element is shown, each event calls its prop once, and no listener is left behind', async () => {
  const onRateChange = vi.fn<(event: Event) => void>();
  const node = (rate: number): ReactElement => (
    <StrictMode>
      <OdoriPlayer {...SIZE} ref={ref} playbackRate={rate} onRateChange={onRateChange} />
    </StrictMode>
  );
  show(node(1));
  await eventually(() => expect(ref.current).not.toBeNull());
  show(node(2));
  await eventually(() => expect(onRateChange).toHaveBeenCalledTimes(1));
  expect(document.querySelectorAll('odori-player')).toHaveLength(1);
  const element = ref.current!;
  show(<p />);
  await eventually(() => expect(element.isConnected).toBe(false));
  await frames(2); // React ends effects after it has removed the element
  element.playbackRate = 3;
  await frames(2);
  expect(onRateChange).toHaveBeenCalledTimes(1);
  expect(ref.current).toBeNull();
});

test('the tag of a server becomes the element, with the files that a server cannot write', async () => {
  const file = walk(1);
  const node = (
    <OdoriPlayer
      {...SIZE}
      ref={ref}
      model="data:,"
      motion={file}
      controls
      muted
      physics={false}
      alt="a dance"
    />
  );
  const place = document.createElement('div');
  document.body.append(place);
  place.innerHTML = renderToString(node);
  expect(place.innerHTML).toBe(
    '<odori-player style="width:80px;height:45px" model="data:," controls="" muted="" physics="off" alt="a dance"></odori-player>',
  );
  const element = place.firstElementChild;
  const root = hydrateRoot(place, node);
  await eventually(() => expect(ref.current).toBe(element));
  expect(ref.current!.motion).toBe(file);
  expect([ref.current!.controls, ref.current!.physics]).toEqual([true, false]);
  root.unmount();
  place.remove();
});

test('the bare tag takes properties and events under the names of the element', async () => {
  const onratechange = vi.fn<(event: Event) => void>();
  const file = walk(1);
  const tag = (loop: boolean): ReactElement => (
    <odori-player
      {...SIZE}
      ref={ref}
      motion={file}
      loop={loop}
      onratechange={onratechange}
      poster={loop ? 'data:,' : undefined}
    />
  );
  show(tag(true));
  await eventually(() => expect(ref.current).not.toBeNull());
  const element = ref.current!;
  expect([element.motion, element.loop, element.poster]).toEqual([file, true, 'data:,']);
  element.playbackRate = 2;
  await eventually(() => expect(onratechange).toHaveBeenCalledTimes(1));
  show(tag(false));
  await eventually(() => expect(element.loop).toBe(false));
  expect(element.hasAttribute('poster')).toBe(false);
});
