import type { Shard } from './render-plan.js';

/** The text in a part of a film that says which it is. `odori join` reads it. */
export function shardComment({ number, count }: Shard): string {
  return `odori shard ${number} of ${count}`;
}

/** Undefined for other texts. */
export function parseShardComment(text: string | undefined): Shard | undefined {
  const [, number, count] = /^odori shard (\d{1,9}) of (\d{1,9})$/.exec(text ?? '') ?? [];
  return number === undefined ? undefined : { number: Number(number), count: Number(count) };
}
