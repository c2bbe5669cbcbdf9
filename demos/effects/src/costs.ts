import { EFFECTS, type EffectName, type Effects } from './effects.js';

/** Pictures for each figure; fewer where they take longer than this, in milliseconds. */
const PICTURES = 12;
const MOST_MILLISECONDS = 600;
/** The first pictures compile and upload. */
const WARM_UP = 2;

/** What the picture and each effect alone cost a frame, in milliseconds. */
export type Costs = Record<'picture' | EffectName, number>;

/** Measures the effects one after the other. The page shows what is measured meanwhile. */
export async function measureCosts(effects: Effects): Promise<Costs> {
  const picture = await timeOf(effects, []);
  const costs: Partial<Costs> = { picture };
  for (const name of EFFECTS) costs[name] = Math.max(0, (await timeOf(effects, [name])) - picture);
  return costs as Costs;
}

async function timeOf(effects: Effects, names: readonly EffectName[]): Promise<number> {
  await new Promise(requestAnimationFrame); // so that the page answers between the figures
  effects.show(new Set(names));
  for (let i = 0; i < WARM_UP; i++) await timeOnce(effects);
  const times: number[] = [];
  let whole = 0;
  while (times.length < PICTURES && whole < MOST_MILLISECONDS) {
    times.push(await timeOnce(effects));
    whole += times.at(-1)!;
  }
  times.sort((a, b) => a - b);
  return times[times.length >> 1];
}

async function timeOnce(effects: Effects): Promise<number> {
  const begin = performance.now();
  effects.draw();
  await effects.finish();
  return performance.now() - begin;
}
