import {
  type MmdName,
  type Pmm,
  type PmmAccessory,
  type PmmKeys,
  type PmmModel,
  serializePmm,
} from '@odori/format';
import { encodeName } from '@odori/format/internal';
import fc from 'fast-check';

const name: fc.Arbitrary<MmdName> = fc
  .constantFrom('センター', '左足ＩＫ', 'arm', '', 'UserFile\\Model\\a.pmd', '髙')
  .map((text) => encodeName(text));
const float = fc.constantFrom(0, -0, 1, 0.5, -3.25, NaN, Infinity).map(Math.fround);
const vector3 = fc.tuple(float, float, float);
const byte = fc.constantFrom(0, 1, 2, 100, 255);
const flag = fc.constantFrom(0, 1, 1, 3);
const int = fc.constantFrom(0, 1, -1, -2, 700, 0x7fffffff, -0x80000000);

const few = <T>(item: fc.Arbitrary<T>, maxLength = 2): fc.Arbitrary<T[]> => fc.array(item, { maxLength });
const exactly = <T>(item: fc.Arbitrary<T>, length: number): fc.Arbitrary<T[]> =>
  fc.array(item, { minLength: length, maxLength: length });

/** The kind and the count of the numbers per key in each column, except frame and selection. */
type Columns<K extends PmmKeys> = Readonly<
  Record<Exclude<keyof K, keyof PmmKeys>, readonly [of: 'bytes' | 'floats' | 'ints', perKey: number]>
>;

/** Keys of some tracks, each with a first key and sorted frames, and a few unreached keys. */
function keys<K extends PmmKeys>(tracks: number, columns: Columns<K>): fc.Arbitrary<K> {
  const gap = fc.constantFrom(0, 1, 30);
  return fc.tuple(exactly(few(gap), tracks), few(gap, 1)).chain(([gaps, stray]) => {
    const starts = [0];
    const frames = gaps.flatMap((list) => {
      let frame = 0;
      const track = [0, ...list.map((step) => (frame += step))];
      starts.push(starts.at(-1)! + track.length);
      return track;
    });
    frames.push(...stray);
    const count = frames.length;
    const filled = Object.entries<readonly [string, number]>(columns).map(
      ([column, [of, perKey]]) =>
        [
          column,
          of === 'bytes'
            ? exactly(byte, perKey * count).map((list) => Uint8Array.from(list))
            : of === 'ints'
              ? exactly(int, perKey * count).map((list) => Int32Array.from(list))
              : exactly(float, perKey * count).map((list) => Float32Array.from(list)),
        ] as const,
    );
    return fc.tuple(exactly(flag, count), fc.record(Object.fromEntries(filled))).map(
      ([selected, rest]) =>
        ({
          count,
          starts: Uint32Array.from(starts),
          frames: Uint32Array.from(frames),
          selected: Uint8Array.from(selected),
          ...rest,
        }) as unknown as K,
    );
  });
}

function model(bones: number, morphs: number, iks: number, parents: number): fc.Arbitrary<PmmModel> {
  const floats = (length: number) => exactly(float, length).map((list) => Float32Array.from(list));
  const bytes = (length: number) => exactly(flag, length).map((list) => Uint8Array.from(list));
  const ints = (length: number) => exactly(int, length).map((list) => Int32Array.from(list));
  return fc.record({
    number: byte,
    name,
    nameEn: name,
    path: name,
    boneNames: exactly(name, bones),
    morphNames: exactly(name, morphs),
    ikBones: ints(iks),
    externalParentBones: ints(parents),
    drawOrder: byte,
    visible: flag,
    selectedBone: int,
    selectedMorphs: exactly(int, 4),
    rowCount: byte,
    rowsOpen: bytes(2),
    scroll: int,
    lastFrame: int,
    bones: keys<PmmModel['bones']>(bones, {
      curves: ['bytes', 16],
      positions: ['floats', 3],
      rotations: ['floats', 4],
      physicsOff: ['bytes', 1],
    }),
    morphs: keys<PmmModel['morphs']>(morphs, { weights: ['floats', 1] }),
    properties: keys<PmmModel['properties']>(1, {
      visible: ['bytes', 1],
      ikEnabled: ['bytes', iks],
      externalParents: ['ints', 2 * parents],
    }),
    current: fc.record({
      positions: floats(3 * bones),
      rotations: floats(4 * bones),
      uncommitted: bytes(bones),
      physicsOff: bytes(bones),
      rowSelected: bytes(bones),
      morphWeights: floats(morphs),
      ikEnabled: bytes(iks),
      externalParents: ints(4 * parents),
    }),
    additive: flag,
    edgeWidth: float,
    selfShadow: flag,
    calculationOrder: byte,
  });
}

const anyModel = fc
  .tuple(fc.nat(2), fc.nat(2), fc.nat(1), fc.nat(1))
  .chain(([bones, morphs, iks, parents]) => model(bones, morphs, iks, parents));

/** The switch and the percentage share a byte. */
const accessoryKeys = keys<PmmAccessory['keys']>(1, {
  visible: ['bytes', 1],
  transparencies: ['bytes', 1],
  parentModels: ['ints', 1],
  parentBones: ['ints', 1],
  positions: ['floats', 3],
  rotations: ['floats', 3],
  scales: ['floats', 1],
  shadows: ['bytes', 1],
}).map((columns) => ({
  ...columns,
  visible: columns.visible.map((value) => value & 1),
  transparencies: columns.transparencies.map((value) => value & 127),
}));

const accessory: fc.Arbitrary<PmmAccessory> = fc.record({
  number: byte,
  name,
  path: name,
  drawOrder: byte,
  keys: accessoryKeys,
  current: fc.record({
    visible: fc.nat(1),
    transparency: fc.nat(127),
    parentModel: int,
    parentBone: int,
    rotation: vector3,
    scale: float,
    position: vector3,
    shadow: flag,
  }),
  additive: flag,
});

const scene = fc.record({
  camera: fc.record({
    keys: keys<Pmm['camera']['keys']>(1, {
      distances: ['floats', 1],
      targets: ['floats', 3],
      rotations: ['floats', 3],
      followModels: ['ints', 1],
      followBones: ['ints', 1],
      curves: ['bytes', 24],
      perspectiveOff: ['bytes', 1],
      fovs: ['ints', 1],
    }),
    current: fc.record({
      target: vector3,
      distance: vector3,
      rotation: vector3,
      perspectiveOff: flag,
      followModel: int,
      followBone: int,
      matrixOn: flag,
      matrix: exactly(float, 16),
      unknown: byte,
    }),
  }),
  light: fc.record({
    keys: keys<Pmm['light']['keys']>(1, { colors: ['floats', 3], directions: ['floats', 3] }),
    current: fc.record({ color: vector3, direction: vector3 }),
  }),
  gravity: fc.record({
    acceleration: float,
    noise: int,
    direction: vector3,
    noiseOn: flag,
    keys: keys<Pmm['gravity']['keys']>(1, {
      noiseOn: ['bytes', 1],
      noises: ['ints', 1],
      accelerations: ['floats', 1],
      directions: ['floats', 3],
    }),
  }),
  selfShadow: fc.record({
    on: flag,
    distance: float,
    keys: keys<Pmm['selfShadow']['keys']>(1, { modes: ['bytes', 1], distances: ['floats', 1] }),
  }),
});

const settings = fc.record({
  editor: fc.record({
    outputWidth: int,
    outputHeight: int,
    timelineWidth: int,
    viewAngle: float,
    cameraMode: flag,
    panelsOpen: exactly(flag, 6).map((list) => Uint8Array.from(list)),
    selectedModel: byte,
    selectedAccessory: byte,
    accessoryScroll: int,
    currentFrame: int,
    scroll: int,
    scrollLength: int,
    editMode: int,
    cameraLookMode: byte,
    repeat: flag,
    playFromOn: flag,
    playToOn: flag,
    playFrom: int,
    playTo: int,
    frameTextbox: int,
  }),
  media: fc.record({
    waveOn: flag,
    wave: name,
    aviX: int,
    aviY: int,
    aviScale: float,
    avi: name,
    aviOn: int,
    backgroundX: int,
    backgroundY: int,
    backgroundScale: float,
    background: name,
    backgroundOn: flag,
  }),
  display: fc.record({
    showInfo: flag,
    showAxis: flag,
    showGroundShadow: flag,
    fpsLimit: float,
    captureMode: int,
    accessoriesAfterModels: int,
    groundShadowBrightness: float,
    transparentGroundShadow: flag,
    edgeColor: fc.tuple(int, int, int),
    blackBackground: flag,
  }),
  physics: fc.record({ mode: byte, ground: flag }),
});

/** Projects with values as odd as possible, as a program makes them: without links and source. */
export const pmm: fc.Arbitrary<Pmm> = fc
  .tuple(few(anyModel), few(accessory), scene, settings, fc.constantFrom(undefined, 0, 1))
  .chain(([models, accessories, parts, { editor, ...rest }, rangesOn]) =>
    fc
      .tuple(
        exactly(name, accessories.length),
        exactly(fc.record({ model: byte, range: int }), models.length),
        rangesOn === undefined ? fc.constant([]) : few(byte, 3),
      )
      .map(([accessoryOrder, ranges, trailing]): Pmm => ({
        format: 'pmm',
        version: 2,
        editor: {
          ...editor,
          ...(rangesOn !== undefined && { rangesOn }),
          ...(rangesOn === 1 && { ranges }),
        },
        models,
        ...parts,
        accessories,
        accessoryOrder,
        ...rest,
        trailing: Uint8Array.from(trailing),
        warnings: [],
      })),
  );

/** The bytes of such projects. */
export const pmmBytes: fc.Arbitrary<Uint8Array> = pmm.map((document) => serializePmm(document));
