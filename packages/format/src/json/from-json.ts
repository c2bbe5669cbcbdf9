import { wordsOf } from '../binary/bytes.js';
import { nameOfBytes } from '../text/name-encoding.js';
import { encodeName, type MmdName } from '../text/name.js';
import {
  addBoneKey,
  addCameraKey,
  addLightKey,
  addMorphKey,
  addPropertyKey,
  addSelfShadowKey,
  createVmd,
} from '../vmd/create-vmd.js';
import { BONE_CHANNELS, CAMERA_CHANNELS } from '../vmd/key-input.js';
import type { Curve } from '../tuples.js';
import type { Vmd } from '../vmd/vmd.js';
import { JsonCursor } from './json-cursor.js';
import { sourceFromJson } from './source-json.js';

const MAX_U32 = 0xffffffff;

/**
 * The motion that `toJson` turned into JSON. Takes the result of `JSON.parse`, and checks all of it. O(keys).
 *
 * JSON in three.js's space, as `odori convert --coordinates three` writes it, is refused because it would
 * play mirrored. `odori convert` reads it.
 *
 * @throws {@link MmdFormatError} `bad-json`, with the place in `section`, such as `bones[3].frame`.
 * @example
 * serializeVmd(fromJson(JSON.parse(stringifyJson(toJson(parseVmd(bytes)))))); // → the same bytes
 */
export function fromJson(json: unknown): Vmd {
  const root = new JsonCursor(json);
  const expansion = root.at('expansion');
  expansion.at('fileType').oneOf('vmd');
  checkSpace(expansion.at('coordinateSystem'));
  const version = expansion.at('version').oneOf(1, 2);
  const isGrouped = expansion.at('groupType').oneOf('none', 'name') === 'name';
  const startFrame = expansion.at('startFrame').whole(-MAX_U32, MAX_U32);

  const header = root.at('header');
  const vmd = createVmd({ version, modelName: nameFromJson(header, 'modelName') });
  const frameOf = (key: JsonCursor): number =>
    key.at('frame').whole(startFrame, startFrame + MAX_U32) - startFrame;
  for (const { name, key } of namedKeys(root.at('bones'), isGrouped)) addBone(vmd, name, frameOf(key), key);
  for (const { name, key } of namedKeys(root.at('morphs'), isGrouped)) addMorph(vmd, name, frameOf(key), key);
  for (const key of root.at('properties').list()) addProperty(vmd, frameOf(key), key);
  for (const key of root.at('cameras').list()) addCamera(vmd, frameOf(key), key);
  for (const key of root.at('lights').list()) addLight(vmd, frameOf(key), key);
  for (const key of root.at('selfShadows').list()) addSelfShadow(vmd, frameOf(key), key);

  // Adding camera keys gives a nameless document a name; the JSON decides.
  vmd.modelName = nameFromJson(header, 'modelName');
  if (!root.at('trailing').isAbsent) vmd.trailing = root.at('trailing').hex();
  if (!root.at('source').isAbsent) vmd.source = sourceFromJson(root.at('source'), !isGrouped);
  return vmd;
}

/** No function of this package changes the handedness. */
function checkSpace(json: JsonCursor): void {
  if (json.oneOf('mmd', 'three') === 'mmd') return;
  json.refuse('"mmd" here ("odori convert" of @odori/cli reads JSON in three.js\'s space)');
}

function addBone(vmd: Vmd, name: MmdName, frame: number, key: JsonCursor): void {
  const i = vmd.bones.count;
  const curves = curvesFromJson(key.at('curves'), BONE_CHANNELS);
  addBoneKey(vmd, { name, frame, curves, physics: key.at('physics').flag() });
  setFloats(vmd.bones.positions, 3 * i, vectorFromJson(key.at('position'), 3));
  setFloats(vmd.bones.rotations, 4 * i, vectorFromJson(key.at('rotation'), 4));
}

function addMorph(vmd: Vmd, name: MmdName, frame: number, key: JsonCursor): void {
  addMorphKey(vmd, { name, frame, weight: 0 });
  setFloats(vmd.morphs.weights, vmd.morphs.count - 1, [key.at('weight')]);
}

function addCamera(vmd: Vmd, frame: number, key: JsonCursor): void {
  const i = vmd.cameras.count;
  const curves = curvesFromJson(key.at('curves'), CAMERA_CHANNELS);
  addCameraKey(vmd, {
    frame,
    curves,
    fov: key.at('fov').whole(0, MAX_U32),
    perspective: key.at('perspective').flag(),
  });
  setFloats(vmd.cameras.distances, i, [key.at('distance')]);
  setFloats(vmd.cameras.targets, 3 * i, vectorFromJson(key.at('target'), 3));
  setFloats(vmd.cameras.rotations, 3 * i, vectorFromJson(key.at('rotation'), 3));
}

function addLight(vmd: Vmd, frame: number, key: JsonCursor): void {
  const i = vmd.lights.count;
  addLightKey(vmd, { frame });
  setFloats(vmd.lights.colors, 3 * i, vectorFromJson(key.at('color'), 3));
  setFloats(vmd.lights.directions, 3 * i, vectorFromJson(key.at('direction'), 3));
}

function addSelfShadow(vmd: Vmd, frame: number, key: JsonCursor): void {
  addSelfShadowKey(vmd, { frame, mode: key.at('mode').whole(0, 0xff) });
  setFloats(vmd.selfShadows.distances, vmd.selfShadows.count - 1, [key.at('distance')]);
}

function addProperty(vmd: Vmd, frame: number, key: JsonCursor): void {
  const ik = key
    .at('ik')
    .list()
    .map((entry) => ({ name: nameFromJson(entry), enabled: entry.at('enabled').flag() }));
  addPropertyKey(vmd, { frame, visible: key.at('visible').flag(), ik });
}

/** Keys with their names. Each key has its name, or each group of keys. */
function* namedKeys(section: JsonCursor, isGrouped: boolean): Generator<{ name: MmdName; key: JsonCursor }> {
  for (const entry of section.list()) {
    const name = nameFromJson(entry);
    if (!isGrouped) yield { name, key: entry };
    else for (const key of entry.at('keys').list()) yield { name, key };
  }
}

/** The bytes count if they are given and decode to the text; otherwise the text is encoded. */
function nameFromJson(json: JsonCursor, property = 'name'): MmdName {
  const text = json.at(property).text();
  const hex = json.at(`${property}Bytes`);
  if (hex.isAbsent) return encodeName(text);
  return nameOfBytes(text, hex.hex()) ?? encodeName(text);
}

function curvesFromJson<C extends string>(json: JsonCursor, channels: readonly C[]): Record<C, Curve> {
  const entries = channels.map((channel) => {
    const curve = json.at(channel);
    const values = curve.list().map((value) => value.whole(0, 0xff));
    const [x1, y1, x2, y2] = values.length === 4 ? values : curve.refuse('four numbers');
    return [channel, [x1, y1, x2, y2]] as const;
  });
  return Object.fromEntries<Curve>(entries) as Record<C, Curve>;
}

function vectorFromJson(json: JsonCursor, length: number): JsonCursor[] {
  const values = json.list();
  return values.length === length ? values : json.refuse(`${length} numbers`);
}

/** Sets bits instead of numbers, because a NaN can have many bit patterns. */
function setFloats(column: Float32Array, index: number, values: readonly JsonCursor[]): void {
  wordsOf(column).set(
    values.map((value) => value.floatBits()),
    index,
  );
}
