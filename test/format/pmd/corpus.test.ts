import {
  MmdFormatError,
  parsePmd,
  parsePmx,
  type Pmd,
  pmdToPmx,
  type PmxBone,
  serializePmd,
} from '@odori/format';
import { describe, expect, test } from 'vitest';
import { corpusFacts, hasCorpus, readCorpus } from '#test/support/corpus.js';

interface Facts {
  version: number;
  name: string;
  vertices: number;
  indices: number;
  materials: number;
  bones: number;
  iks: number;
  morphs: number;
  facialList: number;
  frameNames: number;
  frameBones: number;
  extensions: string[];
  hasEnglish: number;
  nameEn: string;
  rigidBodies: number;
  joints: number;
  firstBone: string | null;
  lastBone: string | null;
  firstMorph: string | null;
  lastMorph: string | null;
  leftover: number;
}

const FILES = ['pmd/Dammy_Bone.pmd', 'pmd/KAITO.pmd', 'pmd/miku_v2/miku_v2.pmd'];

describe.skipIf(!hasCorpus).each(hasCorpus ? FILES : [])('%s', (file) => {
  const bytes = readCorpus(file);
  const facts = corpusFacts(file) as Facts;
  const pmd = parsePmd(bytes);

  test('header, sections and counts', () => {
    expect(pmd.version).toBe(facts.version);
    expect(pmd.name.text).toBe(facts.name);
    expect(pmd.english?.name.text).toBe(facts.nameEn);
    expect(pmd.source!.englishFlag).toBe(facts.hasEnglish);
    expect(extensionsOf(pmd)).toEqual(facts.extensions);
    expect(pmd.trailing.length).toBe(facts.leftover);
    expect(countsOf(pmd)).toEqual(countFacts(facts));
    expect(pmd.warnings).toEqual([]);
  });

  test('comes back byte for byte', () => {
    expect(Buffer.compare(serializePmd(pmd), bytes)).toBe(0);
  });

  test('truncated anywhere, it gives a document that comes back, or a clear error', () => {
    for (let i = 0; i < 40; i++) {
      const cut = bytes.subarray(0, Math.floor((bytes.length * i) / 40));
      const read = attempt(() => parsePmd(cut));
      if (read instanceof MmdFormatError) expect(read.code).toBe('truncated');
      else expect(Buffer.compare(serializePmd(read), cut)).toBe(0);
    }
  });

  test('first and last names', () => {
    expect(pmd.bones[0].name.text).toBe(facts.firstBone);
    expect(pmd.bones.at(-1)!.name.text).toBe(facts.lastBone);
    expect(pmd.morphs[0]?.name.text ?? null).toBe(facts.firstMorph);
    expect(pmd.morphs.at(-1)?.name.text ?? null).toBe(facts.lastMorph);
  });
});

function attempt(parse: () => Pmd): Pmd | MmdFormatError {
  try {
    return parse();
  } catch (error) {
    if (error instanceof MmdFormatError) return error;
    throw error;
  }
}

/** By the names that the facts have. */
function extensionsOf({ english, toonNames, rigidBodies, joints }: Pmd): string[] {
  return [english && 'english', toonNames && 'toon', rigidBodies && joints && 'physics'].filter(
    (name) => name !== undefined,
  );
}

function countsOf(pmd: Pmd): Record<string, number> {
  return {
    vertices: pmd.vertices.count,
    indices: pmd.indices.length,
    materials: pmd.materials.length,
    bones: pmd.bones.length,
    iks: pmd.iks.length,
    morphs: pmd.morphs.length,
    facialList: pmd.facialList.length,
    frameNames: pmd.frameNames.length,
    frameBones: pmd.frameBones.length,
    rigidBodies: pmd.rigidBodies?.length ?? 0,
    joints: pmd.joints?.length ?? 0,
  };
}

function countFacts(facts: Facts): Record<string, number> {
  const { vertices, indices, materials, bones, iks, morphs, facialList, frameNames, frameBones } = facts;
  const { rigidBodies, joints } = facts;
  return {
    vertices,
    indices,
    materials,
    bones,
    iks,
    morphs,
    facialList,
    frameNames,
    frameBones,
    rigidBodies,
    joints,
  };
}

describe.skipIf(!hasCorpus)('Miku as PMD and as PMX, by the same maker', () => {
  const pmd = hasCorpus ? pmdToPmx(parsePmd(readCorpus('pmd/miku_v2/miku_v2.pmd'))) : undefined;
  const pmx = hasCorpus ? parsePmx(readCorpus('pmx/mmd_tools_miku/miku.pmx')) : undefined;

  /**
   * Bones of the same name, in the order of the PMD: the PMX has no twisting bones and no lights in its eyes.
   */
  const twins = (): [PmxBone, PmxBone][] => {
    const byName = new Map(pmx!.bones.map((bone) => [bone.name, bone]));
    return pmd!.bones.flatMap((bone): [PmxBone, PmxBone][] => {
      const twin = byName.get(bone.name);
      return twin ? [[bone, twin]] : [];
    });
  };
  const nameOf = (bones: readonly PmxBone[], index: unknown): string | undefined =>
    bones[index as number]?.name;

  test('bones: layers, flags, tails and what they take over', () => {
    expect(twins().length).toBe(122);
    for (const [ours, theirs] of twins()) {
      expect([ours.name, ours.layer, ours.flags]).toEqual([theirs.name, theirs.layer, theirs.flags]);
      expect(nameOf(pmd!.bones, ours.tail)).toBe(nameOf(pmx!.bones, theirs.tail));
      expect(nameOf(pmd!.bones, ours.append?.parent)).toBe(nameOf(pmx!.bones, theirs.append?.parent));
      expect(ours.append?.ratio).toBe(theirs.append?.ratio);
    }
  });

  test('trunk and feet are in the same places; arms, fingers and knees have been moved in the PMX', () => {
    const names = [
      'センター',
      '上半身',
      '下半身',
      '左足',
      '右足',
      '左足首',
      '右足首',
      '左足ＩＫ',
      '右つま先ＩＫ',
      '左髪ＩＫ',
    ];
    const shared = twins().filter(([{ name }]) => names.includes(name));
    expect(shared.length).toBe(names.length);
    for (const [ours, theirs] of shared) {
      ours.position.forEach((value, axis) => expect(value, ours.name).toBeCloseTo(theirs.position[axis], 3));
    }
  });

  test('IK: effector, loop, unit angle, links and the limits of the knees', () => {
    const iks = twins().filter(([ours]) => ours.ik);
    expect(iks.length).toBe(7);
    for (const [{ ik: ours }, { ik: theirs }] of iks) {
      expect(nameOf(pmd!.bones, ours!.effector)).toBe(nameOf(pmx!.bones, theirs!.effector));
      expect(ours!.loopCount).toBe(theirs!.loopCount);
      expect(ours!.limitAngle).toBeCloseTo(theirs!.limitAngle, 6);
      expect(ours!.links.map((link) => nameOf(pmd!.bones, link.bone))).toEqual(
        theirs!.links.map((link) => nameOf(pmx!.bones, link.bone)),
      );
      expect(ours!.links.map((link) => link.limits && limitsOf(link.limits))).toEqual(
        theirs!.links.map((link) => link.limits && limitsOf(link.limits)),
      );
    }
  });
});

/** As a file holds them. */
function limitsOf({ min, max }: { min: number[]; max: number[] }): number[] {
  return [...min, ...max].map(Math.fround);
}
