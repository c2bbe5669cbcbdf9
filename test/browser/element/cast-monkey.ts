import type { OdoriDancerElement, OdoriPlayerElement, OdoriStageElement } from '@odori/element';
import { serializeX } from '@odori/format/x';
import { expect } from 'vitest';
import { frames } from '#test/support/frames.js';
import { XBuilder } from '#test/support/x-builder.js';
import { smallVrm } from '#test/vrm/small-vrm.js';
import { boardFile, clearPage, showElement, walk } from './show-element.js';

const MOST_CHILDREN = 6;
/** Operations between which all is left to settle. */
const ROUND = 100;

type Child = OdoriDancerElement | OdoriStageElement;

/** Random numbers from 0 to 1 that a seed decides. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Counts what pages must give back. */
class Ledger {
  readonly contexts: WebGL2RenderingContext[] = [];
  readonly urls = new Set<string>();
  /** How many workers were made. */
  workers = 0;
  readonly liveWorkers = new Set<Worker>();
  readonly rejections: unknown[] = [];
  readonly #restore: (() => void)[] = [];

  constructor() {
    const { contexts, urls } = this;
    this.#wrap(HTMLCanvasElement.prototype, 'getContext', (_, context) => {
      if (context instanceof WebGL2RenderingContext && !contexts.includes(context)) contexts.push(context);
    });
    this.#wrap(URL, 'createObjectURL', (_, url) => urls.add(url as string));
    this.#wrap(URL, 'revokeObjectURL', ([url]) => urls.delete(url as string));
    this.#countWorkers();
    const note = (event: PromiseRejectionEvent): void => void this.rejections.push(event.reason);
    addEventListener('unhandledrejection', note);
    this.#restore.push(() => removeEventListener('unhandledrejection', note));
  }

  stop(): void {
    for (const restore of this.#restore) restore();
  }

  #countWorkers(): void {
    const original = Worker;
    const { liveWorkers } = this;
    const count = (worker: Worker): void => {
      this.workers++;
      liveWorkers.add(worker);
    };
    globalThis.Worker = class extends original {
      constructor(...args: ConstructorParameters<typeof Worker>) {
        super(...args);
        count(this);
      }

      override terminate(): void {
        super.terminate();
        liveWorkers.delete(this);
      }
    };
    this.#restore.push(() => (globalThis.Worker = original));
  }

  #wrap(owner: object, name: string, onCall: (args: unknown[], result: unknown) => void): void {
    const original = Reflect.get(owner, name) as (...args: unknown[]) => unknown;
    Object.assign(owner, {
      [name](this: unknown, ...args: unknown[]): unknown {
        const result = original.apply(this, args);
        onCall(args, result);
        return result;
      },
    });
    this.#restore.push(() => Object.assign(owner, { [name]: original }));
  }
}

/** Does random things to a player with up to six children, and checks now and then that nothing is stuck. */
export async function checkRandomChanges(operations: number, seed: number): Promise<void> {
  const random = randomOf(seed);
  const any = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)];
  const ledger = new Ledger();
  const broken = new File(['no model'], 'broken.pmx');
  const vrm = new File([Uint8Array.from(smallVrm())], 'small.vrm');
  const board = boardFile();
  const x = new File([Uint8Array.from(serializeX(new XBuilder().quad([0, 1, 0], 2).build()))], 'stage.x');
  const dancers = [board, board, boardFile('other.pmx'), vrm, broken];
  const stages = [board, x, broken];
  const motions = [walk(2), walk(5), null, broken];
  const element = showElement({ worker: 'on' });
  const parent = element.parentNode!;
  const children = (): Child[] => [...element.querySelectorAll<Child>('odori-dancer, odori-stage')];
  const setModel = (child: Child): void => {
    if (child.localName === 'odori-stage') (child as OdoriStageElement).src = any(stages);
    else (child as OdoriDancerElement).model = any([...dancers, null]);
  };
  const add = (): void => {
    if (children().length >= MOST_CHILDREN) return;
    const child = document.createElement(random() < 0.75 ? 'odori-dancer' : 'odori-stage');
    setModel(child);
    child.motion = any(motions);
    element.insertBefore(child, any([null, ...children()]));
  };
  const change = (to: (child: Child) => void): void => {
    const child = any(children());
    if (child) to(child);
  };
  const steps: readonly (() => unknown)[] = [
    add,
    add,
    add,
    () => change((child) => child.remove()),
    () => change((child) => element.prepend(child)),
    () => change(setModel),
    () => change((child) => (child.motion = any(motions))),
    () => change((child) => (child.position = any(['1 2 3', '-5 0 0', 'nowhere', null]))),
    () => change((child) => (child.turn = any([0, 90, null]))),
    () => change((child) => (child.alt = any(['Aki', null]))),
    () => (element.model = any<File | null>([board, broken, null, null])),
    () => (element.motion = any(motions)),
    () => (element.camera = any<File | 'auto' | null>(['auto', null])),
    () => (element.cameraMode = any(['orbit', 'motion'] as const)),
    () => (element.companion = random() < 0.5),
    () => void element.play().catch(() => {}),
    () => element.pause(),
    () => (element.currentTime = 5 * random()),
    () => (random() < 0.1 ? element.remove() : undefined),
    () => (element.isConnected ? undefined : parent.append(element)),
    () => frames(1),
    () => frames(2),
  ];
  for (let i = 0; i < operations; i++) {
    await any(steps)();
    if (i % ROUND === ROUND - 1) await expectSettled(element, parent, children());
  }
  await expectSettled(element, parent, children());
  element.remove();
  clearPage();
  await frames(3);
  ledger.stop();
  expect(ledger.rejections).toEqual([]);
  expect(ledger.contexts.filter((context) => !context.isContextLost()).length).toBe(0);
  expect([ledger.urls.size, ledger.liveWorkers.size]).toEqual([0, 0]);
  expect(ledger.workers).toBeGreaterThan(0);
}

/** Waits until nothing is loading; then every child shows what it has, or has an error. */
async function expectSettled(
  element: OdoriPlayerElement,
  parent: ParentNode,
  children: readonly Child[],
): Promise<void> {
  if (!element.isConnected) parent.append(element);
  await frames(1);
  await expect.poll(() => element.networkState, { timeout: 60_000 }).toBe(1);
  await frames(1);
  let isShown = false;
  for (const child of children) {
    const source = 'src' in child ? child.src : child.model;
    const { name } = (source ?? { name: '' }) as File;
    const isLoaded = child.loadedModel !== undefined;
    if (name === 'broken.pmx') expect([name, isLoaded, child.error?.code]).toEqual([name, false, 4]);
    else if (name !== 'stage.x') expect([name, isLoaded, child.error]).toEqual([name, source !== null, null]);
    isShown ||= name !== '' && name !== 'broken.pmx';
  }
  isShown ||= element.loadedModel !== undefined;
  expect(element.readyState).toBe(isShown ? 4 : 0);
}
