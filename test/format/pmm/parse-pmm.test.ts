import { MmdFormatError, parsePmm, type Pmm, transferables } from '@odori/format';
import { describe, expect, test } from 'vitest';
import { thrownBy } from '#test/support/thrown-by.js';
import { headBytes, modelBytes, PmmBytes, sceneBytes, tailBytes, wholeBytes } from './pmm-bytes.js';

/** A column as a list. */
const list = (column: ArrayLike<number>): number[] => Array.from(column);
const rounded = (column: ArrayLike<number>): number[] =>
  Array.from(column, (value) => Number(value.toFixed(5)));

// Bytes of each part, as sums of the spec's.
const HEAD = 30 + 4 * 4 + 7 + 1 + 1;
const MODEL_HEAD =
  1 +
  (1 + 6) +
  (1 + 2) +
  256 +
  1 + // number, names, path, rows
  (4 + 5 + 4 + (4 + 5 + 6) + (4 + 4) + (4 + 8)) + // bones, morphs, IKs, external parents
  (1 + 1 + 4 + 16 + (1 + 2) + 4 + 4);
const BONE_KEYS = 2 * 58 + 4 + 3 * 62;
const MORPH_KEYS = 2 * 17 + 4 + 21;
const PROPERTY_KEYS = 31 + 4 + 35; // 12 + 1 + 1 + 2 * 8 + 1
const POSE = 2 * 31 + 2 * 4 + 1 + 2 * 16;
const MODEL = MODEL_HEAD + BONE_KEYS + MORPH_KEYS + PROPERTY_KEYS + POSE + (1 + 4 + 1 + 1);
const CAMERA = 78 + 4 + 82 + 37;
const LIGHT = 37 + 4 + 41 + 24;
const ACCESSORIES = 1 + 4 + 1 + 100 + (1 + 100 + 256 + 1) + (51 + 4 + 55) + (1 + 8 + 12 + 4 + 12 + 1 + 1);
const EDITOR = 16 + 4 + 8;
const MEDIA = 257 + (8 + 4 + 256 + 4) + (8 + 4 + 256 + 1);
const DISPLAY = 3 + 4 + 4 + 4 + 4 + 1;
const PHYSICS = 1 + 21 + (34 + 4 + 38);
const SHADOW = 5 + (18 + 4 + 22);
const END = 12 + 1 + 8 + 64 + 1 + 1 + 1 + 4;

describe('a whole file', () => {
  const file = wholeBytes();
  const pmm = parsePmm(file.build());
  const [model] = pmm.models;

  test('its length is that of the spec', () => {
    expect(file.marks['camera']).toBe(HEAD + MODEL);
    expect(file.length).toBe(
      HEAD + MODEL + CAMERA + LIGHT + ACCESSORIES + EDITOR + MEDIA + DISPLAY + PHYSICS + SHADOW + END + 1 + 5,
    );
    expect(pmm.trailing.length).toBe(0);
    expect(pmm.warnings).toEqual([]);
  });

  test('the header and the window are read', () => {
    expect([pmm.format, pmm.version]).toEqual(['pmm', 2]);
    expect(pmm.editor).toEqual({
      outputWidth: 1280,
      outputHeight: 720,
      timelineWidth: 250,
      viewAngle: 30,
      cameraMode: 0,
      panelsOpen: Uint8Array.of(1, 0, 1, 0, 1, 0),
      selectedModel: 0,
      selectedAccessory: 0,
      accessoryScroll: 2,
      currentFrame: 12,
      scroll: 1,
      scrollLength: 2,
      editMode: 0,
      cameraLookMode: 1,
      repeat: 0,
      playFromOn: 1,
      playToOn: 0,
      playFrom: 3,
      playTo: 4,
      frameTextbox: 12,
      rangesOn: 1,
      ranges: [{ model: 0, range: 3 }],
    });
  });

  test('names, paths and the bytes after their NUL are read', () => {
    expect([model.number, model.name.text, model.nameEn.text]).toEqual([3, 'Dancer', 'EN']);
    expect(model.path.text).toBe('UserFile\\Model\\d.pmd');
    expect(model.path.rest).toEqual(new Uint8Array(256 - 20 - 1).fill(0x41));
    expect(pmm.media.wave).not.toHaveProperty('rest');
    expect(model.boneNames.map(({ text }) => text)).toEqual(['root', 'arm']);
    expect(model.morphNames.map(({ text }) => text)).toEqual(['base', 'smile']);
    expect(list(model.ikBones)).toEqual([1]);
    expect(list(model.externalParentBones)).toEqual([-1, 0]);
  });

  test('the state of the model in the window is read', () => {
    const { drawOrder, visible, selectedBone, selectedMorphs, rowCount, rowsOpen, scroll, lastFrame } = model;
    expect({ drawOrder, visible, selectedBone, selectedMorphs, rowCount, scroll, lastFrame }).toEqual({
      drawOrder: 1,
      visible: 1,
      selectedBone: 0,
      selectedMorphs: [1, 2, 3, 4],
      rowCount: 2,
      scroll: 5,
      lastFrame: 9,
    });
    expect(list(rowsOpen)).toEqual([0, 1]);
    const { additive, edgeWidth, selfShadow, calculationOrder } = model;
    expect([additive, edgeWidth, selfShadow, calculationOrder]).toEqual([0, 1.5, 1, 2]);
  });

  test('bone keys become tracks, sorted by frame', () => {
    const { count, starts, frames, positions, rotations, curves, physicsOff, selected, links } = model.bones;
    expect(count).toBe(5);
    expect(list(starts)).toEqual([0, 3, 5]);
    expect(list(frames)).toEqual([0, 5, 9, 0, 7]);
    expect(list(positions).filter((_, i) => i % 3 === 0)).toEqual([10, 14, 13, 11, 12]);
    expect(rounded(rotations.subarray(16))).toEqual([0, 0.6, 0, 0.8]);
    expect(list(curves.subarray(8, 16))).toEqual([20, 20, 107, 107, 1, 2, 3, 4]);
    expect(list(physicsOff)).toEqual([0, 1, 0, 0, 0]);
    expect(list(selected)).toEqual([0, 0, 0, 0, 0]);
    expect(list(links!.records)).toEqual([0, 4, 3, 1, 2]);
    expect(list(links!.next)).toEqual([4, 2, 0, 0, 3]);
    expect(list(links!.previous)).toEqual([0, 0, 1, 4, 0]);
    expect(links).not.toHaveProperty('numbers');
  });

  test('morph keys become tracks', () => {
    const { starts, frames, weights, selected } = model.morphs;
    expect([list(starts), list(frames), list(weights)]).toEqual([
      [0, 1, 3],
      [0, 0, 6],
      [0, 0.5, 1],
    ]);
    expect(list(selected)).toEqual([1, 1, 1]);
  });

  test('property keys have visibility, IK switches and external parents', () => {
    const { starts, frames, visible, ikEnabled, externalParents } = model.properties;
    expect([list(starts), list(frames), list(visible), list(ikEnabled)]).toEqual([
      [0, 2],
      [0, 8],
      [1, 0],
      [1, 0],
    ]);
    expect(list(externalParents)).toEqual([-1, 0, -1, 0, 0, 1, -2, 0]);
  });

  test('the current pose is read', () => {
    const { positions, rotations, uncommitted, physicsOff, rowSelected, ...rest } = model.current;
    expect(list(positions)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(list(rotations)).toEqual([0, 0, 0, 1, 0, 0, 0, 1]);
    expect([list(uncommitted), list(physicsOff), list(rowSelected)]).toEqual([
      [0, 1],
      [0, 1],
      [1, 0],
    ]);
    expect(list(rest.morphWeights)).toEqual([0.25, 0.75]);
    expect(list(rest.ikEnabled)).toEqual([1]);
    expect(list(rest.externalParents)).toEqual([0, 5, -1, 0, 6, 9, 0, 1]);
  });

  test('the camera is read', () => {
    const { keys, current } = pmm.camera;
    expect([list(keys.starts), list(keys.frames), list(keys.distances)]).toEqual([
      [0, 2],
      [0, 20],
      [-45, -30],
    ]);
    expect(list(keys.targets)).toEqual([0, 10, 0, 0, 10, 0]);
    expect(rounded(keys.rotations)).toEqual([0.1, 0.2, 0.3, 0.1, 0.2, 0.3]);
    expect([list(keys.followModels), list(keys.followBones)]).toEqual([
      [-1, 0],
      [0, 1],
    ]);
    expect(list(keys.curves.subarray(0, 8))).toEqual([1, 2, 3, 4, 20, 20, 107, 107]);
    expect(list(keys.curves.subarray(44))).toEqual([5, 6, 7, 8]);
    expect([list(keys.perspectiveOff), list(keys.fovs)]).toEqual([
      [1, 1],
      [35, 35],
    ]);
    expect(current).toEqual({
      target: [0, 10, 0],
      distance: [0, 10, -45],
      rotation: [0, 0, 0],
      perspectiveOff: 0,
      followModel: 0,
      followBone: 1,
      matrix: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1],
      matrixOn: 0,
      unknown: 0,
    });
  });

  test('the light is read', () => {
    const { keys, current } = pmm.light;
    expect([list(keys.frames), list(keys.colors)]).toEqual([
      [0, 30],
      [0.5, 0.25, 0.125, 0.75, 0.25, 0.125],
    ]);
    expect(list(keys.directions)).toEqual([-0.5, -1, 0.5, -0.5, -1, 0.5]);
    expect(current).toEqual({ color: [0.5, 0.25, 0.125], direction: [-0.5, -1, 0.5] });
  });

  test('accessories are read: 201 is visible and fully transparent', () => {
    const [{ keys, current, ...accessory }] = pmm.accessories;
    expect(accessory).toMatchObject({ number: 0, drawOrder: 0, additive: 1 });
    expect([accessory.name.text, accessory.path.text]).toEqual(['stage', 'UserFile\\Accessory\\stage.x']);
    expect(pmm.accessoryOrder.map(({ text, rest }) => [text, rest![0]])).toEqual([['stage', 0x42]]);
    expect([list(keys.frames), list(keys.visible), list(keys.transparencies)]).toEqual([
      [0, 40],
      [1, 1],
      [0, 100],
    ]);
    expect([list(keys.parentModels), list(keys.parentBones)]).toEqual([
      [0, 0],
      [1, 1],
    ]);
    expect(list(keys.positions.subarray(3))).toEqual([1, 2, 3]);
    expect(list(keys.rotations.subarray(3))).toEqual([4, 5, 6]);
    expect([list(keys.scales), list(keys.shadows)]).toEqual([
      [1, 2],
      [1, 1],
    ]);
    expect(current).toEqual({
      visible: 0,
      transparency: 50,
      parentModel: -1,
      parentBone: 0,
      rotation: [4, 5, 6],
      scale: 1,
      position: [7, 8, 9],
      shadow: 0,
    });
  });

  test('media and display are read', () => {
    const { wave, avi, background, ...media } = pmm.media;
    expect([wave.text, avi.text, background.text]).toEqual(['song.wav', 'film.avi', 'wall.bmp']);
    expect(media).toEqual({
      waveOn: 1,
      aviX: 1,
      aviY: 2,
      aviScale: 0.5,
      aviOn: 1,
      backgroundX: 3,
      backgroundY: 4,
      backgroundScale: 0.25,
      backgroundOn: 0,
    });
    expect(pmm.display).toEqual({
      showInfo: 0,
      showAxis: 1,
      showGroundShadow: 1,
      fpsLimit: 60,
      captureMode: 0,
      accessoriesAfterModels: 1,
      groundShadowBrightness: 0.75,
      transparentGroundShadow: 1,
      edgeColor: [1, 2, 3],
      blackBackground: 0,
    });
  });

  test('physics, gravity and self shadow are read', () => {
    expect(pmm.physics).toEqual({ mode: 2, ground: 1 });
    const { keys, ...gravity } = pmm.gravity;
    expect(gravity).toEqual({ acceleration: Math.fround(9.8), noise: 10, direction: [0, -1, 0], noiseOn: 0 });
    expect([list(keys.frames), list(keys.noiseOn), list(keys.noises)]).toEqual([
      [0, 50],
      [1, 1],
      [10, 20],
    ]);
    expect(rounded(keys.accelerations)).toEqual([9.8, 9.8]);
    expect(list(keys.directions)).toEqual([0, -1, 0, 0, -1, 0]);
    const { keys: shadows, on } = pmm.selfShadow;
    expect([on, list(shadows.frames), list(shadows.modes)]).toEqual([1, [0, 60], [1, 2]]);
    expect(rounded(shadows.distances)).toEqual([0.01125, 0.01125]);
  });

  test('a clone with transferred buffers is whole', () => {
    const document = parsePmm(file.build());
    expect(structuredClone(document, { transfer: transferables(document) })).toEqual(pmm);
  });
});

describe('the end of a file', () => {
  const whole = wholeBytes();
  const bytes = whole.build();

  test('a file of MMD before 9.24 ends before the frame selection', () => {
    const pmm = parsePmm(bytes.subarray(0, whole.marks['ranges']));
    expect(pmm.warnings).toEqual([]);
    expect(pmm.editor).not.toHaveProperty('rangesOn');
  });

  test('a file without frame selection has no ranges', () => {
    const { editor } = parsePmm(joined(bytes.subarray(0, whole.marks['ranges']), [0]));
    expect([editor.rangesOn, editor.ranges]).toEqual([0, undefined]);
  });

  test('bytes after the last section are kept', () => {
    const pmm = parsePmm(joined(bytes, [7, 8]));
    expect(list(pmm.trailing)).toEqual([7, 8]);
    expect(codes(pmm)).toEqual([['trailing-bytes', 'end of file', 1, bytes.length]]);
  });

  test.each([
    [0, 'header.signature'],
    [40, 'header.timelineWidth'],
    [HEAD + 1, 'models[0].name'],
    [HEAD + MODEL_HEAD + BONE_KEYS - 1, 'models[0].bones.count'],
    [HEAD + MODEL - 1, 'models[0].calculationOrder'],
    [HEAD + MODEL + 77, 'camera.keys[0]'],
    [HEAD + MODEL + CAMERA + LIGHT + 50, 'accessories.order[0]'],
    [whole.length - 1, 'ranges.range'],
  ])('a file that ends at byte %i is truncated in %s', (length, section) => {
    const error = thrownBy(() => parsePmm(bytes.subarray(0, length), { strict: true }));
    expect(error).toBeInstanceOf(MmdFormatError);
    expect(error).toMatchObject({ code: 'truncated', section });
  });

  test('a camera without its last byte is truncated', () => {
    const file = headBytes().u8(0).camera([0, 0, 0], -45, [-1, 0]).build(); // 55 + 78
    expect(thrownBy(() => parsePmm(file.subarray(0, -1))).message).toBe(
      'camera.keys[0] needs 78 bytes, 77 left (at byte 55)',
    );
  });

  test('a number of bones that cannot fit the file is refused', () => {
    const file = headBytes()
      .u8(1)
      .u8(0)
      .short('')
      .short('')
      .text('', 256)
      .u8(0)
      .i32(0x7fffffff)
      .text('', 1000);
    // 2147483647 bones of at least 1 + 58 + 31 bytes
    expect(thrownBy(() => parsePmm(file.build())).message).toBe(
      'models[0].boneNames declares a count of 2147483647: that needs 193273528230 bytes or more, 1000 left (at byte 315)',
    );
  });

  test('another format or another version is refused', () => {
    const of = (text: string): Error => thrownBy(() => parsePmm(new PmmBytes().text(text, 30).build()));
    expect(of('Vocaloid Motion Data 0002')).toMatchObject({ code: 'bad-signature', section: 'header' });
    expect(of('Polygon Movie maker 0003').message).toBe(
      'a PMM project of an unknown version: it begins with "Polygon Movie maker 0003" (at byte 0)',
    );
  });
});

describe('odd values', () => {
  const whole = wholeBytes();
  const bytes = whole.build();
  const BONES = HEAD + MODEL_HEAD;

  /** Warnings of the file with the bytes at some offsets replaced. */
  const warned = (...patches: [offset: number, ...bytes: number[]][]): ReturnType<typeof codes> => {
    const copy = bytes.slice();
    for (const [offset, ...values] of patches) copy.set(values, offset);
    return codes(parsePmm(copy));
  };

  test('NaNs, zero quaternions, curves above 127 and odd switches are reported', () => {
    const rotation = BONES + 12 + 16 + 12;
    const w = rotation + 12;
    expect(warned([BONES + 28 + 2, 0x80, 0x7f])).toEqual([['not-finite', 'models[0].bones', 1, BONES + 28]]);
    expect(warned([rotation + 4, 0, 0, 0, 0], [w, 0, 0, 0, 0])).toEqual([
      ['zero-quaternion', 'models[0].bones', 1, rotation],
    ]);
    expect(warned([BONES + 12, 128], [BONES + 12 + 5, 255])).toEqual([
      ['odd-value', 'models[0].bones', 1, BONES + 12],
    ]);
    expect(warned([BONES + 56, 2])).toEqual([['odd-value', 'models[0].bones', 1, BONES + 56]]);
    expect(warned([HEAD - 9 + 0, 9])).toEqual([['odd-value', 'header', 1, HEAD - 9]]);
  });

  test('frames above the limit and repeated frames are reported', () => {
    // The last of the pool: root's second key.
    const last = BONES + 2 * 58 + 4 + 2 * 62 + 4;
    expect(warned([last, 9])).toEqual([['duplicate-keys', 'models[0].bones', 1, last - 62]]);
    expect(warned([last - 62 + 3, 0x80])).toEqual([['huge-frame', 'models[0].bones', 1, last - 62]]);
    expect(warned([BONES, 1])).toEqual([['odd-value', 'models[0].bones', 1, BONES]]); // root begins at 1
  });

  test('indices of missing bones are reported', () => {
    const iks = HEAD + 268 + 4 + 5 + 4 + 4 + 5 + 6 + 4;
    expect(warned([iks, 2])).toEqual([['bad-index', 'models[0]', 1, iks]]);
    // After it, the indices of external parents: the first can be −1, the model itself, the second is 0.
    expect(warned([iks + 8, 0xfe], [iks + 12, 2])).toEqual([['bad-index', 'models[0]', 2, iks + 8]]);
  });

  test('a name with bytes unknown to CP932 is reported', () => {
    expect(warned([HEAD + 2, 0x80])).toEqual([['bad-text', 'models[0]', 1, HEAD + 2]]);
  });

  test('in strict mode the first warning is thrown', () => {
    const copy = bytes.slice();
    copy[BONES + 56] = 2;
    expect(thrownBy(() => parsePmm(copy, { strict: true }))).toMatchObject({
      code: 'odd-value',
      section: 'models[0].bones[0].selected',
      offset: BONES + 56,
    });
  });
});

test('the document holds no view of the bytes', () => {
  const bytes = wholeBytes().build();
  const pmm = parsePmm(bytes);
  const before = structuredClone(pmm);
  bytes.fill(0xff);
  expect(pmm).toEqual(before);
});

test('an empty project has no models', () => {
  const file = tailBytes(sceneBytes(headBytes().u8(0)));
  const pmm = parsePmm(file.build());
  expect([pmm.models, pmm.warnings]).toEqual([[], []]);
});

test('several models are read', () => {
  const file = tailBytes(sceneBytes(modelBytes(modelBytes(headBytes().u8(2)))));
  expect(parsePmm(file.build()).models.map(({ bones }) => bones.count)).toEqual([5, 5]);
});

function codes({ warnings }: Pmm): [string, string, number, number][] {
  return warnings.map(({ code, section, count, offset }) => [code, section, count, offset]);
}

function joined(head: Uint8Array, tail: Iterable<number>): Uint8Array {
  return Uint8Array.from([...head, ...tail]);
}
