import type { MmdModel } from '@odori/model';
import { createPhysicsWorld, type SharedWorld } from '@odori/physics';
import { expect, test, vi } from 'vitest';
import { CastWorld } from '#src/element/cast/cast-world.js';
import type { Messages } from '#src/element/controls/messages.js';
import { tellInEnglish } from '#src/element/language/problems.js';
import { fallingDancer } from '#test/model/small-bodies.js';
import { dancer } from '#test/model/small-dancer.js';
import { SlowMachine } from '#test/support/physics-model.js';

/** What a player shows, and the world that follows it. */
class Cast {
  isSharing = true;
  models: (MmdModel | undefined)[];
  readonly problems: string[] = [];
  readonly messages = {
    clearProblems: () => this.problems.splice(0),
    showProblem: (_, problem) => this.problems.push(tellInEnglish(problem)),
  } as Pick<Messages, 'clearProblems' | 'showProblem'> as Messages;
  readonly world = new CastWorld(this);

  constructor(...models: (MmdModel | undefined)[]) {
    this.models = models;
  }

  /** The worlds of the models after a change. */
  async show(...models: (MmdModel | undefined)[]): Promise<(SharedWorld | undefined)[]> {
    this.models = models;
    await this.world.update();
    return models.map((model) => model?.physics?.world);
  }
}

test('dancers share a world while there are several', async () => {
  const cast = new Cast();
  const [a, b, c] = [await fallingDancer(), await fallingDancer(), await fallingDancer()];
  expect(await cast.show(undefined, a)).toEqual([undefined, undefined]);
  const [world] = await cast.show(a, b, c);
  expect([world!.modelCount, b.physics!.world, c.physics!.world]).toEqual([3, world, world]);
  expect(await cast.show(b, a)).toEqual([world, world]);
  expect([world!.modelCount, c.physics!.world]).toEqual([2, undefined]);
  expect(await cast.show(a)).toEqual([undefined]);
  expect([world!.modelCount, b.physics!.world]).toEqual([0, undefined]);
});

test('bodies are in the order of the models, and those before a change stay as they are', async () => {
  const cast = new Cast();
  const [a, b, c] = [await fallingDancer(), await fallingDancer(), await fallingDancer()];
  const [world] = await cast.show(a, b, c);
  const add = vi.spyOn(world!, 'add');
  await cast.show(a, b, c);
  expect(add).not.toHaveBeenCalled();
  await cast.show(a, c, b);
  expect(add.mock.calls).toEqual([[c.physics], [b.physics]]);
});

test('who has no bodies, or physics of another kind, stays out', async () => {
  const cast = new Cast();
  const machine = await fallingDancer({ backend: new SlowMachine(0) });
  const [a, still] = [await fallingDancer(), dancer()];
  expect(await cast.show(a, machine, still)).toEqual([undefined, undefined, undefined]);
  expect(cast.problems).toEqual([]);
});

test('a world of the page is left to the page', async () => {
  const cast = new Cast();
  const world = await createPhysicsWorld();
  const [a, b, c] = [await fallingDancer(), await fallingDancer(), await fallingDancer(world)];
  const [own] = await cast.show(a, b, c);
  expect([own!.modelCount, c.physics!.world]).toEqual([2, world]);
  cast.world.dispose();
  expect([own!.modelCount, world.modelCount]).toEqual([0, 1]);
});

test('with sharing none, each dancer has a world of its own', async () => {
  const cast = new Cast();
  const [a, b] = [await fallingDancer(), await fallingDancer()];
  cast.isSharing = false;
  expect(await cast.show(a, b)).toEqual([undefined, undefined]);
  cast.isSharing = true;
  expect((await cast.show(a, b))[0]!.modelCount).toBe(2);
  cast.isSharing = false;
  expect(await cast.show(a, b)).toEqual([undefined, undefined]);
});

test('a model that is disposed of is not missed', async () => {
  const cast = new Cast();
  const [a, b, c] = [await fallingDancer(), await fallingDancer(), await fallingDancer()];
  const [world] = await cast.show(a, b, c);
  b.dispose();
  await cast.show(a, b, c);
  expect(world!.modelCount).toBe(2);
  expect(cast.problems).toEqual([]);
});

test('physics that the world refuses is told in a sentence', async () => {
  const cast = new Cast();
  const [a, b] = [await fallingDancer(), await fallingDancer()];
  const joinWorld = (): never => {
    throw new TypeError('no');
  };
  Object.assign(b.physics!, { joinWorld });
  await cast.show(a, b);
  expect(cast.problems).toEqual(['Bodies of several dancers do not touch: no']);
});

test('changes while the code loads count', async () => {
  const cast = new Cast();
  const [a, b] = [await fallingDancer(), await fallingDancer()];
  cast.models = [a, b];
  const updates = [cast.world.update()];
  cast.models = [b];
  updates.push(cast.world.update());
  cast.models = [b, a];
  updates.push(cast.world.update());
  await Promise.all(updates);
  expect(a.physics!.world!.modelCount).toBe(2);
  expect(b.physics!.world).toBe(a.physics!.world);
});
