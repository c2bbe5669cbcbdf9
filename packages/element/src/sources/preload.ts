import type { InputName } from './inputs.js';

/**
 * What is loaded before playback starts: nothing, all but the song, or everything. As on a video, `autoplay` needs everything.
 */
export type Preload = 'none' | 'metadata' | 'auto';

/** The value of the attribute `preload`: everything, unless it is `none` or `metadata`. */
export function preloadOf(host: Element): Preload {
  const value = host.getAttribute('preload')?.trim().toLowerCase();
  return value === 'none' || value === 'metadata' ? value : 'auto';
}

/** Does the element start to play by itself? Not for viewers who prefer reduced motion. */
export function isAutoplaying(host: Element): boolean {
  return host.hasAttribute('autoplay') && !matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** Is this input loaded before playback starts? */
export function isPreloaded(host: Element, name: InputName): boolean {
  const preload = isAutoplaying(host) ? 'auto' : preloadOf(host);
  return preload === 'auto' || (preload === 'metadata' && name !== 'audio');
}
