import { MmdFormatError, parsePmm, type Pmd, type Pmm, pmmToVmd, serializePmm } from '@odori/format';
import { encodeName } from '@odori/format/internal';
import { describe, expect, test } from 'vitest';
import { thrownBy } from '#test/support/thrown-by.js';
import { BLOCKS, version1Bytes } from './pmm-bytes.js';

/** The sample with some of the blocks at its end. */
function project(blockCount: number): Uint8Array {
  return BLOCKS.slice(0, blockCount)
    .reduce((file, block) => block(file), version1Bytes())
    .build();
}

const list = (column: ArrayLike<number>): number[] => Array.from(column);

/** The parts of a PMD that are necessary for names. */
function pmdOf(
  name: string,
  bones: string[],
  morphs: string[],
  targets: number[],
): Pick<Pmd, 'bones' | 'iks' | 'morphs' | 'name'> {
  return {
    name: encodeName(name),
    bones: bones.map((bone) => ({ name: encodeName(bone) }) as Pmd['bones'][number]),
    morphs: morphs.map((morph) => ({ name: encodeName(morph) }) as Pmd['morphs'][number]),
    iks: targets.map((target) => ({ bone: target }) as Pmd['iks'][number]),
  };
}

describe('a whole file', () => {
  const bytes = project(12);
  const pmm = parsePmm(bytes);

  test('the numbers of bones, morphs and IKs are found from the file itself', () => {
    const counts = pmm.models.map(({ bones, morphs, current }) => [
      bones.starts.length - 1,
      morphs.starts.length - 1,
      current.ikEnabled.length,
    ]);
    expect(counts).toEqual([
      [2, 2, 1],
      [2, 2, 1],
    ]);
    expect([pmm.version, pmm.warnings, pmm.trailing.length]).toEqual([1, [], 0]);
  });

  test('the models are read', () => {
    const [{ name, nameEn, path, drawOrder, rowsOpen, bones, morphs, properties, current }] = pmm.models;
    expect([name.text, nameEn.text, path.text, drawOrder, list(rowsOpen)]).toEqual([
      'Dancer',
      '',
      'd.pmd',
      2,
      [0],
    ]);
    expect(list(name.rest!)).toEqual(Array(20 - 7).fill(0xfd));
    expect([list(bones.starts), list(bones.frames)]).toEqual([
      [0, 3, 5],
      [0, 5, 9, 0, 7],
    ]);
    expect(list(bones.physicsOff)).toEqual([0, 0, 0, 0, 0]);
    expect(list(morphs.weights)).toEqual([0, 0.5, 1]);
    expect([list(properties.visible), list(properties.ikEnabled)]).toEqual([
      [1, 0],
      [1, 0],
    ]);
    expect(properties.externalParents.length).toBe(0);
    expect(list(current.rotations).map((value) => Number(value.toFixed(3)))).toEqual([
      0, 0, 0, 1, 0.6, 0, 0, 0.8,
    ]);
    expect([list(current.rowSelected), list(current.morphWeights)]).toEqual([
      [1, 1],
      [0.25, 0.75],
    ]);
  });

  test('the values of the blocks are in the same places as in version 2', () => {
    expect(
      pmm.models.map(({ additive, edgeWidth, selfShadow }) => [additive, edgeWidth, selfShadow]),
    ).toEqual([
      [0, 1.5, 1],
      [1, 2, 0],
    ]);
    expect(pmm.display).toMatchObject({
      transparentGroundShadow: 1,
      edgeColor: [1, 2, 3],
      blackBackground: 1,
    });
    expect(pmm.physics).toEqual({ mode: 2, ground: 1 });
    expect(pmm.gravity).toMatchObject({ noise: 10, noiseOn: 1, keys: { count: 0 } });
    expect([pmm.selfShadow.on, list(pmm.selfShadow.keys.modes)]).toEqual([1, [2]]);
    const { keys, current } = pmm.camera;
    expect([list(keys.followModels), list(keys.followBones)]).toEqual([
      [-1, 0],
      [0, 1],
    ]);
    expect([current.followModel, current.followBone]).toEqual([0, 1]);
    expect(pmm.version1!.modelOrder.map(({ text }) => text)).toEqual(['Other', 'Dancer']);
  });

  test('the document gives the same bytes', () => {
    expect(Buffer.compare(serializePmm(pmm), bytes)).toBe(0);
  });
});

test('a file may end before any block, and missing values are MMD’s defaults', () => {
  for (let count = 0; count <= 12; count++) {
    const bytes = project(count);
    const pmm = parsePmm(bytes);
    expect([pmm.version1!.blockCount, pmm.warnings]).toEqual([count, []]);
    expect(Buffer.compare(serializePmm(pmm), bytes)).toBe(0);
  }
  expect(parsePmm(project(0)).camera.keys.followModels).toEqual(Int32Array.of(-1, -1));
});

test('the bytes of a block that does not begin with 1 are kept', () => {
  const bytes = Uint8Array.from([...project(7), 0, 9, 9]);
  const pmm = parsePmm(bytes);
  expect([pmm.version1!.blockCount, list(pmm.trailing)]).toEqual([7, [0, 9, 9]]);
  expect(pmm.warnings.map(({ code }) => code)).toEqual(['trailing-bytes']);
  expect(Buffer.compare(serializePmm(pmm), bytes)).toBe(0);
});

describe('names', () => {
  const dancer = pmdOf('Dancer', ['root', 'arm'], ['base', 'smile'], [1]);

  test('are taken from the model of the same name', () => {
    const pmm = parsePmm(project(12), { models: [pmdOf('Somebody', [], [], []), dancer] });
    expect(pmm.models.map(({ boneNames }) => boneNames.map(({ text }) => text))).toEqual([
      ['root', 'arm'],
      [],
    ]);
    expect(pmm.models[0].morphNames.map(({ text }) => text)).toEqual(['base', 'smile']);
    expect(list(pmm.models[0].ikBones)).toEqual([1]);
    expect(pmm.warnings).toEqual([]);
    expect(Buffer.compare(serializePmm(pmm), project(12))).toBe(0);
    expect(pmmToVmd(pmm, 0).properties.names.map(({ text }) => text)).toEqual(['arm']);
  });

  test('are not taken from a model with other counts, unless another model has the same name', () => {
    const stranger = pmdOf('Dancer', ['root'], [], []);
    const pmm = parsePmm(project(12), { models: [stranger] });
    expect(pmm.models[0].boneNames).toEqual([]);
    expect(pmm.warnings.map(({ code, message }) => [code, message])).toEqual([
      ['count-mismatch', 'models[0] has 2, 2, 1 bones, morphs and IKs; the model of its name has 1, 0, 0'],
    ]);
    expect(parsePmm(project(12), { models: [stranger, dancer] }).models[0].boneNames.length).toBe(2);
  });

  test('are necessary for a VMD', () => {
    expect(thrownBy(() => pmmToVmd(parsePmm(project(12)), 0)).message).toBe(
      'models[0] has names for 0 of 2 bones and 0 of 2 morphs: a project of version 1 contains none, so give its models to parsePmm',
    );
  });
});

describe('damaged files', () => {
  const file = version1Bytes();

  test('a model that no numbers fit is refused', () => {
    const bytes = project(12);
    // no path begins with a control character: no model can begin here
    bytes[file.marks['second'] + 1 + 20] = 1;
    const error = thrownBy(() => parsePmm(bytes));
    expect(error).toBeInstanceOf(MmdFormatError);
    expect(error).toMatchObject({ code: 'bad-syntax', section: 'models[0]' });
  });

  test.each([10, 60, 400, 800])(
    'a file that ends at byte %i, before its first model does, is refused',
    (length) => {
      expect(thrownBy(() => parsePmm(project(12).subarray(0, length)))).toBeInstanceOf(MmdFormatError);
    },
  );
});

test('a document of version 1 needs the values that only version 1 has', () => {
  const pmm: Pmm = parsePmm(project(12));
  delete pmm.version1;
  expect(thrownBy(() => serializePmm(pmm)).message).toBe(
    'header.version1 is missing: it contains the order of the models',
  );
});

describe('the bone that the camera follows', () => {
  const written = (edit: (pmm: Pmm) => void): Pmm => {
    const pmm = parsePmm(project(12));
    edit(pmm);
    return parsePmm(serializePmm(pmm));
  };

  test('can be edited by key, and the list is written anew', () => {
    const pmm = written(({ camera: { keys } }) => {
      keys.followModels.set([1, 2]);
      keys.followBones.set([3, 4]);
    });
    expect([list(pmm.camera.keys.followModels), list(pmm.camera.keys.followBones)]).toEqual([
      [1, 2],
      [3, 4],
    ]);
    expect([pmm.version1!.firstFollow, list(pmm.version1!.follows)]).toEqual([
      [1, 3],
      [1, 2, 4], // key 1 of the pool
    ]);
  });

  test('is written for one more key', () => {
    const pmm = written(({ camera: { keys } }) => {
      keys.count = 3;
      keys.starts = Uint32Array.of(0, 3);
      keys.frames = Uint32Array.of(0, 20, 30);
      keys.followModels = Int32Array.of(-1, 0, 5);
      keys.followBones = Int32Array.of(0, 1, 6);
      keys.distances = new Float32Array(3);
      keys.targets = new Float32Array(3 * 3);
      keys.rotations = new Float32Array(3 * 3);
      keys.curves = new Uint8Array(3 * 24);
      keys.perspectiveOff = new Uint8Array(3);
      keys.fovs = Int32Array.of(35, 35, 35); // a camera with an angle below 1 is not recognized
      keys.selected = new Uint8Array(3);
    });
    expect(list(pmm.version1!.follows)).toEqual([1, 0, 1, 2, 5, 6]);
    expect(list(pmm.camera.keys.followModels)).toEqual([-1, 0, 5]);
  });

  test('unknown and repeated numbers of keys in the list are written back', () => {
    const blocks = BLOCKS.slice(0, 9).reduce((file, block) => block(file), version1Bytes());
    const bytes = blocks.u8(1).i32(7, 8).i32(3).i32(1, 0, 1, 99, 0, 0, 1, 2, 3).i32(0, 1).build();
    const pmm = parsePmm(bytes);
    expect(list(pmm.camera.keys.followModels)).toEqual([7, 2]);
    expect(Buffer.compare(serializePmm(pmm), bytes)).toBe(0);
  });
});

test('values that belong to a missing block are reported, default values are not', () => {
  const reported = (blockCount: number, kept = blockCount): number[] => {
    const pmm = parsePmm(project(blockCount));
    pmm.version1!.blockCount = kept;
    const blocks: number[] = [];
    serializePmm(pmm, { onWarning: ({ message }) => blocks.push(Number(/block (\d+)/.exec(message)![1])) });
    return blocks;
  };
  for (let count = 0; count <= 12; count++) expect(reported(count)).toEqual([]);
  // All except the width of all edges, which is 1, and the matrix, which is the identity.
  expect(reported(12, 0)).toEqual([1, 3, 4, 5, 6, 7, 8, 9, 10, 12]);
});

test('values that version 1 cannot hold are reported', () => {
  const warnings: string[] = [];
  const pmm = parsePmm(project(9));
  pmm.models[1].nameEn = encodeName('EN');
  pmm.models[0].bones.physicsOff[2] = 1;
  pmm.camera.keys.followModels[1] = 0;
  pmm.editor.ranges = [{ model: 0, range: 3 }];
  serializePmm(pmm, { onWarning: ({ code, message }) => warnings.push(`${code}: ${message}`) });
  expect(warnings).toEqual([
    'not-expressible: 1 key with physics off: version 1 cannot hold it',
    'not-expressible: 1 English name: version 1 cannot hold it',
    'not-expressible: 1 frame selection: version 1 cannot hold it',
    'not-expressible: the bone that the camera follows belongs to block 10 of version 1, the file has 9',
  ]);
});

describe('numbers of bones that the file alone does not determine', () => {
  /**
   * A file in which the first bone of a model has a zero quaternion. The parser recognizes bones by their
   * rotations.
   */
  const odd = (): Uint8Array => {
    const bytes = project(12);
    const rotation = 30 + 16 + 6 + 2 + 2 * 20 + (1 + 20 + 256 + 2 + 20 + 2 + 8) + 12 + 16 + 12;
    bytes.fill(0, rotation, rotation + 16);
    return bytes;
  };

  test('are taken from the PMD if they fit', () => {
    expect(thrownBy(() => parsePmm(odd()))).toMatchObject({ code: 'bad-syntax', section: 'models[0]' });
    const dancer = pmdOf('Dancer', ['root', 'arm'], ['base', 'smile'], [1]);
    const pmm = parsePmm(odd(), { models: [dancer] });
    expect(pmm.models[0].boneNames.map(({ text }) => text)).toEqual(['root', 'arm']);
    expect(pmm.warnings.map(({ code }) => code)).toEqual(['zero-quaternion']);
    expect(Buffer.compare(serializePmm(pmm), odd())).toBe(0);
  });

  test('are not taken from the PMD if the model would end in another place', () => {
    const stranger = pmdOf('Dancer', ['root', 'arm'], ['base'], [1]);
    expect(thrownBy(() => parsePmm(odd(), { models: [stranger] }))).toMatchObject({ code: 'bad-syntax' });
  });
});
