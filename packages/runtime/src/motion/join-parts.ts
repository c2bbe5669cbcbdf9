import { joinKeys, type Keys, sortKeys } from './keys.js';
import { mapParts } from './map-parts.js';
import type { MotionReport } from './motion-report.js';
import type { BonePart, MotionParts, PropertyKey } from './parts.js';
import type { MorphTrack } from './tracks.js';

/** Puts the keys of one document in order; of several keys at one frame the last stays, as in MMD. */
export function sortParts(parts: MotionParts, report: MotionReport): MotionParts {
  return mapParts(
    parts,
    (track) => {
      const { keys, dropped } = sortKeys(track);
      const label =
        'fovs' in track ? 'camera' : 'colors' in track ? 'light' : 'modes' in track ? 'self shadow' : '';
      report.add('duplicate-keys', 'name' in track ? labelOf(track) : label, dropped);
      return keys;
    },
    (keys) => keys,
  );
}

/** Two documents in one; where both have a key of one track at one frame, `b` wins. */
export function joinParts(a: MotionParts, b: MotionParts, report: MotionReport): MotionParts {
  const camera = joinTrack(a.camera, b.camera, 'camera', report);
  const light = joinTrack(a.light, b.light, 'light', report);
  const selfShadow = joinTrack(a.selfShadow, b.selfShadow, 'self shadow', report);
  return {
    bones: joinNamed(a.bones, b.bones, report),
    morphs: joinNamed(a.morphs, b.morphs, report),
    ...(camera && { camera }),
    ...(light && { light }),
    ...(selfShadow && { selfShadow }),
    properties: joinProperties(a.properties, b.properties, report),
  };
}

function joinNamed<T extends BonePart | MorphTrack>(
  a: readonly T[],
  b: readonly T[],
  report: MotionReport,
): T[] {
  const tracks = new Map(a.map((track) => [track.name, track]));
  for (const track of b) {
    const known = tracks.get(track.name);
    const joined = known ? joinKeysOf(known, track, labelOf(track), report) : track;
    tracks.set(track.name, { ...joined, isCut: track.isCut || (known?.isCut ?? false) });
  }
  return [...tracks.values()];
}

function joinTrack<T extends Keys>(
  a: T | undefined,
  b: T | undefined,
  label: string,
  report: MotionReport,
): T | undefined {
  return a && b ? joinKeysOf(a, b, label, report) : (a ?? b);
}

function joinKeysOf<T extends Keys>(a: T, b: T, label: string, report: MotionReport): T {
  const { keys, dropped } = sortKeys(joinKeys(a, b));
  report.add('clash', label, dropped);
  return keys;
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

function labelOf(track: BonePart | MorphTrack): string {
  return `${'weights' in track ? 'morph' : 'bone'} ${track.name}`;
}
