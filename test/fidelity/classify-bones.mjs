/** Classes of bones, by what moves them. Each has its own tolerance against MMD's numbers. */
export const CLASSES = {
  plain: 'without IK',
  append: 'append, no IK',
  leg: 'knee and thigh',
  foot: 'ankle and toe',
  pmdLeg: 'PMD legs',
  hair: 'hair and tie IK',
  pmdHair: 'PMD hair IK',
};

/**
 * The class of every bone of a model (a `Pmx`), in order.
 *
 * IK moves its links, their descendants, and the bones that append any of these. Such a bone belongs to a leg
 * if its own name or that of its nearest moved ancestor says so (足 leg, ひざ knee, 足首 ankle, つま先 and 足先 toe),
 * otherwise to hair, a tie or the like. A bone that IK does not move is "append" if it or an ancestor
 * appends, otherwise "plain".
 */
export function classifyBones({ bones, fromPmd }) {
  const isMoved = spread(bones, (bone) =>
    bones.some(({ ik }) => ik?.links.some((link) => link.bone === bone)),
  );
  const isAppended = spread(bones, (bone) => bones[bone].append !== undefined);
  return bones.map((_, bone) => {
    if (!isMoved[bone]) return isAppended[bone] ? CLASSES.append : CLASSES.plain;
    const part = partOf(bones, bone, isMoved);
    if (fromPmd) return part ? CLASSES.pmdLeg : CLASSES.pmdHair;
    return part ?? CLASSES.hair;
  });
}

/** Marks the bones of `isStart`, their descendants, and all bones that append one of these. */
function spread(bones, isStart) {
  const reached = bones.map((_, bone) => isStart(bone));
  for (let found = true; found;) {
    found = false;
    bones.forEach(({ parent, append }, bone) => {
      if (reached[bone] || !(reached[parent] || reached[append?.parent])) return;
      reached[bone] = found = true;
    });
  }
  return reached;
}

const FOOT = /^[左右](?:足首|つま先|足先)/;
const LEG = /^[左右](?:足|ひざ)/;

function partOf(bones, start, isMoved) {
  const seen = new Set();
  for (let bone = start; isMoved[bone] && !seen.has(bone);) {
    seen.add(bone);
    const { name, parent, append } = bones[bone];
    if (FOOT.test(name)) return CLASSES.foot;
    if (LEG.test(name)) return CLASSES.leg;
    bone = isMoved[parent] ? parent : (append?.parent ?? -1);
  }
  return undefined;
}
