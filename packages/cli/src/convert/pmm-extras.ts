import type { Pmm, PmmModel } from '@odori/format';
import { hasSection } from '../documents/extract-motions.js';
import { formatCsv } from '../text/tables.js';

/** Null: there is no value, such as the number of a parent where there is no parent. */
type Cell = string | number | null;

/** A table of data in a project that a VMD cannot hold. */
interface ExtraTable {
  /** Also a part of the file name. */
  readonly name: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
}

/**
 * Tables of models, external parents, the bones that the camera follows, accessories and gravity, in MMD's
 * space. Empty tables are left out, and so are keyframes that no track refers to, as in MMD.
 *
 * Two models may have one name, so numbers stand in separate columns. The number of a model is its position
 * in the project, from 0, as in the names of the motions and in `--model`. O(keys).
 */
export function pmmExtras(pmm: Pmm): ExtraTable[] {
  return [models(pmm), externalParents(pmm), cameraFollow(pmm), accessories(pmm), gravity(pmm)].filter(
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
    rows.map((row) => Object.fromEntries(columns.map((column, i) => [column, inJson(row[i])]))),
  ]);
  return [{ name: 'extras.json', text: `${JSON.stringify(Object.fromEntries(content), undefined, 1)}\n` }];
}

/** JSON has no NaN and no infinities: they become strings, as in a motion as JSON. */
function inJson(cell: Cell): Cell {
  return typeof cell === 'number' && !Number.isFinite(cell) ? String(cell) : cell;
}

interface Keys {
  readonly starts: Uint32Array;
}

/** The keyframes of a section with one track. */
function trackKeys({ starts }: Keys): number[] {
  return Array.from({ length: starts[1] ?? 0 }, (_, key) => key);
}

/** A 32-bit float as the shortest decimal number that rounds to it: 0.1, not 0.10000000149011612. */
function short(value: number): number {
  const digits = [6, 7, 8].find((each) => Math.fround(Number(value.toPrecision(each))) === value);
  return Number(value.toPrecision(digits ?? 9));
}

/** A vector of a key. */
function vector(column: Float32Array, key: number): number[] {
  return Array.from(column.subarray(3 * key, 3 * key + 3), short);
}

function models({ models: all }: Pmm): ExtraTable {
  return {
    name: 'models',
    columns: [
      'modelNumber',
      'model',
      'modelEn',
      'path',
      'drawOrder',
      'calculationOrder',
      'edgeWidth',
      'selfShadow',
      'additive',
    ],
    rows: all.map(
      ({ name, nameEn, path, drawOrder, calculationOrder, edgeWidth, selfShadow, additive }, i) => [
        i,
        name.text,
        nameEn.text,
        path.text,
        drawOrder,
        calculationOrder,
        short(edgeWidth),
        selfShadow,
        additive,
      ],
    ),
  };
}

const NO_MODEL = -1;
const GROUND = -2;

/** The number and the name of a bone: two cells. −1 stands for the model itself. */
function boneCells({ boneNames }: PmmModel, bone: number): Cell[] {
  return bone < 0 ? [null, '(model)'] : [bone, boneNames[bone]?.text ?? ''];
}

/**
 * The numbers and names of a model and one of its bones: four cells. The model is given by its slot in MMD,
 * which is its position in the file only if no model was ever removed from the project.
 */
function parentCells({ models: all }: Pmm, slot: number, bone: number): Cell[] {
  if (slot === NO_MODEL) return [null, '', null, ''];
  if (slot === GROUND) return [null, '(ground)', null, ''];
  const index = all.findIndex(({ number }) => number === slot);
  if (index < 0) return [null, `(slot ${slot} is empty)`, bone, ''];
  return [index, all[index].name.text, ...boneCells(all[index], bone)];
}

const PARENT_COLUMNS = ['parentModelNumber', 'parentModel', 'parentBoneNumber', 'parentBone'] as const;

function externalParents(pmm: Pmm): ExtraTable {
  const rows = pmm.models.flatMap((model, number) =>
    Array.from(model.externalParentBones).flatMap((_, i) => parentsOfBone(pmm, model, number, i)),
  );
  return {
    name: 'external-parents',
    columns: ['modelNumber', 'model', 'frame', 'boneNumber', 'bone', ...PARENT_COLUMNS],
    rows,
  };
}

/** A row for each keyframe; none for a bone that never has an external parent. */
function parentsOfBone(pmm: Pmm, model: PmmModel, number: number, i: number): Cell[][] {
  const { name, externalParentBones, properties } = model;
  const count = externalParentBones.length;
  const keys = trackKeys(properties);
  const parentOf = (key: number): Int32Array => properties.externalParents.subarray(2 * (count * key + i));
  if (keys.every((key) => parentOf(key)[0] === NO_MODEL)) return [];
  return keys.map((key) => {
    const [slot, bone] = parentOf(key);
    const own = boneCells(model, externalParentBones[i]);
    return [number, name.text, properties.frames[key], ...own, ...parentCells(pmm, slot, bone)];
  });
}

function cameraFollow(pmm: Pmm): ExtraTable {
  const { frames, followModels, followBones } = pmm.camera.keys;
  const keys = trackKeys(pmm.camera.keys);
  const isUsed = keys.some((key) => followModels[key] >= 0);
  return {
    name: 'camera-follow',
    columns: ['frame', 'modelNumber', 'model', 'boneNumber', 'bone'],
    rows: (isUsed ? keys : []).map((key) => [
      frames[key],
      ...parentCells(pmm, followModels[key], followBones[key]),
    ]),
  };
}

const ACCESSORY_KEY_COLUMNS = [
  'frame',
  'visible',
  'transparency',
  ...PARENT_COLUMNS,
  'x',
  'y',
  'z',
  'rotationX',
  'rotationY',
  'rotationZ',
  'scale',
  'shadow',
] as const;

function accessories(pmm: Pmm): ExtraTable {
  return {
    name: 'accessories',
    columns: ['accessoryNumber', 'accessory', 'path', 'drawOrder', 'additive', ...ACCESSORY_KEY_COLUMNS],
    rows: pmm.accessories.flatMap(({ name, path, drawOrder, additive, keys }, number) => {
      const accessory = [number, name.text, path.text, drawOrder, additive];
      const rows = trackKeys(keys).map((key) => [
        ...accessory,
        keys.frames[key],
        keys.visible[key],
        keys.transparencies[key],
        ...parentCells(pmm, keys.parentModels[key], keys.parentBones[key]),
        ...vector(keys.positions, key),
        ...vector(keys.rotations, key),
        short(keys.scales[key]),
        keys.shadows[key],
      ]);
      return rows.length > 0 ? rows : [[...accessory, ...ACCESSORY_KEY_COLUMNS.map(() => null)]];
    }),
  };
}

function gravity(pmm: Pmm): ExtraTable {
  const { keys } = pmm.gravity;
  const kept = hasSection(pmm, 'gravity') ? trackKeys(keys) : [];
  return {
    name: 'gravity',
    columns: ['frame', 'acceleration', 'x', 'y', 'z', 'noise', 'noiseOn'],
    rows: kept.map((key) => [
      keys.frames[key],
      short(keys.accelerations[key]),
      ...vector(keys.directions, key),
      keys.noises[key],
      keys.noiseOn[key],
    ]),
  };
}
