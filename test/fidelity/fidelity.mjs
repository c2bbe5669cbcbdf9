// Measures how close the rig is to MMD's own bone matrices: pnpm fidelity. Exit code 1 if a tolerance is exceeded.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { measureFidelity } from './measure-fidelity.mjs';

const CORPUS = process.env.ODORI_CORPUS ?? join(import.meta.dirname, '../../../shared/corpus');

if (existsSync(join(CORPUS, '../oracle/mmd'))) printTable(measureFidelity(CORPUS));
else
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
