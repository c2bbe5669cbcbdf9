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
import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { corpusFacts, corpusFiles, hasCorpus, readCorpus } from '#test/support/corpus.js';

describe.skipIf(!hasCorpus)('wmv_v2.bvmd', () => {
  const bytes = hasCorpus ? readCorpus('bvmd/wmv_v2.bvmd') : new Uint8Array();
  const read = (): Bvmd => parseBvmd(bytes);

  test('is written back byte for byte, also after a conversion to version 3', () => {
    expect(Buffer.compare(serializeBvmd(read()), bytes)).toBe(0);
    const third = parseBvmd(serializeBvmd(read(), { version: [3, 0, 0] }));
    expect(Buffer.compare(serializeBvmd(third, { version: [2, 0, 0] }), bytes)).toBe(0);
  });

  test('has the values that an independent parser found', () => {
    const { bones, morphs, properties, cameras, ...bvmd } = read();
    const movableKeys = bones.nameIndex.filter((name) => bones.movable[name] === 1).length;
    const movableTracks = bones.movable.filter((on) => on === 1).length;
    const { origin: _, ...facts } = corpusFacts('bvmd/wmv_v2.bvmd') as { origin: string };
    expect({
      format: bvmd.format,
      bytes: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      parsed: true,
      header: null, // version 2 has none
      notes: [],
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
    }).toEqual(facts);
    expect(bvmd.warnings).toEqual([]);
    expect(bvmd).not.toHaveProperty('source'); // as babylon-mmd writes it
    expect([...cameras.fovs.subarray(0, 3)]).toEqual([17, 17, 8]);
  });

  test('the converted VMD has the same keys', () => {
    expect(keysOf(parseVmd(serializeVmd(bvmdToVmd(read()))))).toEqual(keysOf(bvmdToVmd(read())));
  });
});

describe.skipIf(!hasCorpus).each(corpusFiles('vmd'))('%s', (file) => {
  test('has the same keys as the BVMD converted from its VMD', () => {
    const vmd = parseVmd(readCorpus(`vmd/${file}`));
    const bvmd = parseBvmd(serializeBvmd(vmdToBvmd(vmd)));
    expect(keysOf({ ...vmd, ...bvmd } as unknown as Vmd)).toEqual(keysOf(vmd));
    const switches = switchesOf(bvmd.properties);
    for (const [place, value] of switchesOf(vmd.properties))
      expect([place, switches.get(place)]).toEqual([place, value]);
    expect(bvmd.properties.count).toBe(new Set(vmd.properties.frames).size);
  });
});

/**
 * Visibility and IK switches by frame, of the last key at each frame. Every key of a BVMD has all switches.
 */
function switchesOf(properties: Vmd['properties']): Map<string, number> {
  const { count, frames, visible, names, ikStarts, ikNameIndex, ikEnabled } = properties;
  const switches = new Map<string, number>();
  for (let key = 0; key < count; key++) {
    switches.set(`visible ${frames[key]}`, visible[key]);
    for (let i = ikStarts[key]; i < ikStarts[key + 1]; i++)
      switches.set(`${names[ikNameIndex[i]].text} ${frames[key]}`, ikEnabled[i]);
  }
  return switches;
}

/** The bits of all keys by track and frame, of the last key at each frame. */
function keysOf({ bones, morphs, cameras }: Pick<Vmd, 'bones' | 'morphs' | 'cameras'>): Map<string, string> {
  const keys = new Map<string, string>();
  const bits = (column: Float32Array, size: number, key: number): string =>
    new Uint32Array(column.slice(size * key, size * (key + 1)).buffer).join();
  const boneOf = (i: number): string => bones.names[bones.nameIndex[i]].text;
  const moved = new Set<string>();
  for (let i = 0; i < 3 * bones.count; i++)
    if (bones.positions[i] !== 0) moved.add(boneOf(Math.floor(i / 3)));
  for (let i = 0; i < bones.count; i++) {
    const values = [
      bits(bones.rotations, 4, i),
      bones.curves.subarray(16 * i + 12, 16 * i + 16),
      bones.physics[i],
      // A track without movement has no positions and no curves for them.
      ...(moved.has(boneOf(i))
        ? [bits(bones.positions, 3, i), bones.curves.subarray(16 * i, 16 * i + 12)]
        : []),
    ];
    keys.set(`bone ${boneOf(i)} ${bones.frames[i]}`, values.join(' '));
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
