import { createMmdLight, createModel, type MmdModel, Quality, type QualityLevel } from '@odori/model';
import { parsePmx } from '@odori/format';
import { createPhysicsWorld, type PhysicsBackend } from '@odori/physics';
import { describe, expect, test, vi } from 'vitest';
import { World } from '#src/physics/solver/world.js';
import { readAsset } from '#test/support/dancer-files.js';

type Intervals = (level: QualityLevel, frame: number) => number;

/** Draws frames that take as long as `interval` says, and notes when the level changes, in milliseconds. */
function play(quality: Quality, seconds: number, interval: Intervals): (readonly [number, QualityLevel])[] {
  const changes: (readonly [number, QualityLevel])[] = [];
  let time = 0;
  const note = (): void => void changes.push([time, quality.level]);
  quality.addEventListener('change', note);
  quality.isDue(0);
  for (let frame = 1; time < 1000 * seconds; frame++) {
    time += interval(quality.level, frame);
    quality.isDue(time);
  }
  quality.removeEventListener('change', note);
  quality.skip();
  return changes;
}

const levelsOf = (changes: readonly (readonly [number, QualityLevel])[]): QualityLevel[] =>
  changes.map(([, level]) => level);

test('frames of 30 ms at every level: low within 3 seconds, where it stays for ten minutes', () => {
  const changes = play(new Quality('auto', 'high'), 600, () => 30);
  expect(levelsOf(changes)).toEqual(['medium', 'low']);
  expect(changes[1][0]).toBeLessThanOrEqual(3000);
});

test.each([50, 100, 250, 1000])('frames of %i ms go to low at once', (milliseconds) => {
  const changes = play(new Quality('auto', 'high'), 60, () => milliseconds);
  expect(levelsOf(changes)).toEqual(['low']);
  expect(changes[0][0]).toBeLessThanOrEqual(milliseconds > 250 ? 8000 : 3000);
});

test.each([1000 / 240, 1000 / 144, 1000 / 60, 20])('frames of %d ms change nothing', (milliseconds) => {
  expect(play(new Quality('auto', 'high'), 120, () => milliseconds)).toEqual([]);
});

test('a card that keeps 60 frames only at medium: a try of high fails, and the next one waits 4 times as long', () => {
  const quality = new Quality('auto', 'high');
  const changes = play(quality, 600, (level) => (level === 'high' ? 30 : 1000 / 60));
  expect(levelsOf(changes)).toEqual(['medium', 'high', 'medium', 'high', 'medium']);
  const [down, tried, , again] = changes.map(([time]) => time);
  expect(down).toBeLessThan(1000);
  expect(tried - down).toBeGreaterThanOrEqual(30_000);
  expect(again - tried).toBeGreaterThanOrEqual(4 * 30_000);
});

test('what was slow for a while goes back to high, half a minute for each level', () => {
  const quality = new Quality('auto', 'high');
  expect(levelsOf(play(quality, 10, () => 60))).toEqual(['low']);
  const changes = play(quality, 120, () => 1000 / 60);
  expect(levelsOf(changes)).toEqual(['medium', 'high']);
  expect(changes[1][0]).toBeGreaterThanOrEqual(60_000);
});

test('times around the border of a level only lower it, if half of the pictures come too late', () => {
  const changes = play(new Quality('auto', 'high'), 600, (_level, frame) => (frame % 2 ? 20 : 23.5));
  expect(levelsOf(changes)).toEqual(['medium', 'low']);
  const every = play(new Quality('auto', 'high'), 600, (_level, frame) => (frame % 4 ? 20 : 23.5));
  expect(every).toEqual([]);
});

test('a hidden page, and a load of half a second in pieces, do not count', () => {
  const hidden = play(new Quality('auto', 'high'), 60, (_level, frame) => (frame % 100 ? 1000 / 60 : 40_000));
  expect(hidden).toEqual([]);
  const loads = play(new Quality('auto', 'high'), 60, (_level, frame) => (frame % 60 < 5 ? 100 : 1000 / 60));
  expect(loads).toEqual([]);
});

test('pictures before `skip`, and of a page where nothing plays, do not count', () => {
  const quality = new Quality('auto', 'high');
  for (let frame = 0; frame < 300; frame++) {
    quality.isDue(100 * frame);
    if (frame % 5 === 0) quality.skip();
  }
  for (let frame = 300; frame < 600; frame++) quality.isDue(100 * frame, true);
  expect(quality.level).toBe('high');
});

test('a level that is given stays', () => {
  expect(play(new Quality('medium'), 60, () => 100)).toEqual([]);
});

test('a choice of the viewer counts at once; auto goes on from there', () => {
  const quality = new Quality('auto', 'high');
  const changed = vi.fn<() => void>();
  quality.addEventListener('change', changed);
  quality.choice = 'low';
  expect([quality.level, changed.mock.calls.length]).toEqual(['low', 1]);
  quality.choice = 'auto';
  expect([quality.level, changed.mock.calls.length]).toEqual(['low', 1]);
});

/** The part of the frames of a display in which a picture is drawn. */
function drawnPart(quality: Quality, hertz: number, isIdle: boolean): number {
  let count = 0;
  for (let frame = 0; frame < 600; frame++) if (quality.isDue((1000 / hertz) * frame, isIdle)) count++;
  return count / 600;
}

test('while nothing plays, 30 pictures a second are drawn, at an even pace', () => {
  expect([60, 90, 120].map((hertz) => drawnPart(new Quality('auto', 'high'), hertz, true))).toEqual([
    1 / 2,
    1 / 3,
    1 / 4,
  ]);
});

test('high draws each frame of the display, also while nothing plays; medium every second one of 120, and each of 90 and less', () => {
  expect([60, 144, 240].map((hertz) => drawnPart(new Quality('high'), hertz, false))).toEqual([1, 1, 1]);
  expect([30, 60, 90, 120].map((hertz) => drawnPart(new Quality('medium'), hertz, false))).toEqual([
    1,
    1,
    1,
    1 / 2,
  ]);
  expect(drawnPart(new Quality('high'), 60, true)).toBe(1);
});

test('a clock that starts anew does not stop the pictures', () => {
  const quality = new Quality('medium');
  expect([quality.isDue(5000), quality.isDue(5001), quality.isDue(0), quality.isDue(17)]).toEqual([
    true,
    false,
    true,
    true,
  ]);
});

test('the shadow map gets smaller, and has its own size again at high', () => {
  const quality = new Quality('low');
  const light = createMmdLight();
  quality.apply({ lights: [light] });
  expect(light.shadow.mapSize.toArray()).toEqual([512, 512]);
  quality.choice = 'high';
  quality.apply({ lights: [light] });
  expect(light.shadow.mapSize.toArray()).toEqual([2048, 2048]);
  light.shadow.mapSize.set(256, 256);
  quality.choice = 'medium';
  quality.apply({ lights: [light] });
  expect(light.shadow.mapSize.toArray()).toEqual([256, 256]);
});

describe('steps of physics', () => {
  async function dancer(backend?: PhysicsBackend): Promise<MmdModel> {
    const model = createModel(parsePmx(readAsset('dancer.pmx')), {
      physics: { settleSeconds: 0, runUpSeconds: 0, budget: undefined, ...(backend && { backend }) },
    });
    await model.ready;
    model.update(1 / 30);
    return model;
  }

  /** The steps of a second, in frames of 1/30 s: each asks for the pose of its time. */
  function stepsOf(models: readonly MmdModel[]): number[] {
    return models.map((model) => {
      let steps = 0;
      for (let frame = 0; frame < 30; frame++) model.update(1 / 30, () => void steps++);
      return steps;
    });
  }

  test('30 a second at low, as many as before at high', async () => {
    const model = await dancer();
    const quality = new Quality('low');
    expect(quality.apply({ models: [model] })).toEqual([]);
    expect(stepsOf([model])).toEqual([30]);
    quality.choice = 'high';
    quality.apply({ models: [model] });
    expect(stepsOf([model])).toEqual([60]);
  });

  test('dancers who share a world have 30 steps a second together at low, and 60 again at high', async () => {
    const models = [await dancer(), await dancer()];
    const world = await createPhysicsWorld();
    for (const { physics } of models) world.add(physics!);
    const quality = new Quality('low');
    quality.apply({ models });
    const step = vi.spyOn(World.prototype, 'step');
    const framesOf = (count: number): number => {
      step.mockClear();
      for (let frame = 0; frame < count; frame++) for (const model of models) model.update(1 / 30);
      return step.mock.calls.length;
    };
    framesOf(30); // until they have joined
    expect(framesOf(30)).toBe(30);
    quality.choice = 'high';
    quality.apply({ models });
    expect(framesOf(30)).toBe(60);
    step.mockRestore();
  });

  test('an engine that has one rate keeps it, and its models are named', async () => {
    const engine: PhysicsBackend = {
      createWorld: () => Object.defineProperty(new World(), 'substep', { value: undefined }),
    };
    const [model, other] = [await dancer(engine), await dancer()];
    expect(new Quality('low').apply({ models: [other, model] })).toEqual([model]);
    expect(model.physics!.substep).toBe(1 / 60);
    expect(new Quality('high').apply({ models: [other, model] })).toEqual([]);
  });
});
