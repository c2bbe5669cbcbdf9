import { followLinks } from './follow-links.js';
import type { PmmKeys, PmmLinks } from './pmm-keys.js';

/** The links of the file, if they still lead where the document says: an edit may have moved keys. O(keys). */
export function knownLinks({ links, starts, frames, count }: PmmKeys): PmmLinks | undefined {
  const tracks = starts.length - 1;
  if (links?.places.length !== count || links.next.length !== count || links.previous.length !== count)
    return undefined;
  if (links.numbers && links.numbers.length !== count - tracks) return undefined;
  const framesByPlace = new Uint32Array(count);
  for (let key = 0; key < count; key++) framesByPlace[links.places[key]] = frames[key];
  const { next, numbers } = links;
  const linked = followLinks({ tracks, frames: framesByPlace, next, numbers });
  const isSame =
    linked.places.every((place, key) => place === links.places[key]) &&
    linked.starts.every((start, track) => start === starts[track]);
  return isSame ? links : undefined;
}
