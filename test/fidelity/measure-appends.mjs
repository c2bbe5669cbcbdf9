import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parsePmx, parseVmd } from '@odori/format';
import { Motion } from '@odori/runtime/motion';
import { bindMotion, createRigDefinition, Rig } from '@odori/runtime/rig';

/** As far as MMD's 32 bits go: degrees and units. */
export const APPEND_TOLERANCE = { degrees: { max: 0.03 }, units: { max: 1e-4 } };

/**
 * Links in a later layer than their IK, and the bones that follow them: MMD undoes what the IK did, but not
 * for bones of earlier layers, which append what the link was one evaluation ago. The reference itself lists
 * others as `skip`: links that append from a link of another IK.
 */
const HISTORY = /^d[01]yL1(?:K0T1)?_/;

/**
 * The distance of all bones of a model with many kinds of appends from MMD's own, `name`: append, late or
 * axis. A bone occurs once per frame. `hasHistory`: MMD's pose depends on earlier poses.
 */
export function measureAppends(corpus, name) {
  const read = (path) => readFileSync(join(corpus, '../oracle/mmd-append', path));
  const { bones, skip, frames } = JSON.parse(read(`${name}.json`).toString());
  const { rig, pose } = loadAppends(corpus, name);
  return frames.flatMap(({ frame, rows }) => {
    pose(frame);
    return bones.map((bone, i) => ({
      bone,
      hasHistory: skip.includes(bone) || HISTORY.test(bone),
      degrees: degreesFrom(rig.worldRotations.subarray(4 * i, 4 * i + 4), rows[i].slice(3)),
      units: unitsFrom(rig.worldPositions.subarray(3 * i, 3 * i + 3), rows[i]),
    }));
  });
}

/** A rig of such a model, and a function that poses it at a frame. */
export function loadAppends(corpus, name) {
  const read = (ext) => new Uint8Array(readFileSync(join(corpus, `../oracle/mmd-append/${name}.${ext}`)));
  const rig = new Rig(createRigDefinition(parsePmx(read('pmx'))));
  const binding = bindMotion(Motion.from(parseVmd(read('vmd'))), rig);
  return {
    rig,
    pose: (frame) => {
      binding.sample(frame);
      rig.solve();
      rig.solveAfterPhysics();
    },
  };
}

/** Degrees between a rotation in three's space and one in MMD's. */
function degreesFrom([x, y, z, w], reference) {
  const ours = [-x, -y, z, w];
  const [minus, plus] = [-1, 1].map((sign) =>
    Math.hypot(...ours.map((value, i) => value + sign * reference[i])),
  );
  return (4 * Math.asin(Math.min(minus, plus) / 2) * 180) / Math.PI;
}

function unitsFrom([x, y, z], reference) {
  return Math.hypot(x - reference[0], y - reference[1], -z - reference[2]);
}
