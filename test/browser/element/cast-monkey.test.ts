import { test } from 'vitest';
import { playMonkey } from './cast-monkey.js';

test('200 random changes of a player and its children leave nothing stuck and nothing behind', async () => {
  await playMonkey(200, 1);
}, 180_000);
