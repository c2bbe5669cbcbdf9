import type { Pmm } from '@odori/format';
import type { SceneAccessory } from './scene-accessory.js';
import type { SceneBackground } from './scene-background.js';
import type { SceneReport } from './scene-report.js';

/** What MMD shows on the screens of accessories, by the number in the file. 0: the file `screen.bmp`. */
const DESKTOP_MODES = [1, 2]; // the whole desktop, or a part of it with an aspect of 4:3
export const CAPTURE_FILM = 3;

/**
 * Shows on the screens of accessories, the surfaces with the texture `screen.bmp`, what the project says: the film of the
 * background, whether it is also shown behind the scene or not; without a film, the picture. Reports what cannot be shown.
 */
export function showScreens(
  { display: { captureMode } }: Pmm,
  accessories: readonly (SceneAccessory | undefined)[],
  { film, picture }: SceneBackground,
  report: SceneReport,
): void {
  for (const accessory of accessories) {
    if (!accessory?.loaded?.hasScreen) continue;
    const { name, path } = accessory.document;
    if (captureMode === CAPTURE_FILM) accessory.loaded.screen = film?.texture ?? picture;
    else if (DESKTOP_MODES.includes(captureMode))
      report.add({
        code: 'unsupported',
        section: 'display.captureMode',
        name: name.text,
        path: path.text,
        reason: 'the screen shows the desktop of the author’s computer, which is not in any file',
      });
  }
}
