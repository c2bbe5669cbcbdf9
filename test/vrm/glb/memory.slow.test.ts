import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { GlbError, readGlb } from '#src/vrm/glb/glb.js';
import { HumanoidError } from '#src/vrm/humanoid/humanoid-error.js';
import { readHumanoid } from '#src/vrm/humanoid/read/read-humanoid.js';
import { readVrmMeta } from '#src/vrm/humanoid/read/vrm-meta.js';
import { parseVrma } from '#src/vrm/vrma/parse-vrma.js';
import { HOSTILE_AVATARS, HOSTILE_JSON, HOSTILE_VRMA } from '#test/vrm/hostile-glb.js';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

function heapBytes(): number {
  collectGarbage();
  collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

const READERS = { readGlb, readHumanoid, readVrmMeta, parseVrma };
const SIZES = [1e5, 1e6];
const MEGABYTE = 2 ** 20;

/** What the result takes, or the code of the error. Other errors pass. */
function taken(read: (bytes: Uint8Array) => unknown, bytes: Uint8Array): number | string {
  let least = Infinity;
  for (let run = 0; run < 3 && least > 3 * bytes.length; run++) {
    const before = heapBytes();
    let result: unknown;
    try {
      result = read(bytes);
    } catch (error) {
      if (error instanceof GlbError || error instanceof HumanoidError) return error.code;
      throw error;
    }
    least = Math.min(least, heapBytes() - before);
    expect(result).not.toBeNull();
  }
  return least;
}

describe.each(Object.entries({ ...HOSTILE_JSON, ...HOSTILE_AVATARS, ...HOSTILE_VRMA }))('%s', (_, make) => {
  const perRecord = Math.max((make(4000).length - make(2000).length) / 2000, 1);

  test.each(SIZES)('%d bytes take at most three times as many and 1 MB, or are too large', (size) => {
    const bytes = make(Math.ceil(size / perRecord));
    expect.hasAssertions();
    for (const [name, read] of Object.entries(READERS)) {
      const result = taken(read, bytes);
      if (typeof result === 'number') expect(result, name).toBeLessThanOrEqual(3 * bytes.length + MEGABYTE);
      else if (name === 'readGlb') expect(result).toBe('too-large');
    }
  });
});
