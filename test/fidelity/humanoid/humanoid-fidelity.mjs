// Prints how near avatars are to the MMD models whose dances they follow, at every frame: part of pnpm fidelity. Exit code 1
// if a bound is exceeded.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parsePmd, parsePmx, pmdToPmx } from '@odori/format';
import { createRigDefinition } from '@odori/runtime/rig';
import { humanoidOf, readHumanoid, standardSource } from '@odori/vrm/humanoid';
import { boundsOf, exceeded } from './bounds.mjs';
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

/** Measures all sources, motions and avatars of the corpus. */
export function measureHumanoids(corpus) {
  const read = (path) => new Uint8Array(readFileSync(join(corpus, path)));
  const pmd = (path) => createRigDefinition(pmdToPmx(parsePmd(read(path))));
  const sources = [
    ['standard', standardSource()],
    ['Miku (PMX)', createRigDefinition(parsePmx(read('pmx/mmd_tools_miku/miku.pmx')))],
    ['Miku (PMD)', pmd('pmd/miku_v2/miku_v2.pmd')],
    ['KAITO (PMD)', pmd('pmd/KAITO.pmd')],
  ];
  const files = readdirSync(join(corpus, 'vrm')).filter((name) => name.endsWith('.vrm'));
  const avatars = files.map((name) => [name, readHumanoid(read(`vrm/${name}`))]);
  const motions = [...realMotions(corpus), ['synthetic', syntheticMotion()]];
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
