import { MmdFormatError, parsePmx, type Pmx, type PmxMorph, serializePmx } from '@odori/format';
import { describe, expect, test } from 'vitest';
import { corpusFacts, corpusFiles, hasCorpus, readCorpus } from '#test/support/corpus.js';
import { thrownBy } from '#test/support/thrown-by.js';

interface Facts {
  version: number;
  globals: number[];
  name: string;
  nameEn: string;
  vertices: number;
  weightTypes: Record<string, number>;
  indices: number;
  textures: number;
  materials: number;
  bones: number;
  ikBones: number;
  morphs: number;
  morphTypes: Record<string, number>;
  displayFrames: number;
  rigidBodies: number;
  joints: number;
  firstBone: string;
  lastBone: string;
  leftover: number;
}

/** One byte too many in every vertex. */
const MALFORMED = 'joint_orient_test.pmx';
const MIKU = 'mmd_tools_miku/miku.pmx';
const files = hasCorpus ? [...corpusFiles('pmx').filter((file) => file !== MALFORMED), MIKU] : [];

describe.skipIf(!hasCorpus).each(files)('%s', (file) => {
  const bytes = readCorpus(`pmx/${file}`);
  const facts = corpusFacts(`pmx/${file}`) as Facts;
  const pmx = parsePmx(bytes);

  test('comes back byte for byte', () => {
    expect(Buffer.compare(serializePmx(pmx), bytes)).toBe(0);
  });

  test('header and counts', () => {
    expect([pmx.version, pmx.name, pmx.nameEn]).toEqual([facts.version, facts.name, facts.nameEn]);
    expect([...pmx.source!.globals]).toEqual(facts.globals);
    expect(countsOf(pmx)).toEqual([
      facts.vertices,
      facts.indices,
      facts.textures,
      facts.materials,
      facts.bones,
      facts.morphs,
      facts.displayFrames,
      facts.rigidBodies,
      facts.joints,
    ]);
    expect(pmx.trailing.length).toBe(facts.leftover);
  });

  test('kinds of weights, morphs and bones', () => {
    expect(histogram(pmx.vertices.weightTypes)).toEqual(facts.weightTypes);
    expect(histogram(pmx.morphs.map(typeOf))).toEqual(facts.morphTypes);
    expect(pmx.bones.filter(({ ik }) => ik).length).toBe(facts.ikBones);
    expect([pmx.bones[0].name, pmx.bones.at(-1)!.name]).toEqual([facts.firstBone, facts.lastBone]);
  });

  test('there is no warning', () => {
    expect(pmx.warnings).toEqual([]);
  });

  test('truncated anywhere, it gives a document that comes back, or a clear error', () => {
    for (let i = 0; i < 40; i++) {
      const cut = bytes.subarray(0, Math.floor((bytes.length * i) / 40));
      let document: Pmx;
      try {
        document = parsePmx(cut);
      } catch (error) {
        expect(error).toBeInstanceOf(MmdFormatError);
        expect((error as MmdFormatError).code).toBe('truncated');
        continue;
      }
      expect(document.source!.truncated).toBeDefined();
      expect(Buffer.compare(serializePmx(document), cut)).toBe(0);
    }
  });
});

describe.skipIf(!hasCorpus)('what real files teach', () => {
  test('a byte too many in a vertex is refused where it stops making sense', () => {
    const error = thrownBy(() => parsePmx(readCorpus(`pmx/${MALFORMED}`))) as MmdFormatError;
    expect(error).toBeInstanceOf(MmdFormatError);
    expect(error.code).toBe('unknown-type');
    expect(error.section).toMatch(/^vertices\[\d+\]\.weight type$/);
  });

  test('materials use all indices, and every bone leads to a root', () => {
    const { materials, indices, bones } = parsePmx(readCorpus(`pmx/${MIKU}`));
    expect(materials.reduce((sum, { indexCount }) => sum + indexCount, 0)).toBe(indices.length);
    for (let bone = bones.length - 1, steps = 0; bone >= 0; bone = bones[bone].parent, steps++) {
      expect(steps).toBeLessThan(bones.length);
    }
  });

  test('the weights of a vertex add up to 1', () => {
    const { vertices } = parsePmx(readCorpus(`pmx/${MIKU}`));
    for (let i = 0; i < vertices.count; i++) {
      const [a, b, c, d] = vertices.boneWeights.subarray(4 * i, 4 * i + 4);
      expect(Math.abs(a + b + c + d - 1)).toBeLessThan(1e-6);
    }
  });
});

function countsOf(pmx: Pmx): number[] {
  const { indices, textures, materials, bones, morphs, displayFrames, rigidBodies, joints } = pmx;
  const lists = [indices, textures, materials, bones, morphs, displayFrames, rigidBodies, joints];
  return [pmx.vertices.count, ...lists.map(({ length }) => length)];
}

function histogram(values: Iterable<number>): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
}

/** As the file numbers them. */
function typeOf(morph: PmxMorph): number {
  if (morph.type === 'uv') return 3 + morph.channel;
  return { group: 0, vertex: 1, bone: 2, material: 8, flip: 9, impulse: 10 }[morph.type];
}
