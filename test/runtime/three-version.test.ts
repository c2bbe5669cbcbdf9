import manifest from '#test/package.json' with { type: 'json' };
import { REVISION } from 'three';
import { expect, test } from 'vitest';

test('three is the oldest one that we accept in the mode "oldest-three", and else another', () => {
  const isOldest = manifest.devDependencies['three-oldest'] === `npm:three@0.${REVISION}.0`;
  expect(isOldest).toBe(import.meta.env.MODE === 'oldest-three');
});
