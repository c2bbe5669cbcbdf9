import { Motion } from '@odori/runtime';
import type { OpenedMotion } from '../open/open-motion.js';

/** A motion to choose: one file, or several that belong together. */
export interface MotionOption {
  readonly name: string;
  readonly motion: Motion;
  /** The files that it consists of. */
  readonly files: readonly OpenedMotion[];
}

/**
 * The dances among some motions. A dance often comes in several files, for body, face and lips: motions that
 * move different bones and morphs belong together, and motions that move the same ones are different dances.
 * In the order of the files.
 *
 * @example
 * danceOptions([body, face]).map(({ name }) => name); // → ['body.vmd + face.vmd']
 * danceOptions([first, second]).map(({ name }) => name); // → ['first.vmd', 'second.vmd']
 */
export function danceOptions(motions: readonly OpenedMotion[]): MotionOption[] {
  const moved = new Map(motions.map((opened) => [opened, movedTracks(opened.motion)]));
  const isApart = (one: OpenedMotion, other: OpenedMotion): boolean =>
    [...moved.get(one)!].every((track) => !moved.get(other)!.has(track));
  const dances: OpenedMotion[] = [];
  const parts: OpenedMotion[] = [];
  for (const motion of motions.toSorted((a, b) => b.motion.bones.size - a.motion.bones.size)) {
    const isPart = dances.length > 0 && dances.every((dance) => isApart(motion, dance));
    (isPart ? parts : dances).push(motion);
  }
  return motions
    .filter((motion) => dances.includes(motion))
    .map((dance) => {
      const own = parts.filter((part) => isApart(part, dance));
      return join(
        motions.filter((motion) => motion === dance || own.includes(motion)),
        dance,
      );
    });
}

/**
 * The cameras among some motions. One without keyframes of the camera, such as a light, belongs to each of
 * the others.
 */
export function cameraOptions(motions: readonly OpenedMotion[]): MotionOption[] {
  const cameras = motions.filter(({ motion }) => motion.camera);
  const lights = motions.filter(({ motion }) => !motion.camera);
  if (cameras.length === 0) return lights.length > 0 ? [join(lights, lights[0])] : [];
  return cameras.map((camera) => join([camera, ...lights], camera));
}

/** Of two keyframes for the same frame, that of the main motion counts. */
function join(motions: readonly OpenedMotion[], main: OpenedMotion): MotionOption {
  const others = motions.filter((motion) => motion !== main).map(({ motion }) => motion);
  return {
    name: motions.map(({ name }) => name).join(' + '),
    motion: others.length === 0 ? main.motion : Motion.from(...others, main.motion),
    files: motions,
  };
}

/**
 * The names of the bones and morphs that change. Programs also save one keyframe of everything else; only a
 * motion of single keyframes, such as a pose, moves all that it names.
 */
function movedTracks({ bones, morphs }: Motion): ReadonlySet<string> {
  const tracks = [
    ...[...bones].map(([name, { frames }]) => ({ name: `bone ${name}`, count: frames.length })),
    ...[...morphs].map(([name, { frames }]) => ({ name: `morph ${name}`, count: frames.length })),
  ];
  const changing = tracks.filter(({ count }) => count > 1);
  return new Set((changing.length > 0 ? changing : tracks).map(({ name }) => name));
}
