/** The page in which those examples of docstrings run that need one. */
import type { OdoriPlayerElement } from '@odori/element';
import { MotionPlayer } from '@odori/react';
import { Canvas } from '@react-three/fiber';
import { type ReactNode, Suspense, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { ExampleValues } from '../example-values.js';
import { type CompiledExample, ExampleRun } from '../run-example.js';
import { Boundary } from './boundary.js';
import { hasLoaded, PageValues } from './page-values.js';

export interface PageExample extends CompiledExample {
  /** The path of its source. */
  readonly path: string;
  readonly names: readonly string[];
}

declare global {
  /** What is wrong with an example. */
  var mistakesOf: (example: PageExample) => Promise<string[]>;
}

/** The files that values are made of. */
const FILES =
  'camera.vmd dance.vmd dancer.pmx dancer.vrm dancer.zip duet.pmm project.pmm gesture-laugh.vmd gesture-nod.vmd ' +
  'gesture-wave.vmd idle-calm.vmd idle-shift.vmd';

await import('@odori/element/webgpu');
const files = new Map(
  await Promise.all(
    FILES.split(' ').map(async (name) => {
      const response = await fetch(name);
      return [name, new Uint8Array(await response.arrayBuffer())] as const;
    }),
  ),
);
const fileOf = (name: string): Uint8Array<ArrayBuffer> => files.get(name)!;

const place = document.querySelector<HTMLElement>('#place')!;
const page = new PageValues(fileOf, place);
const values = new ExampleValues(fileOf, page);
const root = createRoot(document.querySelector('#root')!);
const errors: string[] = [];
addEventListener('error', ({ message }) => errors.push(message));
addEventListener('unhandledrejection', ({ reason }) => errors.push(String(reason)));
let count = 0;

globalThis.mistakesOf = async (example) => {
  try {
    const given = await values.of(example.path, example.names);
    const run = new ExampleRun(example, given);
    if (example.kind === 'html') await showHtml(example.code);
    else if (example.kind === 'component') await showComponent(example, run);
    else await run.run();
    await frames(2);
    return [...(await run.mistakes()), ...errors];
  } catch (error) {
    return [String(error), ...errors];
  } finally {
    errors.length = 0;
    page.clean();
  }
};

async function showHtml(code: string): Promise<void> {
  place.innerHTML = code;
  await playersHaveLoaded();
}

async function playersHaveLoaded(): Promise<void> {
  const players = document.querySelectorAll<OdoriPlayerElement>(':is(#root, #place) odori-player');
  await Promise.all(Array.from(players, hasLoaded));
}

/** Renders the example where it belongs, and waits until it no longer does. */
async function showComponent({ path, names }: PageExample, run: ExampleRun): Promise<void> {
  const isInCanvas = !path.includes('/element/') && !names.includes('Canvas');
  const Body = (): ReactNode => run.render() as ReactNode;
  await new Promise<void>((resolve, reject) => {
    const boundary = (
      <Boundary key={count++} onError={reject}>
        <Suspense>
          <Body />
          <Shown onShown={resolve} />
        </Suspense>
      </Boundary>
    );
    root.render(
      isInCanvas ? (
        <Canvas>
          <MotionPlayer>{boundary}</MotionPlayer>
        </Canvas>
      ) : (
        boundary
      ),
    );
  });
  await playersHaveLoaded();
  root.render(null);
}

function Shown({ onShown }: { onShown: () => void }): null {
  useEffect(onShown, []);
  return null;
}

async function frames(number: number): Promise<void> {
  for (; number > 0; number--) await new Promise(requestAnimationFrame);
}
