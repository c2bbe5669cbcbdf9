import { type BoneTrack, KeyCursor, sampleBone } from '@odori/runtime/motion';

const DEGREES = 180 / Math.PI;

/** The stretch between two keys. */
export interface Segment {
  /** Frames of the two keys. */
  from: number;
  to: number;
  /** How far in time: 0..1. */
  share: number;
  /** x1 y1 x2 y2 of a channel. */
  curve: (channel: number) => readonly [x1: number, y1: number, x2: number, y2: number];
}

/** Reads one bone at any frame: its move and how far it is turned away from rest, in degrees. */
export class BoneReader {
  readonly track: BoneTrack;
  readonly #cursor = new KeyCursor();
  readonly #position = new Float64Array(3);
  readonly #rotation = new Float64Array(4);

  constructor(track: BoneTrack) {
    this.track = track;
  }

  /** X, Y, Z, angle. */
  read(frame: number): readonly number[] {
    sampleBone(this.track, frame, this.#position, this.#rotation, this.#cursor);
    const [x, y, z, w] = this.#rotation;
    const angle = 2 * Math.atan2(Math.hypot(x, y, z), Math.abs(w)) * DEGREES;
    return [...this.#position, angle];
  }

  /** Undefined on the last key and behind it. */
  segmentAt(frame: number): Segment | undefined {
    this.read(frame); // moves the cursor to the key at or before the frame
    const { frames, curves } = this.track;
    const key = this.#cursor.key;
    const next = key + 1;
    if (key < 0 || next >= frames.length) return undefined;
    return {
      from: frames[key],
      to: frames[next],
      share: (frame - frames[key]) / (frames[next] - frames[key]),
      curve: (channel) => {
        const i = 16 * next + 4 * channel;
        return [curves[i], curves[i + 1], curves[i + 2], curves[i + 3]];
      },
    };
  }
}
