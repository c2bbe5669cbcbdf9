import { type Mark, PhraseTrack, same } from './phrase-track.js';

/** A hand from its shoulder: outwards, up, forwards; how far the palm is turned out, how far the fingers are closed. */
type HandMark = readonly [
  beat: number,
  out: number,
  up: number,
  ahead: number,
  twist?: number, // 0
  curl?: number, // 0.25
];

const LEFT: readonly HandMark[] = [
  [0.15, 2.4, -3.2, 1.6],
  [0.6, 3.0, -2.0, 2.2],
  [1.1, 3.9, 1.0, 1.6],
  [1.55, 4.1, 2.2, 0.8, 0.5],
  [2.1, 4.0, 2.5, 0.3, 0.6],
  [2.6, 2.8, 0.4, 2.6],
  [3.1, 0.3, -1.0, 3.0],
  [4.1, -0.6, -0.5, 2.9],
  [4.5, 0.6, 0.4, 3.2],
  [5.1, 1.5, 3.9, 1.4, -0.5],
  [6.1, 1.0, 4.5, 0.6, -0.6],
  [6.7, 2.8, 3.3, 1.3, 0.2],
  [7.2, 4.3, 1.1, 0.9, 0.4],
  [7.9, 3.2, -1.4, 2.0],
  [8.6, 4.6, 0.5, 0.8, 0.4, 0.1],
  [9.1, 4.5, 1.4, 0.8, 0.4, 0.15],
  [9.6, 3.9, -0.6, 1.7, 0.2, 0.2],
  [10.1, 2.0, -0.6, 3.0, 0, 0.3],
  [10.6, 0.3, -0.9, 2.3, -0.4, 0.5],
  [11.25, -0.55, -0.3, 2.05, -0.7, 0.7],
  [11.75, 0.8, -1.2, 2.8, 0, 0.3],
  [12.4, 4.5, -0.2, 1.0, 0.3, 0.1],
  [12.9, 4.6, 0.9, 0.3, 0.4, 0.1],
  [13.5, 2.2, 2.0, 2.2, 0, 0.3],
  [14.0, 1.5, 4.6, 0.5, 0.5, 0.05],
  [14.5, 1.7, 4.45, 0.5, 0.5, 0.05],
  [14.9, 1.9, 4.2, 0.8, 0.5, 0.1],
  [15.35, 3.6, 1.0, 1.8, 0.2, 0.2],
  [15.75, 3.0, -2.2, 1.9, 0.1],
];

const RIGHT: readonly HandMark[] = [
  [0.15, 2.2, -3.3, 1.6],
  [0.6, 1.0, -2.6, 2.4],
  [1.1, -0.2, -1.2, 2.9],
  [2.1, -0.7, -0.3, 2.8],
  [2.6, 1.2, -1.2, 3.0],
  [3.1, 3.6, 0.6, 1.9],
  [3.55, 4.1, 2.1, 0.9, 0.5],
  [4.1, 4.0, 2.5, 0.3, 0.6],
  [4.6, 4.0, 0.9, 1.3, 0.2],
  [5.1, 4.0, -1.8, 0.6, 0.3],
  [6.1, 3.7, -2.5, 0.2, 0.4],
  [6.6, 1.6, -0.9, 3.1],
  [7.1, 1.4, 2.6, 2.6, -0.3],
  [7.5, 1.9, 3.6, 1.6, -0.2],
  [8.0, 3.6, 1.6, 1.6, 0.2],
  [8.6, 3.7, -1.0, 1.9, 0.2, 0.2],
  [9.1, 3.9, -0.4, 1.7, 0.2, 0.2],
  [9.6, 4.6, 0.7, 0.8, 0.4, 0.1],
  [10.1, 3.0, 0.6, 2.4, 0.1, 0.2],
  [10.6, 0.3, -0.9, 2.3, -0.4, 0.5],
  [11.25, -0.55, -0.3, 2.05, -0.7, 0.7],
  [11.75, -0.7, -0.8, 2.7, 0, 0.3],
  [12.4, 4.3, 0.3, 1.3, 0.3, 0.1],
  [12.9, 4.6, 0.3, 0.2, 0.4, 0.1],
  [13.5, 1.4, -0.8, 2.9, 0, 0.4],
  [14.0, 1.0, -2.7, 0.75, -0.4, 0.7],
  [15.0, 1.05, -2.75, 0.75, -0.4, 0.7],
  [15.5, 1.8, -3.0, 1.7, 0, 0.3],
];

export interface HandTracks {
  out: PhraseTrack;
  up: PhraseTrack;
  ahead: PhraseTrack;
  twist: PhraseTrack;
  curl: PhraseTrack;
}

/** The way of one hand: in the second half it does what the other did. */
export function handTracks(side: 'left' | 'right'): HandTracks {
  const own = side === 'left' ? LEFT : RIGHT;
  const others = side === 'left' ? RIGHT : LEFT;
  const track = (column: 1 | 2 | 3 | 4 | 5, usual: number): PhraseTrack => {
    const marks = (hands: readonly HandMark[]): Mark[] =>
      hands.map((hand) => [hand[0], hand[column] ?? usual]);
    return new PhraseTrack(marks(own), marks(others), same);
  };
  return { out: track(1, 0), up: track(2, 0), ahead: track(3, 0), twist: track(4, 0), curl: track(5, 0.25) };
}
