import { validateBytes } from 'gltf-validator';
import { expect } from 'vitest';

/** Checks that Khronos' validator finds no error and no warning in a file. */
export async function checkGlb(bytes: Uint8Array): Promise<void> {
  const { issues } = await validateBytes(bytes);
  expect(issues.messages.filter(({ severity }) => severity < 2)).toEqual([]);
}
