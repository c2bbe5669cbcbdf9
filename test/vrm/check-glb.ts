import { validateBytes } from 'gltf-validator';
import { expect } from 'vitest';

/**
 * Checks that Khronos' validator finds no error and no warning in a file, but for warnings of a code that is
 * `expected`.
 */
export async function checkGlb(bytes: Uint8Array, expected?: string): Promise<void> {
  const { issues } = await validateBytes(bytes);
  expect(issues.messages.filter(({ code, severity }) => severity < 2 && code !== expected)).toEqual([]);
}
