/** Values of `PmdBone.type` that are more than a manner of drawing. */

/** Takes over the rotation of the bone in its ik field. */
export const ROTATION_FOLLOWER = 5;
/** Turns about the line to its tail only. */
export const TWIST = 8;
/** Takes over a part, in percent in its ik field, of the rotation of its tail. */
export const ROTATION_PART = 9;
