import type { PmxBone } from '../pmx/pmx.js';

/** A dancer has one of them. センター (the center) says nothing: PMX Editor gives it to every new model. */
const BODY = ['頭', '足ＩＫ', '左足ＩＫ', '右足ＩＫ'];

/**
 * Whether a model is a stage or a prop instead of a dancer: it has neither a 頭 (head) nor a 足ＩＫ (IK of a
 * leg). A PMD comes through `pmdToPmx`. O(bones).
 *
 * @example
 * isStage(createPmx({ bones: [createPmxBone({ name: '床' })] })); // → true
 * isStage(createPmx({ bones: [createPmxBone({ name: '頭' })] })); // → false
 */
export function isStage({ bones }: { readonly bones: readonly Pick<PmxBone, 'name'>[] }): boolean {
  return !bones.some(({ name }) => BODY.includes(name.normalize('NFC').trim()));
}
