import { createPmm, createPmmModel, parsePmm, type Pmm, serializePmm } from '@odori/format';
import { beforeAll, expect, test } from 'vitest';
import { pmmExtras } from '#src/cli/convert/pmm-extras.js';
import { extractMotions } from '#src/cli/documents/extract-motions.js';

/**
 * A project with a light, a gravity and a self shadow as no new project has them, cut after each byte behind
 * its model.
 */
let cuts: Pmm[] = [];

beforeAll(() => {
  const pmm = createPmm({ models: [createPmmModel()] });
  pmm.camera.keys.distances.fill(-7);
  pmm.light.keys.colors.fill(0.25);
  pmm.gravity.keys.accelerations.fill(5);
  pmm.selfShadow.keys.distances.fill(1234);
  const bytes = serializePmm(pmm);
  const lengths = Array.from({ length: bytes.length }, (_, i) => i + 1);
  cuts = lengths.flatMap((length) => parsed(bytes.subarray(0, length)));
});

/** No document if the file ends before the end of its model. */
function parsed(bytes: Uint8Array): Pmm[] {
  try {
    return [parsePmm(bytes)];
  } catch {
    return [];
  }
}

test('a truncated project gives no gravity but its own', () => {
  const gravities = cuts.map((pmm) =>
    pmmExtras(pmm).flatMap(({ name, rows }) => (name === 'gravity' ? rows.map(([, value]) => value) : [])),
  );
  expect(new Set(gravities.map(String))).toEqual(new Set(['', '5']));
});

test('a truncated project gives no camera, light and self shadow but its own', () => {
  const scenes = cuts.map((pmm) => {
    const { vmd } = extractMotions(pmm, undefined, () => undefined).at(-1)!;
    const [light] = vmd.lights.colors;
    return [vmd.cameras.distances[0], light, vmd.selfShadows.distances[0]].join(' ');
  });
  expect(new Set(scenes)).toEqual(new Set(['  ', '-7  ', '-7 0.25 ', '-7 0.25 1234']));
});
