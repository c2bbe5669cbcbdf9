import { PmdBytes } from './pmd-bytes.js';
import { PmxBytes } from './pmx-bytes.js';
import { VmdBytes } from './vmd-bytes.js';

/** A file of many records with hardly anything in them. */
type Hostile = (records: number) => Uint8Array;

/** UTF-8, no additional UVs, indices of one byte. */
const SMALL_INDICES = [1, 0, 1, 1, 1, 1, 1, 1];
const PMX_SECTIONS = 9;

/** A PMX whose only records are `count` of one section. */
function pmx(section: number, record: Uint8Array | ((i: number) => Uint8Array), version = 2): Hostile {
  return (count) => {
    const head = new PmxBytes({ globals: SMALL_INDICES, version }).build();
    const isNewer = version > 2 ? 1 : 0;
    return joined([
      head,
      new Uint8Array(4 * section),
      u32(count),
      ...repeated(record, count),
      new Uint8Array(4 * (PMX_SECTIONS - 1 - section + isNewer)),
    ]);
  };
}

/** A PMX with one record whose list has `count` entries. */
function pmxList(section: number, before: Uint8Array, entry: Uint8Array, version = 2): Hostile {
  return (count) => pmx(section, joined([before, u32(count), ...repeated(entry, count)]), version)(1);
}

const VERTEX = joined([new Uint8Array(4 * 8), u8(0, 0), f32(1)]);
const MATERIAL = joined([new Uint8Array(8 + 44 + 1 + 20), u8(0, 0, 0), u8(1, 0), new Uint8Array(8)]);
const IK_FLAG = 0x21; // the tail is a bone, and the bone has an IK
const BONE_START = joined([new Uint8Array(8 + 12), u8(0xff), u32(0)]);
const BONE = joined([BONE_START, u16(1), u8(0xff)]);
const IK_BONE = joined([BONE_START, u16(IK_FLAG), u8(0xff), u8(0), u32(1), f32(1)]);
const NAN_BONE = joined([
  new Uint8Array(8),
  f32(NaN, NaN, NaN),
  u8(0xff),
  u32(0),
  u16(0),
  f32(NaN, NaN, NaN),
]);
const ODD_TEXT = joined([u32(1), u8(0xff)]);
const LIMITS = new Uint8Array(24);
const SOFT_BODY = new Uint8Array(4 * 2 + 1 + 1 + 1 + 2 + 1 + 4 * 5 + 4 * (12 + 6 + 4 + 3) + 4 + 4);

export const HOSTILE_PMX: Readonly<Record<string, Hostile>> = {
  'PMX indices of one byte': pmx(1, u8(0)),
  'PMX vertices': pmx(0, VERTEX),
  'PMX textures without a name': pmx(2, u32(0)),
  'PMX textures of one letter': pmx(2, joined([u32(3), new TextEncoder().encode('あ')])),
  'PMX undefined texts': pmx(2, ODD_TEXT),
  'PMX IK links': pmxList(4, IK_BONE, u8(0, 0)),
  'PMX IK links with limits': pmxList(4, IK_BONE, joined([u8(0, 1), LIMITS])),
  'PMX bones with an IK of one link': pmx(4, joined([IK_BONE, u32(1), u8(0, 0)])),
  'PMX bones of NaN': pmx(4, NAN_BONE),
  'PMX morphs without elements': pmx(5, joined([new Uint8Array(8), u8(1, 1), u32(0)])),
  'PMX morphs of one vertex': pmx(5, joined([new Uint8Array(8), u8(1, 1), u32(1), new Uint8Array(13)])),
  'PMX material morphs': pmx(5, joined([new Uint8Array(8), u8(1, 8), u32(1), new Uint8Array(2 + 112)])),
  'PMX display frames': pmx(6, joined([new Uint8Array(8), u8(0), u32(0)])),
  'PMX display frames of one element': pmx(6, joined([new Uint8Array(8), u8(0), u32(1), u8(0, 0)])),
  'PMX display-frame elements': pmxList(6, joined([new Uint8Array(8), u8(0)]), u8(0, 0)),
  'PMX soft bodies': pmx(9, SOFT_BODY, 2.1),
  'PMX anchors of a soft body': (count) =>
    joined([pmxList(9, SOFT_BODY.slice(0, -8), new Uint8Array(3), 2.1)(count), u32(0)]), // no pinned vertices
};

/** Records of fixed form that take 5 to 7 times their bytes in any file; see `LARGE` in record-reader.ts. */
export const LARGE_RECORDS: Readonly<Record<string, Hostile>> = {
  'PMX materials': pmx(3, MATERIAL),
  'PMX bones': pmx(4, BONE),
  'PMX rigid bodies': pmx(7, new Uint8Array(8 + 1 + 1 + 2 + 1 + 36 + 20 + 1)),
  'PMX joints': pmx(8, new Uint8Array(8 + 1 + 2 + 96)),
  'PMD materials': (count) => pmd([u32(0, 0, count), new Uint8Array(70 * count), u16(0, 0)]),
  'PMD bones': pmdBones(0xfd),
  'PMD bones with names that end in zeros': pmdBones(0),
  'PMD rigid bodies': (count) => pmd([NO_TAIL, TOONS, u32(count), new Uint8Array(83 * count)]),
  'PMD joints': (count) => pmd([NO_TAIL, TOONS, u32(0, count), new Uint8Array(124 * count)]),
};

/**
 * Vertices, indices, materials; bones, IKs; morphs, facial list, frame names, frame bones; no English names.
 */
const NO_TAIL = new Uint8Array(3 * 4 + 2 * 2 + 2 + 1 + 1 + 4 + 1);
const TOONS = new Uint8Array(1000);

function pmd(parts: readonly Uint8Array[]): Uint8Array {
  return joined([new PmdBytes().build(), ...parts]);
}

function pmdBones(padding: number): Hostile {
  return (records) => {
    const count = Math.min(records, 0xffff);
    const bone = new Uint8Array(39).fill(padding, 2, 20);
    bone[0] = 0x41;
    return pmd([u32(0, 0, 0), u16(count), ...repeated(bone, count), u16(0), new Uint8Array(8)]);
  };
}

function pmdMorphs(record: Uint8Array): Hostile {
  return (records) => {
    const count = Math.min(records, 0xffff);
    return pmd([u32(0, 0, 0), u16(0, 0, count), ...repeated(record, count), new Uint8Array(6)]);
  };
}

function pmdIks(record: Uint8Array): Hostile {
  return (records) => {
    const count = Math.min(records, 0xffff);
    return pmd([u32(0, 0, 0), u16(0, count), ...repeated(record, count), new Uint8Array(8)]);
  };
}

export const HOSTILE_PMD: Readonly<Record<string, Hostile>> = {
  'PMD frame bones': (count) => pmd([new Uint8Array(20), u32(count), new Uint8Array(3 * count)]),
  'PMD IKs without links': pmdIks(new Uint8Array(11)),
  'PMD IKs of one link': pmdIks(u8(0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0)),
  'PMD morphs without vertices': pmdMorphs(new Uint8Array(25)),
  'PMD morphs of one vertex': pmdMorphs(joined([new Uint8Array(20), u32(1), u8(1), new Uint8Array(16)])),
  'PMD English names': (records) => {
    const count = Math.min(records, 0xffff);
    const bone = new Uint8Array(39);
    const names = new Uint8Array(276 + 20 * count);
    return pmd([u32(0, 0, 0), u16(count), ...repeated(bone, count), u16(0), new Uint8Array(8), u8(1), names]);
  },
};

const VMD_HEAD = new VmdBytes().build();

/** Letters that are in no other name. */
function nameOf(i: number, length: number): Uint8Array {
  const name = new Uint8Array(length).fill(0x41);
  for (let at = 0, rest = i; rest > 0; at++, rest = Math.floor(rest / 26)) name[at] = 0x61 + (rest % 26);
  return name;
}

export const HOSTILE_VMD: Readonly<Record<string, Hostile>> = {
  'VMD morphs of distinct names': (count) =>
    joined([VMD_HEAD, u32(0, count), ...repeated((i) => joined([nameOf(i, 15), new Uint8Array(8)]), count)]),
  'VMD bones of distinct names': (count) =>
    joined([VMD_HEAD, u32(count), ...repeated((i) => joined([nameOf(i, 15), new Uint8Array(96)]), count)]),
  'VMD bones in an unknown spelling': (count) =>
    joined([VMD_HEAD, u32(count), ...repeated(new Uint8Array(111).fill(9), count)]),
  'VMD property keys': (count) => joined([VMD_HEAD, u32(0, 0, 0, 0, 0, count), new Uint8Array(9 * count)]),
};

/** Of 21 bytes each: all in one property key. */
export function vmdIkNames(count: number): Uint8Array {
  const names = repeated((i) => nameOf(i, 21), count);
  return joined([VMD_HEAD, u32(0, 0, 0, 0, 0, 1, 0), u8(1), u32(count), ...names]);
}

/**
 * Version 3 with sections that begin at `starts`, 0 = missing: bones, movable bones, morphs, properties,
 * camera.
 */
function bvmd(starts: readonly number[], body: readonly Uint8Array[]): Uint8Array {
  return joined([u8(0x42, 0x56, 0x4d, 0x44, 3, 0, 0, 0), u32(20, ...starts), ...body]);
}

const BODY = 32;

export const HOSTILE_BVMD: Readonly<Record<string, Hostile>> = {
  'BVMD sections that overlap': (count) =>
    bvmd([BODY, BODY + 12, BODY + 24, 0, 0], [u32(count), new Uint8Array(12 * count)]),
  'BVMD sections in one place': (count) =>
    bvmd([BODY, BODY, BODY, BODY, BODY], [u32(count), new Uint8Array(12 * count)]),
  'BVMD bones without keys': (count) => bvmd([BODY, 0, 0, 0, 0], [u32(count), new Uint8Array(8 * count)]),
  'BVMD morphs of one key': (count) =>
    bvmd([0, 0, BODY, 0, 0], [u32(count), ...repeated(joined([u32(0, 1), new Uint8Array(8)]), count)]),
  'BVMD names with padding that is not zero': (count) => {
    const track = joined([u32(1), u8(0x41, 9, 9, 9), u32(0)]);
    return bvmd([BODY, 0, 0, 0, 0], [u32(count), ...repeated(track, count)]);
  },
  'BVMD property keys': (count) => {
    const length = 4 * count + count + (-count & 3);
    return bvmd([0, 0, 0, BODY, 0], [u32(count), new Uint8Array(length), u32(0)]);
  },
  'BVMD IK names': (count) => bvmd([0, 0, 0, BODY, 0], [u32(0, count), new Uint8Array(4 * count)]),
  'BVMD IK switches': (count) => {
    const keys = 4000;
    const iks = Math.ceil(count / keys);
    return bvmd(
      [0, 0, 0, BODY, 0],
      [u32(keys), new Uint8Array(5 * keys), u32(iks), new Uint8Array((4 + keys) * iks)],
    );
  },
  'BVMD sections that all end early': (count) => {
    const starts = [0, 1, 2, 3, 4].map((section) => BODY + 4 * section);
    return bvmd(starts, [new Uint8Array(20).fill(0xff), new Uint8Array(12 * count).fill(0xff)]);
  },
};

const X_TEXT = new TextEncoder().encode('xof 0302txt 0032\n');
const X_BINARY = new TextEncoder().encode('xof 0302bin 0032');

/** A text with `count` times the same part in it. */
function xText(part: string, before = '', after = ''): Hostile {
  const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
  return (count) => joined([X_TEXT, bytes(before), ...repeated(bytes(part), count), bytes(after)]);
}

export const HOSTILE_X: Readonly<Record<string, Hostile>> = {
  'X frames': xText('Frame{}'),
  'X frames of the shortest names': xText('Frame あ{}'),
  'X materials': xText('Material{1 1 1 1 1 1 1 1 1 1 1}'),
  'X empty meshes': xText('Mesh{0 0}'),
  'X meshes of one face': xText('Mesh{1 0 0 0 1 1 0}'),
  'X references to a mesh': xText('{m}', 'Mesh m{0 0}'),
  'X references to a material': xText('{m}', 'Mesh m{0 0 MeshMaterialList{0 0', '}}'),
  'X lists of materials': xText('MeshMaterialList{0 0}', 'Mesh m{0 0 ', '}'),
  'X lists of colors': xText('MeshVertexColors{0}', 'Mesh m{0 0 ', '}'),
  'X vertices': (count) => xText('0 0 0 ', `Mesh{${count} `, '0}')(count),
  'X faces without corners': (count) => xText('0 ', `Mesh{0 ${count} `, '}')(count),
  'X corners': (count) => xText('0 ', `Mesh{0 1 ${count} `, '}')(count),
  'X templates': (count) => xText('A{}')(count),
  'X lists of one number': (count) =>
    // prettier-ignore
    joined([X_BINARY, u16(1), u32(4), new TextEncoder().encode('Mesh'), u16(10, 3), u32(count), ...repeated(joined([u16(7), u32(3), f32(0, 0, 0)]), count), u16(3), u32(0), u16(11)]),
};

function repeated(record: Uint8Array | ((i: number) => Uint8Array), count: number): Uint8Array[] {
  if (typeof record === 'function') return Array.from({ length: count }, (_, i) => record(i));
  return [Buffer.alloc(count * record.length, record)]; // a million small parts take a second to join
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(Buffer.concat(parts));
}

function u8(...values: number[]): Uint8Array {
  return Uint8Array.from(values);
}

function u16(...values: number[]): Uint8Array {
  return new Uint8Array(Uint16Array.from(values).buffer);
}

function u32(...values: number[]): Uint8Array {
  return new Uint8Array(Uint32Array.from(values).buffer);
}

function f32(...values: number[]): Uint8Array {
  return new Uint8Array(Float32Array.from(values).buffer);
}
