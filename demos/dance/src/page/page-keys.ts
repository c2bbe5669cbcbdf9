import type { OdoriPlayerElement } from '@odori/element';
import { FRAMES_PER_SECOND } from '@odori/runtime';
import { hasModifier } from '../../../shared/dom.js';
import { togglePageFullscreen } from './page-fullscreen.js';

/** For each key, what it does. Letters are lower case. */
export type KeyActions = Readonly<Record<string, () => void>>;

const SKIP_SECONDS = 10;
/** Parts of the page that use keys themselves. */
const USES_KEYS = 'select, textarea, input:not([type=checkbox], [type=range], [type=file]), .terms';
const USES_SPACE = `button, a, summary, input, label, ${USES_KEYS}`;
const USES_ARROWS = `input[type=range], input[type=radio], ${USES_KEYS}`;

/** The keys of the player work everywhere on the page, and those of the page do too. */
export function watchPageKeys(player: OdoriPlayerElement, actions: KeyActions): void {
  const ofPlayer = playerActions(player);
  window.addEventListener('keydown', (event) => {
    const { target } = event;
    if (event.defaultPrevented || hasModifier(event) || !(target instanceof Element)) return;
    const key = event.key.toLowerCase();
    const isInPlayer = target === player; // which has keys of its own
    const action = actions[key] ?? (isInPlayer ? undefined : ofPlayer[key]);
    const isBusy = target.closest(
      key === ' ' ? USES_SPACE : key.startsWith('arrow') ? USES_ARROWS : USES_KEYS,
    );
    if (!action || isBusy || (event.repeat && !REPEATS.includes(key))) return;
    event.preventDefault();
    action();
  });
}

const REPEATS = ['arrowleft', 'arrowright', 'arrowup', 'arrowdown', ',', '.', '<', '>'];

function playerActions(player: OdoriPlayerElement): KeyActions {
  const play = (): void => {
    if (player.paused) void player.play();
    else player.pause();
  };
  const skip = (seconds: number) => () => (player.currentTime = Math.max(player.currentTime + seconds, 0));
  const louder = (step: number) => () => (player.volume = Math.min(Math.max(player.volume + step, 0), 1));
  return {
    ' ': play,
    k: play,
    arrowleft: skip(-SKIP_SECONDS),
    j: skip(-SKIP_SECONDS),
    arrowright: skip(SKIP_SECONDS),
    arrowup: louder(0.1),
    arrowdown: louder(-0.1),
    m: () => (player.muted = !player.muted),
    c: () => (player.cameraMode = player.cameraMode === 'orbit' ? 'motion' : 'orbit'),
    f: () => void togglePageFullscreen(),
    '<': () => (player.playbackRate = Math.max(player.playbackRate - 0.25, 0.25)),
    '>': () => (player.playbackRate = Math.min(player.playbackRate + 0.25, 2)),
  };
}

/** One frame back or forward, in a pause. */
export function stepFrame(player: OdoriPlayerElement, frames: number): void {
  player.pause();
  const frame = Math.round(player.currentTime * FRAMES_PER_SECOND) + frames;
  player.currentTime = Math.max(frame, 0) / FRAMES_PER_SECOND;
}
