import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CLASSES, classifyBones } from './classify-bones.mjs';
import { degreesBetween, spreadOf, unitsBetween } from './compare-world.mjs';
import { DANCES, loadDance, matchBones } from './dance.mjs';
import { APPEND_TOLERANCE, measureAppends } from './measure-appends.mjs';
import { KNEE_TOLERANCES, measurePmdKnees } from './measure-pmd-knees.mjs';

/**
 * How close each class must be to MMD's own numbers: degrees and units; median, 95th percentile, maximum.
 *
 * For bones without IK, the maximum comes from curves: MMD evaluates them by twelve bisection steps, we solve
 * them, and the results differ by 3e-4 of the way between two keyframes. Knees and hair amplify 32-bit noise:
 * in MMD itself, the same chain at another position differs as much.
 */
export const TOLERANCES = {
  [CLASSES.plain]: { degrees: { max: 0.025 }, units: { max: 2e-3 } },
  [CLASSES.append]: { degrees: { p95: 0.01 }, units: { p95: 1e-3 } },
  [CLASSES.leg]: { degrees: { median: 0.03, p95: 0.5 }, units: { p95: 0.01 } },
  [CLASSES.foot]: { degrees: { median: 0.01, p95: 0.1 }, units: { p95: 0.01 } },
  [CLASSES.hair]: { degrees: { median: 0.4, p95: 2 }, units: {} },
  [CLASSES.pmdLeg]: { degrees: { median: 0.02, p95: 0.3 }, units: { p95: 0.01 } },
  [CLASSES.pmdHair]: { degrees: { median: 0.03, p95: 0.4 }, units: {} },
};
/**
 * Bones without IK, with curves evaluated as in MMD: 1e-3 units and 0.01°, except for 0.0116° in blender_test
 * at frame 10. The reason is unknown: about one bisection step, at a quarter and half of a segment (frames 1,
 * 10 and 22; 0.0082° in fx_1bone). Evaluating the curve in 32 bits did not remove it.
 */
export const AS_MMD = { degrees: { p95: 0.01, max: 0.012 }, units: { median: 3e-5, max: 1e-3 } };
/** Tolerance against the double-precision reference. */
export const EXACT = { degrees: { max: 1e-3 }, units: { max: 1e-4 } };

/**
 * The rows of the table: every dance of the references, against MMD and against double precision, by class of
 * bone; and models that test one rule.
 */
export function measureFidelity(corpus) {
  const readOracle = (path) => JSON.parse(readFileSync(join(corpus, '../oracle', path), 'utf8'));
  const dances = DANCES.flatMap(([model, motion]) => {
    const name = `${model}__${motion}`;
    const dance = loadDance(corpus, model, motion);
    return [
      ...compareWithMmd(name, dance, readOracle(`mmd/${name}.json`)),
      ...compareWithExact(name, dance, readOracle(`fk/${name}.json`), readOracle(`mmd/${name}.json`)),
    ];
  });
  const appends = ['append', 'late', 'axis'].map((name) => appendRow(corpus, name));
  const knees = Object.entries(KNEE_TOLERANCES).map(([name, tolerance]) =>
    row(name, 'PMD knees with keys', columnsOf(measurePmdKnees(corpus, name)), tolerance),
  );
  return [...dances, ...appends, ...knees];
}

/** A model with every kind of append, without the bones that depend on earlier poses in MMD. */
function appendRow(corpus, name) {
  const bones = measureAppends(corpus, name).filter(({ hasHistory }) => !hasHistory);
  return row(`${name}__${name}`, 'append from any source', columnsOf(bones), APPEND_TOLERANCE);
}

function columnsOf(entries) {
  return { degrees: entries.map(({ degrees }) => degrees), units: entries.map(({ units }) => units) };
}

function compareWithMmd(name, dance, { bones, frames }) {
  const classes = classifyBones(dance.pmx);
  const samples = compare(dance, bones, frames, false, (bone) => classes[bone]);
  const isFree = (bone) => classes[bone] === CLASSES.plain || classes[bone] === CLASSES.append;
  const asMmd = compare(dance, bones, frames, true, (bone) =>
    isFree(bone) ? `${classes[bone]}, 12 steps` : undefined,
  );
  return [
    ...[...samples].map(([className, sample]) => row(name, className, sample, TOLERANCES[className])),
    ...[...asMmd].map(([className, sample]) => row(name, className, sample, AS_MMD)),
  ];
}

/**
 * The double-precision reference ignores append in PMD bones of type 9, which take over a part of another
 * bone's rotation. MMD's own matrices include it, so these bones are compared with MMD, within its tolerance.
 */
function compareWithExact(name, dance, exact, mmd) {
  const isPart = (bone) => dance.pmd?.bones[bone]?.type === 9;
  const samples = compare(dance, exact.bones, exact.frames, false, (bone) =>
    isPart(bone) ? undefined : 'double precision',
  );
  const partNames = new Set(exact.bones);
  const parts = compare(dance, mmd.bones, mmd.frames, true, (bone) =>
    isPart(bone) && partNames.has(dance.rig.definition.boneNames[bone]) ? 'PMD type 9, by MMD' : undefined,
  );
  return [
    ...[...samples].map(([className, sample]) => row(name, className, sample, EXACT)),
    ...[...parts].map(([className, sample]) => row(name, className, sample, AS_MMD)),
  ];
}

/** The differences of all bones at all frames, by class. */
function compare({ rig, dance }, names, frames, asMmd, classOf) {
  const ours = matchBones(names, rig.definition.boneNames);
  if (ours.includes(-1)) throw new Error(`the model has no bone ${names[ours.indexOf(-1)]}`);
  const samples = new Map();
  for (const { frame, world } of frames) {
    dance(frame, asMmd);
    ours.forEach((bone, index) => {
      const className = classOf(bone);
      if (className === undefined) return;
      if (!samples.has(className)) samples.set(className, { degrees: [], units: [] });
      const sample = samples.get(className);
      sample.degrees.push(degreesBetween(rig.worldMatrices, bone, world, index));
      sample.units.push(unitsBetween(rig.worldMatrices, bone, world, index));
    });
  }
  return samples;
}

function row(name, className, sample, tolerance) {
  const degrees = spreadOf(sample.degrees);
  const units = spreadOf(sample.units);
  const meets = (spread, limits) => Object.entries(limits).every(([key, limit]) => spread[key] <= limit);
  return {
    name,
    className,
    count: sample.degrees.length,
    degrees,
    units,
    tolerance,
    ok: meets(degrees, tolerance.degrees) && meets(units, tolerance.units),
  };
}
