/** Classes of bones that MMD's numbers meet to a different degree, by what drives them. */
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
 * What an IK moves is its links, what hangs on them and what appends from either. Such a bone is of a leg if its name
 * says so, or that of the nearest bone above it does (足 leg, ひざ knee, 足首 ankle, つま先 and 足先 toe); else of hair, tie
 * and the like. What no IK moves is plain, or appends, or hangs on what does.
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

/** From some bones to all that hang on them or append from them. */
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
