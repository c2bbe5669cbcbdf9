import { parseVmd, serializeVmd, type Vmd } from '@odori/format';
import { describe, expect, test } from 'vitest';
import { corpusFacts, corpusFiles, hasCorpus, readCorpus } from '#test/support/corpus.js';

interface BoneFact {
  name: string;
  frame: number;
  pos: number[];
  rot: number[];
  interp: string;
}

interface Facts {
  version: number;
  modelName: string;
  sections: string[];
  leftover: number;
  counts: Partial<Record<'bone' | 'morph' | 'camera' | 'light' | 'shadow' | 'property', number>>;
  bone?: {
    first: BoneFact;
    last: BoneFact;
    distinctNames: number;
    frameMax: number;
    duplicateNameFrame: number;
  };
  morph?: { first: MorphFact; last: MorphFact; distinctNames: number; duplicateNameFrame: number };
  camera?: { first: CameraFact; last: CameraFact };
  light?: { first: { frame: number; rgb?: number[]; dir?: number[] } };
  property?: { frame: number; visible: number; ik: [string, number][] }[];
}

interface MorphFact {
  name: string;
  frame: number;
  weight: number;
}

interface CameraFact {
  frame: number;
  distance: number;
  pos: number[];
  rot: number[];
  interp: string;
  fov: number;
  perspectiveOff: number;
}

describe.skipIf(!hasCorpus).each(corpusFiles('vmd'))('%s', (file) => {
  const bytes = readCorpus(`vmd/${file}`);
  const facts = corpusFacts(`vmd/${file}`) as Facts;
  const vmd = parseVmd(bytes);

  test('the file is written back byte for byte', () => {
    expect(Buffer.compare(serializeVmd(vmd), bytes)).toBe(0);
  });

  test('header, sections and counts are those of the independent parser', () => {
    expect(vmd.version).toBe(facts.version);
    expect(vmd.modelName.text).toBe(facts.modelName);
    expect(vmd.source!.sectionCount).toBe(facts.sections.length);
    expect(vmd.trailing.length).toBe(facts.leftover);
    const { bone = 0, morph = 0, camera = 0, light = 0, shadow = 0, property = 0 } = facts.counts;
    expect(countsOf(vmd)).toEqual([bone, morph, camera, light, shadow, property]);
  });

  test('first and last keys are those of the independent parser', () => {
    if (facts.bone) {
      expect(boneFact(vmd, 0)).toEqual(withoutBlock(facts.bone.first));
      expect(boneFact(vmd, vmd.bones.count - 1)).toEqual(withoutBlock(facts.bone.last));
      expect(curvesOf(facts.bone.first.interp)).toEqual([...vmd.bones.curves.subarray(0, 16)]);
      expect(curvesOf(facts.bone.last.interp)).toEqual(Array.from(vmd.bones.curves.slice(-16)));
      expect(vmd.bones.names.length).toBe(facts.bone.distinctNames);
    }
    if (facts.morph) {
      expect(morphFact(vmd, 0)).toEqual(facts.morph.first);
      expect(morphFact(vmd, vmd.morphs.count - 1)).toEqual(facts.morph.last);
      expect(vmd.morphs.names.length).toBe(facts.morph.distinctNames);
    }
    if (facts.camera) {
      expect(cameraFact(vmd, 0)).toEqual(facts.camera.first);
      expect(cameraFact(vmd, vmd.cameras.count - 1)).toEqual(facts.camera.last);
    }
    if (facts.property) expect(propertyFacts(vmd)).toEqual(facts.property);
  });

  test('duplicate keys are counted as the independent parser counts them', () => {
    const duplicates = (section: string): number =>
      vmd.warnings.find((w) => w.code === 'duplicate-keys' && w.section === section)?.count ?? 0;
    expect(duplicates('bone keys')).toBe(facts.bone?.duplicateNameFrame ?? 0);
    expect(duplicates('morph keys')).toBe(facts.morph?.duplicateNameFrame ?? 0);
  });

  test('the file truncated at any place is written back byte for byte', () => {
    for (let i = 0; i < 40; i++) {
      const cut = bytes.subarray(0, 50 + Math.floor(((bytes.length - 50) * i) / 40));
      expect(Buffer.compare(serializeVmd(parseVmd(cut)), cut)).toBe(0);
    }
  });
});

describe.skipIf(!hasCorpus)('real files', () => {
  test('a bad signature gives a warning', () => {
    const { version, warnings } = parseVmd(readCorpus('vmd/joint_orient_test.vmd'));
    expect(version).toBe(2);
    expect(warnings.map(({ code }) => code)).toEqual(['odd-signature']);
  });

  test('physics is off where the bytes are 63 0F, and on in old files whatever bytes they have there', () => {
    const toggled = parseVmd(readCorpus('vmd/physics_toggle_test_yyb10th.vmd'));
    expect(toggled.bones.physics.filter((on) => on === 0).length).toBe(9);
    const old = parseVmd(readCorpus('vmd/wavefile_v2.vmd'));
    expect(old.bones.physics.every((on) => on === 1)).toBe(true);
  });

  test('names without a NUL, some truncated inside a character, stay different names', () => {
    const { bones } = parseVmd(readCorpus('vmd/vmdgadgets_projectile_motion_gunner.vmd'));
    const full = bones.names.filter((name) => name.bytes.length === 15);
    expect(full.length).toBeGreaterThan(0);
    expect(full.every((name) => !name.text.includes('\ufffd'))).toBe(true);
  });
});

function countsOf(vmd: Vmd): number[] {
  const { bones, morphs, cameras, lights, selfShadows, properties } = vmd;
  return [bones, morphs, cameras, lights, selfShadows, properties].map((section) => section.count);
}

function boneFact({ bones }: Vmd, i: number): Omit<BoneFact, 'interp'> {
  return {
    name: bones.names[bones.nameIndex[i]].text,
    frame: bones.frames[i],
    pos: [...bones.positions.subarray(3 * i, 3 * i + 3)],
    rot: [...bones.rotations.subarray(4 * i, 4 * i + 4)],
  };
}

function withoutBlock({ name, frame, pos, rot }: BoneFact): Omit<BoneFact, 'interp'> {
  return { name, frame, pos, rot };
}

/** Every fourth byte of each sixteen: another way to read the block, which the spec gives. */
function curvesOf(block: string): number[] {
  const bytes = Buffer.from(block, 'hex');
  return [0, 1, 2, 3].flatMap((channel) => [0, 4, 8, 12].map((point) => bytes[16 * channel + point]));
}

function morphFact({ morphs }: Vmd, i: number): MorphFact {
  return {
    name: morphs.names[morphs.nameIndex[i]].text,
    frame: morphs.frames[i],
    weight: morphs.weights[i],
  };
}

function cameraFact({ cameras }: Vmd, i: number): CameraFact {
  const curves = cameras.curves.subarray(24 * i, 24 * i + 24);
  return {
    frame: cameras.frames[i],
    distance: cameras.distances[i],
    pos: [...cameras.targets.subarray(3 * i, 3 * i + 3)],
    rot: [...cameras.rotations.subarray(3 * i, 3 * i + 3)],
    interp: Buffer.from([...curves].map((_, j) => curves[(j & ~3) + [0, 2, 1, 3][j & 3]])).toString('hex'),
    fov: cameras.fovs[i],
    perspectiveOff: 1 - cameras.perspective[i],
  };
}

function propertyFacts({ properties }: Vmd): Facts['property'] {
  return Array.from(properties.frames, (frame, i) => ({
    frame,
    visible: properties.visible[i],
    ik: Array.from(
      properties.ikNameIndex.subarray(properties.ikStarts[i], properties.ikStarts[i + 1]),
      (name, j) => [properties.names[name].text, properties.ikEnabled[properties.ikStarts[i] + j]],
    ),
  }));
}
