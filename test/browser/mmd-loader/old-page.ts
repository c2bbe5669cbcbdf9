import type { MMDAnimationHelper } from '@odori/mmd-loader';
import type * as Three from 'three';
import type { Audio, PerspectiveCamera, Scene, SkinnedMesh, WebGLRenderer } from 'three';
import type { GUI } from 'three/addons/libs/lil-gui.module.min.js';
import { difference, pixelsOf } from '#test/support/compare-pictures.js';
import { openPage, type OpenPage } from '#test/support/open-page.js';

/** What the pages of this folder show to tests. */
interface PageParts {
  readonly THREE: typeof Three;
  readonly mesh: SkinnedMesh;
  readonly scene: Scene;
  readonly camera: PerspectiveCamera;
  readonly renderer: WebGLRenderer;
  readonly helper: MMDAnimationHelper;
  readonly gui: GUI;
  readonly audio: Audio;
  readonly ready: boolean;
}

/** A page that was written for three r171. */
export interface OldPage extends OpenPage {
  parts: () => PageParts;
  /** Shows a frame, `delta` seconds after the last one. */
  render: (delta?: number) => void;
  /** Shows a frame and reads it. */
  pixels: () => Uint8ClampedArray;
  /** The fraction of pixels that a change changes. */
  changeOf: (change: () => void) => number;
  /** Warnings and errors in the page's console. */
  readonly messages: string[];
}

export async function openOldPage(name: string): Promise<OldPage> {
  const page = await openPage(`/test/browser/mmd-loader/${name}.html`);
  const window = page.window as Window & {
    console: Console;
    parts: () => PageParts;
    render: (delta: number) => void;
  };
  const messages: string[] = [];
  for (const level of ['warn', 'error'] as const) {
    window.console[level] = (...message: unknown[]) => void messages.push(message.map(String).join(' '));
  }
  const render = (delta = 0): void => window.render(delta);
  const pixels = (): Uint8ClampedArray => {
    render();
    return pixelsOf(window.parts().renderer.domElement);
  };
  const changeOf = (change: () => void): number => {
    const before = pixels();
    change();
    return difference(before, pixels());
  };
  return { ...page, parts: () => window.parts(), render, pixels, changeOf, messages };
}
