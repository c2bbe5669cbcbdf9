import { detectFormat } from '@odori/format';
import * as sample from '@odori/sample';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, inject, test } from 'vitest';

const PACKED = join(inject('packedFolder'), 'node_modules/@odori/sample');

/** All URLs of the list, also those of lists in it, as paths in the package. */
function pathsIn(list: object): string[] {
  return Object.values(list).flatMap((value: URL | object) =>
    value instanceof URL ? [value.href.replace(/^.*\/files\//, 'files/')] : pathsIn(value),
  );
}

test('every URL of the packed list is that of a file, which Node reads', async () => {
  const list = (await import(
    /* @vite-ignore */ pathToFileURL(join(PACKED, 'dist/index.js')).href
  )) as typeof sample;
  expect(readFileSync(list.dance).subarray(0, 20).toString('latin1')).toBe('Vocaloid Motion Data');
  for (const path of pathsIn(list))
    expect(readFileSync(join(PACKED, path)).length, path).toBeGreaterThan(1000);
  expect(pathsIn(list)).toEqual(pathsIn(sample));
});

test('a file of the list needs no other one: bundlers give each a name of its own', () => {
  const kinds = new Set(pathsIn(sample).map((path) => path.replace(/^.*\./, '')));
  expect([...kinds].toSorted()).toEqual(['m4a', 'vmd', 'vpd', 'vrm', 'x', 'zip']);
  expect(readFileSync(sample.stage, 'latin1')).not.toContain('TextureFilename');
});

test('all gestures, idle motions and poses of the folder are in the list', () => {
  const names = readdirSync(join(PACKED, 'files')).filter((name) => /^(?:gesture|idle|pose)-/.test(name));
  const listed = pathsIn([sample.gestures, sample.idles, sample.poses]);
  expect(listed.toSorted()).toEqual(names.map((name) => `files/${name}`).toSorted());
  for (const pose of Object.values(sample.poses)) expect(detectFormat(readFileSync(pose))).toBe('vpd');
});
