import { test } from 'vitest';
import { checkRandomChanges } from './cast-monkey.js';

test('20 random changes of a player and its children leave nothing stuck and nothing behind', async () => {
  await checkRandomChanges(20, 1);
}, 180_000);
