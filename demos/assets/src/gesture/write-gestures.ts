import { serializeVmd, type Vmd } from '@odori/format';
import { writeFileSync } from 'node:fs';
import { GESTURES } from './gestures.js';
import { IDLES } from './idles.js';
import { recordGesture } from './record-gesture.js';

/** The gestures and idle motions by the names of their files. */
export function createGestures(): Map<string, Vmd> {
  const scores = [
    ...Object.entries(GESTURES).map(([name, score]) => [`gesture-${name}`, score] as const),
    ...Object.entries(IDLES).map(([name, score]) => [`idle-${name}`, score] as const),
  ];
  return new Map(scores.map(([name, score]) => [`${name}.vmd`, recordGesture(score)]));
}

/** Writes gesture-*.vmd and idle-*.vmd. */
export function writeGestures(folder: string): void {
  for (const [name, gesture] of createGestures()) writeFileSync(`${folder}/${name}`, serializeVmd(gesture));
}
