import type { Pmm, PmmModel } from '@odori/format';
import { formatCsv } from '../text/tables.js';

/** A table of data in a project that a VMD cannot hold. */
interface ExtraTable {
  /** Also a part of the file name. */
  readonly name: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | number)[])[];
}

/**
 * Tables of external parents, the bones that the camera follows, accessories and gravity, in MMD's space. Empty tables are
 * left out, and so are keyframes that no track refers to, as in MMD. O(keys).
 */
export function pmmExtras(pmm: Pmm): ExtraTable[] {
  return [externalParents(pmm), cameraFollow(pmm), accessories(pmm), gravity(pmm)].filter(
    ({ rows }) => rows.length > 0,
  );
}

/** The tables as files: one CSV for each, or one JSON for all. */
export function extraFiles(tables: readonly ExtraTable[], isJson: boolean): { name: string; text: string }[] {
  if (tables.length === 0) return [];
  if (!isJson)
    return tables.map(({ name, columns, rows }) => ({ name: `${name}.csv`, text: formatCsv(columns, rows) }));
  const content = tables.map(({ name, columns, rows }) => [
    name,
    rows.map((row) => Object.fromEntries(columns.map((column, i) => [column, row[i]]))),
  ]);
  return [{ name: 'extras.json', text: `${JSON.stringify(Object.fromEntries(content), undefined, 1)}\n` }];
}

interface Keys {
  readonly starts: Uint32Array;
}

/** The keyframes of a section with one track. */
function trackKeys({ starts }: Keys): number[] {
  return Array.from({ length: starts[1] ?? 0 }, (_, key) => key);
}

const NO_MODEL = -1;
const GROUND = -2;

/** A slot in MMD is the index in the file only if no model was ever removed from the project. */
function modelOf({ models }: Pmm, slot: number): PmmModel | undefined {
  return models.find(({ number }) => number === slot);
}

function modelName(pmm: Pmm, slot: number): string {
  if (slot === GROUND) return '(ground)';
  return slot === NO_MODEL ? '' : (modelOf(pmm, slot)?.name.text ?? String(slot));
}

function boneName(pmm: Pmm, slot: number, bone: number): string {
  if (bone < 0 || slot < 0) return '';
  return modelOf(pmm, slot)?.boneNames[bone]?.text ?? String(bone);
}

function externalParents(pmm: Pmm): ExtraTable {
  const rows = pmm.models.flatMap(({ name, boneNames, externalParentBones, properties }) => {
    const count = externalParentBones.length;
    return trackKeys(properties).flatMap((key) =>
      Array.from(externalParentBones, (bone, i) => {
        const [model, parent] = properties.externalParents.subarray(2 * (count * key + i));
        const own = bone < 0 ? '(model)' : (boneNames[bone]?.text ?? String(bone));
        return [name.text, properties.frames[key], own, modelName(pmm, model), boneName(pmm, model, parent)];
      }),
    );
  });
  // A bone that never has an external parent needs no rows.
  const isUsed = new Set(rows.filter((row) => row[3] !== '').map((row) => `${row[0]}\n${row[2]}`));
  return {
    name: 'external-parents',
    columns: ['model', 'frame', 'bone', 'parentModel', 'parentBone'],
    rows: rows.filter((row) => isUsed.has(`${row[0]}\n${row[2]}`)),
  };
}

function cameraFollow(pmm: Pmm): ExtraTable {
  const { frames, followModels, followBones } = pmm.camera.keys;
  const keys = trackKeys(pmm.camera.keys);
  const isUsed = keys.some((key) => followModels[key] >= 0);
  return {
    name: 'camera-follow',
    columns: ['frame', 'model', 'bone'],
    rows: (isUsed ? keys : []).map((key) => {
      const model = followModels[key];
      return [frames[key], modelName(pmm, model), boneName(pmm, model, followBones[key])];
    }),
  };
}

function accessories(pmm: Pmm): ExtraTable {
  const rows = pmm.accessories.flatMap(({ name, path, keys }) =>
    trackKeys(keys).map((key) => [
      name.text,
      path.text,
      keys.frames[key],
      keys.visible[key],
      keys.transparencies[key],
      modelName(pmm, keys.parentModels[key]),
      boneName(pmm, keys.parentModels[key], keys.parentBones[key]),
      ...keys.positions.subarray(3 * key, 3 * key + 3),
      ...keys.rotations.subarray(3 * key, 3 * key + 3),
      keys.scales[key],
      keys.shadows[key],
    ]),
  );
  const place = ['x', 'y', 'z', 'rotationX', 'rotationY', 'rotationZ'];
  const parent = ['parentModel', 'parentBone'];
  return {
    name: 'accessories',
    columns: [
      'accessory',
      'path',
      'frame',
      'visible',
      'transparency',
      ...parent,
      ...place,
      'scale',
      'shadow',
    ],
    rows,
  };
}

function gravity(pmm: Pmm): ExtraTable {
  const { keys } = pmm.gravity;
  return {
    name: 'gravity',
    columns: ['frame', 'acceleration', 'x', 'y', 'z', 'noise', 'noiseOn'],
    rows: trackKeys(keys).map((key) => [
      keys.frames[key],
      keys.accelerations[key],
      ...keys.directions.subarray(3 * key, 3 * key + 3),
      keys.noises[key],
      keys.noiseOn[key],
    ]),
  };
}
