import { type BoneTrack, KeyCursor, sampleBone } from '@odori/runtime/motion';

const DEGREES = 180 / Math.PI;

/** The time between two keyframes. */
export interface Segment {
  /** The frames of the two keyframes. */
  from: number;
  to: number;
  /** The current position in it, 0 to 1. */
  fraction: number;
  /** The control points of a channel. */
  curve: (channel: number) => readonly [x1: number, y1: number, x2: number, y2: number];
}

/** Samples one bone at any frame: its translation, and the angle of its rotation from rest, in degrees. */
export class BoneReader {
  readonly track: BoneTrack;
  readonly #cursor = new KeyCursor();
  readonly #position = new Float64Array(3);
  readonly #rotation = new Float64Array(4);

  constructor(track: BoneTrack) {
    this.track = track;
  }

  /** Returns x, y, z and the angle. */
  read(frame: number): readonly number[] {
    sampleBone(this.track, frame, this.#position, this.#rotation, this.#cursor);
    const [x, y, z, w] = this.#rotation;
    const angle = 2 * Math.atan2(Math.hypot(x, y, z), Math.abs(w)) * DEGREES;
    return [...this.#position, angle];
  }

  /** The keyframes around a frame; undefined at the last keyframe and after it. */
  segmentAt(frame: number): Segment | undefined {
    this.read(frame); // moves the cursor to the keyframe at or before the frame
    const { frames, curves } = this.track;
    const key = this.#cursor.key;
    const next = key + 1;
    if (key < 0 || next >= frames.length) return undefined;
    return {
      from: frames[key],
      to: frames[next],
      fraction: (frame - frames[key]) / (frames[next] - frames[key]),
      curve: (channel) => {
        const i = 16 * next + 4 * channel;
        return [curves[i], curves[i + 1], curves[i + 2], curves[i + 3]];
      },
    };
  }
}
