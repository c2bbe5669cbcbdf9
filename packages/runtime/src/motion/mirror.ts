import { type AnyTrack, joinTracks, mapKinds } from './edit.js';
import { type Column, mapColumns } from './keys.js';
import type { MotionReport } from './motion-report.js';
import type { MotionParts } from './parts.js';

/*
 * The mirror is the plane x = 0: S = diag(−1, 1, 1).
 *
 *   position, direction    S·v        (−x, y, z)
 *   rotation               S·R·S      quaternion (x, −y, −z, w), Euler angles (x, −y, −z)
 */

/** The signs of x y z, or of x y z w, in columns that the mirror changes. */
const SIGNS = /* @__PURE__ */ new Map([
  ['positions', [-1, 1, 1]],
  ['rotations', [1, -1, -1, 1]],
  ['targets', [-1, 1, 1]],
  ['angles', [1, -1, -1]],
  ['directions', [-1, 1, 1]],
]);

/**
 * The mirror image: 左 (left) and 右 (right) are exchanged in names. Morphs that get the same name are joined.
 */
export function mirrorParts(parts: MotionParts, report: MotionReport): MotionParts {
  return mapKinds(
    parts,
    (tracks, kind) => {
      const mirrored = tracks.map((track) => mapColumns(track, signed));
      return kind === 'morphs' ? mirrorMorphs(mirrored as Named[], report) : mirrored.map(mirrorNamed);
    },
    parts.properties.map((key) => ({ ...key, ik: key.ik.map(mirrorNamed) })),
  );
}

function signed(column: Column, _perKey: number, name: string): Column {
  const signs = SIGNS.get(name);
  return signs ? column.map((value, i) => value * signs[i % signs.length]) : column;
}

function mirrorNamed<T extends object>(named: T): T {
  return 'name' in named ? { ...named, name: mirrorName(named.name as string) } : named;
}

/**
 * The name of the bone or morph on the other side.
 *
 * @example
 * mirrorName('左足ＩＫ'); // → '右足ＩＫ': left leg IK → right leg IK
 */
function mirrorName(name: string): string {
  return name.replace(/[左右]/g, (side) => (side === '左' ? '右' : '左'));
}

type Named = AnyTrack & { readonly name: string };

function mirrorMorphs(tracks: readonly Named[], report: MotionReport): AnyTrack[] {
  const winks = tracks.map(({ name }) => WINK.exec(name)).filter((wink) => wink !== null);
  const mirrored = tracks.flatMap((track) =>
    mirrorMorphName(track.name, winks).map((name) => ({ ...track, name })),
  );
  const names = new Set<string>();
  for (const { name } of mirrored) {
    report.add('names-joined', `morph ${name}`, Number(names.has(name)));
    names.add(name);
  }
  return joinTracks(mirrored, 'morph', report);
}

/**
 * The names of winks are irregular: a left one may have no side, and the second pair of MMD's own models has
 * two widths.
 */
const WINK = /^([ウｳ][ィイｨｲ][ンﾝ][クｸ][2２]?)([左右]?)$/;

/**
 * The names of a morph on the other side. A wink has all those of the motion's winks on the other side.
 *
 * @example
 * mirrorMorphName('ウィンク', []); // → ['ウィンク右']
 */
function mirrorMorphName(name: string, winks: readonly RegExpExecArray[]): string[] {
  const [, stem, side] = WINK.exec(name) ?? [];
  if (stem === undefined) return [mirrorName(name)];
  const isRight = side === '右';
  const folded = stem.normalize('NFKC');
  const others = winks.filter(
    (wink) => wink[1].normalize('NFKC') === folded && (wink[2] === '右') !== isRight,
  );
  if (others.length > 0) return others.map(([other]) => other);
  if (folded === 'ウィンク2') return [isRight ? 'ウィンク２' : 'ｳｨﾝｸ２右'];
  return [isRight ? stem : `${stem}右`];
}
