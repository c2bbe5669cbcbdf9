import { createModel, type MmdModel } from '@odori/model';
import { PosePool, PoseWarningEvent } from '@odori/model/pose-pool';
import { createPhysicsWorld } from '@odori/physics';
import { parsePmx } from '@odori/format';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { DancerPoses } from '#src/element/cast/dancer-poses.js';
import { readAsset } from '#test/support/dancer-files.js';

let dancer: MmdModel;

beforeAll(async () => {
  dancer = createModel(parsePmx(readAsset('dancer.pmx')), { physics: true });
  await dancer.ready;
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** The models that a pool is asked for, of those that a player shows in its frames, on so many cores. */
async function asked(cores: number, ...models: MmdModel[]): Promise<unknown[]> {
  vi.stubGlobal('navigator', { hardwareConcurrency: cores });
  const opened: unknown[] = [];
  vi.spyOn(PosePool.prototype, 'open').mockImplementation((model) => void opened.push(model));
  const poses = new DancerPoses(() => expect.unreachable());
  for (const model of models) poses.open(model);
  await vi.dynamicImportSettled();
  for (const model of models) poses.open(model);
  poses.close();
  return opened;
}

test('dancers with physics, on 4 cores and more', async () => {
  expect(await asked(4, dancer)).toEqual([dancer]);
  expect(await asked(3, dancer)).toEqual([]);
});

test('none without physics, or in a world that dancers share', async () => {
  const still = createModel(parsePmx(readAsset('dancer.pmx')));
  const member = dancer.clone();
  (await createPhysicsWorld()).add(member.physics!);
  expect(await asked(8, still, member)).toEqual([]);
});

test('of workers that fail one after another, it tells the first', async () => {
  vi.stubGlobal('navigator', { hardwareConcurrency: 4 });
  const opened = vi.spyOn(PosePool.prototype, 'open').mockReturnValue(undefined);
  const messages: string[] = [];
  const poses = new DancerPoses((message) => messages.push(message));
  poses.open(dancer);
  await vi.dynamicImportSettled();
  poses.open(dancer);
  const [pool] = opened.mock.contexts as PosePool[];
  for (const reason of ['one', 'two']) pool.dispatchEvent(new PoseWarningEvent(reason));
  expect(messages).toEqual(['one']);
  poses.close();
});
