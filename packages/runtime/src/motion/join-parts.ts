import { joinKeys, sortKeys } from './keys.js';
import { type AnyTrack, KINDS, mapKinds } from './map-parts.js';
import type { MotionReport } from './motion-report.js';
import type { MotionParts, PropertyKey } from './parts.js';

/**
 * The parts of two documents in one, keys in order. Where both have a key of one track at one frame, `b` wins; of
 * several in one document the last stays, as in MMD.
 */
export function joinParts(a: MotionParts, b: MotionParts, report: MotionReport): MotionParts {
  return mapKinds(
    b,
    (tracks, kind) => joinTracks(a[kind], tracks, KINDS[kind], report),
    joinProperties(a.properties, b.properties, report),
  );
}

function joinTracks(
  a: readonly AnyTrack[],
  b: readonly AnyTrack[],
  kind: string,
  report: MotionReport,
): AnyTrack[] {
  const tracks = new Map(a.map((track) => [nameOf(track), track]));
  for (const part of b) {
    const name = nameOf(part);
    const label = `${kind} ${name}`.trim();
    const sorted = sortKeys(part);
    report.add('duplicate-keys', label, sorted.dropped);
    const known = tracks.get(name);
    const joined = known ? sortKeys(joinKeys(known, sorted.keys)) : { ...sorted, dropped: 0 };
    report.add('clash', label, joined.dropped);
    tracks.set(
      name,
      known && 'isTruncated' in known && known.isTruncated
        ? { ...joined.keys, isTruncated: true }
        : joined.keys,
    );
  }
  return [...tracks.values()];
}

function joinProperties(
  a: readonly PropertyKey[],
  b: readonly PropertyKey[],
  report: MotionReport,
): PropertyKey[] {
  const frames = new Set(a.map((key) => key.frame));
  report.add('clash', 'property', b.filter((key) => frames.has(key.frame)).length);
  return [...a, ...b];
}

/** Tracks of the whole scene have no name: there is one of a kind. */
function nameOf(track: AnyTrack): string {
  return 'name' in track ? track.name : '';
}
