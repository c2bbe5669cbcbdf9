import type { Bvmd, PmmModel, Vmd, Vpd } from '@odori/format';
import { checkedNotNegative } from '../checked-number.js';
import { createPropertyTrack, createBoneTrack } from './create-tracks.js';
import { joinParts, retimeParts, sliceParts } from './edit.js';
import { FRAMES_PER_SECOND } from './frames.js';
import { mirrorParts } from './mirror.js';
import { closeBone, closeMorph, seamOf } from './loopable.js';
import { type MotionNote, MotionReport } from './motion-report.js';
import { byKey } from './names.js';
import { type MotionParts, partsOfBvmd, partsOfPmm, partsOfVmd, partsOfVpd } from './parts.js';
import type {
  BoneTrack,
  CameraTrack,
  LightTrack,
  MorphTrack,
  PropertyTrack,
  SelfShadowTrack,
} from './tracks.js';

/**
 * A motion that can be played, made of one or several files.
 *
 * Its tracks have names and keyframes in order, in three's space (right-handed, y up, facing +z) and MMD
 * units. It is immutable, so that any number of models may share it.
 */
export class Motion {
  /** Vue must not wrap this in a proxy, which has no private members. @internal */
  readonly __v_skip = true;
  /** The parts from which its editing methods make new motions. @internal */
  declare readonly parts: MotionParts;
  /**
   * By the text of their names. Names with other bytes are other names, even with the same text, such as two
   * names that were truncated inside a character: the one whose bytes are exactly the text has it as its key,
   * or else the first; the others have their bytes behind it, as in `手ダミーボーン (8ee88…9389)`.
   */
  declare readonly bones: ReadonlyMap<string, BoneTrack>;
  /** By the text of their names, like {@link bones}. */
  declare readonly morphs: ReadonlyMap<string, MorphTrack>;
  declare readonly camera: CameraTrack | undefined;
  declare readonly light: LightTrack | undefined;
  declare readonly selfShadow: SelfShadowTrack | undefined;
  declare readonly property: PropertyTrack | undefined;
  /**
   * The frame of the last keyframe, or the end of a {@link slice}; of several sources the latest one. 30 per
   * second.
   */
  declare readonly lastFrame: number;
  /**
   * What the documents warned of, for example that a file is `truncated`, and what was repaired, dropped or
   * joined.
   */
  declare readonly report: readonly MotionNote[];
  /** The mirror image, once it is known. */
  #mirrored: Motion | undefined;
  /** With the default seam. */
  #loopable: Motion | undefined;

  /** Use {@link Motion.from}. @internal */
  constructor(
    parts: MotionParts,
    report: readonly MotionNote[],
    lastFrame: number,
    { bones, property }: Tracks = createTracks(parts),
  ) {
    this.parts = parts;
    this.bones = byKey(bones);
    this.morphs = byKey(parts.morphs);
    this.camera = parts.cameras[0];
    this.light = parts.lights[0];
    this.selfShadow = parts.selfShadows[0];
    this.property = property;
    this.lastFrame = lastFrame;
    this.report = report;
  }

  /**
   * Makes a motion of one or several files: dance, face, lips and camera often are separate files.
   *
   * Where two files have a keyframe of the same track at the same frame, that of the later file wins, and
   * `report` has a note. The motion is as long as the longest source. Never throws on odd data: numbers that
   * are not finite and rotations of length zero are repaired and reported. What the documents warned of is in
   * `report`, too. A project gives the motion of one model at a time, without its external parents. A project
   * of version 1 that was parsed without its PMDs has no names of bones and morphs; `report` has a note of
   * that too. O(keys).
   *
   * @throws TypeError if a source is not a motion, for example a model.
   * @example
   * const motion = Motion.from(parseVmd(danceBytes), parseVmd(faceBytes));
   * motion.bones.get('頭'); // → the track of the head
   * motion.duration; // → 64 seconds
   * Motion.from(parsePmm(projectBytes).models[1]); // → the motion of the second model of a project
   */
  static from(...sources: readonly (Vmd | Bvmd | Vpd | PmmModel | Motion)[]): Motion {
    const report = new MotionReport();
    const parts = sources.map((source) => partsOf(source, report));
    const lastFrame = sources.reduce(
      (last, source, i) =>
        Math.max(last, source instanceof Motion ? source.lastFrame : lastFrameOf(parts[i])),
      0,
    );
    const joined = joinParts(parts, report);
    const notes = sources.flatMap((source) => (source instanceof Motion ? source.report : []));
    return new Motion(joined, [...notes, ...report.notes], lastFrame);
  }

  /** Seconds from frame 0 to {@link lastFrame}. */
  get duration(): number {
    return this.lastFrame / FRAMES_PER_SECOND;
  }

  /**
   * The part between two frames, as a motion that begins at 0. Its samples are exactly those of this motion:
   * the keyframes around its ends stay, one before frame 0 and one after `lastFrame`. Joined with another
   * motion or moved by `offset`, its tracks therefore begin at the keyframe before, and go on to the one
   * after; `Motion.from(toVmd(slice))` ends them at frame 0 and `lastFrame`, with curves as exact as a VMD
   * stores them. O(keys).
   *
   * @throws RangeError if `to` is before `from`, or one of them is not finite.
   * @example
   * motion.slice(300, 600).duration; // → 10
   */
  slice(from: number, to: number): Motion {
    if (!(to >= from && to - from < Infinity))
      throw new RangeError(
        `slice: from and to must be finite frames, to not before from, not ${from} and ${to}`,
      );
    const around = sliceParts(this.parts, from, to);
    return new Motion(retimeParts(around, 1, -from), this.report, to - from);
  }

  /**
   * The same motion, slower or faster: multiplies every frame by `scale`. O(keys).
   *
   * @throws RangeError if `scale` is not a finite number above 0.
   * @example
   * motion.retime(2).duration; // → twice as long
   */
  retime(scale: number): Motion {
    if (!(scale > 0 && scale < Infinity))
      throw new RangeError(`retime: the scale must be a number above 0, not ${scale}`);
    return new Motion(retimeParts(this.parts, scale, 0), this.report, this.lastFrame * scale);
  }

  /**
   * The same motion, `frames` later; earlier if `frames` is below 0. O(keys).
   *
   * @throws RangeError if `frames` is not finite.
   * @example
   * motion.offset(30).duration; // → a second longer
   */
  offset(frames: number): Motion {
    if (!Number.isFinite(frames)) throw new RangeError(`offset: frames must be finite, not ${frames}`);
    const lastFrame = Math.max(this.lastFrame + frames, 0);
    return new Motion(retimeParts(this.parts, 1, frames), this.report, lastFrame);
  }

  /**
   * The same motion, which ends as it begins, so that it can repeat without a jump: in the last `seam`
   * seconds it moves over to its first pose. As long as before.
   *
   * The default seam is 0 where the last pose is the first one, else the shortest one of 0.3 to 1.5 seconds
   * in which nothing moves much faster than elsewhere in the motion; 0 leaves the jump. Camera, light,
   * visibility and switches stay as they are. O(keys + frames of what differs); the default is computed once.
   *
   * @throws RangeError if `seam` is below 0 or not finite.
   * @example
   * player.idle = breath.loopable(0.5); // the last half second leads back to the beginning
   */
  loopable(seam?: number): Motion {
    if (seam === undefined) return (this.#loopable ??= this.#close(seamOf(this.#tracks, this.lastFrame)));
    return this.#close(Math.min(checkedNotNegative('seam', seam) * FRAMES_PER_SECOND, this.lastFrame));
  }

  get #tracks(): (BoneTrack | MorphTrack)[] {
    return [...this.bones.values(), ...this.morphs.values()];
  }

  #close(seam: number): Motion {
    if (seam === 0) return this;
    const tracks = [...this.bones.values()];
    const closed = {
      ...this.parts,
      bones: this.parts.bones.map((part, i) => closeBone(part, tracks[i], this.lastFrame, seam)),
      morphs: this.parts.morphs.map((track) => closeMorph(track, this.lastFrame, seam)),
    };
    return new Motion(closed, this.report, this.lastFrame);
  }

  /**
   * The mirror image of the motion: exchanges the tracks of 左 (left) and 右 (right), and mirrors the camera
   * too. O(keys), once.
   *
   * Winks have irregular names: ウィンク is a left one like ウィンク左. Two tracks that get one name are
   * joined, and `report` has a note. The mirror image of the result is this motion itself.
   *
   * @example
   * motion.mirror().bones.get('右腕'); // → the mirror image of the track of 左腕
   */
  mirror(): Motion {
    if (this.#mirrored) return this.#mirrored;
    const report = new MotionReport();
    const parts = mirrorParts(this.parts, report);
    const image = new Motion(parts, [...this.report, ...report.notes], this.lastFrame);
    image.#mirrored = this;
    this.#mirrored = image;
    return image;
  }
}

/** The tracks that are made of the parts; the others are parts themselves. */
interface Tracks {
  readonly bones: readonly BoneTrack[];
  readonly property: PropertyTrack | undefined;
}

function createTracks({ bones, properties }: MotionParts): Tracks {
  return {
    bones: bones.map(createBoneTrack),
    property: properties.length > 0 ? createPropertyTrack(properties) : undefined,
  };
}

function partsOf(source: Vmd | Bvmd | Vpd | PmmModel | Motion, report: MotionReport): MotionParts {
  if (source instanceof Motion) return source.parts;
  if ('warnings' in source) report.addWarnings(source.warnings);
  if ('boneNames' in source) return partsOfPmm(source, report);
  if (source.format === 'vpd') return partsOfVpd(source, report);
  if (source.format === 'bvmd') return partsOfBvmd(source, report);
  if (source.format === 'vmd') return partsOfVmd(source, report);
  throw new TypeError('Motion.from needs a Motion, Vmd, Bvmd, Vpd or one model of a Pmm');
}

/** The frame of the last keyframe of a document. Those of bones and morphs are in order. */
function lastFrameOf({ properties, ...kinds }: MotionParts): number {
  const tracks = Object.values(kinds).flat();
  const last = properties.reduce((end, { frame }) => Math.max(end, frame), 0);
  return tracks.reduce(
    (end, track) =>
      ('name' in track ? track.frames.slice(-1) : track.frames).reduce((a, b) => Math.max(a, b), end),
    last,
  );
}
