import {
  type Bvmd,
  bvmdToVmd,
  parseBvmd,
  parseVmd,
  serializeBvmd,
  serializeVmd,
  type Vmd,
  vmdToBvmd,
} from '@odori/format';
import { describe, expect, test } from 'vitest';
import { corpusFacts, corpusFiles, hasCorpus, readCorpus } from '../../support/corpus.js';

describe.skipIf(!hasCorpus)('wmv_v2.bvmd', () => {
  const bytes = hasCorpus ? readCorpus('bvmd/wmv_v2.bvmd') : new Uint8Array();
  const read = (): Bvmd => parseBvmd(bytes);

  test('comes back byte for byte, through version 3 too', () => {
    expect(Buffer.compare(serializeBvmd(read()), bytes)).toBe(0);
    const third = parseBvmd(serializeBvmd(read(), { version: [3, 0, 0] }));
    expect(Buffer.compare(serializeBvmd(third, { version: [2, 0, 0] }), bytes)).toBe(0);
  });

  test('has what an independent parser found', () => {
    const { bones, morphs, properties, cameras, ...bvmd } = read();
    const movableKeys = bones.nameIndex.filter((name) => bones.movable[name] === 1).length;
    const movableTracks = bones.movable.filter((on) => on === 1).length;
    expect(corpusFacts('bvmd/wmv_v2.bvmd')).toMatchObject({
      version: bvmd.version,
      boneTracks: bones.names.length - movableTracks,
      boneKeys: bones.count - movableKeys,
      movableTracks,
      movableKeys,
      morphTracks: morphs.names.length,
      morphKeys: morphs.count,
      propertyFrames: properties.count,
      ikBones: properties.names.map(({ text }) => text),
      cameraKeys: cameras.count,
      leftover: bvmd.trailing.length,
    });
    expect(bvmd.warnings).toEqual([]);
    expect([...cameras.fovs.subarray(0, 3)]).toEqual([17, 17, 8]);
  });

  test('a VMD of it has the same keys', () => {
    expect(keysOf(parseVmd(serializeVmd(bvmdToVmd(read()))))).toEqual(keysOf(bvmdToVmd(read())));
  });
});

describe.skipIf(!hasCorpus).each(corpusFiles('vmd'))('%s', (file) => {
  test('agrees key for key with the BVMD that we make of it', () => {
    const vmd = parseVmd(readCorpus(`vmd/${file}`));
    const bvmd = parseBvmd(serializeBvmd(vmdToBvmd(vmd)));
    expect(keysOf({ ...vmd, ...bvmd } as unknown as Vmd)).toEqual(keysOf(vmd));
  });
});

/** Keys by track and frame, the last of several; as bits. */
function keysOf({ bones, morphs, cameras }: Pick<Vmd, 'bones' | 'morphs' | 'cameras'>): Map<string, string> {
  const keys = new Map<string, string>();
  const bits = (column: Float32Array, size: number, key: number): string =>
    new Uint32Array(column.slice(size * key, size * (key + 1)).buffer).join();
  for (let i = 0; i < bones.count; i++) {
    const values = [
      bits(bones.rotations, 4, i),
      bones.positions.subarray(3 * i, 3 * i + 3).map((value) => value + 0), // a track at rest loses the sign of 0
      bones.curves.subarray(16 * i + 12, 16 * i + 16),
      bones.physics[i],
    ];
    keys.set(`bone ${bones.names[bones.nameIndex[i]].text} ${bones.frames[i]}`, values.join(' '));
  }
  for (let i = 0; i < morphs.count; i++) {
    const name = morphs.names[morphs.nameIndex[i]].text;
    keys.set(`morph ${name} ${morphs.frames[i]}`, bits(morphs.weights, 1, i));
  }
  for (let i = 0; i < cameras.count; i++) {
    const values = [
      bits(cameras.targets, 3, i),
      bits(cameras.rotations, 3, i),
      bits(cameras.distances, 1, i),
      cameras.curves.subarray(24 * i, 24 * i + 24),
      cameras.fovs[i],
    ];
    keys.set(`camera ${cameras.frames[i]}`, values.join(' '));
  }
  return keys;
}
