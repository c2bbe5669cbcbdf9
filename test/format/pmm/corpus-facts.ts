import type { Pmm, PmmAccessory, PmmKeys, PmmModel } from '@odori/format';
import { createHash, type Hash } from 'node:crypto';

/** The results of an independent parser for a project: all those that a document contains. */
export function factsOf(pmm: Pmm, bytes: Uint8Array): Record<string, unknown> {
  const { editor, display, media, version } = pmm;
  return {
    format: pmm.format,
    bytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    parsed: true,
    version,
    signatureTail: Buffer.from(pmm.source!.signature.subarray(25)).toString('hex'),
    leftover: pmm.trailing.length,
    size: [editor.outputWidth, editor.outputHeight],
    viewAngle: editor.viewAngle,
    flags: [editor.cameraMode, ...editor.panelsOpen],
    selectedModel: editor.selectedModel,
    models: pmm.models.map((model) => modelFacts(model, version)),
    camera: cameraFacts(pmm.camera),
    light: lightFacts(pmm.light),
    accessories: pmm.accessories.map((accessory) => accessoryFacts(accessory, version)),
    cur_frame: editor.currentFrame,
    hscroll: editor.scroll,
    hscroll_len: editor.scrollLength,
    edit_mode: editor.editMode,
    look_mode: editor.cameraLookMode,
    repeat: editor.repeat,
    play_begin: editor.playFrom,
    play_end: editor.playTo,
    wave_on: media.waveOn,
    avi_on: media.aviOn,
    bg_on: media.backgroundOn,
    show_info: display.showInfo,
    show_axis: display.showAxis,
    show_gshadow: display.showGroundShadow,
    fps: display.fpsLimit,
    cap_mode: display.captureMode,
    acc_after: display.accessoriesAfterModels,
    gshadow_bright: display.groundShadowBrightness,
    ...(version === 2 ? tailFacts(pmm) : { v1tail: blockFacts(pmm) }),
  };
}

/** The end of version 2. */
function tailFacts({ editor, camera: { current }, ...pmm }: Pmm): object {
  return {
    trans_gshadow: pmm.display.transparentGroundShadow,
    physics_mode: pmm.physics.mode,
    grav_state: gravityFacts(pmm.gravity),
    ss_state: [pmm.selfShadow.on, pmm.selfShadow.distance],
    edge_rgb: pmm.display.edgeColor,
    black_bg: pmm.display.blackBackground,
    cam_follow: [current.followModel, current.followBone],
    follow_on: current.matrixOn,
    unk_byte: current.unknown,
    phys_ground: pmm.physics.ground,
    frame_textbox: editor.frameTextbox,
    has_range: editor.rangesOn,
    range: editor.ranges?.map(({ model, range }) => [model, range]),
  };
}

/** The end of version 1: twelve blocks. The last nine begin with a byte that is 1. */
function blockFacts({ version1, models, camera: { current }, ...pmm }: Pmm): unknown {
  const { edgeWidth, firstFollow, follows, blockCount } = version1!;
  const { keys } = pmm.selfShadow;
  const announced = (block: number): number => (blockCount >= block ? 1 : 0);
  return {
    model_add_blend: models.map(({ additive }) => additive),
    acc_add_blend: pmm.accessories.map(({ additive }) => additive),
    f1: edgeWidth,
    trans_gshadow: pmm.display.transparentGroundShadow,
    has_edge: announced(4),
    edge_width: models.map((model) => model.edgeWidth),
    has_physics: announced(5),
    physics_mode: pmm.physics.mode,
    grav: gravityFacts(pmm.gravity),
    has_ss: announced(6),
    ss_state: [pmm.selfShadow.on, pmm.selfShadow.distance],
    model_self_shadow: models.map(({ selfShadow }) => selfShadow),
    has_ss_keys: announced(7),
    ss_init: [null, ...linksAt(keys, 0), keys.modes[0], keys.distances[0], keys.selected[0]],
    ss_keys: list(keys.frames.subarray(1)),
    has_edge_color: announced(8),
    edge_rgb: pmm.display.edgeColor,
    has_black_bg: announced(9),
    black_bg: pmm.display.blackBackground,
    has_follow: announced(10),
    follow_init: firstFollow,
    follow_keys: triples(follows),
    follow_state: [current.followModel, current.followBone],
    has_matrix: announced(11),
    mat16: current.matrix,
    follow_on: current.matrixOn,
    unk_byte: current.unknown,
    has_ground: announced(12),
    phys_ground: pmm.physics.ground,
  };
}

function gravityFacts({ acceleration, noise, direction, noiseOn }: Pmm['gravity']): number[] {
  return [acceleration, noise, ...direction, noiseOn];
}

function modelFacts(model: PmmModel, version: Pmm['version']): unknown {
  const { bones, morphs, properties, boneNames, morphNames } = model;
  const [boneCount, morphCount] = [bones.starts.length - 1, morphs.starts.length - 1];
  const boneKeys = bones.count - boneCount;
  const morphKeys = morphs.count - morphCount;
  return {
    no: model.number,
    name: model.name.text,
    nameEn: model.nameEn.text,
    path: model.path.text,
    pathTail: model.path.rest ? 'garbage' : 'zeros',
    counts: {
      bones: boneCount,
      morphs: morphCount,
      ik: model.current.ikEnabled.length,
      op: model.externalParentBones.length,
      boneKeys,
      morphKeys,
      configKeys: properties.count - 1,
    },
    drawOrder: model.drawOrder,
    visible: model.visible,
    lastFrame: model.lastFrame,
    ikIndices: version === 1 ? null : list(model.ikBones),
    opIndices: version === 1 ? null : list(model.externalParentBones),
    rowsOpen: list(model.rowsOpen),
    boneChain: chainFacts(bones),
    morphChain: chainFacts(morphs),
    boneTracksSha256: boneTracksHash(model),
    morphTracksSha256: morphTracksHash(model),
    edgeWidth: version === 1 ? null : model.edgeWidth,
    selfShadow: version === 1 ? null : model.selfShadow,
    calcOrder: version === 1 ? null : model.calculationOrder,
    addBlend: version === 1 ? null : model.additive,
    firstBoneInit: { index: null, ...boneFacts(model, 0) },
    ...(boneKeys > 0 && {
      firstBoneKey: { index: boneCount, ...boneFacts(model, boneCount) },
      lastBoneKey: { index: bones.count - 1, ...boneFacts(model, bones.count - 1) },
    }),
    ...(morphKeys > 0 && { lastMorphKey: lastMorphFacts(model) }),
    ...(version === 2 && {
      firstBones: boneNames.slice(0, 5).map(({ text }) => text),
      lastBone: boneNames.at(-1)!.text,
      boneNamesSha256: namesHash(boneNames),
      morphNamesSha256: namesHash(morphNames),
    }),
  };
}

function lastMorphFacts({ morphs }: PmmModel): unknown {
  const record = morphs.count - 1;
  const key = keyAt(morphs, record);
  const [frame, prev, next] = linksAt(morphs, record);
  return { index: record, frame, prev, next, weight: morphs.weights[key], selected: morphs.selected[key] };
}

function cameraFacts({ keys, current }: Pmm['camera']): unknown {
  return {
    keys: keys.count - 1,
    chain: chainFacts(keys),
    framesInChainOrder: list(keys.frames),
    init: [keys.distances[0], list(keys.targets.subarray(0, 3)), list(keys.rotations.subarray(0, 3))],
    fovs: list(keys.fovs),
    state: [...current.target, ...current.distance, ...current.rotation, current.perspectiveOff],
  };
}

function lightFacts({ keys, current }: Pmm['light']): unknown {
  return {
    keys: keys.count - 1,
    chain: chainFacts(keys),
    frames: list(keys.frames),
    colors: triples(keys.colors),
    state: [...current.color, ...current.direction],
  };
}

function accessoryFacts(
  { number, name, path, drawOrder, keys, current, additive }: PmmAccessory,
  version: Pmm['version'],
): unknown {
  return {
    no: number,
    name: name.text,
    path: path.text,
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
    addBlend: version === 1 ? null : additive,
  };
}

/** The keys of the pool that the links reach, and the odd links. */
function chainFacts({ count, starts, frames, links }: PmmKeys): Record<string, number> {
  const { records, previous, next } = links!;
  const tracks = starts.length - 1;
  const facts = { badprev: 0, unsorted: 0, dup: 0, dangling: 0, initframe: 0, initprev: 0 };
  for (let track = 0; track < tracks; track++) {
    if (frames[starts[track]] !== 0) facts.initframe++;
    if (previous[track] !== 0) facts.initprev++;
    for (let key = starts[track] + 1; key < starts[track + 1]; key++) {
      if (previous[records[key]] !== records[key - 1]) facts.badprev++;
      if (frames[key] < frames[key - 1]) facts.unsorted++;
      if (frames[key] === frames[key - 1]) facts.dup++;
    }
    if (next[records[starts[track + 1] - 1]] !== 0) facts.dangling++;
  }
  return { visited: starts[tracks] - tracks, keys: count - tracks, ...facts };
}

/** The hash of the bytes of all names, with line feeds between them. */
function namesHash(names: PmmModel['boneNames']): string {
  const joined = names.flatMap(({ bytes }, i) => (i === 0 ? [...bytes] : [0x0a, ...bytes]));
  return createHash('sha256').update(Uint8Array.from(joined)).digest('hex');
}

/** The key at a record of the file. */
export function keyAt({ links }: PmmKeys, record: number): number {
  return links!.records.indexOf(record);
}

/** The frame, the previous key and the next key. */
function linksAt(keys: PmmKeys, record: number): [number, number, number] {
  const { previous, next } = keys.links!;
  return [keys.frames[keyAt(keys, record)], previous[record], next[record]];
}

function boneFacts({ bones }: PmmModel, record: number): Record<string, unknown> {
  const key = keyAt(bones, record);
  const [frame, prev, next] = linksAt(bones, record);
  return {
    frame,
    prev,
    next,
    interp: Buffer.from(bones.curves.subarray(16 * key, 16 * key + 16)).toString('hex'),
    pos: list(bones.positions.subarray(3 * key, 3 * key + 3)),
    rot: list(bones.rotations.subarray(4 * key, 4 * key + 4)),
    selected: bones.selected[key],
    physicsOff: bones.physicsOff[key],
  };
}

/** The hash of all keys by bone, in the order of the links: bone, frame, curves, position, rotation. */
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

function triples(column: ArrayLike<number>): number[][] {
  return Array.from({ length: column.length / 3 }, (_, i) => [
    column[3 * i],
    column[3 * i + 1],
    column[3 * i + 2],
  ]);
}

function list(column: ArrayLike<number>): number[] {
  return Array.from(column);
}
