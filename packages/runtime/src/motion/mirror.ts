import { type AnyTrack, joinTracks, mapKinds } from './edit.js';
import { type Column, mapColumns } from './keys.js';
import type { MotionReport } from './motion-report.js';
import { identityOf, isFull, renamed, type TrackName } from './names.js';
import type { BonePart, MotionParts } from './parts.js';
import type { MorphTrack } from './tracks.js';

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
      if (kind === 'morphs') return mirrorMorphs(mirrored as MorphTrack[], report);
      return kind === 'bones' ? mirrorBones(mirrored as BonePart[]) : mirrored;
    },
    parts.properties.map((key) => ({ ...key, ik: key.ik.map(mirrorNamed) })),
  );
}

function signed(column: Column, _perKey: number, name: string): Column {
  const signs = SIGNS.get(name);
  return signs ? column.map((value, i) => value * signs[i % signs.length]) : column;
}

function mirrorNamed<T extends { readonly name: TrackName }>(named: T): T {
  return { ...named, name: renamed(named.name, mirrorName(named.name.text)) };
}

/** The first bytes of 左 and 右, with which names that were truncated inside them end. */
const LEFT_HALF = 0x8d;
const RIGHT_HALF = 0x89;

/**
 * Names that were truncated inside 左 or 右 are exchanged if the motion has both. One alone may have been
 * another character.
 */
function mirrorBones(tracks: readonly BonePart[]): BonePart[] {
  const identities = new Set(tracks.map(({ name }) => identityOf(name)));
  return tracks.map((track) => {
    const { name } = track;
    const half = name.bytes.at(-1);
    const other = half === LEFT_HALF ? RIGHT_HALF : half === RIGHT_HALF ? LEFT_HALF : undefined;
    if (other === undefined || name.whole || !isFull(name)) return mirrorNamed(track);
    const partner = { ...name, bytes: Uint8Array.of(...name.bytes.subarray(0, -1), other) };
    return mirrorNamed(identities.has(identityOf(partner)) ? { ...track, name: partner } : track);
  });
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

function mirrorMorphs(tracks: readonly MorphTrack[], report: MotionReport): AnyTrack[] {
  const winks = tracks.map(({ name }) => WINK.exec(name.text)).filter((wink) => wink !== null);
  const mirrored = tracks.flatMap((track) =>
    mirrorMorphName(track.name.text, winks).map((text) => ({ ...track, name: renamed(track.name, text) })),
  );
  const names = new Set<string>();
  for (const { name } of mirrored) {
    const identity = identityOf(name);
    report.add('names-joined', `morph ${name.text}`, Number(names.has(identity)));
    names.add(identity);
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
