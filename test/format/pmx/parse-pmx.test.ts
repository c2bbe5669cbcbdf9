import { MmdFormatError, parsePmx, type Pmx, type PmxMorph, serializePmx } from '@odori/format';
import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { PmxBytes } from '#test/support/pmx-bytes.js';
import { RUNS } from '#test/support/runs.js';
import { thrownBy } from '#test/support/thrown-by.js';

/** Signature and version, count and 8 globals, four lengths, 2 and 5 characters. */
const HEADER_BYTES = 8 + 1 + 8 + 4 * 4 + 2 * 2 + 2 * 5;

describe('header', () => {
  test('an empty model of version 2', () => {
    const pmx = parsePmx(new PmxBytes().upTo('end').build());
    expect([pmx.format, pmx.version, pmx.encoding]).toEqual(['pmx', 2, 'utf-16le']);
    expect([pmx.name, pmx.nameEn, pmx.comment, pmx.commentEn]).toEqual(['模型', 'model', '', '']);
    expect([pmx.vertices.count, pmx.indices.length, pmx.bones, pmx.softBodies]).toEqual([0, 0, [], []]);
    expect(pmx.warnings).toEqual([]);
  });

  test('version 2.1 has one more section; the same texts in UTF-8 read the same', () => {
    const bytes = new PmxBytes({ version: 2.1, globals: [1, 4, 2, 2, 2, 2, 2, 2] })
      .upTo('end')
      .u32(0)
      .build();
    const pmx = parsePmx(bytes);
    expect([pmx.version, pmx.encoding, pmx.name]).toEqual([2.1, 'utf-8', '模型']);
    expect(pmx.vertices.additionalUvCount).toBe(4);
    expect(pmx.warnings).toEqual([]);
  });

  test('unknown additional globals are kept', () => {
    const bytes = new PmxBytes({ globals: [0, 0, 1, 1, 1, 1, 1, 1, 7, 9] }).upTo('end').build();
    const pmx = parsePmx(bytes);
    expect([...pmx.source!.globals]).toEqual([0, 0, 1, 1, 1, 1, 1, 1, 7, 9]);
    expect(serializePmx(pmx)).toEqual(bytes);
  });

  test('an ArrayBuffer, and a view inside one', () => {
    const bytes = new PmxBytes().upTo('end').build();
    const inside = new Uint8Array(bytes.length + 7);
    inside.set(bytes, 3);
    expect(parsePmx(bytes.buffer as ArrayBuffer).name).toBe('模型');
    expect(parsePmx(inside.subarray(3, 3 + bytes.length)).name).toBe('模型');
  });

  test('a file that is not a PMX of version 2 or 2.1 is refused', () => {
    const old = thrownBy(() => parsePmx(new PmxBytes({ signature: 'Pmx ', version: 1 }).build()));
    expect(old).toMatchObject({ code: 'bad-signature', offset: 0, section: 'header.signature' });
    expect(old.message).toBe(
      'header.signature is "Pmx ", only "PMX " with version 2 or 2.1 can be read (at byte 0)',
    );
    expect(thrownBy(() => parsePmx(new PmxBytes({ version: 2.5 }).build()))).toMatchObject({
      code: 'bad-signature',
      message: 'header.signature is version 2.5, only "PMX " with version 2 or 2.1 can be read (at byte 0)',
    });
    expect(thrownBy(() => parsePmx(new PmxBytes({ version: NaN }).build()))).toMatchObject({
      code: 'bad-signature',
    });
    expect(thrownBy(() => parsePmx(new Uint8Array(5)))).toMatchObject({ code: 'truncated', offset: 0 });
  });

  test('the message about a picture gives no version that its bytes happen to spell', () => {
    const png = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
    expect(thrownBy(() => parsePmx(png)).message).toBe(
      'header.signature is "\x89PNG", only "PMX " with version 2 or 2.1 can be read (at byte 0)',
    );
  });

  test.each([
    [[2, 0, 1, 1, 1, 1, 1, 1], 0],
    [[0, 5, 1, 1, 1, 1, 1, 1], 1],
    [[0, 0, 3, 1, 1, 1, 1, 1], 2],
    [[0, 0, 1, 1, 1, 0, 1, 1], 5],
    [[0, 0, 1, 1, 1, 1, 1, 8], 7],
  ])('globals %j are refused for number %i', (globals, i) => {
    expect(thrownBy(() => parsePmx(new PmxBytes({ globals }).upTo('end').build()))).toMatchObject({
      code: 'unknown-type',
      offset: 9 + i,
      section: `header.globals[${i}]`,
    });
  });

  test('fewer than 8 globals are refused', () => {
    expect(thrownBy(() => parsePmx(new PmxBytes({ globals: [0, 0, 1] }).build()))).toMatchObject({
      code: 'unknown-type',
      offset: 8,
      section: 'header.globals',
    });
  });
});

describe('texts', () => {
  /**
   * A texture whose path has these bytes; it begins after the header, two counts, its own count and length.
   */
  const texture = (encoding: number, bytes: number[]): Uint8Array =>
    new PmxBytes({ globals: [encoding, 0, 1, 1, 1, 1, 1, 1] })
      .upTo('textures')
      .u32(1, bytes.length)
      .bytes(bytes)
      .upTo('end')
      .build();

  test.each([
    ['UTF-16 with a byte too many', 0, [0x41, 0, 0x42], 'A'],
    ['UTF-8 cut inside a character', 1, [0x41, 0xe6, 0xa8], 'A\ufffd'],
    ['UTF-8 with a byte that never is', 1, [0xff, 0x42], '\ufffdB'],
  ])('%s: warning, and the same bytes back', (_, encoding, bytes, text) => {
    const file = texture(encoding, bytes);
    const pmx = parsePmx(file);
    expect(pmx.textures).toEqual([text]);
    expect(pmx.warnings).toMatchObject([{ code: 'bad-text', section: 'textures', count: 1 }]);
    expect(serializePmx(pmx)).toEqual(file);
  });

  test.each([
    ['a lone surrogate of UTF-16', 0, [0x00, 0xd8, 0x41, 0], '\ud800A'],
    ['a byte order mark in UTF-16', 0, [0xff, 0xfe, 0x41, 0], '\ufeffA'],
    ['a byte order mark in UTF-8', 1, [0xef, 0xbb, 0xbf, 0x41], '\ufeffA'],
    ['U+FFFD itself', 1, [0xef, 0xbf, 0xbd], '\ufffd'],
    ['a NUL', 1, [0x41, 0], 'A\0'],
  ])('%s is a character like others', (_, encoding, bytes, text) => {
    const file = texture(encoding, bytes);
    const pmx = parsePmx(file);
    expect(pmx.textures).toEqual([text]);
    expect(pmx.source!.oddTexts).toEqual([]);
    expect(serializePmx(pmx)).toEqual(file);
  });

  test('a length of minus one is refused', () => {
    const bytes = new PmxBytes().upTo('textures').u32(1, 0xffffffff).build();
    expect(thrownBy(() => parsePmx(bytes))).toMatchObject({
      code: 'truncated',
      offset: HEADER_BYTES + 4 + 4 + 4,
      section: 'textures[0]',
      message: `textures[0] declares a count of 4294967295: that needs 4294967295 bytes or more, 0 left (at byte ${HEADER_BYTES + 12})`,
    });
  });
});

describe('vertices', () => {
  const GLOBALS = [0, 1, 1, 1, 1, 2, 1, 1]; // an additional UV, bones in two bytes

  test('each type of weights', () => {
    const bytes = new PmxBytes({ version: 2.1, globals: GLOBALS }).upTo('vertices').u32(5);
    const uv = [0.5, 0.25, 0, 1];
    bytes.vertex((b) =>
      b
        .f32(...uv)
        .u8(0)
        .u16(1),
    );
    bytes.vertex((b) =>
      b
        .f32(...uv)
        .u8(1)
        .u16(1, 0)
        .f32(0.75),
    );
    bytes.vertex((b) =>
      b
        .f32(...uv)
        .u8(2)
        .u16(0, 1, 0, 0xffff)
        .f32(0.5, 0.25, 0.25, 0),
    );
    bytes.vertex((b) =>
      b
        .f32(...uv)
        .u8(3)
        .u16(0, 1)
        .f32(0.25, 1, 2, 3, 4, 5, 6, 7, 8, 9),
    );
    bytes.vertex((b) =>
      b
        .f32(...uv)
        .u8(4)
        .u16(1, 1, 1, 1)
        .f32(1, 0, 0, 0),
    );
    bytes.upTo('bones').u32(2);
    for (let i = 0; i < 2; i++) bytes.text('').text('').f32(0, 0, 0).u16(0xffff).u32(0).u16(1, 0xffff);
    const { vertices, warnings } = parsePmx(bytes.upTo('end').u32(0).build());
    expect(warnings).toEqual([]);
    expect(vertices.count).toBe(5);
    expect([...vertices.positions.subarray(12)]).toEqual([0, 1, 2]);
    expect([...vertices.normals.subarray(12)]).toEqual([3, 4, 5]);
    expect([...vertices.uvs.subarray(8)]).toEqual([6, 7]);
    expect([...vertices.additionalUvs.subarray(16)]).toEqual(uv);
    expect([...vertices.weightTypes]).toEqual([0, 1, 2, 3, 4]);
    expect([...vertices.boneIndices]).toEqual([1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, -1, 0, 1, 0, 0, 1, 1, 1, 1]);
    expect([...vertices.boneWeights]).toEqual(
      [
        [1, 0, 0, 0],
        [0.75, 0.25, 0, 0],
        [0.5, 0.25, 0.25, 0],
        [0.25, 0.75, 0, 0],
        [1, 0, 0, 0],
      ].flat(),
    );
    expect([...vertices.sdefVertices]).toEqual([3]);
    expect([...vertices.sdefVectors]).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect([...vertices.edgeScales]).toEqual([1, 1, 1, 1, 1]);
  });

  test('an unknown type of weights is refused', () => {
    const bytes = new PmxBytes().upTo('vertices').u32(2);
    bytes.vertex((b) => b.u8(0, 0)).vertex((b) => b.u8(5, 0));
    const error = thrownBy(() => parsePmx(bytes.upTo('end').build()));
    expect(error).toMatchObject({
      code: 'unknown-type',
      offset: HEADER_BYTES + 4 + 38 + 32, // count, the first vertex, eight floats of the second
      section: 'vertices[1].weight type',
    });
    expect(error.message).toContain('is 5, not 0 to 4');
  });

  test('a file that ends in a vertex is refused', () => {
    const bytes = new PmxBytes().upTo('vertices').u32(1);
    bytes.vertex((b) => b.u8(2, 0, 0, 0)); // BDEF4 needs a bone and four floats more
    expect(thrownBy(() => parsePmx(bytes.build()))).toMatchObject({
      code: 'truncated',
      offset: HEADER_BYTES + 4 + 33, // after the weight type
      section: 'vertices[0].weights',
      message: `vertices[0].weights needs 24 bytes, 7 left (at byte ${HEADER_BYTES + 4 + 33})`, // 4 + 16 + 4
    });
  });

  test('a bone that does not exist is reported with its place', () => {
    const bytes = new PmxBytes({ globals: GLOBALS }).upTo('vertices').u32(1);
    bytes.vertex((b) => b.f32(0, 0, 0, 0).u8(1).u16(0xffff, 7).f32(0.5)); // BDEF2, of none and of bone 7
    expect(parsePmx(bytes.upTo('end').build()).warnings).toEqual([
      {
        code: 'bad-index',
        section: 'vertices',
        count: 1,
        offset: HEADER_BYTES + 4 + 32 + 16 + 1 + 2, // count; position, normal, UVs; type, the first bone
        message: 'vertices[0].bone is 7, there are 0',
      },
    ]);
  });

  test('a count beyond the file is refused before memory is allocated for it', () => {
    const bytes = new PmxBytes().upTo('vertices').u32(0x7fffffff);
    bytes.vertex((b) => b.u8(0, 0));
    expect(thrownBy(() => parsePmx(bytes.build()))).toMatchObject({
      code: 'truncated',
      offset: HEADER_BYTES,
      section: 'vertices.count',
    });
  });

  test('floats that are not finite and indices of missing bones stay', () => {
    const bytes = new PmxBytes().upTo('vertices').u32(2);
    bytes.vertex((b) => b.u8(0, 0xff)); // −1 is none
    bytes.f32(0, Infinity, 2, 3, 4, 5, 6, 7).u8(0, 3).f32(NaN);
    const { vertices, warnings } = parsePmx(bytes.upTo('end').build());
    expect([vertices.boneIndices[0], vertices.boneIndices[4]]).toEqual([-1, 3]);
    expect(vertices.positions[4]).toBe(Infinity);
    const second = HEADER_BYTES + 4 + 38;
    expect(warnings).toEqual([
      {
        code: 'not-finite',
        section: 'vertices',
        count: 2,
        offset: second + 4,
        message: 'vertices[1].position is not finite',
      },
      {
        code: 'bad-index',
        section: 'vertices',
        count: 1,
        offset: second + 32 + 1, // position, normal, UV; type
        message: 'vertices[1].bone is 3, there are 0',
      },
    ]);
  });
});

describe('geometry', () => {
  /** A vertex of bone 3, which is missing, one index, and bytes after the end. */
  function oddFile(): Uint8Array {
    const bytes = new PmxBytes().upTo('vertices').u32(1);
    bytes.vertex((b) => b.u8(0, 3));
    return bytes.upTo('indices').u32(1).u8(0).upTo('end').u8(7).build();
  }

  test('the warnings are in the order of the file, but for indices whose targets come later', () => {
    const places = parsePmx(oddFile()).warnings.map(({ code, section }) => [code, section]);
    expect(places).toEqual([
      ['odd-value', 'indices'],
      ['odd-value', 'materials'],
      ['trailing-bytes', 'end of file'],
      ['bad-index', 'vertices'],
    ]);
  });

  test('a document is plain data: it holds values, not getters, and no view of the file', () => {
    const bytes = oddFile();
    const pmx = parsePmx(bytes);
    const fields = Object.values(Object.getOwnPropertyDescriptors(pmx));
    expect(fields.filter((field) => !('value' in field))).toEqual([]);
    const copy = structuredClone(pmx);
    bytes.fill(0x55);
    expect(pmx).toEqual(copy);
  });

  test('a strict parser throws the first warning', () => {
    expect(thrownBy(() => parsePmx(oddFile(), { strict: true }))).toMatchObject({ section: 'indices.count' });
  });

  test('without geometry the document is the same but for vertices, indices and the warnings about them', () => {
    const { vertices, indices, ...whole } = parsePmx(oddFile());
    expect([vertices.count, indices.length]).toEqual([1, 1]);
    const pmx = parsePmx(oddFile(), { geometry: false });
    expect(pmx).toEqual({ ...whole, warnings: whole.warnings.slice(1, 3) });
    expect('vertices' in pmx || 'indices' in pmx).toBe(false);
  });

  test('without geometry, a file that ends in it is refused all the same', () => {
    const cut = oddFile().subarray(0, HEADER_BYTES + 20);
    for (const geometry of [false, true] as const) {
      const error = thrownBy(() => (geometry ? parsePmx(cut) : parsePmx(cut, { geometry })));
      expect(error).toMatchObject({ code: 'truncated', section: 'vertices.count' });
    }
  });

  test('a document without geometry cannot be written', () => {
    const pmx = parsePmx(oddFile(), { geometry: false });
    expect(() => serializePmx(pmx as Pmx)).toThrow(
      new RangeError('the model has no vertices: parse it without `geometry: false`'),
    );
  });
});

describe('indices', () => {
  test.each([
    [1, [0xff, 0, 1], [255, 0, 1]],
    [2, [0xff, 0xff, 0, 0, 1, 0], [65535, 0, 1]],
    [4, [0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0, 1, 0, 0, 0], [0xffffffff, 0, 1]],
  ])('of %i bytes are unsigned', (size, bytes, indices) => {
    const file = new PmxBytes({ globals: [0, 0, size, 1, 1, 1, 1, 1] })
      .upTo('indices')
      .u32(3)
      .bytes(bytes)
      .upTo('end')
      .build();
    const pmx = parsePmx(file);
    expect([...pmx.indices]).toEqual(indices);
    expect(pmx.warnings).toMatchObject([
      { code: 'bad-index', section: 'indices', count: 3, offset: HEADER_BYTES + 8 },
      { code: 'odd-value', section: 'materials' }, // none of them draws anything
    ]);
    expect(serializePmx(pmx)).toEqual(file);
  });

  test('a number that is not a multiple of 3 gives a warning', () => {
    const file = new PmxBytes().upTo('vertices').u32(1);
    file.vertex((b) => b.u8(0, 0xff));
    const { warnings } = parsePmx(file.upTo('indices').u32(2).u8(0, 0).upTo('end').build());
    expect(warnings).toMatchObject([
      { code: 'odd-value', section: 'indices', message: 'indices.count is 2, not a multiple of 3' },
      { code: 'odd-value', section: 'materials' },
    ]);
  });
});

describe('materials', () => {
  const material = (bytes: PmxBytes, toon: number[]): PmxBytes =>
    bytes
      .text('体')
      .text('body')
      .f32(1, 0.5, 0.25, 1, 0.5, 0.5, 0.5, 8, 0.25, 0.25, 0.25)
      .u8(0x1f)
      .f32(0, 0, 0, 1, 1.5)
      .u8(0, 0xff, 2, ...toon)
      .text('memo')
      .u32(0);

  test('every field is read, with an own toon and a shared one', () => {
    const bytes = new PmxBytes().upTo('textures').u32(1).text('a.png').upTo('materials').u32(2);
    material(material(bytes, [0, 0]), [1, 9]);
    const pmx = parsePmx(bytes.upTo('end').build());
    expect(pmx.warnings).toEqual([]);
    expect(pmx.materials[0]).toEqual({
      name: '体',
      nameEn: 'body',
      diffuse: [1, 0.5, 0.25, 1],
      specular: [0.5, 0.5, 0.5],
      specularPower: 8,
      ambient: [0.25, 0.25, 0.25],
      flags: 0x1f,
      edgeColor: [0, 0, 0, 1],
      edgeSize: 1.5,
      texture: 0,
      sphereTexture: -1,
      sphereMode: 2,
      sharedToon: 0,
      toon: 0,
      memo: 'memo',
      indexCount: 0,
    });
    expect(pmx.materials[1]).toMatchObject({ sharedToon: 1, toon: 9 });
  });

  test('a missing texture gives a warning, an unknown kind of toon is refused', () => {
    const bytes = material(new PmxBytes().upTo('materials').u32(1), [0, 5]).upTo('end').build();
    expect(parsePmx(bytes).warnings).toMatchObject([
      {
        code: 'bad-index',
        section: 'materials',
        count: 2,
        message: 'materials[0].texture is 0, there are 0',
      },
    ]);
    const refused = material(new PmxBytes().upTo('materials').u32(1), [2, 5]).upTo('end').build();
    expect(thrownBy(() => parsePmx(refused))).toMatchObject({
      code: 'unknown-type',
      section: 'materials[0].sharedToon',
    });
  });
});

describe('bones', () => {
  /** Three bones without anything optional; then more. */
  const bones = (count: number, parents = [0xff, 0, 1]): PmxBytes => {
    const bytes = new PmxBytes().upTo('bones').u32(3 + count);
    parents.forEach((parent, i) => {
      bytes.text(`骨${i}`).text('').f32(0, i, 0).u8(parent).u32(i).u16(0x1a).f32(0, 0, 1);
    });
    return bytes;
  };

  test('the members that the flags announce are read in file order', () => {
    const bytes = bones(1).text('全部').text('all').f32(1, 2, 3).u8(2).u32(7);
    bytes.u16(0x1 | 0x20 | 0x100 | 0x400 | 0x800 | 0x2000).u8(1); // tail
    bytes.u8(0).f32(0.5); // append
    bytes.f32(0, 1, 0).f32(1, 0, 0, 0, 0, 1).u32(42); // fixed axis, local axes, external parent
    bytes.u8(2).u32(40).f32(2).u32(2).u8(1, 0).u8(0, 1).f32(-3, 0, 0, -0.5, 0, 0); // IK
    const pmx = parsePmx(bytes.upTo('end').build());
    expect(pmx.warnings).toEqual([]);
    expect(pmx.bones[1]).toEqual({
      name: '骨1',
      nameEn: '',
      position: [0, 1, 0],
      parent: 0,
      layer: 1,
      flags: 0x1a,
      tail: [0, 0, 1],
    });
    expect(pmx.bones[3]).toEqual({
      name: '全部',
      nameEn: 'all',
      position: [1, 2, 3],
      parent: 2,
      layer: 7,
      flags: 0x2d21,
      tail: 1,
      append: { parent: 0, ratio: 0.5 },
      fixedAxis: [0, 1, 0],
      localAxes: { x: [1, 0, 0], z: [0, 0, 1] },
      externalParentKey: 42,
      ik: {
        effector: 2,
        loopCount: 40,
        limitAngle: 2,
        links: [{ bone: 1 }, { bone: 0, limits: { min: [-3, 0, 0], max: [-0.5, 0, 0] } }],
      },
    });
  });

  test('a cycle is reported once, from any of its bones', () => {
    const { warnings } = parsePmx(bones(0, [1, 2, 1]).upTo('end').build());
    expect(warnings).toMatchObject([{ code: 'bone-cycle', section: 'bones', count: 1 }]);
    const own = parsePmx(bones(0, [0xff, 1, 0]).upTo('end').build());
    expect(own.warnings).toMatchObject([
      {
        code: 'bone-cycle',
        section: 'bones',
        count: 1,
        message: 'bones[1].parent makes the bone its own ancestor',
      },
    ]);
  });

  test('a parent that does not exist gives a warning', () => {
    const { warnings } = parsePmx(bones(0, [0xfe, 3, 2]).upTo('end').build()); // −2 and one too far
    expect(warnings).toMatchObject([
      { code: 'bad-index', count: 2, message: 'bones[0].parent is -2, there are 3' },
      { code: 'bone-cycle', count: 1 },
    ]);
  });

  test('a link whose limit switch is neither 0 nor 1 is refused', () => {
    const bytes = bones(1).text('').text('').f32(0, 0, 0).u8(0).u32(0).u16(0x21).u8(0);
    bytes.u8(2).u32(1).f32(1).u32(1).u8(0, 2);
    const offset = bytes.length - 1;
    expect(thrownBy(() => parsePmx(bytes.upTo('end').build()))).toMatchObject({
      code: 'unknown-type',
      offset,
      section: 'bones[3].ik.links[0].has limits',
    });
  });

  test('a file that ends in a bone is refused', () => {
    expect(thrownBy(() => parsePmx(bones(1).text('').build()))).toMatchObject({ code: 'truncated' });
    expect(thrownBy(() => parsePmx(bones(0).build().slice(0, -2)))).toMatchObject({
      code: 'truncated',
      section: 'bones[2].tail',
    });
    const links = bones(1).text('').text('').f32(0, 0, 0).u8(0).u32(0).u16(0x21).u8(0);
    links.u8(2).u32(1).f32(1).u32(0x80000000);
    expect(thrownBy(() => parsePmx(links.build()))).toMatchObject({
      code: 'truncated',
      section: 'bones[3].ik.links',
    });
  });
});

describe('morphs', () => {
  const morph = (type: number, then: (bytes: PmxBytes) => PmxBytes, version = 2.1): PmxBytes =>
    then(new PmxBytes({ version }).upTo('morphs').u32(1).text('笑い').text('smile').u8(3, type)).upTo('end');
  const parsed = (bytes: PmxBytes): PmxMorph => parsePmx(bytes.u32(0).build()).morphs[0];
  const head = { name: '笑い', nameEn: 'smile', panel: 3 };
  const numbers = (length: number): number[] => Array.from({ length }, (_, i) => i + 1);

  test('group and flip', () => {
    const elements = { morphs: Int32Array.of(0, -1), weights: Float32Array.of(0.5, 1) };
    const write = (b: PmxBytes): PmxBytes => b.u32(2).u8(0).f32(0.5).u8(0xff).f32(1);
    expect(parsed(morph(0, write))).toEqual({ ...head, type: 'group', ...elements });
    expect(parsed(morph(9, write))).toEqual({ ...head, type: 'flip', ...elements });
  });

  test('vertex', () => {
    expect(parsed(morph(1, (b) => b.u32(2).u8(200).f32(1, 2, 3).u8(7).f32(4, 5, 6)))).toEqual({
      ...head,
      type: 'vertex',
      vertices: Uint32Array.of(200, 7),
      offsets: Float32Array.from(numbers(6)),
    });
  });

  test('bone', () => {
    expect(parsed(morph(2, (b) => b.u32(1).u8(5).f32(1, 2, 3, 0, 0, 0, 1)))).toEqual({
      ...head,
      type: 'bone',
      bones: Int32Array.of(5),
      translations: Float32Array.of(1, 2, 3),
      rotations: Float32Array.of(0, 0, 0, 1),
    });
  });

  test.each([3, 4, 5, 6, 7])('UV, type %i', (type) => {
    expect(parsed(morph(type, (b) => b.u32(1).u8(5).f32(1, 2, 3, 4)))).toEqual({
      ...head,
      type: 'uv',
      channel: type - 3,
      vertices: Uint32Array.of(5),
      offsets: Float32Array.of(1, 2, 3, 4),
    });
  });

  test('material', () => {
    const write = (b: PmxBytes): PmxBytes =>
      b
        .u32(1)
        .u8(0xff, 1)
        .f32(...numbers(28));
    expect(parsed(morph(8, write))).toEqual({
      ...head,
      type: 'material',
      materials: Int32Array.of(-1),
      operations: Uint8Array.of(1),
      values: Float32Array.from(numbers(28)),
    });
  });

  test('impulse: the bodies come later, and are checked then', () => {
    const bytes = morph(10, (b) =>
      b
        .u32(1)
        .u8(4, 1)
        .f32(...numbers(6)),
    ).u32(0);
    const pmx = parsePmx(bytes.build());
    expect(pmx.morphs[0]).toEqual({
      ...head,
      type: 'impulse',
      rigidBodies: Int32Array.of(4),
      local: Uint8Array.of(1),
      velocities: Float32Array.of(1, 2, 3),
      torques: Float32Array.of(4, 5, 6),
    });
    expect(pmx.warnings).toMatchObject([
      { code: 'bad-index', section: 'morphs', message: 'morphs[0].elements[0] is 4, there are 0' },
    ]);
  });

  test('parts of version 2.1 are read in a file of version 2, and written back', () => {
    const bytes = morph(9, (b) => b.u32(0), 2).build();
    const pmx = parsePmx(bytes);
    expect(pmx.source!.isMixed).toBe(true);
    expect(serializePmx(pmx)).toEqual(bytes);
  });

  test('an unknown type without elements is an empty group, and what follows is there', () => {
    const bytes = new PmxBytes().upTo('morphs').u32(3);
    bytes.text('a').text('').u8(1, 1).u32(0).text('b').text('').u8(1, 200).u32(0);
    bytes.text('c').text('').u8(1, 0).u32(1).u8(0).f32(0.5);
    const file = bytes.upTo('displayFrames').u32(1).text('表情').text('Exp').u8(1).u32(0).upTo('end').build();
    const pmx = parsePmx(file);
    expect(pmx.morphs.map(({ name, type }) => [name, type])).toEqual([
      ['a', 'vertex'],
      ['b', 'group'],
      ['c', 'group'],
    ]);
    expect(pmx.displayFrames.map(({ name }) => name)).toEqual(['表情']);
    expect(pmx.warnings).toMatchObject([
      { code: 'unknown-type', count: 1, message: 'morphs[1].type is 200, not 0 to 10' },
    ]);
    expect(serializePmx(pmx)).toEqual(file);
    pmx.morphs.shift(); // an edited model has an ordinary group there
    const edited = parsePmx(serializePmx(pmx));
    expect([edited.warnings, edited.morphs.map(({ name }) => name)]).toEqual([[], ['b', 'c']]);
  });

  test.each([
    ['group', 1 + 4],
    ['vertex', 1 + 12],
    ['bone', 1 + 12 + 16],
    ['uv', 1 + 16],
    ['material', 1 + 1 + 112],
    ['impulse', 1 + 1 + 24],
  ])(
    'elements of an unknown type may be as long as those of a %s morph: what follows decides',
    (_, length) => {
      const bytes = new PmxBytes({ version: 2.1 }).upTo('morphs').u32(4);
      bytes.text('a').text('').u8(1, 1).u32(0);
      for (const count of [2, 3]) {
        bytes.text('b').text('').u8(1, 11).u32(count);
        for (let i = 0; i < count * length; i++) bytes.u8(1 + (i % 100));
      }
      bytes.text('c').text('').u8(1, 1).u32(0);
      const file = bytes
        .upTo('displayFrames')
        .u32(1)
        .text('表情')
        .text('')
        .u8(1)
        .u32(0)
        .upTo('end')
        .u32(0)
        .build();
      const pmx = parsePmx(file);
      expect(pmx.morphs.map(({ name, type }) => [name, type])).toEqual([
        ['a', 'vertex'],
        ['b', 'group'],
        ['b', 'group'],
        ['c', 'vertex'],
      ]);
      expect(pmx.displayFrames.map(({ name }) => name)).toEqual(['表情']);
      expect(pmx.warnings).toMatchObject([
        { code: 'unknown-type', count: 2, message: 'morphs[1].type is 11, not 0 to 10' },
      ]);
      expect(serializePmx(pmx)).toEqual(file);
      expect(parsePmx(file, { geometry: false }).morphs).toHaveLength(4);
      expect(thrownBy(() => parsePmx(file, { strict: true }))).toMatchObject({ code: 'unknown-type' });
    },
  );

  test('bytes of any kind behind an unknown type give a model', () => {
    const bytes = fc.uint8Array({ minLength: 0, maxLength: 400 });
    fc.assert(
      fc.property(fc.integer({ min: 11, max: 255 }), fc.nat(40), bytes, (type, count, rest) => {
        const file = new PmxBytes()
          .upTo('morphs')
          .u32(3)
          .text('a')
          .text('')
          .u8(1, type)
          .u32(count)
          .bytes(rest);
        const whole = file.build();
        const pmx = parsePmx(whole);
        expect(pmx.bones).toEqual([]);
        expect(serializePmx(pmx)).toEqual(whole);
      }),
      { numRuns: RUNS },
    );
  });

  test('two unknown types are found together; many are not looked for', () => {
    const fileOf = (types: readonly number[]): Uint8Array => {
      const bytes = new PmxBytes().upTo('morphs').u32(types.length);
      for (const type of types) bytes.text('m').text('').u8(1, type).u32(1).u8(0).f32(0.5, 1, 2, 3);
      return bytes.upTo('end').build();
    };
    expect(parsePmx(fileOf([20, 30])).morphs).toHaveLength(2);
    const many = fileOf([20, 30, 40, 50, 60, 70, 80, 90]);
    const pmx = parsePmx(many);
    expect(serializePmx(pmx)).toEqual(many);
  });

  test('an unknown type with elements: the morphs before it are kept, and so are all bytes', () => {
    const bytes = new PmxBytes().upTo('morphs').u32(3);
    bytes.text('a').text('').u8(1, 1).u32(0);
    const offset = bytes.length;
    bytes.text('b').text('').u8(1, 11).u32(1).u8(0, 0).text('c').text('').u8(1, 1).u32(0);
    const file = bytes.upTo('end').build();
    const pmx = parsePmx(file);
    expect(pmx.morphs.map(({ name }) => name)).toEqual(['a']);
    expect(pmx.source!.truncated).toEqual({ section: 'morphs', declaredCount: 3, keptCount: 1 });
    expect(pmx.trailing.length).toBe(file.length - offset);
    expect(pmx.warnings).toEqual([
      {
        code: 'unknown-type',
        section: 'morphs',
        count: 1,
        offset: offset + 4 + 2 + 4 + 1,
        message: 'morphs[1].type is 11, not 0 to 10',
      },
    ]);
    expect(serializePmx(pmx)).toEqual(file);
    const error = thrownBy(() => parsePmx(file, { strict: true })) as MmdFormatError;
    expect(error).toMatchObject({ code: 'unknown-type', section: 'morphs[1].type', offset: offset + 11 });
  });

  test('a number of elements beyond the file ends the file there', () => {
    const pmx = parsePmx(morph(1, (b) => b.u32(0xffffffff)).build());
    expect(pmx.morphs).toEqual([]);
    expect(pmx.warnings).toMatchObject([{ code: 'truncated', section: 'morphs', count: 1 }]);
  });
});

describe('frames, bodies, joints', () => {
  test('every field', () => {
    const bytes = new PmxBytes().upTo('displayFrames').u32(1).text('表情').text('Exp').u8(1);
    bytes.u32(2).u8(1, 0xff).u8(0, 0xff);
    bytes.upTo('rigidBodies').u32(1).text('剛体').text('body').u8(0xff, 15).u16(0xfffe).u8(2);
    bytes.f32(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14).u8(1);
    bytes.upTo('joints').u32(1).text('継手').text('joint').u8(0, 0, 0xff);
    bytes.f32(...Array.from({ length: 24 }, (_, i) => i));
    const file = bytes.build();
    const pmx = parsePmx(file);
    expect(pmx.warnings).toEqual([]);
    expect(pmx.displayFrames).toEqual([
      {
        name: '表情',
        nameEn: 'Exp',
        special: 1,
        elements: [
          { type: 'morph', index: -1 },
          { type: 'bone', index: -1 },
        ],
      },
    ]);
    expect(pmx.rigidBodies).toEqual([
      {
        name: '剛体',
        nameEn: 'body',
        bone: -1,
        group: 15,
        collisionMask: 0xfffe,
        shape: 2,
        size: [1, 2, 3],
        position: [4, 5, 6],
        rotation: [7, 8, 9],
        mass: 10,
        linearDamping: 11,
        angularDamping: 12,
        restitution: 13,
        friction: 14,
        mode: 1,
      },
    ]);
    expect(pmx.joints).toEqual([
      {
        name: '継手',
        nameEn: 'joint',
        type: 0,
        bodyA: 0,
        bodyB: -1,
        position: [0, 1, 2],
        rotation: [3, 4, 5],
        linearLower: [6, 7, 8],
        linearUpper: [9, 10, 11],
        angularLower: [12, 13, 14],
        angularUpper: [15, 16, 17],
        linearSpring: [18, 19, 20],
        angularSpring: [21, 22, 23],
      },
    ]);
    expect(serializePmx(pmx)).toEqual(file);
  });

  test('odd values stay and give warnings', () => {
    const bytes = new PmxBytes().upTo('rigidBodies').u32(1).text('').text('').u8(0, 16).u16(0).u8(3);
    bytes.f32(...Array<number>(14).fill(NaN)).u8(3);
    const file = bytes.upTo('end').build();
    const pmx = parsePmx(file);
    expect(pmx.rigidBodies[0]).toMatchObject({ bone: 0, group: 16, shape: 3, mode: 3 });
    expect(pmx.warnings.map(({ code, count }) => [code, count])).toEqual([
      ['bad-index', 1],
      ['odd-value', 3],
      ['not-finite', 14],
    ]);
  });

  test('an element that is neither bone nor morph is skipped, and written back', () => {
    const bytes = new PmxBytes().upTo('displayFrames').u32(2);
    bytes.text('a').text('').u8(0).u32(4).u8(2, 0).u8(0, 0xff).u8(9, 7).u8(255, 1);
    bytes.text('b').text('').u8(0).u32(1).u8(3, 0);
    bytes
      .upTo('joints')
      .u32(1)
      .text('j')
      .text('')
      .u8(0, 0xff, 0xff)
      .f32(...Array<number>(24).fill(0));
    const file = bytes.upTo('end').build();
    const pmx = parsePmx(file);
    expect(pmx.warnings).toMatchObject([
      { code: 'unknown-type', count: 4, message: 'displayFrames[0].elements[0] is 2, not 0 to 1' },
    ]);
    expect(pmx.displayFrames.map(({ elements }) => elements)).toEqual([[{ type: 'bone', index: -1 }], []]);
    expect(pmx.joints.map(({ name }) => name)).toEqual(['j']);
    expect(serializePmx(pmx)).toEqual(file);
    pmx.name = 'longer';
    expect(parsePmx(serializePmx(pmx)).warnings).toEqual([]);
  });

  test.each([
    ['bones', [2, 0]],
    ['morphs', [2, 0, 0]],
  ])('an element of unknown type may be as long as that of %s: what follows decides', (_, element) => {
    const bytes = new PmxBytes({ globals: [1, 0, 1, 1, 1, 1, 2, 1] }).upTo('displayFrames').u32(2);
    bytes.text('a').text('').u8(0).u32(3).u8(...element).u8(1, 0xff, 0xff).u8(...element); // prettier-ignore
    const file = bytes.text('b').text('').u8(0).u32(0).upTo('end').build();
    const pmx = parsePmx(file);
    expect(pmx.displayFrames.map(({ name, elements }) => [name, elements.length])).toEqual([
      ['a', 1],
      ['b', 0],
    ]);
    expect(pmx.warnings).toMatchObject([{ code: 'unknown-type', count: 2 }]);
    expect(pmx.source!.truncated).toBeUndefined();
    expect(serializePmx(pmx)).toEqual(file);
  });

  test('an element of unknown type ends the file if no known length fits', () => {
    const bytes = new PmxBytes({ globals: [1, 0, 1, 1, 1, 2, 1, 1] }).upTo('displayFrames');
    const file = bytes.u32(1).text('').text('').u8(0).u32(1).u8(2, 0, 0, 0, 0, 9).upTo('end').build();
    const pmx = parsePmx(file);
    expect(pmx.warnings).toMatchObject([{ code: 'unknown-type' }]);
    expect(pmx.source!.truncated).toMatchObject({ section: 'displayFrames' });
    expect(serializePmx(pmx)).toEqual(file);
  });

  test('a file that ends before a section, and one that ends in a count', () => {
    const bytes = new PmxBytes().upTo('rigidBodies').build();
    for (const file of [bytes, Uint8Array.of(...bytes, 0, 0, 0)]) {
      const pmx = parsePmx(file);
      expect(pmx.source!.truncated).toEqual({ section: 'rigidBodies', declaredCount: 0, keptCount: 0 });
      expect(pmx.warnings).toMatchObject([
        { code: 'truncated', section: 'rigidBodies', offset: bytes.length },
      ]);
      expect(serializePmx(pmx)).toEqual(file);
    }
  });

  test('bytes after the joints are kept', () => {
    const bytes = Uint8Array.of(...new PmxBytes().upTo('end').build(), 1, 2, 3);
    const pmx = parsePmx(bytes);
    expect([...pmx.trailing]).toEqual([1, 2, 3]);
    expect(pmx.warnings).toEqual([
      {
        code: 'trailing-bytes',
        section: 'end of file',
        count: 1,
        offset: bytes.length - 3,
        message: '3 unexpected bytes after the last section',
      },
    ]);
  });
});

test('soft bodies of 2.1', () => {
  const bytes = new PmxBytes({ version: 2.1 }).upTo('end').u32(1).text('布').text('cloth');
  bytes.u8(0, 0xff, 3).u16(0xffff).u8(7).u32(2, 4).f32(1.5, 0.25).u32(1);
  bytes
    .f32(...Array.from({ length: 18 }, (_, i) => i))
    .u32(1, 2, 3, 4)
    .f32(0.5, 0.25, 0.125);
  bytes.u32(1).u8(0xff, 0, 1).u32(2).u8(0, 0);
  const pmx = parsePmx(bytes.build());
  expect(pmx.softBodies).toEqual([
    {
      name: '布',
      nameEn: 'cloth',
      shape: 0,
      material: -1,
      group: 3,
      collisionMask: 0xffff,
      flags: 7,
      bendingLinkDistance: 2,
      clusterCount: 4,
      totalMass: 1.5,
      collisionMargin: 0.25,
      aeroModel: 1,
      config: Float32Array.from([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]),
      cluster: Float32Array.of(12, 13, 14, 15, 16, 17),
      iterations: Int32Array.of(1, 2, 3, 4),
      stiffness: Float32Array.of(0.5, 0.25, 0.125),
      anchors: [{ rigidBody: -1, vertex: 0, near: 1 }],
      pinnedVertices: Uint32Array.of(0, 0),
    },
  ]);
  expect(serializePmx(pmx)).toEqual(bytes.build());
});

test('no view of the file is kept', () => {
  const bytes = Uint8Array.of(...new PmxBytes().upTo('end').build(), 9);
  const pmx = parsePmx(bytes);
  for (const kept of [pmx.trailing, pmx.source!.globals, pmx.source!.version]) {
    expect(kept.buffer).not.toBe(bytes.buffer);
  }
});
