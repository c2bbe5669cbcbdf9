// Measures how close the rig is to MMD's own bone matrices, avatars to the rig, and the look to MMD's
// pictures: pnpm fidelity. Exit code 1 if a tolerance is exceeded.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { measureHumanoids, printHumanoids } from './humanoid/humanoid-fidelity.mjs';
import { measureLook } from './look/measure-look.mjs';
import { measureFidelity } from './measure-fidelity.mjs';
import { tortureAll } from './torture-physics.mjs';

/**
 * Physics: a second after a seek may differ so much from a run from 3 s before, in units, and a joint may be
 * torn so long.
 */
const MAX_DIFFERENT = 0.5;
const LONGEST_TEAR = 0.25;
/**
 * In wavefile, hair of real models catches on arms; by MMD's rules, that tears a joint for up to 0.62 s in a
 * plain run as well.
 */
const LONGEST_TEAR_OF_REAL_MODELS = 0.65;

const CORPUS = process.env.ODORI_CORPUS ?? join(import.meta.dirname, '../../../shared/corpus');

if (existsSync(join(CORPUS, '../oracle/mmd'))) {
  printTable(measureFidelity(CORPUS));
  printTorture(await tortureAll(CORPUS));
  printHumanoids(measureHumanoids(CORPUS));
  await measureLook();
} else
  console.log(
    'No corpus: set ODORI_CORPUS to its folder. The folder oracle, with the matrices of MMD, must be beside it.',
  );

function printTable(rows) {
  console.log(
    'model__motion         bones                        count   degrees: median      p95      max   units: median      p95      max   tolerance',
  );
  for (const { name, className, count, degrees, units, tolerance, ok } of rows) {
    const columns = [
      name.padEnd(21),
      className.padEnd(27),
      String(count).padStart(6),
      number(degrees.median, 18),
      number(degrees.p95),
      number(degrees.max),
      number(units.median, 15),
      number(units.p95),
      number(units.max),
      ' ',
      `${limits(tolerance.degrees, '°')}${limits(tolerance.units, 'u')}`.padEnd(40),
      ok ? 'ok' : 'EXCEEDED',
    ];
    console.log(columns.join(' '));
  }
  const exceeded = rows.filter(({ ok }) => !ok).length;
  console.log(
    exceeded === 0 ? 'All within tolerance.' : `${exceeded} of ${rows.length} rows exceed their tolerance.`,
  );
  if (exceeded > 0) process.exitCode = 1;
}

function number(value, width = 8) {
  return (value === 0 ? '0' : value < 1e-3 ? value.toExponential(1) : value.toFixed(4)).padStart(width);
}

function limits(of, unit) {
  return Object.entries(of)
    .map(([key, limit]) => `${key} ${limit}${unit} `)
    .join('');
}

function printTorture(rows) {
  console.log(
    'physics          1 s after a seek: median      p95   seconds for which a joint is torn, at most',
  );
  for (const { name, median, p95, torn, faults } of rows) {
    const tears = Object.entries(torn).map(([kind, seconds]) => `${kind} ${seconds.toFixed(2)}`);
    const longest = name === 'dancer.pmx' ? LONGEST_TEAR : LONGEST_TEAR_OF_REAL_MODELS;
    const ok = p95 <= MAX_DIFFERENT && Object.values(torn).every((seconds) => seconds <= longest);
    console.log(
      name.padEnd(24),
      number(median),
      number(p95),
      '  ',
      tears.join(', '),
      `faults ${faults}`,
      ok ? 'ok' : 'EXCEEDED',
    );
    if (!ok) process.exitCode = 1;
  }
}
