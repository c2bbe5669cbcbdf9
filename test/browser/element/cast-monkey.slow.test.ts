import { test } from 'vitest';
import { checkRandomChanges } from './cast-monkey.js';

test('5,000 random changes of a player and its children leave nothing stuck and nothing behind', async () => {
  await checkRandomChanges(5000, 7);
}, 1_500_000);
