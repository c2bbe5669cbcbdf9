import { MMD_SELF_SHADOW } from '../mmd-defaults.js';
import type { OnWarning } from '../text/name.js';
import type { Pmm } from './pmm.js';

/** Reports values of a document that a file of version 1 cannot hold. O(keys). */
export function reportVersion1Losses(pmm: Pmm, onWarning: OnWarning | undefined): void {
  if (!onWarning) return;
  const report = (section: string, count: number, what: string): void => {
    if (count === 0) return;
    const message = `${count} ${what}: version 1 cannot hold them`;
    onWarning({ code: 'not-expressible', section, count, offset: 0, message });
  };
  pmm.models.forEach(({ number, nameEn, bones, properties, current, calculationOrder }, i) => {
    const parents = properties.externalParents.length + current.externalParents.length;
    report(`models[${i}]`, nameEn.text === '' ? 0 : 1, 'English names');
    report(`models[${i}]`, calculationOrder === number + 1 ? 0 : 1, 'orders of calculation');
    report(`models[${i}].bones`, bones.physicsOff.filter((off) => off !== 0).length, 'keys with physics off');
    report(`models[${i}].properties`, parents, 'numbers of external parents');
  });
  report('gravity.keys', pmm.gravity.keys.count, 'keys of gravity');
  report('editor', pmm.editor.ranges?.length ?? 0, 'frame selections');
  report('editor', pmm.editor.frameTextbox === 0 ? 0 : 1, 'numbers in the frame textbox');
  reportMissingBlocks(pmm, onWarning);
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
  ['version1.edgeWidth', ({ version1 }) => version1!.edgeWidth !== 1],
  ['display.transparentGroundShadow', ({ display }) => display.transparentGroundShadow !== 0],
  ['edgeWidth', ({ models }) => models.some(({ edgeWidth }) => edgeWidth !== 1)],
  ['physics and gravity', ({ physics, gravity }) => physics.mode !== 0 || isUnusual(gravity)],
  [
    'selfShadow',
    ({ selfShadow: { on, distance }, models }) =>
      on !== 0 || distance !== MMD_SELF_SHADOW.distance || models.some(({ selfShadow }) => selfShadow !== 1),
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
      current.matrix.some((value, i) => value !== (i % 5 === 0 ? 1 : 0)),
  ],
  ['physics.ground', ({ physics }) => physics.ground !== 0],
];

function isUnusual({ acceleration, noise, direction, noiseOn }: Pmm['gravity']): boolean {
  return acceleration !== 9.8 || noise !== 10 || direction.join() !== '0,-1,0' || noiseOn !== 0;
}
