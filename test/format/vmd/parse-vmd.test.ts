import { MmdFormatError, parseVmd, serializeVmd } from '@odori/format';
import { describe, expect, test } from 'vitest';
import { thrownBy } from '#test/support/thrown-by.js';
import { VmdBytes } from '#test/support/vmd-bytes.js';

describe('header', () => {
  test('version 2 with junk after the NULs is read and written back unchanged', () => {
    const bytes = new VmdBytes({
      signature: 'Vocaloid Motion Data 0002\0JKLM',
      modelName: 'Miku\0junk',
    }).build();
    const vmd = parseVmd(bytes);
    expect(vmd.version).toBe(2);
    expect(vmd.modelName.text).toBe('Miku');
    expect([...vmd.modelName.bytes]).toEqual([0x4d, 0x69, 0x6b, 0x75]);
    expect(vmd.warnings).toEqual([]);
    expect(serializeVmd(vmd)).toEqual(bytes);
  });

  test('a model name of exactly 20 bytes has no NUL', () => {
    expect(parseVmd(new VmdBytes({ modelName: 'GirlsFrontline Qiuhu' }).build()).modelName.text).toBe(
      'GirlsFrontline Qiuhu',
    );
  });

  test('version 1 has a name of 10 bytes', () => {
    const bytes = new VmdBytes({
      signature: 'Vocaloid Motion Data file',
      modelName: 'Miku',
      modelNameBytes: 10,
    });
    const vmd = parseVmd(bytes.counts(1).bone('head', 3).build());
    expect(vmd.version).toBe(1);
    expect(vmd.bones.frames).toEqual(Uint32Array.of(3));
  });

  test('a signature that stops early is read as version 2, with a warning', () => {
    const vmd = parseVmd(new VmdBytes({ signature: 'Vocaloid Motion Data' }).build());
    expect(vmd.version).toBe(2);
    expect(vmd.warnings).toEqual([
      {
        code: 'odd-signature',
        section: 'header',
        count: 1,
        offset: 0,
        message: 'signature is "Vocaloid Motion Data"',
      },
    ]);
  });

  test('other files are refused', () => {
    const error = thrownBy(() => parseVmd(new VmdBytes({ signature: 'PMX 2.0' }).build()));
    expect(error).toMatchObject({ code: 'bad-signature', offset: 0, section: 'header' });
    expect(error.message).toContain('not a VMD motion: it begins with "PMX 2.0"');
    expect(thrownBy(() => parseVmd(new Uint8Array(0)))).toMatchObject({ code: 'truncated' });
    expect(() => parseVmd(new VmdBytes().build().subarray(0, 49))).toThrow(MmdFormatError);
  });
});

describe('sections', () => {
  test('trailing sections may be missing', () => {
    const vmd = parseVmd(new VmdBytes().build());
    expect(vmd.bones.count).toBe(0);
    expect(vmd.properties.ikStarts).toEqual(Uint32Array.of(0));
    expect(vmd.warnings).toEqual([]);
  });

  test('bone keys become columns, and keys of one bone share its name', () => {
    const bytes = new VmdBytes().counts(3).bone('arm', 0).bone('leg', 5, [0.5, 0.5, 0.5, 0.5]).bone('arm', 7);
    const { bones } = parseVmd(bytes.build());
    expect(bones.count).toBe(3);
    expect(bones.names.map((name) => name.text)).toEqual(['arm', 'leg']);
    expect(bones.nameIndex).toEqual(Uint32Array.of(0, 1, 0));
    expect(bones.frames).toEqual(Uint32Array.of(0, 5, 7));
    expect(bones.positions).toEqual(new Float32Array(9));
    expect(bones.rotations).toEqual(Float32Array.of(0, 0, 0, 1, 0.5, 0.5, 0.5, 0.5, 0, 0, 0, 1));
    expect([...bones.curves.subarray(0, 4)]).toEqual([20, 20, 107, 107]);
    expect(bones.physics).toEqual(Uint8Array.of(1, 1, 1));
  });

  test('camera keys: the file has x1 x2 y1 y2, a document x1 y1 x2 y2', () => {
    const bytes = new VmdBytes()
      .counts(0, 0, 1)
      .u32(9)
      .f32(-45, 1, 2, 3, 0.1, 0.2, 0.3)
      .bytes(Array.from({ length: 24 }, (_, i) => i))
      .u32(30)
      .bytes([0])
      .build();
    const { cameras } = parseVmd(bytes);
    expect([...cameras.curves.subarray(0, 8)]).toEqual([0, 2, 1, 3, 4, 6, 5, 7]);
    expect([...cameras.curves.subarray(20)]).toEqual([20, 22, 21, 23]);
    expect(cameras.frames[0]).toBe(9);
    expect(cameras.distances[0]).toBe(-45);
    expect([...cameras.targets]).toEqual([1, 2, 3]);
    expect(cameras.rotations).toEqual(Float32Array.of(0.1, 0.2, 0.3));
    expect(cameras.fovs).toEqual(Uint32Array.of(30));
    expect(cameras.perspective).toEqual(Uint8Array.of(1)); // the file's byte says "off"
  });

  test('light, self-shadow and property keys', () => {
    const bytes = new VmdBytes()
      .counts(0, 0, 0, 1)
      .u32(4)
      .f32(0.5, 0.25, 1, 0, -1, 0)
      .u32(1, 6)
      .bytes([2])
      .f32(0.5)
      .u32(2, 0)
      .bytes([1])
      .u32(0, 7)
      .bytes([0])
      .u32(1)
      .text('leg IK', 20)
      .bytes([0]);
    const vmd = parseVmd(bytes.build());
    expect(vmd.lights).toEqual({
      count: 1,
      frames: Uint32Array.of(4),
      colors: Float32Array.of(0.5, 0.25, 1),
      directions: Float32Array.of(0, -1, 0),
    });
    expect(vmd.selfShadows).toEqual({
      count: 1,
      frames: Uint32Array.of(6),
      modes: Uint8Array.of(2),
      distances: Float32Array.of(0.5),
    });
    expect(vmd.properties).toMatchObject({
      count: 2,
      frames: Uint32Array.of(0, 7),
      visible: Uint8Array.of(1, 0),
      ikStarts: Uint32Array.of(0, 0, 1),
      ikNameIndex: Uint32Array.of(0),
      ikEnabled: Uint8Array.of(0),
    });
    expect(vmd.properties.names[0].text).toBe('leg IK');
    expect(vmd.warnings).toEqual([]);
  });

  test('camera records of version 1 have 36 or 61 bytes, whichever matches the file length', () => {
    const header = { signature: 'Vocaloid Motion Data file', modelNameBytes: 10 };
    const short = new VmdBytes(header).counts(0, 0, 2);
    for (const frame of [0, 30]) short.u32(frame).f32(-45, 0, 10, 0, 0, 0, 0).bytes([20, 107, 30, 97]);
    const { cameras } = parseVmd(short.counts(0).build());
    expect(cameras.frames).toEqual(Uint32Array.of(0, 30));
    expect([...cameras.curves.subarray(20, 24)]).toEqual([20, 30, 107, 97]); // one curve for all channels
    expect(cameras.fovs).toEqual(Uint32Array.of(45, 45));
    expect(serializeVmd(parseVmd(short.build()))).toEqual(short.build());

    const long = new VmdBytes(header).counts(0, 0, 1).u32(0).f32(-45, 0, 10, 0, 0, 0, 0);
    long.bytes(Array(24).fill(20)).u32(33).bytes([0]).counts(0);
    expect(parseVmd(long.build()).cameras.fovs).toEqual(Uint32Array.of(33));
    expect(serializeVmd(parseVmd(long.build()))).toEqual(long.build());
  });
});

test('version 1 with long camera records is recognized even if it is signed at its end or truncated', () => {
  const header = { signature: 'Vocaloid Motion Data file', modelNameBytes: 10 };
  const long = new VmdBytes(header).counts(0, 0, 3);
  for (const frame of [0, 5, 9]) {
    long.u32(frame).f32(-45, 0, 10, 0, 0, 0, 0).bytes(Array(24).fill(20)).u32(33).bytes([0]);
  }
  const signed = long.text('Nuthouse01', 10).build();
  expect([...parseVmd(signed).cameras.frames]).toEqual([0, 5, 9]);
  expect(serializeVmd(parseVmd(signed))).toEqual(signed);
  expect([...parseVmd(signed.subarray(0, signed.length - 40)).cameras.frames]).toEqual([0, 5]);
});

describe('names', () => {
  test('names with bytes that CP932 does not define give one warning per section', () => {
    const bytes = new VmdBytes({ modelName: '\x85\x9f' }).counts(1).bone('\x85\x9f', 0).counts(1);
    bytes
      .text('\x85\x9f', 15)
      .u32(0, 0)
      .counts(0, 0, 0, 1)
      .u32(0)
      .bytes([1])
      .u32(1)
      .text('\x85\x9f', 20)
      .bytes([1]);
    const { warnings } = parseVmd(bytes.build());
    expect(warnings.map(({ code, section }) => [code, section])).toEqual([
      ['bad-text', 'header'],
      ['bad-text', 'bone keys'],
      ['bad-text', 'morph keys'],
      ['bad-text', 'property keys'],
    ]);
  });
});

test('a document is plain data: its fields hold values, not getters', () => {
  const vmd = parseVmd(new VmdBytes().counts(1).bone('arm', 9).build());
  const fields = Object.values(Object.getOwnPropertyDescriptors(vmd));
  expect(fields.filter((field) => !('value' in field))).toEqual([]);
  expect(structuredClone(vmd)).toEqual(vmd);
});

describe('lossless: false', () => {
  /**
   * Unsorted and repeated frames, NaN, an odd signature, a name unknown to CP932, an odd padding, and bytes
   * after the end.
   */
  function oddFile(): VmdBytes {
    const bytes = new VmdBytes({ signature: 'Vocaloid Motion Data' }).counts(4);
    bytes.bone('arm', 9).bone('arm', 3).bone('arm', 9, [NaN, 0, 0, 1]).bone('\x85\x9f', 0);
    return bytes.counts(1).text('a', 15, 7).u32(0).f32(0.5).counts(0, 0, 0, 0);
  }

  test('gives the same keys and names, without source', () => {
    const bytes = oddFile().text('signed', 6).build();
    const { source, warnings, ...whole } = parseVmd(bytes);
    const { warnings: fewer, ...vmd } = parseVmd(bytes, { lossless: false });
    expect(source).toBeDefined();
    expect(vmd).toEqual(whole);
    expect(warnings.map(({ code }) => code)).toEqual([
      'odd-signature',
      'bad-text',
      'not-finite',
      'unsorted-keys',
      'duplicate-keys',
      'trailing-bytes',
    ]);
    expect(fewer).toEqual(warnings.filter(({ code }) => code === 'bad-text' || code === 'unsorted-keys'));
  });

  test('warns of a file that ends too early, and leaves out the rest of its last record', () => {
    const bytes = oddFile().build();
    const vmd = parseVmd(bytes.subarray(0, bytes.length - 20), { lossless: false });
    expect(vmd.warnings.map(({ code }) => code)).toContain('truncated');
    expect(vmd.trailing).toHaveLength(0);
    expect(parseVmd(serializeVmd(vmd)).morphs).toEqual(vmd.morphs);
  });

  test('is written as MMD 9 would write it', () => {
    const written = serializeVmd(parseVmd(oddFile().build(), { lossless: false }));
    expect(String.fromCharCode(...written.subarray(0, 26))).toBe('Vocaloid Motion Data 0002\0');
    const again = parseVmd(written);
    expect(again.source!.morphs).toMatchObject({ padding: 'zero', odd: { indices: new Uint32Array(0) } });
    const raw = again.bones.names.map(({ bytes }) => [...bytes]);
    expect(raw).toEqual([[0x85, 0x9f], [...Buffer.from('arm')]]); // frame 0 first
  });

  test('refuse throws its codes alone, also those that playback does not need', () => {
    const odd = oddFile().build();
    const codes = parseVmd(odd).warnings.map(({ code }) => code);
    const [code] = codes;
    expect(thrownBy(() => parseVmd(odd, { lossless: false, refuse: [code] }))).toMatchObject({ code });
    expect(parseVmd(odd, { refuse: ['key-cycle'] }).warnings.map((each) => each.code)).toEqual(codes);
  });

  test('strict throws only what it would warn of', () => {
    const odd = new VmdBytes({ signature: 'Vocaloid Motion Data' }).build();
    expect(parseVmd(odd, { lossless: false, strict: true }).warnings).toEqual([]);
    expect(() => parseVmd(odd, { strict: true })).toThrow(MmdFormatError);
    const error = thrownBy(() => parseVmd(oddFile().build(), { lossless: false, strict: true }));
    expect(error).toMatchObject({ code: 'bad-text', section: 'bone keys[3].name' });
  });
});

test('every morph key of a large file may be padded in an odd way', () => {
  const count = 150_000;
  const keys = new Uint8Array(23 * count).fill(7);
  const weight = [0, 0, 0, 0];
  for (let i = 0; i < count; i++) {
    keys.set([0x61, 0], 23 * i); // the name, then a padding of sevens
    keys.set([...Uint8Array.of(i, i >> 8, i >> 16, 0), ...weight], 23 * i + 15);
  }
  const vmd = parseVmd(new VmdBytes().counts(0, count).bytes(keys).build());
  expect(vmd.source!.morphs.odd.indices).toHaveLength(count);
  expect(vmd.warnings).toEqual([]);
});

test('an odd first key does not make the other keys odd', () => {
  const bytes = new VmdBytes()
    .counts(3)
    .text('arm', 15, 0xfd)
    .u32(0)
    .f32(0, 0, 0, 0, 0, 0, 1)
    .bytes(new Uint8Array(64));
  const vmd = parseVmd(bytes.bone('leg', 0).bone('toe', 0).build());
  expect([...vmd.source!.bones.odd.indices]).toEqual([0]);
});

describe('bad input', () => {
  test('if a count is larger than the file, whole records are kept and the bytes are written back unchanged', () => {
    const bytes = new VmdBytes().counts(20).bone('arm', 0).bone('arm', 5).bytes(new Uint8Array(64)).build();
    const vmd = parseVmd(bytes);
    expect(vmd.bones.count).toBe(2);
    expect(vmd.warnings).toEqual([
      {
        code: 'truncated',
        section: 'bone keys',
        count: 18,
        offset: 276, // 54 + 2 × 111
        message: 'bone keys[2] needs 111 bytes, 64 left',
      },
    ]);
    expect(serializeVmd(vmd)).toEqual(bytes);
  });

  test('in strict mode, the first warning is thrown, with code, section and offset', () => {
    const bytes = new VmdBytes()
      .counts(20)
      .bytes(new Uint8Array(12 * 111 + 64))
      .build();
    const error = thrownBy(() => parseVmd(bytes, { strict: true }));
    expect(error.message).toBe('bone keys[12] needs 111 bytes, 64 left (at byte 1386)');
    expect(error).toMatchObject({
      name: 'MmdFormatError',
      code: 'truncated',
      offset: 1386,
      section: 'bone keys[12]',
    });
  });

  test('a count of 2³² − 1 allocates nothing', () => {
    const vmd = parseVmd(new VmdBytes().counts(0, 0, 0, 0, 0, 0xffffffff).build());
    expect(vmd.properties.count).toBe(0);
    expect(vmd.warnings.map((warning) => warning.message)).toEqual([
      'property keys[0] needs 9 bytes, 0 left',
    ]);
  });

  test('an IK switch count larger than the file gives a warning', () => {
    const bytes = new VmdBytes().counts(0, 0, 0, 0, 0, 1).u32(0).bytes([1]).u32(1000).build();
    expect(parseVmd(bytes).warnings[0].message).toBe('property keys[0] needs 21009 bytes, 9 left');
  });

  test('NaN, infinities and zero quaternions stay, with one warning per section and the first place', () => {
    const bytes = new VmdBytes()
      .counts(3)
      .bone('arm', 0)
      .bone('arm', 1, [NaN, 0, Infinity, 1])
      .bone('arm', 2, [0, -0, 0, 0])
      .build();
    const vmd = parseVmd(bytes);
    expect(vmd.bones.rotations[4]).toBeNaN();
    expect(vmd.warnings).toMatchObject([
      { code: 'not-finite', section: 'bone keys', count: 1, offset: 54 + 111 + 31 },
      {
        code: 'zero-quaternion',
        section: 'bone keys',
        count: 1,
        message: 'bone keys[2].rotation is all zero',
      },
    ]);
    expect(serializeVmd(vmd)).toEqual(bytes);
  });

  test('frames out of order, repeated frames and huge frames give warnings', () => {
    const bytes = new VmdBytes().counts(0, 4);
    bytes.morph('a', 9, 1).morph('a', 3, 1).morph('a', 9, 0).morph('b', 0xffffffff, 0);
    const codes = parseVmd(bytes.build()).warnings.map(({ code, count }) => [code, count]);
    expect(codes).toEqual([
      ['huge-frame', 1],
      ['unsorted-keys', 1],
      ['duplicate-keys', 1],
    ]);
  });

  test('bytes after the last section are kept', () => {
    const bytes = new VmdBytes().counts(0, 0, 0, 0, 0, 0).text('Nuthouse01', 10).build();
    const vmd = parseVmd(bytes);
    expect(String.fromCharCode(...vmd.trailing)).toBe('Nuthouse01');
    expect(vmd.warnings[0]).toMatchObject({ code: 'trailing-bytes', offset: 74 });
    expect(serializeVmd(vmd)).toEqual(bytes);
  });

  test('switches other than 0 and 1 give a warning and are written back unchanged', () => {
    const bytes = new VmdBytes()
      .counts(0, 0, 0, 0, 0, 1)
      .u32(0)
      .bytes([7])
      .u32(1)
      .text('IK', 20)
      .bytes([255])
      .build();
    const vmd = parseVmd(bytes);
    expect([...vmd.properties.visible, ...vmd.properties.ikEnabled]).toEqual([1, 1]);
    expect(vmd.warnings.map(({ code }) => code)).toEqual(['odd-value']);
    expect(serializeVmd(vmd)).toEqual(bytes);
  });

  test('the document holds no view of the file', () => {
    const bytes = new VmdBytes().counts(1).bone('arm', 8).text('end', 3).build();
    const vmd = parseVmd(bytes);
    const before = structuredClone(vmd);
    bytes.fill(0x55);
    expect(vmd).toEqual(before);
  });

  test('parseVmd takes a Uint8Array inside a larger buffer, an ArrayBuffer or a Buffer', () => {
    const bytes = new VmdBytes().counts(1).bone('arm', 8).build();
    const roomy = new Uint8Array(bytes.length + 7);
    roomy.set(bytes, 5);
    for (const input of [
      roomy.subarray(5, 5 + bytes.length),
      bytes.buffer as ArrayBuffer,
      Buffer.from(bytes),
    ]) {
      expect(parseVmd(input).bones.frames).toEqual(Uint32Array.of(8));
    }
  });
});
