import { test } from 'vitest';
import { checkRandomChanges } from './cast-monkey.js';

test('40 random changes of a player and its children leave nothing stuck and nothing behind', async () => {
  await checkRandomChanges(40, 1);
}, 180_000);
