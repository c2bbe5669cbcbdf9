// How far avatars may be from MMD. Lengths in MMD units, angles in degrees.

/** A model that follows itself: everything is as MMD shows it. */
const ITSELF = {
  upperLeg: { max: 0.01 },
  lowerLeg: { max: 0.01 },
  ankle: { max: 1e-4 },
  foot: { max: 1e-4 },
};
/** With the source given, arms point as MMD's do. */
const ARMS = Object.fromEntries(
  ['upperArm', 'lowerArm', 'hand', 'fingers'].map((name) => [name, { max: 0.01 }]),
);
/**
 * An avatar of usual proportions. Feet miss their goals only where the legs are too short to reach them: most
 * in frame 1798 of wavefile, in which Miku's left leg is stretched to 99.98 %, and her pelvis has rolled by
 * 19° and turned by 270°. A leg from narrower hips to a foot that stays where she plants it would have to be
 * 3 % longer than it is.
 */
const ORDINARY = {
  ankle: { p95: 1e-6, max: 0.35 },
  height: { p95: 1e-6, max: 0.3 },
  slide: { p99: 0.001 },
  foot: { max: 1e-4 },
  upperLeg: { median: 2.5, p95: 8 },
  lowerLeg: { median: 4.5, p95: 10 },
};
/**
 * KAITO's legs are stretched in more than one of twenty frames of his dance, and his thighs and hips are not
 * Miku's.
 */
const STRETCHED = { ankle: { p95: 0.005, max: 0.3 }, height: { p95: 0.005, max: 0.3 } };
const OTHER_THIGHS = { upperLeg: { median: 3.5, p95: 8 } };
/** Wide hips, or legs as short as a child's. */
const ODD = { ankle: { max: 4 }, foot: { max: 1e-4 } };

export const ORDINARY_AVATARS = /EmissionMigration|UV_Animation/;

/** The bounds of a source and an avatar. */
export function boundsOf(source, avatar, motion) {
  // The IK of a PMD may shear a knee, and no humanoid's thigh and shin can follow that.
  if (avatar === 'itself')
    return source.includes('PMD')
      ? { ...ITSELF, ...ARMS, upperLeg: { max: 1 }, lowerLeg: { max: 1 } }
      : { ...ITSELF, ...ARMS };
  if (!ORDINARY_AVATARS.test(avatar)) return { ...ODD, ...ARMS };
  const bounds = { ...ORDINARY, ...ARMS };
  if (motion === 'kishimen') Object.assign(bounds, STRETCHED, OTHER_THIGHS);
  if (source.includes('KAITO')) Object.assign(bounds, OTHER_THIGHS);
  // In deep squats with the feet far apart, legs of other proportions cannot point as the source's: where hip
  // and ankle are as near as three quarters of the leg, a thigh that is 52 % of it in place of KAITO's 48 %
  // points 4° elsewhere.
  if (motion === 'synthetic') Object.assign(bounds, { upperLeg: { p95: 8 }, lowerLeg: { p95: 10 } });
  return bounds;
}

/** Arms of models hang up to so many degrees higher or lower than Miku's. */
const MAX_DEVIATION = 9;

/**
 * The bounds of the standard source on a motion for another model. Arms and fingers are off by what they are
 * off while both rest, and by no more, unless the model twists its arms about axes of its own: those of
 * Miku's PMD point 5° past her elbow. Legs, whose feet IK places, are off by as much as legs of other lengths
 * bend otherwise.
 */
export function boundsOfStandard(atRest, hasOwnTwists) {
  const most = (name) => (hasOwnTwists ? MAX_DEVIATION : Math.min(MAX_DEVIATION, atRest[name].max + 0.01));
  const arms = Object.keys(ARMS).map((name) => [name, { max: most(name) }]);
  const leg = { p95: MAX_DEVIATION };
  return { ...Object.fromEntries(arms), upperLeg: leg, lowerLeg: leg };
}

/** The names of the figures that exceed their bounds. */
export function exceeded(figures, bounds) {
  const over = Object.entries(bounds).flatMap(([name, limits]) =>
    Object.entries(limits)
      .filter(([key, limit]) => figures[name] && !(figures[name][key] <= limit))
      .map(([key]) => `${name} ${key}`),
  );
  return [...over, ...['forwards', 'notFinite'].filter((name) => figures[name] > 0)];
}
