import { LINEAR_CURVE } from '@odori/format';
import { findKey, isCut } from '../motion/key-cursor.js';
import { dataOfMotion } from '../motion/motion-data.js';
import { identityOf, type TrackName } from '../motion/names.js';
import type { PropertyKey } from '../motion/parts.js';
import {
  createCameraPose,
  sampleCamera,
  sampleLight,
  samplePropertyAt,
  sampleSelfShadow,
} from '../motion/sample.js';
import { type CameraTrack, CUT_FRAMES, type LightTrack, type SelfShadowTrack } from '../motion/tracks.js';
import { danceFrame, type Moment, momentsOf, type Piece, type Span, writeCurves } from './stretch-tracks.js';

/*
 * Camera and light are cut where two pieces meet. A cut of their own lasts a frame of the song, at any speed.
 */

/**
 * The span of a camera, a light or a shadow: it ends a frame before the next piece begins, which is a cut.
 */
function sceneSpan({ from, to }: Piece, { isFirst, isLast }: Span): Span {
  return { from, to: isLast ? to : to - CUT_FRAMES, isFirst, isLast };
}

/** The keyframes of a camera in a piece. */
export function stretchCamera(track: CameraTrack, piece: Piece, span: Span): CameraTrack {
  const moments = withCuts(momentsOf(track, piece, sceneSpan(piece, span), movesIn(track), false), track);
  const { length } = moments;
  const camera: CameraTrack = {
    frames: Float64Array.from(moments, ({ frame }) => frame),
    cutFrames: CUT_FRAMES,
    distances: new Float32Array(length),
    targets: new Float32Array(3 * length),
    angles: new Float32Array(3 * length),
    curves: new Uint8Array(24 * length).map((_, i) => LINEAR_CURVE[i % 4]),
    fovs: new Float32Array(length),
    perspective: new Uint8Array(length),
  };
  const pose = createCameraPose();
  moments.forEach(({ at }, i) => {
    sampleCamera(track, at, pose);
    camera.distances[i] = pose.distance;
    camera.targets.set(pose.target, 3 * i);
    camera.angles.set(pose.angles, 3 * i);
    camera.fovs[i] = pose.fov;
    camera.perspective[i] = pose.perspective ? 1 : 0;
    writeCurves(track, 24, moments, i, camera.curves);
  });
  return camera;
}

/** The keyframes of a light in a piece. */
export function stretchLight(track: LightTrack, piece: Piece, span: Span): LightTrack {
  const moments = withCuts(momentsOf(track, piece, sceneSpan(piece, span), movesIn(track), false), track);
  const values = moments.map(({ at }) => sampleLight(track, at, new Float32Array(6)));
  return {
    frames: Float64Array.from(moments, ({ frame }) => frame),
    cutFrames: CUT_FRAMES,
    colors: Float32Array.from(values.flatMap((value) => [...value.subarray(0, 3)])),
    directions: Float32Array.from(values.flatMap((value) => [...value.subarray(3)])),
  };
}

/** The keyframes of a self shadow in a piece. */
export function stretchSelfShadow(track: SelfShadowTrack, piece: Piece, span: Span): SelfShadowTrack {
  const moments = momentsOf(track, piece, sceneSpan(piece, span), () => false, false);
  const values = moments.map(({ at }) => sampleSelfShadow(track, at, [0, 0]));
  return {
    frames: Float64Array.from(moments, ({ frame }) => frame),
    modes: Uint8Array.from(values, ([mode]) => mode),
    distances: Float32Array.from(values, ([, distance]) => distance),
  };
}

type CutTrack = Pick<CameraTrack, 'frames' | 'cutFrames'>;

/** What is between the keyframes of a cut does not move. */
function movesIn({ frames, cutFrames }: CutTrack): (key: number) => boolean {
  return (key) => !isCut(frames[key + 1] - frames[key], cutFrames);
}

/** The moments on both sides of a cut become whole frames that follow each other. */
function withCuts(moments: readonly Moment[], { frames, cutFrames }: CutTrack): Moment[] {
  const result: Moment[] = [];
  const put = (moment: Moment): void => {
    while (result.length > 0 && result[result.length - 1].frame >= moment.frame) result.pop();
    result.push(moment);
  };
  moments.forEach((moment, i) => {
    const before = moments[i - 1];
    const key = findKey(frames, moment.at);
    const isAfterCut =
      before !== undefined &&
      frames[key] === moment.at &&
      frames[key - 1] === before.at &&
      isCut(moment.at - before.at, cutFrames);
    const frame = isAfterCut ? Math.round(moment.frame) : moment.frame;
    if (isAfterCut) put({ frame: frame - CUT_FRAMES, at: before.at });
    put({ frame, at: moment.at });
  });
  return result;
}

/** The keyframes of switches in all pieces. A piece begins with the whole state of its motion. */
export function stretchProperties(pieces: readonly Piece[]): PropertyKey[] {
  if (pieces.every(({ motion }) => !motion.property)) return [];
  const switches = new Map<string, TrackName>();
  for (const { motion } of pieces)
    for (const name of motion.property?.ikFields ?? []) switches.set(identityOf(name), name);
  return pieces.flatMap((piece) => {
    const [begin, end] = [danceFrame(piece, piece.from), danceFrame(piece, piece.to)];
    const inside = dataOfMotion(piece.motion).parts.properties.filter(
      ({ frame }) => frame > begin && frame < end,
    );
    const later = inside.map((key) => ({ ...key, frame: piece.map.xAt(key.frame) }));
    return [stateAt(piece, begin, switches), ...later];
  });
}

function stateAt({ motion, from }: Piece, at: number, switches: ReadonlyMap<string, TrackName>): PropertyKey {
  const { property } = motion;
  const indices = new Map(property?.ikFields.map((name, i) => [identityOf(name), 1 + i]));
  const stateOf = (index: number | undefined): boolean =>
    !property || index === undefined || samplePropertyAt(property, index, at) !== 0;
  return {
    frame: from,
    visible: stateOf(0),
    ik: Array.from(switches, ([identity, name]) => ({ name, enabled: stateOf(indices.get(identity)) })),
  };
}
