// Prints how near avatars are to the MMD models whose dances they follow, at every frame: part of pnpm
// fidelity. Exit code 1 if a bound is exceeded.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createVmd, parsePmd, parsePmx, pmdToPmx } from '@odori/format';
import { Motion } from '@odori/runtime/motion';
import { createRigDefinition } from '@odori/runtime/rig';
import { readHumanoid, standardSource } from '@odori/vrm/humanoid';
import { humanoidOf } from '@odori/vrm/internal';
import { boundsOf, boundsOfStandard, exceeded, ORDINARY_AVATARS } from './bounds.mjs';
import { measureHumanoid } from './measure-humanoid.mjs';
import { realMotions, syntheticMotion } from './motions.mjs';

const COLUMNS = [
  'ankle',
  'height',
  'slide',
  'jump',
  'foot',
  'upperLeg',
  'lowerLeg',
  'upperArm',
  'lowerArm',
  'hand',
  'fingers',
];

const STANDARD = standardSource();

/** The rigs of the corpus's dancers. */
export function mmdModels(corpus) {
  const read = (path) => new Uint8Array(readFileSync(join(corpus, path)));
  const pmd = (path) => createRigDefinition(pmdToPmx(parsePmd(read(path))));
  return [
    ['Miku (PMX)', createRigDefinition(parsePmx(read('pmx/mmd_tools_miku/miku.pmx')))],
    ['Miku (PMD)', pmd('pmd/miku_v2/miku_v2.pmd')],
    ['KAITO (PMD)', pmd('pmd/KAITO.pmd')],
  ];
}

/** Measures all sources, motions and avatars of the corpus. */
export function measureHumanoids(corpus) {
  const models = mmdModels(corpus);
  const folder = join(corpus, 'vrm');
  const files = readdirSync(folder).filter((name) => name.endsWith('.vrm'));
  const avatars = files.map((name) => [name, readHumanoid(new Uint8Array(readFileSync(join(folder, name))))]);
  return [...measureSources(corpus, models, avatars), ...measureStandard(corpus, models, avatars)];
}

/** Avatars against the rig that they follow. */
function measureSources(corpus, models, avatars) {
  const motions = [...realMotions(corpus), ['synthetic', syntheticMotion()]];
  const sources = [['standard', STANDARD], ...models];
  return motions.flatMap(([motionName, motion]) =>
    sources.flatMap(([source, definition]) =>
      [['itself', humanoidOf(definition)], ...avatars].map(([avatar, humanoid]) => {
        const figures = measureHumanoid({ motion, definition, humanoid });
        const bounds = boundsOf(source, avatar, motionName);
        return { motion: motionName, source, avatar, figures, exceeded: exceeded(figures, bounds) };
      }),
    ),
  );
}

/**
 * Avatars that follow the standard source against the model for which a motion was made. It was made for the
 * bones of that model: the synthetic one keys no others.
 */
export function measureStandard(corpus, models, avatars, step = 1) {
  const followers = [
    ['itself', humanoidOf(STANDARD)],
    ...avatars.filter(([name]) => ORDINARY_AVATARS.test(name)),
  ];
  return models.flatMap(([model, reference]) => {
    const bounds = boundsOfStandard(restDeviations(reference), reference.boneNames.includes('左腕捩'));
    const motions = [...realMotions(corpus), ['synthetic', syntheticMotion(reference.boneNames)]];
    return motions.flatMap(([motionName, motion]) =>
      followers.map(([avatar, humanoid]) => {
        const figures = limbsOf(measureHumanoid({ motion, definition: STANDARD, reference, humanoid, step }));
        const source = `standard for ${model}`;
        return { motion: motionName, source, avatar, figures, exceeded: exceeded(figures, bounds) };
      }),
    );
  });
}

/** How far a model's limbs point from the standard source's while both rest. */
function restDeviations(reference) {
  const motion = Motion.from(createVmd());
  return measureHumanoid({ motion, definition: STANDARD, reference, humanoid: humanoidOf(STANDARD) });
}

/** The figures of the directions alone: where feet have to be, the source says and not the model. */
function limbsOf(figures) {
  const ofFeet = ['ankle', 'height', 'slide', 'jump', 'foot'];
  return Object.fromEntries(Object.entries(figures).filter(([name]) => !ofFeet.includes(name)));
}

/** Prints a row per motion, source and avatar. */
export function printHumanoids(rows) {
  console.log('\nHumanoids: median / 95th percentile / maximum; lengths in MMD units, angles in degrees');
  for (const { motion, source, avatar, figures, exceeded: problems } of rows) {
    console.log(
      `${motion}, ${source} → ${avatar}: ${problems.length === 0 ? 'ok' : `EXCEEDED ${problems.join(', ')}`}`,
    );
    for (const name of COLUMNS) {
      const figure = figures[name];
      if (figure)
        console.log(`  ${name.padEnd(9)} ${[figure.median, figure.p95, figure.max].map(number).join(' / ')}`);
    }
    console.log(`  knees bent forwards ${figures.forwards}, frames that are not finite ${figures.notFinite}`);
    if (problems.length > 0) process.exitCode = 1;
  }
}

function number(value) {
  return value === 0 ? '0' : Math.abs(value) < 1e-3 ? value.toExponential(1) : value.toFixed(3);
}
