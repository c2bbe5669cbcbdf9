import type MediaTooltip from 'media-chrome/dist/media-tooltip.js';
import { create, createIcon, keepKeys } from './create.js';

/**
 * A button of the control bar. `name`: of its part; `icon`: as {@link createIcon} takes it. It works in the
 * bar, whose code may be loaded later.
 */
export function createBarButton(name: string, icon: string, onClick: () => void): HTMLButtonElement {
  const tooltip = create('media-tooltip', { 'aria-hidden': 'true' });
  const attributes = { type: 'button', part: `${name}-button` };
  const button = create('button', attributes, createIcon(icon), tooltip);
  button.addEventListener('click', onClick);
  for (const type of ['pointerenter', 'focus'])
    // keeps it within the picture
    button.addEventListener(type, () => (tooltip as MediaTooltip).updateXOffset());
  keepKeys(button, (key) => key === ' ' || key === 'Enter');
  return button;
}

/** `text` is shown beside a button while the pointer or the focus is on it. */
export function nameAction(button: HTMLButtonElement, label: string, text: string): void {
  button.setAttribute('aria-label', label);
  button.querySelector('media-tooltip')!.textContent = text;
}
