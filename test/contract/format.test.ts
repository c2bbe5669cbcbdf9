import * as format from '@odori/format';
import manifest from '@odori/format/package.json' with { type: 'json' };
import { expect, test } from 'vitest';

test('the only dependency is the compression of accessories', () => {
  expect(Object.keys(manifest.dependencies)).toEqual(['fflate']);
  expect(manifest).not.toHaveProperty('peerDependencies');
});

test('@odori/format exports these names', () => {
  expect(Object.keys(format).toSorted()).toEqual([
    'FilesError',
    'LINEAR_CURVE',
    'MmdFormatError',
    'PMX_BONE',
    'PMX_MATERIAL',
    'PMX_WEIGHT',
    'addKeys',
    'bvmdToVmd',
    'createPmm',
    'createPmmAccessory',
    'createPmmModel',
    'createPmx',
    'createPmxBone',
    'createVmd',
    'createVpd',
    'detectForeignFormat',
    'detectFormat',
    'fromJson',
    'isStage',
    'parseBvmd',
    'parsePmd',
    'parsePmm',
    'parsePmx',
    'parseVmd',
    'parseVpd',
    'pmdToPmx',
    'pmmCameraToVmd',
    'pmmToVmd',
    'pmmTracks',
    'serializeBvmd',
    'serializePmd',
    'serializePmm',
    'serializePmx',
    'serializeVmd',
    'serializeVpd',
    'stringifyJson',
    'toJson',
    'transferables',
    'vmdToBvmd',
  ]);
});
