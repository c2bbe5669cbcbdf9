import { createVmd, type Pmx, serializePmx, serializeVmd, type VmdContent } from '@odori/format';
import { useMmdModel, useMotion } from '@odori/react';
import { Motion } from '@odori/runtime';
import { Canvas, type CanvasProps, type RootState, useThree } from '@react-three/fiber';
import { Component, type ReactNode, StrictMode, Suspense } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { DefaultLoadingManager } from 'three';
import { afterAll, afterEach, beforeEach, expect, onTestFinished, vi } from 'vitest';
import { expectCleanConsole } from '#test/support/clean-console.js';
import { frames } from '#test/support/frames.js';
import { ModelBuilder } from '#test/support/model-builder.js';
import { wavBytes } from '#test/support/wav-bytes.js';

/** The files of the page by their names. A request for another file is answered with 404. */
export const files = new Map<string, Blob | Promise<Blob>>();
/** The names of all requests. */
export const requests: string[] = [];

const ownFetch = globalThis.fetch;
const place = document.createElement('div');
place.style.cssText = 'width: 96px; height: 64px';
const root: Root = createRoot(place);
/** Another number replaces the canvas. */
let round = 0;

/**
 * Gives every test of a file an empty page, and expects a clean console at its end. The result gives, and
 * forgets, the errors and warnings that a test has expected.
 */
export function setUpPage(prepare: () => Promise<void> = () => Promise.resolve()): () => unknown[][] {
  // @react-three/fiber uses it
  const takeComplaints = expectCleanConsole((message) => message.includes('THREE.Clock'));
  beforeEach(() => {
    openPage();
    return prepare();
  });
  afterEach(closePage);
  afterAll(removeCanvas);
  return takeComplaints;
}

/**
 * Serves the files. The canvas of the last test is used again, because a new one takes a tenth of a second.
 */
function openPage(): void {
  globalThis.fetch = async (input, init) => {
    const url = String(input instanceof Request ? input.url : input);
    if (/^(?:blob|data|https?):/.test(url)) return ownFetch(input, init);
    requests.push(url);
    const file = await files.get(url);
    return file ? new Response(file) : new Response('', { status: 404, statusText: 'Not Found' });
  };
  document.body.append(place);
}

async function closePage(): Promise<void> {
  if (find('canvas')) {
    showScene(<group name="closed" />);
    await inScene('closed');
  } else {
    removeCanvas();
  }
  await frames(1);
  await new Promise((resolve) => setTimeout(resolve, 5)); // what was held ends then
  globalThis.fetch = ownFetch;
  for (const url of files.keys()) {
    useMmdModel.clear(url);
    useMotion.clear(url);
  }
  files.clear();
  loaded.clear();
  requests.length = 0;
}

/** Ends the frames of the canvas, too, which the next file would otherwise draw with its own. */
function removeCanvas(): void {
  show(null);
  newCanvas();
}

/** Replaces the canvas: for canvases with other options. */
export function newCanvas(): void {
  round++;
}

/** Shows elements of the DOM. */
export function show(node: ReactNode): void {
  root.render(node);
}

/**
 * Begins to load models and motions, and resolves when they have loaded: React then shows no fallback, whose
 * least time is 0.3 s.
 */
export async function preload(...urls: string[]): Promise<void> {
  for (const url of urls) {
    if (url.endsWith('.vmd')) useMotion.preload(url);
    else useMmdModel.preload(url, { physics: true });
  }
  await eventually(() => expect([...loaded]).toEqual(expect.arrayContaining(urls)));
  await new Promise((resolve) => setTimeout(resolve, 5)); // physics
}

/** What the loading manager has counted as loaded. */
const loaded = new Set<string>();
const itemEnd = DefaultLoadingManager.itemEnd.bind(DefaultLoadingManager);
DefaultLoadingManager.itemEnd = (url) => {
  loaded.add(url);
  itemEnd(url);
};

export const text = (): string => place.textContent;
export const find = (selector: string): HTMLElement => place.querySelector<HTMLElement>(selector)!;

let state: RootState | undefined;

function Spy(): null {
  state = useThree();
  return null;
}

/** The state of the canvas. */
export const canvas = (): RootState => state!;

/** The view in which the board fills most of the picture. */
const VIEW = { camera: { position: [0, 10, 45], rotation: [0, 0, 0], fov: 30 }, shadows: 'basic' } as const;

interface SceneOptions extends Omit<CanvasProps, 'children'> {
  strict?: boolean;
}

/** Shows objects in a canvas, with a fallback and an error boundary around it. */
export function showScene(node: ReactNode, { strict = false, ...options }: SceneOptions = {}): void {
  const page = (
    <ErrorBoundary key={round}>
      <Canvas dpr={1} {...VIEW} {...options}>
        <Spy />
        <Suspense fallback={<group name="loading" />}>{node}</Suspense>
      </Canvas>
    </ErrorBoundary>
  );
  show(strict ? <StrictMode>{page}</StrictMode> : page);
}

export class ErrorBoundary extends Component<{ children: ReactNode }, { error?: Error }> {
  override state: { error?: Error } = {};

  static getDerivedStateFromError(error: Error): { error: Error } {
    return { error };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (!error) return this.props.children;
    return (
      <button type="button" onClick={() => this.setState({ error: undefined! })}>
        {`${error.name}: ${error.message}`}
      </button>
    );
  }
}

/** Resolves when a check no longer throws; looks more often than `vi.waitFor` by itself. */
export function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { interval: 5, timeout: 60_000 }); // a busy machine is slow
}

/** Resolves when an object of this name is in the scene. */
export function inScene(name: string): Promise<void> {
  return eventually(() => expect(state?.scene.getObjectByName(name)).toBeDefined());
}

export function notInScene(name: string): Promise<void> {
  return eventually(() => expect(state?.scene.getObjectByName(name)).toBeUndefined());
}

/** The color of a pixel of the canvas, from its upper left corner, 0 to 255. */
export function pixel(x: number, y: number): number[] {
  const { gl, scene, camera, size } = canvas();
  gl.render(scene, camera);
  const context = gl.getContext();
  const bytes = new Uint8Array(4);
  context.readPixels(x, size.height - 1 - y, 1, 1, context.RGBA, context.UNSIGNED_BYTE, bytes);
  return [...bytes];
}

/** A board of 20 × 20 units that stands at the origin, on the bone センター (center). */
export function boardFile(name = 'board', content: Partial<Pmx> = {}): File {
  const builder = new ModelBuilder();
  builder.material();
  builder.quad({ center: [0, 10, 0], width: 20, height: 20 });
  const pmx = { ...builder.build(), name, ...content };
  return new File([Uint8Array.from(serializePmx(pmx))], `${name}.pmx`);
}

export function motionFile(content: VmdContent, name = 'walk.vmd'): File {
  return new File([Uint8Array.from(serializeVmd(createVmd(content)))], name);
}

/** A motion with this content. */
export function motionOf(content: VmdContent): Motion {
  return Motion.from(createVmd(content));
}

/** A keyframe of the center. */
export function keyAt(
  second: number,
  x = second,
): { name: string; frame: number; position: [number, number, number] } {
  return { name: 'センター', frame: 30 * second, position: [x, 0, 0] };
}

/**
 * The center moves by `speed` units per second to the viewer's right: with a speed of 1, its x is the time.
 */
export function walk(seconds: number, speed = 1): File {
  const keys = [0, seconds].map((second) => ({
    name: 'センター',
    frame: 30 * second,
    position: [speed * second, 0, 0] as const,
  }));
  return motionFile({ bones: keys });
}

/** A song of some seconds, silent. */
export function songFile(seconds: number): File {
  return new File([wavBytes(seconds)], 'song.wav', { type: 'audio/wav' });
}

/** The URL of such a song, for this test. */
export function songUrl(seconds: number): string {
  const url = URL.createObjectURL(songFile(seconds));
  onTestFinished(() => URL.revokeObjectURL(url));
  return url;
}

/** A file that arrives when the test says so. */
export function later(): { promise: Promise<Blob>; resolve: (file: Blob) => void } {
  let resolve!: (file: Blob) => void;
  const promise = new Promise<Blob>((arrive) => (resolve = arrive));
  return { promise, resolve };
}
