import type { OdoriPlayerElement } from '@odori/element';

/**
 * Lets the player's fullscreen button and the key F make the whole page fullscreen: the player alone would be
 * without the tools and panels of the page.
 */
export function usePageFullscreen(player: OdoriPlayerElement): void {
  // the controller of media-chrome, which asks this element for fullscreen and compares it with the one that
  // has it
  const controller = player.shadowRoot!.querySelector('media-controller')!;
  Object.assign(controller, { fullscreenElement: document.documentElement });
}

/**
 * Enters or leaves fullscreen. A browser that does not allow it, such as that of an iPhone, changes nothing.
 */
export async function togglePageFullscreen(): Promise<void> {
  if (document.fullscreenElement) await document.exitFullscreen();
  else if (document.fullscreenEnabled) await document.documentElement.requestFullscreen();
}
