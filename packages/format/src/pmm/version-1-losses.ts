import { MMD_GRAVITY, MMD_SELF_SHADOW } from '../mmd-defaults.js';
import type { OnWarning } from '../text/name.js';
import type { Pmm } from './pmm.js';

/** Reports values of a document that a file of version 1 cannot hold. O(keys). */
export function reportVersion1Losses(pmm: Pmm, onWarning: OnWarning | undefined): void {
  if (!onWarning) return;
  const report = (section: string, count: number, one: string, several: string): void => {
    if (count === 0) return;
    const message = `${count} ${count === 1 ? one : several}: version 1 cannot hold ${count === 1 ? 'it' : 'them'}`;
    onWarning({ code: 'not-expressible', section, count, offset: 0, message });
  };
  pmm.models.forEach(({ number, nameEn, bones, properties, current, calculationOrder }, i) => {
    const parents = setParents(properties.externalParents, 2, 0) + setParents(current.externalParents, 4, 2);
    report(`models[${i}]`, nameEn.text === '' ? 0 : 1, 'English name', 'English names');
    report(
      `models[${i}]`,
      calculationOrder === number + 1 ? 0 : 1,
      'order of calculation',
      'orders of calculation',
    );
    report(`models[${i}].bones`, countOn(bones.physicsOff), 'key with physics off', 'keys with physics off');
    report(
      `models[${i}].current`,
      countOn(current.physicsOff),
      'bone with physics off',
      'bones with physics off',
    );
    report(`models[${i}].properties`, parents, 'external parent', 'external parents');
  });
  report(
    'gravity.keys',
    isConstant(pmm.gravity) ? 0 : pmm.gravity.keys.count,
    'key of gravity',
    'keys of gravity',
  );
  report('editor', pmm.editor.ranges?.length ?? 0, 'frame selection', 'frame selections');
  report(
    'editor',
    pmm.editor.frameTextbox === 0 ? 0 : 1,
    'number in the frame textbox',
    'numbers in the frame textbox',
  );
  reportMissingBlocks(pmm, onWarning);
}

function countOn(switches: Uint8Array): number {
  return switches.filter((value) => value !== 0).length;
}

/** How many parents are not −1, for none. Each has `size` numbers. */
function setParents(parents: Int32Array, size: number, modelAt: number): number {
  return parents.filter((model, i) => i % size === modelAt && model !== -1).length;
}

/** Is there at most one key, with the values of MMD's panel? These are written. */
function isConstant({ acceleration, noise, direction, noiseOn, keys }: Pmm['gravity']): boolean {
  if (keys.count === 0) return true;
  return (
    keys.count === 1 &&
    isSame(keys.accelerations[0], acceleration) &&
    keys.noises[0] === noise &&
    direction.every((value, i) => isSame(keys.directions[i], value)) &&
    keys.noiseOn[0] === noiseOn
  );
}

/** A file has 32-bit floats: 9.8 comes back as 9.800000190734863. */
function isSame(a: number, b: number): boolean {
  return Math.fround(a) === Math.fround(b);
}

function reportMissingBlocks(pmm: Pmm, onWarning: OnWarning): void {
  const blockCount = pmm.version1?.blockCount ?? BLOCKS.length;
  BLOCKS.forEach(([what, isUsed], i) => {
    if (i < blockCount || !isUsed(pmm)) return;
    const message = `${what} belongs to block ${i + 1} of version 1, the file has ${blockCount}`;
    onWarning({ code: 'not-expressible', section: 'version1', count: 1, offset: 0, message });
  });
}

/** The values of each block, and whether those of a document differ from a file without the block. */
const BLOCKS: readonly (readonly [what: string, isUsed: (pmm: Pmm) => boolean])[] = [
  [
    'additive',
    ({ models, accessories }) => [...models, ...accessories].some(({ additive }) => additive !== 0),
  ],
  ['version1.edgeWidth', ({ version1 }) => !isSame(version1!.edgeWidth, 1)],
  ['display.transparentGroundShadow', ({ display }) => display.transparentGroundShadow !== 0],
  ['edgeWidth', ({ models }) => models.some(({ edgeWidth }) => !isSame(edgeWidth, 1))],
  ['physics and gravity', ({ physics, gravity }) => physics.mode !== 0 || isUnusual(gravity)],
  [
    'selfShadow',
    ({ selfShadow: { on, distance }, models }) =>
      on !== 0 ||
      !isSame(distance, MMD_SELF_SHADOW.distance) ||
      models.some(({ selfShadow }) => selfShadow !== 1),
  ],
  ['selfShadow.keys', ({ selfShadow }) => selfShadow.keys.count > 0],
  ['display.edgeColor', ({ display }) => display.edgeColor.some((value) => value !== 0)],
  ['display.blackBackground', ({ display }) => display.blackBackground !== 0],
  [
    'the bone that the camera follows',
    ({ camera: { keys, current } }) =>
      [...keys.followModels, current.followModel].some((model) => model !== -1) ||
      [...keys.followBones, current.followBone].some((bone) => bone !== 0),
  ],
  [
    'camera.current.matrix',
    ({ camera: { current } }) =>
      current.matrixOn !== 0 ||
      current.unknown !== 0 ||
      current.matrix.some((value, i) => !isSame(value, i % 5 === 0 ? 1 : 0)),
  ],
  ['physics.ground', ({ physics }) => physics.ground !== 0],
];

function isUnusual({ acceleration, noise, direction, noiseOn }: Pmm['gravity']): boolean {
  const isDown = direction.every((value, axis) => isSame(value, MMD_GRAVITY.direction[axis]));
  const isUsual = isSame(acceleration, MMD_GRAVITY.acceleration) && noise === MMD_GRAVITY.noise && isDown;
  return !isUsual || noiseOn !== 0;
}
