import * as format from '@odori/format';
import manifest from '@odori/format/package.json' with { type: 'json' };
import { expect, test } from 'vitest';

test('the only dependency is the encoder of the writers', () => {
  expect(Object.keys(manifest.dependencies)).toEqual(['encoding-japanese']);
  expect(manifest).not.toHaveProperty('peerDependencies');
});

test('@odori/format exports these names', () => {
  expect(Object.keys(format).toSorted()).toEqual([
    'BDEF1',
    'BDEF2',
    'BDEF4',
    'CAMERA_MODEL_NAME',
    'FRAME_LIMIT',
    'LINEAR_CURVE',
    'MMD_CAMERA',
    'MMD_LIGHT',
    'MMD_SELF_SHADOW',
    'MmdFormatError',
    'PMX_BONE',
    'PMX_MATERIAL',
    'QDEF',
    'SDEF',
    'VMD_NAME_BYTES',
    'addBoneKey',
    'addCameraKey',
    'addLightKey',
    'addMorphKey',
    'addPropertyKey',
    'addSelfShadowKey',
    'bvmdToVmd',
    'createPmm',
    'createPmmAccessory',
    'createPmmModel',
    'createPmx',
    'createPmxBone',
    'createVmd',
    'createVpd',
    'decodeCp932',
    'describeFormat',
    'detectFormat',
    'encodeCp932',
    'encodeName',
    'findBoneCycles',
    'fromJson',
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
