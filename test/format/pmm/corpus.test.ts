import {
  MmdFormatError,
  parsePmd,
  parsePmm,
  type Pmm,
  pmmCameraToVmd,
  type PmmKeys,
  type PmmModel,
  pmmToVmd,
  serializePmm,
} from '@odori/format';
import { createHash, type Hash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { corpusFacts, hasCorpus, readCorpus } from '../../support/corpus.js';
import { thrownBy } from '../../support/thrown-by.js';

interface ModelFacts {
  no: number;
  name: string;
  nameEn: string;
  path: string;
  counts: Record<'boneKeys' | 'bones' | 'configKeys' | 'ik' | 'morphKeys' | 'morphs' | 'op', number>;
  drawOrder: number;
  visible: number;
  lastFrame: number;
  ikIndices: number[] | null;
  opIndices: number[] | null;
  rowsOpen: number[];
  boneTracksSha256: string;
  morphTracksSha256: string;
  edgeWidth: number | null;
  selfShadow: number | null;
  calcOrder: number | null;
  addBlend: number | null;
  firstBoneInit: BoneFacts;
  firstBoneKey?: BoneFacts;
  lastBoneKey?: BoneFacts;
  lastMorphKey?: { frame: number; prev: number; next: number; weight: number; selected: number };
  firstBones?: string[];
  lastBone?: string;
  boneNamesSha256?: string;
  morphNamesSha256?: string;
}

interface BoneFacts {
  frame: number;
  prev: number;
  next: number;
  interp: string;
  pos: number[];
  rot: number[];
  selected: number;
  physicsOff: number;
}

interface Facts {
  version: number;
  leftover: number;
  size: number[];
  viewAngle: number;
  flags: number[];
  selectedModel: number;
  models: ModelFacts[];
  camera: { keys: number; framesInChainOrder: number[]; init: unknown[]; fovs: number[]; state: number[] };
  light: { keys: number; frames: number[]; colors: number[][]; state: number[] };
  accessories: {
    no: number;
    name: string;
    path: string;
    drawOrder: number;
    keys: number;
    init: (number | number[])[];
    state: number[];
    addBlend: number | null;
  }[];
  cur_frame: number;
  hscroll_len: number;
  play_end: number;
  show_info: number;
  show_axis: number;
  show_gshadow: number;
  fps: number;
  cap_mode: number;
  acc_after: number;
  gshadow_bright: number;
  v1tail?: BlockFacts;
}

/** What stands at the end; the facts of version 1 have it by itself. */
interface TailFacts {
  trans_gshadow: number;
  physics_mode: number;
  grav_state?: number[];
  grav?: number[];
  ss_state: number[];
  edge_rgb: number[];
  black_bg: number;
  cam_follow?: number[];
  follow_state?: number[];
  phys_ground: number;
}

/** What only version 1 has at its end. */
interface BlockFacts extends TailFacts {
  model_add_blend: number[];
  acc_add_blend: number[];
  edge_width: number[];
  model_self_shadow: number[];
  follow_keys: number[][];
}

const FILES = ['pmm/accessories_v2.pmm', 'pmm/one_model_v2.pmm', 'pmm/kishimen_v1.pmm'];
const list = (column: ArrayLike<number>): number[] => Array.from(column);

describe.skipIf(!hasCorpus).each(hasCorpus ? FILES : [])('%s', (path) => {
  const bytes = readCorpus(path);
  const facts = corpusFacts(path) as Facts;
  const tail = (facts.v1tail ?? facts) as TailFacts;
  const pmm = parsePmm(bytes);

  test('is read to its end and comes back byte for byte', () => {
    expect([pmm.version, pmm.trailing.length, pmm.warnings]).toEqual([facts.version, facts.leftover, []]);
    expect(Buffer.compare(serializePmm(pmm), bytes)).toBe(0);
  });

  test('window', () => {
    const { editor } = pmm;
    expect([editor.outputWidth, editor.outputHeight]).toEqual(facts.size);
    expect([editor.viewAngle, editor.selectedModel]).toEqual([facts.viewAngle, facts.selectedModel]);
    expect([editor.cameraMode, ...editor.panelsOpen]).toEqual(facts.flags);
    expect(editor.currentFrame).toBe(facts.cur_frame);
  });

  test('models: counts and what stands around the keys', () => {
    expect(pmm.models.map((model) => modelFacts(model, pmm.version))).toEqual(
      facts.models.map(({ no, name, nameEn, path: file, counts, ...rest }) => ({
        no,
        name,
        nameEn,
        path: file,
        counts,
        drawOrder: rest.drawOrder,
        visible: rest.visible,
        lastFrame: rest.lastFrame,
        rowsOpen: rest.rowsOpen,
        ikIndices: rest.ikIndices,
        opIndices: rest.opIndices,
        ...(pmm.version === 2 && {
          look: [rest.addBlend, rest.edgeWidth, rest.selfShadow, rest.calcOrder],
          names: [rest.firstBones, rest.lastBone, rest.boneNamesSha256, rest.morphNamesSha256],
        }),
      })),
    );
  });

  test('models: every track, by its hash', () => {
    for (const [i, model] of pmm.models.entries()) {
      expect(boneTracksHash(model)).toBe(facts.models[i].boneTracksSha256);
      expect(morphTracksHash(model)).toBe(facts.models[i].morphTracksSha256);
    }
  });

  test('models: first and last keys of the pools', () => {
    for (const [i, model] of pmm.models.entries()) {
      const { firstBoneInit, firstBoneKey, lastBoneKey, lastMorphKey, counts } = facts.models[i];
      const last = model.bones.count - 1;
      expect(boneFacts(model, 0)).toMatchObject(known(firstBoneInit));
      if (firstBoneKey) expect(boneFacts(model, counts.bones)).toMatchObject(known(firstBoneKey));
      if (lastBoneKey) expect(boneFacts(model, last)).toMatchObject(known(lastBoneKey));
      if (!lastMorphKey) continue;
      const { morphs } = model;
      const key = keyAt(morphs, morphs.count - 1);
      expect([morphs.frames[key], morphs.weights[key], morphs.selected[key]]).toEqual([
        lastMorphKey.frame,
        lastMorphKey.weight,
        lastMorphKey.selected,
      ]);
    }
  });

  test('camera and light', () => {
    const { camera, light } = pmm;
    expect(camera.keys.count - 1).toBe(facts.camera.keys);
    expect(list(camera.keys.frames)).toEqual(facts.camera.framesInChainOrder);
    expect([camera.keys.distances[0], list(camera.keys.targets.subarray(0, 3))]).toEqual(
      facts.camera.init.slice(0, 2),
    );
    expect(list(camera.keys.fovs)).toEqual(facts.camera.fovs);
    const { target, distance, rotation, perspectiveOff, followModel, followBone } = camera.current;
    expect([...target, ...distance, ...rotation, perspectiveOff]).toEqual(facts.camera.state);
    expect([followModel, followBone]).toEqual(tail.cam_follow ?? tail.follow_state);
    expect(list(light.keys.frames)).toEqual(facts.light.frames);
    expect(list(light.keys.colors)).toEqual(facts.light.colors.flat());
    expect([...light.current.color, ...light.current.direction]).toEqual(facts.light.state);
  });

  test('accessories', () => {
    const found = pmm.accessories.map(({ number, name, path: file, drawOrder, keys, current, additive }) => ({
      no: number,
      name: name.text,
      path: file.text,
      drawOrder,
      keys: keys.count - 1,
      init: [
        keys.visible[0] | (keys.transparencies[0] << 1),
        keys.parentModels[0],
        keys.parentBones[0],
        list(keys.positions.subarray(0, 3)),
        list(keys.rotations.subarray(0, 3)),
        keys.scales[0],
        keys.shadows[0],
        keys.selected[0],
      ],
      state: [
        current.visible | (current.transparency << 1),
        current.parentModel,
        current.parentBone,
        ...current.rotation,
        current.scale,
        ...current.position,
        current.shadow,
      ],
      addBlend: pmm.version === 1 ? null : additive,
    }));
    expect(found).toEqual(facts.accessories);
    // The list of names is in the order of drawing.
    for (const { name, drawOrder } of pmm.accessories)
      expect(pmm.accessoryOrder[drawOrder].text).toBe(name.text);
  });

  test('timeline, display, physics, gravity, shadow', () => {
    const { editor, gravity, selfShadow, display, physics } = pmm;
    expect([editor.scrollLength, editor.playTo]).toEqual([facts.hscroll_len, facts.play_end]);
    expect(display).toEqual({
      showInfo: facts.show_info,
      showAxis: facts.show_axis,
      showGroundShadow: facts.show_gshadow,
      fpsLimit: facts.fps,
      captureMode: facts.cap_mode,
      accessoriesAfterModels: facts.acc_after,
      groundShadowBrightness: facts.gshadow_bright,
      transparentGroundShadow: tail.trans_gshadow,
      edgeColor: tail.edge_rgb,
      blackBackground: tail.black_bg,
    });
    expect(physics).toEqual({ mode: tail.physics_mode, ground: tail.phys_ground });
    expect([gravity.acceleration, gravity.noise, ...gravity.direction, gravity.noiseOn]).toEqual(
      tail.grav_state ?? tail.grav,
    );
    expect([selfShadow.on, selfShadow.distance]).toEqual(tail.ss_state);
  });

  test('cut anywhere, it is refused', () => {
    for (let i = 0; i < 20; i++) {
      const cut = bytes.subarray(0, Math.floor((bytes.length * i) / 20));
      expect(thrownBy(() => parsePmm(cut))).toBeInstanceOf(MmdFormatError);
    }
  });
});

describe.skipIf(!hasCorpus)('truncated_v2.pmm', () => {
  test('the camera lacks a byte', () => {
    expect(thrownBy(() => parsePmm(readCorpus('pmm/truncated_v2.pmm')))).toMatchObject({
      code: 'truncated',
      section: 'camera.keys[0]',
      offset: 55,
    });
  });
});

describe.skipIf(!hasCorpus)('MMD’s sample project and two of its PMDs', () => {
  const models = hasCorpus
    ? ['pmd/KAITO.pmd', 'pmd/Dammy_Bone.pmd'].map((path) => parsePmd(readCorpus(path)))
    : [];
  const pmm = hasCorpus ? parsePmm(readCorpus('pmm/kishimen_v1.pmm'), { models }) : undefined;

  test('the blocks at the end of version 1', () => {
    const { v1tail } = corpusFacts('pmm/kishimen_v1.pmm') as { v1tail: BlockFacts };
    const { models: all, accessories, version1 } = pmm!;
    expect(all.map(({ additive }) => additive)).toEqual(v1tail.model_add_blend);
    expect(accessories.map(({ additive }) => additive)).toEqual(v1tail.acc_add_blend);
    expect(all.map(({ edgeWidth }) => edgeWidth)).toEqual(v1tail.edge_width);
    expect(all.map(({ selfShadow }) => selfShadow)).toEqual(v1tail.model_self_shadow);
    expect(list(version1!.follows)).toEqual(v1tail.follow_keys.flat());
    for (const { name, drawOrder } of all) expect(version1!.modelOrder[drawOrder - 1].text).toBe(name.text);
  });

  test('both have the numbers of bones, morphs and IKs that the project gives', () => {
    expect(pmm!.warnings).toEqual([]);
    expect(pmm!.models.map(({ boneNames }) => boneNames.length)).toEqual([
      30, 30, 0, 0, 0, 0, 0, 106, 0, 0, 0,
    ]);
    expect(pmm!.models[7].boneNames[0].text).toBe('センター');
  });

  test('KAITO’s motion: first keys in the order of his bones, then the pool', () => {
    const vmd = pmmToVmd(pmm!, 7);
    expect([vmd.modelName.text, vmd.bones.count, vmd.morphs.count]).toEqual([
      'ＫＡＩＴＯ',
      106 + 2557,
      25 + 240,
    ]);
    expect(list(vmd.bones.nameIndex.subarray(0, 106))).toEqual(list(Array(106).keys() as never));
    expect(vmd.bones.frames.subarray(0, 106).every((frame) => frame === 0)).toBe(true);
    expect(vmd.bones.frames.subarray(106).every((frame) => frame > 0)).toBe(true);
    const { bones } = pmm!.models[7];
    const pool = Array.from({ length: bones.count - 106 }, (_, i) => bones.frames[keyAt(bones, 106 + i)]);
    expect(list(vmd.bones.frames.subarray(106))).toEqual(pool);
  });

  test('camera and light', () => {
    const vmd = pmmCameraToVmd(pmm!);
    expect([vmd.cameras.count, vmd.lights.count]).toEqual([15, 19]);
  });
});

function modelFacts(model: PmmModel, version: Pmm['version']): unknown {
  const { bones, morphs, properties, boneNames, morphNames } = model;
  const [boneCount, morphCount] = [bones.starts.length - 1, morphs.starts.length - 1];
  return {
    no: model.number,
    name: model.name.text,
    nameEn: model.nameEn.text,
    path: model.path.text,
    counts: {
      bones: boneCount,
      morphs: morphCount,
      ik: model.current.ikEnabled.length,
      op: model.externalParentBones.length,
      boneKeys: bones.count - boneCount,
      morphKeys: morphs.count - morphCount,
      configKeys: properties.count - 1,
    },
    drawOrder: model.drawOrder,
    visible: model.visible,
    lastFrame: model.lastFrame,
    rowsOpen: list(model.rowsOpen),
    ikIndices: version === 1 ? null : list(model.ikBones),
    opIndices: version === 1 ? null : list(model.externalParentBones),
    ...(version === 2 && {
      look: [model.additive, model.edgeWidth, model.selfShadow, model.calculationOrder],
      names: [
        boneNames.slice(0, 5).map(({ text }) => text),
        boneNames.at(-1)!.text,
        namesHash(boneNames),
        namesHash(morphNames),
      ],
    }),
  };
}

/** Of the names' bytes, a line feed between them. */
function namesHash(names: PmmModel['boneNames']): string {
  const joined = names.flatMap(({ bytes }, i) => (i === 0 ? [...bytes] : [0x0a, ...bytes]));
  return createHash('sha256').update(Uint8Array.from(joined)).digest('hex');
}

/** Without its number, which only keys of the pool have. */
function known({ frame, prev, next, interp, pos, rot, selected, physicsOff }: BoneFacts): BoneFacts {
  return { frame, prev, next, interp, pos, rot, selected, physicsOff };
}

/** The key that lies at a place of the file. */
function keyAt({ links }: PmmKeys, place: number): number {
  return links!.places.indexOf(place);
}

function boneFacts({ bones }: PmmModel, place: number): BoneFacts {
  const key = keyAt(bones, place);
  return {
    frame: bones.frames[key],
    prev: bones.links!.previous[place],
    next: bones.links!.next[place],
    interp: Buffer.from(bones.curves.subarray(16 * key, 16 * key + 16)).toString('hex'),
    pos: list(bones.positions.subarray(3 * key, 3 * key + 3)),
    rot: list(bones.rotations.subarray(4 * key, 4 * key + 4)),
    selected: bones.selected[key],
    physicsOff: bones.physicsOff[key],
  };
}

/** Of every key, by bone and in the order of the links: bone, frame, curves, position, rotation. */
function boneTracksHash({ bones }: PmmModel): string {
  return tracksHash(bones, (hash, key) => {
    hash.update(bones.curves.subarray(16 * key, 16 * key + 16));
    hash.update(bytesOf(bones.positions.subarray(3 * key, 3 * key + 3)));
    hash.update(bytesOf(bones.rotations.subarray(4 * key, 4 * key + 4)));
  });
}

function morphTracksHash({ morphs }: PmmModel): string {
  return tracksHash(morphs, (hash, key) => hash.update(bytesOf(morphs.weights.subarray(key, key + 1))));
}

function tracksHash({ starts, frames }: PmmKeys, update: (hash: Hash, key: number) => void): string {
  const hash = createHash('sha256');
  for (let track = 0; track < starts.length - 1; track++) {
    for (let key = starts[track]; key < starts[track + 1]; key++) {
      hash.update(bytesOf(Uint32Array.of(track, frames[key])));
      update(hash, key);
    }
  }
  return hash.digest('hex');
}

function bytesOf({ buffer, byteOffset, byteLength }: Float32Array | Uint32Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}
