import { parsePmd, type Pmd, type PmdBone, type PmdIk, pmdToPmx, type Pmx, PMX_BONE } from '@odori/format';
import { encodeName } from '@odori/format/internal';
import { describe, expect, test } from 'vitest';
import { wholeBytes } from '#test/support/pmd-bytes.js';
import { vector } from '#test/support/playback-vectors.js';

const { tailIsBone, rotatable, movable, visible, enabled } = PMX_BONE;
const HIDDEN = tailIsBone | rotatable | enabled;
const TURNS = HIDDEN | visible;
const MOVES = TURNS | movable;

function bone(fields: Partial<Omit<PmdBone, 'name'>> & { name?: string } = {}): PmdBone {
  const { name = 'bone', ...others } = fields;
  return { parent: -1, tail: 0, type: 0, ik: 0, position: [0, 0, 0], ...others, name: encodeName(name) };
}

function ik(target: number, effector: number, links: number[] = [], limit = 0.5): PmdIk {
  return { bone: target, effector, loopCount: 40, limitAngle: limit, links: Uint16Array.from(links) };
}

/** The triangle on two bones of `wholeBytes`, with parts replaced. */
function model(parts: Partial<Pmd>): Pmd {
  return { ...parsePmd(wholeBytes().build()), ...parts };
}

/** Only bones, and their IKs. */
function skeleton(bones: PmdBone[], iks: PmdIk[] = []): Pmx {
  return pmdToPmx(model({ bones, iks }));
}

describe('bones by type', () => {
  const origin = bone();

  test.each([
    [0, TURNS],
    [1, MOVES],
    [2, MOVES],
    [3, TURNS],
    [4, TURNS],
    [6, HIDDEN],
    [7, HIDDEN],
    [200, TURNS],
  ])('type %i', (type, flags) => {
    const { bones } = skeleton([
      origin,
      bone({ type, name: '腕', position: [1, 2, 3], parent: 0, tail: 2 }),
      origin,
    ]);
    expect(bones[1]).toEqual({
      name: '腕',
      nameEn: 'Arm',
      position: [1, 2, 3],
      parent: 0,
      layer: 0,
      flags,
      tail: 2,
    });
  });

  test('5 takes over all the rotation of its ik field, after the IKs', () => {
    const { bones } = skeleton([origin, bone({ type: 5, ik: 2, tail: 3 }), origin, origin]);
    expect(bones[1]).toMatchObject({
      flags: TURNS | PMX_BONE.appendRotation,
      append: { parent: 2, ratio: 1 },
      tail: 3,
      layer: 2,
    });
  });

  test('9 takes over a part of the rotation of its tail field, hidden and without a tail', () => {
    const { bones } = skeleton([origin, origin, bone({ type: 9, tail: 1, ik: 30 })]);
    expect(bones[2]).toMatchObject({
      flags: HIDDEN | PMX_BONE.appendRotation,
      append: { parent: 1, ratio: 0.3 },
      tail: -1,
      layer: 0,
    });
  });

  test('8 turns about the line to its tail', () => {
    const twist = bone({ type: 8, tail: 1, position: [1, 1, 1] });
    const { bones } = skeleton([twist, bone({ position: [4, 1, 5] })]); // 3, 0, 4: 5 long
    expect(bones[0].flags).toBe(TURNS | PMX_BONE.fixedAxis);
    expect(bones[0].fixedAxis).toEqual([0.6, 0, 0.8]);
  });

  test('8 is free if its tail is in the same place, or none', () => {
    const { bones } = skeleton([bone({ type: 8, tail: 1 }), bone(), bone({ type: 8, tail: 0 })]);
    expect(bones.map(({ flags, fixedAxis }) => [flags, fixedAxis])).toEqual(
      bones.map(() => [TURNS, undefined]),
    );
  });

  test('5 and 9 without a source take over nothing', () => {
    const { bones } = skeleton([origin, bone({ type: 5, ik: 0 }), bone({ type: 9, tail: -1, ik: 50 })]);
    expect(bones.map(({ append }) => append)).toEqual([undefined, undefined, undefined]);
    expect(bones.map(({ flags }) => flags & PMX_BONE.appendRotation)).toEqual([0, 0, 0]);
  });

  test('a tail of 0 or of no bone is none', () => {
    const { bones } = skeleton([origin, bone({ tail: 0 }), bone({ tail: -1 }), bone({ tail: 99 })]);
    expect(bones.map(({ tail }) => tail)).toEqual([-1, -1, -1, -1]);
  });

  test('a missing parent is none; a cycle is opened', () => {
    const { bones } = skeleton([
      bone({ parent: 1 }),
      bone({ parent: 0 }),
      bone({ parent: 9 }),
      bone({ parent: 3 }),
    ]);
    expect(bones.map(({ parent }) => parent)).toEqual([1, -1, -1, -1]);
  });
});

describe('IK', () => {
  test('the unit angle is four times the weight; the loop stays; knees bend backwards only', () => {
    const { bones } = skeleton(
      [
        bone({ name: '左足' }),
        bone({ name: '左ひざ' }),
        bone({ name: '足首' }),
        bone({ name: '左足ＩＫ', type: 2 }),
      ],
      [ik(3, 2, [1, 0])],
    );
    expect(bones[3].flags).toBe(MOVES | PMX_BONE.ik);
    // −180° and −0.5° in radians
    const limits = { min: [-Math.PI, 0, 0], max: [-Math.PI / 360, 0, 0] };
    expect(bones[3].ik).toEqual({
      effector: 2,
      loopCount: 40,
      limitAngle: 2,
      links: [{ bone: 1, limits }, { bone: 0 }],
    });
  });

  test('knees are the bones whose names begin with 左ひざ or 右ひざ', () => {
    const knees = ['左ひざ', '右ひざ', '左ひざD', '右ひざ３'];
    const others = ['ひざ', 'xひざ', '左膝', '左ヒザ', '左足ひざ捩'];
    const bones = [...knees, ...others].map((name) => bone({ name }));
    const { links } = skeleton([...bones, bone()], [ik(9, 8, [0, 1, 2, 3, 4, 5, 6, 7, 8])]).bones[9].ik!;
    expect(links.filter(({ limits }) => limits).map((link) => link.bone)).toEqual([0, 1, 2, 3]);
    expect(links).toHaveLength(9);
  });

  test('a list that ascends is in layer 1, children of its bones as well, type 5 in layer 2', () => {
    const { bones } = skeleton(
      [
        bone(),
        bone({ type: 5, ik: 2 }),
        bone({ type: 2 }),
        bone({ type: 2, parent: 2 }),
        bone({ parent: 3 }),
      ],
      [ik(2, 0), ik(3, 0)],
    );
    expect(bones.map(({ layer }) => layer)).toEqual([0, 2, 1, 1, 1]);
  });

  test('where the list goes back, the layer goes up', () => {
    const four = [bone(), bone(), bone(), bone(), bone({ type: 5, ik: 1 }), bone({ parent: 4 })];
    const { bones } = skeleton(four, [ik(3, 0), ik(1, 0), ik(2, 0), ik(0, 3)]);
    expect(bones.map(({ layer }) => layer)).toEqual([3, 2, 2, 1, 4, 4]);
    expect(orderOf(bones)).toEqual([3, 1, 2, 0]);
  });

  test('a second IK of a bone is on a helper at its place, and still in order', () => {
    const { bones } = skeleton(
      [bone(), bone({ name: 'ＩＫ', position: [1, 2, 3], parent: 0 }), bone()],
      [ik(1, 0), ik(1, 2), ik(2, 0)],
    );
    expect(bones.length).toBe(4);
    expect(bones[3]).toEqual({
      name: 'ＩＫ+',
      nameEn: 'Arm+',
      position: [1, 2, 3],
      parent: 1,
      layer: 1,
      flags: tailIsBone | rotatable | PMX_BONE.ik,
      tail: -1,
      ik: { effector: 2, loopCount: 40, limitAngle: 2, links: [] },
    });
    expect(bones[2].layer).toBe(2); // after the helper
    expect(orderOf(bones)).toEqual([1, 3, 2]);
  });

  test('a parent’s IK after its child’s is on a helper, for the child may not come before its parent', () => {
    const { bones } = skeleton([bone(), bone({ parent: 0 }), bone()], [ik(1, 2), ik(0, 2), ik(2, 0)]);
    expect(bones.map(({ layer }) => layer)).toEqual([0, 1, 2, 1]);
    expect(bones[3].parent).toBe(0);
    expect(orderOf(bones)).toEqual([1, 3, 2]);
  });

  test('type 5 stays before an IK bone that it carries', () => {
    const { bones } = skeleton([bone(), bone({ type: 5, ik: 2 }), bone({ parent: 1 })], [ik(2, 0)]);
    expect(bones.map(({ layer }) => layer)).toEqual([0, 0, 1]);
  });

  test('IKs and links of missing bones are left out', () => {
    const { bones } = skeleton([bone(), bone()], [ik(9, 0), ik(0, 9), ik(-1, 0), ik(1, 0, [0, 9, 0xffff])]);
    expect(bones.map(({ ik: found }) => found?.links)).toEqual([undefined, [{ bone: 0 }]]);
  });

  /** Bones with an IK in the order in which a PMX solves them. */
  function orderOf(bones: Pmx['bones']): number[] {
    const holders = bones.flatMap(({ ik: found }, i) => (found ? [i] : []));
    return holders.sort((a, b) => bones[a].layer - bones[b].layer || a - b);
  }
});

test('vector 24', () => {
  const { cases } = vector(24) as { cases: Record<string, unknown>[] };
  for (const { ik_weight: weight, unit_angle_rad: angle } of cases.filter((found) => 'ik_weight' in found)) {
    const { bones } = skeleton([bone(), bone()], [ik(1, 0, [], weight as number)]);
    expect(bones[1].ik!.limitAngle).toBeCloseTo(angle as number, 12);
  }
  const nine = cases.find((found) => found['bone_type'] === 9)!;
  const part = skeleton([bone(), bone(), bone({ type: 9, tail: 1, ik: nine['ik_field'] as number })]);
  expect(part.bones[2].append).toEqual({ parent: 1, ratio: nine['append_ratio'] });
  const five = cases.find((found) => found['bone_type'] === 5)!;
  const all = skeleton([bone(), bone(), bone({ type: 5, ik: 1 })]);
  expect(all.bones[2].append).toEqual({ parent: 1, ratio: five['append_ratio'] });
  const { knee_names: names, limit_lh_deg: degrees } = cases.find((found) => 'knee_names' in found)!;
  for (const name of names as string[]) {
    const { min, max } = skeleton([bone({ name }), bone()], [ik(1, 0, [0])]).bones[1].ik!.links[0].limits!;
    (degrees as [number, number][]).forEach(([least, most], axis) => {
      expect((min[axis] * 180) / Math.PI).toBeCloseTo(least, 9);
      expect((max[axis] * 180) / Math.PI).toBeCloseTo(most, 9);
    });
  }
});

describe('geometry', () => {
  test('weights, and the edge flag upside down', () => {
    const { vertices, indices } = pmdToPmx(model({}));
    expect([...vertices.positions]).toEqual([1, 0, 0, 2, 0, 0, 3, 0, 0]);
    // 50 of bones 0 and 0; all of the first, 0; none of the first: all of the second, 0
    expect([...vertices.weightTypes]).toEqual([1, 0, 0]);
    expect([...vertices.boneIndices]).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    expect([...vertices.boneWeights]).toEqual([0.5, 0.5, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0]);
    expect([...vertices.edgeScales]).toEqual([1, 1, 0]);
    expect([...indices]).toEqual([0, 1, 2]);
  });

  test('a weight above 100 is 100, a missing bone becomes the first', () => {
    const pmd = model({});
    pmd.vertices.weights.set([200, 30, 0]);
    pmd.vertices.boneIndices.set([2, 1, 0xffff, 2, 1, 50]);
    const { vertices } = pmdToPmx(pmd);
    expect([...vertices.weightTypes]).toEqual([0, 1, 0]);
    expect([...vertices.boneIndices]).toEqual([2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0]);
    expect(vertices.boneWeights[4]).toBe(Math.fround(0.3));
    expect(vertices.boneWeights[5]).toBe(Math.fround(1 - Math.fround(0.3)));
  });

  test('materials draw no more indices than there are', () => {
    const [material] = model({}).materials;
    const counts = [2, 9, 3].map((indexCount) => ({ ...material, indexCount }));
    expect(pmdToPmx(model({ materials: counts })).materials.map(({ indexCount }) => indexCount)).toEqual([
      2, 1, 0,
    ]);
  });
});

describe('materials', () => {
  function materialsOf(...parts: Partial<Pmd['materials'][number]>[]): Pmx {
    const [material] = model({}).materials;
    return pmdToPmx(model({ materials: parts.map((part) => ({ ...material, ...part })) }));
  }
  const flagsAt = (alpha: number, edgeFlag: number): number =>
    materialsOf({ diffuse: [1, 1, 1, Math.fround(alpha)], edgeFlag }).materials[0].flags;

  test('colours and names', () => {
    const { materials } = pmdToPmx(model({}));
    expect(materials[0]).toMatchObject({
      name: '材質1',
      nameEn: 'Material1',
      diffuse: [0.1, 0.2, 0.3, 1].map(Math.fround),
      specularPower: 5,
      specular: [0.4, 0.5, 0.6].map(Math.fround),
      ambient: [0.7, 0.8, 0.9].map(Math.fround),
      edgeColor: [0, 0, 0, 1],
      edgeSize: 1,
      memo: '',
      indexCount: 3,
    });
  });

  test('flags: 16 and 2 by the edge flag, 1 if transparent, 4 and 8 but for an alpha of 0.98', () => {
    expect(flagsAt(1, 1)).toBe(16 + 2 + 4 + 8);
    expect(flagsAt(1, 0)).toBe(4 + 8);
    expect(flagsAt(0.5, 0)).toBe(1 + 4 + 8);
    expect(flagsAt(0.98, 1)).toBe(1 + 2 + 16);
  });

  test('textures and sphere maps, each path once', () => {
    const fields = ['a.bmp*b.sph', 'a.bmp', 'B.SPA', 'c.png*B.SPA', '', 'b.sph*a.bmp', '*b.sph'];
    const { materials, textures } = materialsOf(
      ...fields.map((field) => ({ texture: encodeName(field), toonIndex: 255 })),
    );
    expect(textures).toEqual(['a.bmp', 'b.sph', 'B.SPA', 'c.png']);
    expect(materials.map((m) => [m.texture, m.sphereTexture, m.sphereMode])).toEqual([
      [0, 1, 1],
      [0, -1, 0],
      [-1, 2, 2],
      [3, 2, 2],
      [-1, -1, 0],
      [0, 1, 1],
      [-1, 1, 1],
    ]);
  });

  test('toons: shared by name, else of its own; 255 none', () => {
    const pmd = model({});
    pmd.toonNames![1] = encodeName('skin.bmp');
    pmd.toonNames![2] = encodeName('TOON10.BMP');
    pmd.toonNames![3] = encodeName('');
    const [material] = pmd.materials;
    const texture = encodeName('');
    pmd.materials = [0, 1, 2, 3, 9, 255, 10].map((toonIndex) => ({ ...material, texture, toonIndex }));
    const { materials, textures } = pmdToPmx(pmd);
    expect(textures).toEqual(['skin.bmp']);
    expect(materials.map(({ sharedToon, toon }) => [sharedToon, toon])).toEqual([
      [1, 0],
      [0, 0],
      [1, 9],
      [1, 3],
      [1, 9],
      [0, -1],
      [0, -1],
    ]);
  });

  test('without names, the toons are the shared ones', () => {
    const { toonNames: _, ...pmd } = model({});
    pmd.materials[0].toonIndex = 4;
    expect(pmdToPmx(pmd).materials[0]).toMatchObject({ sharedToon: 1, toon: 4 });
  });
});

describe('morphs and the display', () => {
  const morph = (
    name: string,
    type: number,
    indices: number[],
    offsets: number[],
  ): Pmd['morphs'][number] => ({
    name: encodeName(name),
    type,
    indices: Uint32Array.from(indices),
    offsets: Float32Array.from(offsets),
  });
  const blink = morph('まばたき', 2, [1, 0], [1, 2, 3, 4, 5, 6]);
  const base = morph('base', 0, [2, 0], [0, 0, 0, 0, 0, 0]);

  test('the base becomes no morph; other morphs name its vertices', () => {
    const { morphs } = pmdToPmx(model({ morphs: [base, blink] }));
    expect(morphs).toEqual([
      {
        type: 'vertex',
        name: 'まばたき',
        nameEn: 'Smile', // of the file
        panel: 2,
        vertices: Uint32Array.of(0, 2),
        offsets: Float32Array.of(1, 2, 3, 4, 5, 6),
      },
    ]);
  });

  test('the base may stand anywhere in the list', () => {
    const pmd = model({
      morphs: [blink, base, { ...blink, type: 77 }],
      facialList: Uint16Array.of(2, 1, 0, 9),
    });
    pmd.english!.morphNames = ['first', 'second'].map((name) => encodeName(name));
    const { morphs, displayFrames } = pmdToPmx(pmd);
    expect(morphs.map(({ nameEn, panel }) => [nameEn, panel])).toEqual([
      ['first', 2],
      ['second', 4],
    ]);
    expect(displayFrames[1].elements.map(({ index }) => index)).toEqual([1, 0]);
  });

  test('offsets of missing vertices are left out; without a base all are', () => {
    const far = morph('far', 3, [0, 9, 1], [1, 1, 1, 2, 2, 2, 3, 3, 3]);
    const short = morph('base', 0, [1, 70], [0, 0, 0, 0, 0, 0]);
    const [moved] = pmdToPmx(model({ morphs: [short, far] })).morphs;
    expect(moved).toMatchObject({ vertices: Uint32Array.of(1), offsets: Float32Array.of(1, 1, 1) });
    const [none] = pmdToPmx(model({ morphs: [blink] })).morphs;
    expect(none).toMatchObject({ vertices: new Uint32Array(0), offsets: new Float32Array(0) });
  });

  test('Root, 表情, and the frames of the file', () => {
    const frameBones = [
      { bone: 1, frame: 1 },
      { bone: 2, frame: 0 },
      { bone: 0, frame: 0 },
      { bone: 9, frame: 1 },
      { bone: 1, frame: 2 },
    ];
    expect(pmdToPmx(model({ frameBones })).displayFrames).toEqual([
      {
        name: 'Root',
        nameEn: 'Root',
        special: 1,
        elements: [
          { type: 'bone', index: 0 },
          { type: 'bone', index: 2 },
        ],
      },
      { name: '表情', nameEn: 'Exp', special: 1, elements: [{ type: 'morph', index: 0 }] },
      { name: 'IK', nameEn: 'Iks', special: 0, elements: [{ type: 'bone', index: 1 }] },
    ]);
  });
});

describe('physics', () => {
  test('bodies are where their bones are', () => {
    const [hip, free] = pmdToPmx(model({})).rigidBodies;
    expect(hip.bone).toBe(1);
    expect(hip.position).toEqual([4, 6, 6]); // 4 5 6, from a bone at 0 1 0
    expect(hip).toMatchObject({ name: 'hip', group: 3, collisionMask: 0xfff7, shape: 2, mode: 1, mass: 10 });
    expect(free).toMatchObject({ bone: -1, position: [4, 5, 6] });
  });

  test('without a bone, from センター, else from the first bone', () => {
    const first = bone({ position: [100, 0, 0] });
    const center = bone({ name: 'センター', position: [0, 10, 0] });
    expect(pmdToPmx(model({ bones: [first, first, center] })).rigidBodies[1].position).toEqual([4, 15, 6]);
    expect(pmdToPmx(model({ bones: [first, first] })).rigidBodies[1].position).toEqual([104, 5, 6]);
    expect(pmdToPmx(model({ bones: [] })).rigidBodies[1].position).toEqual([4, 5, 6]);
  });

  test('joints are as they are; a body that is not there is none', () => {
    const pmd = model({});
    pmd.joints![0].bodyB = 7;
    const { name: _, ...fields } = pmd.joints![0];
    const [joint] = pmdToPmx(pmd).joints;
    expect(joint).toEqual({ ...fields, bodyB: -1, name: 'j', nameEn: '', type: 0 });
  });
});

describe('the document', () => {
  test('names, comments, and where it comes from', () => {
    const pmx = pmdToPmx(model({}));
    expect([pmx.name, pmx.nameEn, pmx.comment, pmx.commentEn]).toEqual([
      'Dancer',
      'Dancer EN',
      'hello',
      'hello EN',
    ]);
    expect([pmx.format, pmx.version, pmx.encoding, pmx.fromPmd]).toEqual(['pmx', 2, 'utf-16le', true]);
    expect(pmx.bones.map(({ nameEn }) => nameEn)).toEqual(['Root', 'Arm', 'Goal']);
  });

  test('the PMD is not touched, and shares nothing', () => {
    const pmd = model({});
    const before = structuredClone(pmd);
    const pmx = pmdToPmx(pmd);
    pmx.vertices.positions.fill(7);
    pmx.bones[0].position[0] = 7;
    pmx.joints[0].position[0] = 7;
    pmx.rigidBodies[0].size[0] = 7;
    pmx.materials[0].diffuse[0] = 7;
    expect(pmd).toEqual(before);
  });
});
