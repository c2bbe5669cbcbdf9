import { MmdFormatError, parsePmd, type Pmd, serializePmd } from '@odori/format';
import { describe, expect, test } from 'vitest';
import { PmdBytes, skeletonBytes, wholeBytes } from '#test/support/pmd-bytes.js';
import { thrownBy } from '#test/support/thrown-by.js';

/** Code, section and count of every warning. */
function warningsOf(bytes: Uint8Array): [string, string, number][] {
  return parsePmd(bytes).warnings.map(({ code, section, count }) => [code, section, count]);
}

/** With the bytes at an offset replaced. */
function patched(bytes: Uint8Array, offset: number, ...values: number[]): Uint8Array {
  const copy = bytes.slice();
  copy.set(values, offset);
  return copy;
}

// Where things are in `skeletonBytes`; every number is a sum of the spec's.
const VERTICES = 3 + 4 + 20 + 256 + 4;
const INDICES = VERTICES + 3 * 38 + 4;
const MATERIALS = INDICES + 3 * 2 + 4;
const BONES = MATERIALS + 70 + 2;
const IKS = BONES + 3 * 39 + 2;
const TAIL = IKS + 11 + 2;
// And in `wholeBytes`.
const MORPHS = TAIL + 2;
const FACIAL = MORPHS + 2 * (25 + 16) + 1;
const FRAME_NAMES = FACIAL + 2 + 1;
const FRAME_BONES = FRAME_NAMES + 50 + 4;
const ENGLISH = FRAME_BONES + 3;
const TOONS = ENGLISH + 1 + 20 + 256 + 3 * 20 + 20 + 50;
const BODIES = TOONS + 1000 + 4;
const JOINTS = BODIES + 2 * 83 + 4;
const END = JOINTS + 124;

describe('a whole file', () => {
  const pmd = parsePmd(wholeBytes().build());

  test('is as long as the spec says', () => {
    expect(skeletonBytes().length).toBe(TAIL);
    expect(wholeBytes().length).toBe(END);
    expect(pmd.trailing.length).toBe(0);
    expect(pmd.warnings).toEqual([]);
  });

  test('header', () => {
    expect([pmd.format, pmd.version, pmd.name.text, pmd.comment.text]).toEqual(['pmd', 1, 'Dancer', 'hello']);
  });

  test('vertices and triangles', () => {
    expect(pmd.vertices.count).toBe(3);
    expect([...pmd.vertices.positions]).toEqual([1, 0, 0, 2, 0, 0, 3, 0, 0]);
    expect([...pmd.vertices.normals]).toEqual([0, 1, 0, 0, 1, 0, 0, 1, 0]);
    expect([...pmd.vertices.uvs]).toEqual([0.25, 0.75, 0.25, 0.75, 0.25, 0.75]);
    expect([...pmd.vertices.boneIndices]).toEqual([0, 0, 0, 1, 1, 0]);
    expect([...pmd.vertices.weights]).toEqual([50, 100, 0]);
    expect([...pmd.vertices.edgeFlags]).toEqual([0, 0, 1]);
    expect([...pmd.indices]).toEqual([0, 1, 2]);
  });

  test('materials', () => {
    const [material] = pmd.materials;
    expect(pmd.materials.length).toBe(1);
    expect(material.diffuse).toEqual([0.1, 0.2, 0.3, 1].map(Math.fround));
    expect(material.specularPower).toBe(5);
    expect(material.specular).toEqual([0.4, 0.5, 0.6].map(Math.fround));
    expect(material.ambient).toEqual([0.7, 0.8, 0.9].map(Math.fround));
    expect([material.toonIndex, material.edgeFlag, material.indexCount]).toEqual([0, 1, 3]);
    expect(material.texture.text).toBe('a.bmp*b.sph');
  });

  test('bones and IKs; FFFF is −1', () => {
    expect(pmd.bones.map(({ name, ...bone }) => ({ ...bone, name: name.text }))).toEqual([
      { name: 'root', parent: -1, tail: 1, type: 1, ik: 0, position: [0, 0, 0] },
      { name: 'arm', parent: 0, tail: 0, type: 0, ik: 0, position: [0, 1, 0] },
      { name: 'goal', parent: 0, tail: 0, type: 2, ik: 0, position: [0, 2, 0] },
    ]);
    const links = Uint16Array.of(0);
    expect(pmd.iks).toEqual([{ bone: 2, effector: 1, loopCount: 40, limitAngle: 0.5, links }]);
  });

  test('morphs and the display', () => {
    expect(pmd.morphs.map(({ name, type }) => [name.text, type])).toEqual([
      ['base', 0],
      ['smile', 3],
    ]);
    expect(pmd.morphs.map(({ indices, offsets }) => [...indices, ...offsets])).toEqual([
      [2, 3, 0, 0],
      [0, 0, 0.5, 0],
    ]);
    expect([...pmd.facialList]).toEqual([1]);
    expect(pmd.frameNames.map(({ text }) => text)).toEqual(['IK\n']);
    expect(pmd.frameBones).toEqual([{ bone: 2, frame: 1 }]);
  });

  test('English names and toons', () => {
    const { name, comment, boneNames, morphNames, frameNames } = pmd.english!;
    expect([name.text, comment.text]).toEqual(['Dancer EN', 'hello EN']);
    expect(boneNames.map(({ text }) => text)).toEqual(['Root', 'Arm', 'Goal']);
    expect(morphNames.map(({ text }) => text)).toEqual(['Smile']);
    expect(frameNames.map(({ text }) => text)).toEqual(['Iks\n']);
    expect(pmd.toonNames!.map(({ text }) => text).join()).toBe(
      'toon01.bmp,toon02.bmp,toon03.bmp,toon04.bmp,toon05.bmp,' +
        'toon06.bmp,toon07.bmp,toon08.bmp,toon09.bmp,toon10.bmp',
    );
  });

  test('bodies and joints', () => {
    const [{ name, ...hip }, free] = pmd.rigidBodies!;
    expect(name.text).toBe('hip');
    expect(hip).toEqual({
      bone: 1,
      group: 3,
      collisionMask: 0xfff7,
      shape: 2,
      size: [1, 2, 3],
      position: [4, 5, 6],
      rotation: [0.1, 0.2, 0.3].map(Math.fround),
      mass: 10,
      linearDamping: 0.5,
      angularDamping: 0.25,
      restitution: 0.125,
      friction: 0.75,
      mode: 1,
    });
    expect(free.bone).toBe(-1);
    const [{ name: jointName, ...joint }] = pmd.joints!;
    expect(jointName.text).toBe('j');
    expect(joint).toEqual({
      bodyA: 0,
      bodyB: 1,
      position: [0, 1, 2],
      rotation: [3, 4, 5],
      linearLower: [6, 7, 8],
      linearUpper: [9, 10, 11],
      angularLower: [12, 13, 14],
      angularUpper: [15, 16, 17],
      linearSpring: [18, 19, 20],
      angularSpring: [21, 22, 23],
    });
  });

  test('shares no memory with the file', () => {
    const bytes = wholeBytes().build();
    const read = parsePmd(bytes);
    bytes.fill(0xee);
    expect(read.name.bytes).toEqual(pmd.name.bytes);
    expect(read.vertices).toEqual(pmd.vertices);
  });
});

describe('where a file may end', () => {
  const bytes = wholeBytes().build();
  const ends = (pmd: Pmd): boolean[] =>
    [pmd.english, pmd.toonNames, pmd.rigidBodies, pmd.joints].map((end) => end !== undefined);

  test.each([
    [ENGLISH, [false, false, false, false]],
    [TOONS, [true, false, false, false]],
    [TOONS + 1000, [true, true, false, false]],
    [JOINTS - 4, [true, true, true, false]],
    [END, [true, true, true, true]],
  ])('after byte %i, without a warning', (length, expected) => {
    const pmd = parsePmd(bytes.subarray(0, length));
    expect(ends(pmd)).toEqual(expected);
    expect(pmd.warnings).toEqual([]);
    expect(Buffer.compare(serializePmd(pmd), bytes.subarray(0, length))).toBe(0);
  });

  test('after an English flag of 0', () => {
    const short = Uint8Array.from([...bytes.subarray(0, ENGLISH), 0]);
    const pmd = parsePmd(short);
    expect(pmd.english).toBeUndefined();
    expect(pmd.source!.englishFlag).toBe(0);
    expect(pmd.warnings).toEqual([]);
    expect(Buffer.compare(serializePmd(pmd), short)).toBe(0);
  });

  test('an English flag of 2 means no names and gives a warning', () => {
    const short = Uint8Array.from([...bytes.subarray(0, ENGLISH), 2]);
    expect(parsePmd(short).english).toBeUndefined();
    expect(warningsOf(short)).toEqual([['odd-value', 'english', 1]]);
    expect(Buffer.compare(serializePmd(parsePmd(short)), short)).toBe(0);
  });

  test('bytes after the last section are kept', () => {
    const signed = Uint8Array.from([...bytes, 1, 2, 3]);
    expect([...parsePmd(signed).trailing]).toEqual([1, 2, 3]);
    expect(warningsOf(signed)).toEqual([['trailing-bytes', 'end of file', 1]]);
  });
});

describe('a file that breaks off', () => {
  const bytes = wholeBytes().build();

  test.each([
    ['header', 2, 0],
    ['header.comment', 100, 3 + 4 + 20],
    ['vertices', VERTICES - 1, VERTICES - 4],
    ['vertices', INDICES - 5, VERTICES],
    ['indices', MATERIALS - 5, INDICES],
    ['materials', MATERIALS + 69, MATERIALS],
    ['bones', BONES + 3 * 39 - 1, BONES],
    ['iks', IKS + 10, IKS],
    ['iks[0].links', TAIL - 1, IKS + 11],
  ])('inside its %s is refused (%i bytes)', (section, length, offset) => {
    const error = thrownBy(() => parsePmd(bytes.subarray(0, length))) as MmdFormatError;
    expect(error).toBeInstanceOf(MmdFormatError);
    expect([error.code, error.section, error.offset]).toEqual(['truncated', section, offset]);
  });

  test.each([
    [TAIL, 'morphs', undefined, 0, 0],
    [TAIL + 1, 'morphs', undefined, 0, 1],
    [MORPHS + 41 + 40, 'morphs', 2, 1, 40],
    [FACIAL, 'facialList', 1, 0, 0],
    [FRAME_NAMES + 49, 'frameNames', 1, 0, 49],
    [FRAME_BONES - 2, 'frameBones', undefined, 0, 2],
    [FRAME_BONES + 2, 'frameBones', 1, 0, 2],
    [TOONS - 1, 'english', 1, 0, 20 + 256 + 3 * 20 + 20 + 50 - 1],
    [TOONS + 999, 'toonNames', 1, 0, 999],
    [BODIES + 83 + 5, 'rigidBodies', 2, 1, 5],
    [JOINTS - 1, 'joints', undefined, 0, 3],
    [END - 1, 'joints', 1, 0, 123],
  ])('after %i bytes, inside its %s, keeps whole records', (length, section, declared, kept, rest) => {
    const cut = bytes.subarray(0, length);
    const pmd = parsePmd(cut);
    const declaredCount = declared === undefined ? {} : { declaredCount: declared };
    expect(pmd.source!.truncated).toEqual({ section, ...declaredCount, keptCount: kept });
    expect(pmd.trailing.length).toBe(rest);
    expect(pmd.warnings.map(({ code, section: of, offset }) => [code, of, offset])).toContainEqual([
      'truncated',
      section,
      length - rest,
    ]);
    expect(Buffer.compare(serializePmd(pmd), cut)).toBe(0);
    expect((thrownBy(() => parsePmd(cut, { strict: true })) as MmdFormatError).code).toBe(
      pmd.warnings[0].code,
    );
  });

  test('counts beyond the file allocate nothing', () => {
    for (const at of [VERTICES - 4, INDICES - 4, MATERIALS - 4]) {
      const huge = patched(bytes, at, 0xff, 0xff, 0xff, 0xff);
      expect((thrownBy(() => parsePmd(huge)) as MmdFormatError).code).toBe('truncated');
    }
    const manyBodies = parsePmd(patched(bytes, BODIES - 4, 0xff, 0xff, 0xff, 0xff));
    expect(manyBodies.rigidBodies!.length).toBe(3); // what follows passes for one
    const longMorph = parsePmd(patched(bytes, MORPHS + 20, 0xff, 0xff, 0xff, 0xff));
    expect(longMorph.morphs).toEqual([]);
    expect(longMorph.warnings[0].message).toBe(
      `morphs[0] needs ${25 + 16 * 0xffffffff} bytes, ${END - MORPHS} left`,
    );
  });
});

describe('problems that become warnings', () => {
  const bytes = wholeBytes().build();
  const NAN = [0, 0, 0xc0, 0x7f];

  test.each([
    ['a version other than 1', patched(bytes, 3, 0, 0, 0, 0x40), 'odd-value', 'header'],
    ['a NaN among positions', patched(bytes, VERTICES + 38, ...NAN), 'not-finite', 'vertices'],
    ['a NaN in a colour', patched(bytes, MATERIALS + 4, ...NAN), 'not-finite', 'materials'],
    ['a NaN in a bone', patched(bytes, BONES + 27, ...NAN), 'not-finite', 'bones'],
    ['a NaN in an IK', patched(bytes, IKS + 7, ...NAN), 'not-finite', 'iks'],
    ['a NaN in a morph', patched(bytes, MORPHS + 25 + 4, ...NAN), 'not-finite', 'morphs'],
    ['a NaN in a body', patched(bytes, BODIES + 26, ...NAN), 'not-finite', 'rigidBodies'],
    ['a NaN in a joint', patched(bytes, JOINTS + 28, ...NAN), 'not-finite', 'joints'],
    ['the bone of a vertex', patched(bytes, VERTICES + 34, 9, 0), 'bad-index', 'vertices'],
    ['the vertex of a triangle', patched(bytes, INDICES + 2, 3, 0), 'bad-index', 'indices'],
    ['a parent', patched(bytes, BONES + 20, 3, 0), 'bad-index', 'bones'],
    ['a tail', patched(bytes, BONES + 22, 3, 0), 'bad-index', 'bones'],
    ['an ik', patched(bytes, BONES + 25, 3, 0), 'bad-index', 'bones'],
    ['the target of an IK', patched(bytes, IKS, 3, 0), 'bad-index', 'iks'],
    ['the effector of an IK', patched(bytes, IKS + 2, 3, 0), 'bad-index', 'iks'],
    ['the link of an IK', patched(bytes, IKS + 11, 3, 0), 'bad-index', 'iks'],
    ['the vertex of the base', patched(bytes, MORPHS + 25, 3), 'bad-index', 'morphs'],
    ['the vertex of a morph', patched(bytes, MORPHS + 41 + 25, 1), 'bad-index', 'morphs'],
    ['a morph of the panel', patched(bytes, FACIAL, 2), 'bad-index', 'facialList'],
    ['the bone of a frame', patched(bytes, FRAME_BONES, 3), 'bad-index', 'frameBones'],
    ['the frame of a bone', patched(bytes, FRAME_BONES + 2, 2), 'bad-index', 'frameBones'],
    ['the bone of a body', patched(bytes, BODIES + 20, 3), 'bad-index', 'rigidBodies'],
    ['the body of a joint', patched(bytes, JOINTS + 24, 2), 'bad-index', 'joints'],
    ['a bone that is its own parent', patched(bytes, BONES + 20, 0, 0), 'bone-cycle', 'bones'],
    ['a weight', patched(bytes, VERTICES + 36, 101), 'odd-value', 'vertices'],
    ['the edge flag of a vertex', patched(bytes, VERTICES + 37, 2), 'odd-value', 'vertices'],
    ['the edge flag of a material', patched(bytes, MATERIALS + 45, 2), 'odd-value', 'materials'],
    ['a type of bone', patched(bytes, BONES + 24, 10), 'odd-value', 'bones'],
    ['a type of morph', patched(bytes, MORPHS + 41 + 24, 5), 'odd-value', 'morphs'],
    ['indices that no material draws', patched(bytes, MATERIALS + 46, 2), 'odd-value', 'materials'],
    ['a name', patched(bytes, BONES, 0x80, 0), 'bad-text', 'bones'],
  ])('%s', (_, odd, code, section) => {
    expect(warningsOf(odd)).toEqual([[code, section, 1]]);
    expect(Buffer.compare(serializePmd(parsePmd(odd)), odd)).toBe(0);
    const error = thrownBy(() => parsePmd(odd, { strict: true })) as MmdFormatError;
    expect(error.code).toBe(code);
  });

  test('FFFF and 0 point at nothing, and are normal', () => {
    const none = patched(bytes, BONES + 22, 0xff, 0xff, 0, 0xff, 0xff);
    expect(warningsOf(none)).toEqual([]);
    expect(parsePmd(none).bones[0]).toMatchObject({ tail: -1, ik: -1 });
  });

  test('the ik field of type 9 is a percentage', () => {
    const part = patched(bytes, BONES + 22, 1, 0, 9, 75, 0);
    expect(warningsOf(part)).toEqual([]);
    expect(parsePmd(part).bones[0]).toMatchObject({ tail: 1, type: 9, ik: 75 });
    const backwards = patched(bytes, BONES + 22, 1, 0, 9, 0x9c, 0xff); // FF9C is −100
    expect(warningsOf(backwards)).toEqual([]);
    expect(parsePmd(backwards).bones[0]).toMatchObject({ tail: 1, type: 9, ik: -100 });
  });

  test('of other types it is a bone', () => {
    const { warnings } = parsePmd(patched(bytes, BONES + 25, 0xfe, 0xff)); // FFFE is −2
    const message = 'bones[0].ik is -2, there are 3';
    expect(warnings).toEqual([
      { code: 'bad-index', section: 'bones', count: 1, offset: BONES + 25, message },
    ]);
  });

  test('a warning says where', () => {
    const { warnings } = parsePmd(patched(bytes, BONES + 39 + 20, 7, 0));
    const message = 'bones[1].parent is 7, there are 3';
    expect(warnings).toEqual([
      { code: 'bad-index', section: 'bones', count: 1, offset: BONES + 39 + 20, message },
    ]);
  });

  test('a long circle of bones is one cycle', () => {
    const ring = new PmdBytes().u32(0, 0, 0).u16(1000);
    for (let i = 0; i < 1000; i++) ring.bone(`b${i}`, (i + 1) % 1000, 0, 0, 0);
    const file = ring.u16(0).u16(0).u8(0, 0).u32(0).build();
    expect(warningsOf(file)).toEqual([['bone-cycle', 'bones', 1]]);
  });
});

test('a file that is not a PMD is refused by its first bytes', () => {
  const other = new PmdBytes({ signature: 'PMX' }).build();
  const error = thrownBy(() => parsePmd(other)) as MmdFormatError;
  expect([error.code, error.offset]).toEqual(['bad-signature', 0]);
  expect(error.message).toBe('not a PMD model: it begins with "PMX" (at byte 0)');
});

test('takes an ArrayBuffer and a view into one', () => {
  const bytes = wholeBytes().build();
  const room = new Uint8Array(bytes.length + 10);
  room.set(bytes, 7);
  expect(parsePmd(room.subarray(7, 7 + bytes.length))).toEqual(parsePmd(bytes));
  expect(parsePmd(bytes.slice().buffer)).toEqual(parsePmd(bytes));
});
