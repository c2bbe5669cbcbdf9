import type { Glb } from '../glb/glb.js';
import type { AccessorReader } from '../glb/read-accessor.js';
import { indexOf, listOf, objectOf } from '../humanoid/read/json-value.js';
import { readTrack } from './read-track.js';
import type { VrmTrack } from './vrm-animation.js';

type Path = 'translation' | 'rotation';

/** What a channel takes here. */
const CHANNEL_BYTES = 100;

/** The tracks of one animation of an untrusted GLB. */
export class AnimationTracks {
  /** By node and path; the first channel of each counts. */
  readonly #samplers = new Map<string, Readonly<Record<string, unknown>>>();
  readonly #accessors: AccessorReader;

  constructor({ json, memory }: Glb, accessors: AccessorReader, index: number) {
    this.#accessors = accessors;
    const animation = objectOf(listOf(json['animations'])[index]);
    const samplers = listOf(animation['samplers']);
    const channels = listOf(animation['channels']);
    memory.spend(CHANNEL_BYTES * channels.length, `animations[${index}]`);
    for (const channel of channels) {
      const { target, sampler } = objectOf(channel);
      const { node, path } = objectOf(target);
      if (typeof node !== 'number' || typeof path !== 'string') continue;
      const key = `${node} ${path}`;
      const at = indexOf(sampler, samplers.length);
      if (at !== undefined && !this.#samplers.has(key)) this.#samplers.set(key, objectOf(samplers[at]));
    }
  }

  has(node: number, path: Path): boolean {
    return this.#samplers.has(`${node} ${path}`);
  }

  /** The keyframes of a node; undefined if it has none that can be used. @throws GlbError as `readTrack`. */
  track(node: number, path: Path): VrmTrack | undefined {
    const sampler = this.#samplers.get(`${node} ${path}`);
    return sampler && readTrack(this.#accessors, sampler, path);
  }
}
