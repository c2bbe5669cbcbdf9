import type { OdoriPlayerElement } from '@odori/element';
import type { Shelf, ShelfItem, ShelfPlace } from '@odori/element/shelf';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ShelfPlayer } from '#demos/dance/src/shelf/shelf-player.js';
import type { Files } from '#demos/shared/open/sort-files.js';
import type { PlayerShow } from '#demos/shared/show/player-show.js';
import { MotionPlayer } from '#src/runtime/player/motion-player.js';
import { Dancer, motionAlongX } from '#test/runtime/player/dancer.js';

beforeEach(() => {
  vi.stubGlobal('navigator', { mediaSession: { setActionHandler: () => undefined } });
});
afterEach(() => void vi.unstubAllGlobals());

/** A player without a dancer. */
class Player extends EventTarget {
  currentTime = 0;
  loop = false;
  readonly querySelectorAll = (): never[] => []; // without stages
}

/** Shows dances, and counts how often somebody looks at their files. */
class Show {
  looks = 0;
  shown: Files = new Map();
  onLoad = (): void => undefined;
  onChange = (): void => undefined;
  readonly cameras = [];
  readonly stages = [];

  get choices(): unknown[] {
    this.looks++;
    return [{ files: Array.from(this.shown.keys(), (path) => ({ path, name: path, from: this.shown })) }];
  }

  async openWhole(files: Files, onShow: () => void): Promise<void> {
    onShow();
    this.shown = files;
    this.onLoad();
    this.onChange();
  }
}

/** A shelf of dances, of which the last one cannot be read. */
class Dances extends EventTarget {
  readonly items: ShelfItem[];
  readonly places: ShelfPlace[] = [];

  constructor(count: number) {
    super();
    const rest = { kind: 'dance', terms: '', bytes: 1, added: 0 } as const;
    this.items = Array.from({ length: count }, (_, i) => ({ id: `${i}`, name: `${i}`, ...rest }));
  }

  async files(id: string): Promise<Files> {
    if (id === this.items.at(-1)!.id) throw new Error('it is gone');
    return new Map([[`${id}.vmd`, new Blob([id])]]);
  }

  async setPlace(place: ShelfPlace): Promise<void> {
    this.places.push(place);
  }
}

const [player, show, shelf] = [new Player(), new Show(), new Dances(100)];
const problems: unknown[] = [];
const plays = new ShelfPlayer(
  player as unknown as OdoriPlayerElement,
  show as unknown as PlayerShow,
  shelf as unknown as Shelf,
  (action) => action().catch((error: unknown) => void problems.push(error)),
);
show.onChange = () => plays.noteChange();

test('remembers the place without a look at files', async () => {
  await plays.open('1');
  expect(plays.shown).toEqual(['1']);
  expect(show.looks).toBe(1);
  player.currentTime = 7;
  player.dispatchEvent(new Event('timeupdate'));
  expect(shelf.places.at(-1)).toEqual({ id: '1', seconds: 7, beside: [] });
  expect(show.looks).toBe(1);
});

test('goes on with the next dance at the end, and says what cannot be read', async () => {
  player.dispatchEvent(new Event('ended'));
  await expect.poll(() => plays.shown).toEqual(['2']);
  await plays.open('98');
  player.dispatchEvent(new Event('ended'));
  await expect.poll(() => problems).toEqual([new Error('it is gone')]);
  expect(plays.shown).toEqual(['98']);
});

test('goes over from the fitted dance that was shown, which ends when the next one is loaded', async () => {
  const [dance, dancer] = [new MotionPlayer(), new Dancer()];
  dance.add(dancer, motionAlongX(10, 100)); // fitted
  dance.currentTime = 4;
  dance.update(0);
  show.onLoad = () => {
    dance.add(dancer, motionAlongX(10, 500)); // as its file has it
    player.dispatchEvent(new Event('loadstart'));
    dance.add(dancer, motionAlongX(10)).currentTime = 0;
  };
  Object.assign(player, { player: dance, loadedModel: dancer });
  await plays.open('3');
  dance.step(0);
  expect(dancer.x).toBeCloseTo(104, 9);
});
